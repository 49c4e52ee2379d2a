//! Reads one entry of a list of options.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Expr, Lit, LitBool, MacroDelimiter, Meta, MetaList, MetaNameValue, Path, PathArguments,
    PathSegment, Result, Token, Type, parenthesized, token,
};

/// An entry of a list of options.
#[allow(clippy::large_enum_variant, reason = "a list has few entries")]
pub(super) enum Entry {
    Option(Meta),
    Literal(Lit),
    /// A key and the tokens after its `=`, which are no expression.
    Unreadable(Path, TokenStream),
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.peek(Lit) && !(input.peek(LitBool) && input.peek2(Token![=])) {
            return input.parse().map(Entry::Literal);
        }
        let path = input.call(key_path)?;
        if input.peek(token::Paren) {
            let inside;
            let delimiter = MacroDelimiter::Paren(parenthesized!(inside in input));
            return Ok(Entry::Option(Meta::List(MetaList {
                path,
                delimiter,
                tokens: inside.parse()?,
            })));
        }
        let Some(eq_token) = input.parse()? else {
            return Ok(Entry::Option(Meta::Path(path)));
        };
        let ahead = input.fork();
        if let Ok(value) = value(&path, &ahead) {
            input.advance_to(&ahead);
            return Ok(Entry::Option(Meta::NameValue(MetaNameValue {
                path,
                eq_token,
                value,
            })));
        }
        let mut value = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            value.extend([input.parse::<TokenTree>()?]);
        }
        Ok(Entry::Unreadable(path, value))
    }
}

/// Returns the keys in a list of options.
#[cfg(test)]
pub(crate) fn written(input: ParseStream<'_>) -> Result<Vec<String>> {
    let entries = Punctuated::<Entry, Token![,]>::parse_terminated(input)?;
    let keys = entries.iter().filter_map(|entry| match entry {
        Entry::Option(option) => Some(super::attribute::key(option.path())),
        _ => None,
    });
    Ok(keys.collect())
}

/// Reads a key, which can be a keyword such as `crate`.
fn key_path(input: ParseStream<'_>) -> Result<Path> {
    let segments = Punctuated::<Ident, Token![::]>::parse_separated_nonempty_with;
    let segments = segments(input, Ident::parse_any)?;
    Ok(Path {
        leading_colon: None,
        segments: segments.into_iter().map(PathSegment::from).collect(),
    })
}

/// Reads a value. The value of `output`, or of a similar key such as `output_schema`, can be a type such as
/// `Vec<Page>`, which is not an expression. It becomes an `Expr::Verbatim`.
fn value(key: &Path, input: ParseStream<'_>) -> Result<Expr> {
    let ahead = input.fork();
    if (key.get_ident()).is_some_and(|key| key.to_string().to_lowercase().starts_with("output"))
        && let Ok(ty) = ahead.call(whole_type)
    {
        input.advance_to(&ahead);
        return Ok(Expr::Verbatim(ty.to_token_stream()));
    }
    input.parse()
}

/// Reads a type up to a comma or the end of the list.
fn whole_type(input: ParseStream<'_>) -> Result<Type> {
    let ty: Type = input.parse()?;
    // `_`, `json!({})` and `schema()` also parse as types, but are probably expressions.
    let is_expression = match &ty {
        Type::Infer(_) | Type::Macro(_) => true,
        Type::Path(path) => {
            let mut segments = path.path.segments.iter();
            segments.any(|segment| matches!(segment.arguments, PathArguments::Parenthesized(_)))
        }
        _ => false,
    };
    if is_expression || !(input.is_empty() || input.peek(Token![,])) {
        return Err(input.error("no type"));
    }
    Ok(ty)
}
