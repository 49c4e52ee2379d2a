//! Reads one entry of a list of options.

use darling::ast::NestedMeta;
use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Meta, MetaNameValue, PathArguments, Result, Token, Type};

/// An entry of a list of options.
pub(super) struct Entry(pub(super) NestedMeta);

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let ahead = input.fork();
        if let Ok(option) = output(&ahead) {
            input.advance_to(&ahead);
            return Ok(Entry(NestedMeta::Meta(Meta::NameValue(option))));
        }
        input.parse().map(Entry)
    }
}

/// Returns the keys in a list of options.
#[cfg(test)]
pub(crate) fn written(input: ParseStream<'_>) -> Result<Vec<String>> {
    use syn::punctuated::Punctuated;

    let entries = Punctuated::<Entry, Token![,]>::parse_terminated(input)?;
    let keys = entries.iter().filter_map(|entry| match &entry.0 {
        NestedMeta::Meta(option) => Some(super::attribute::key(option.path())),
        _ => None,
    });
    Ok(keys.collect())
}

/// Reads an option whose value is a type up to a comma or the end of the list, such as `output = Vec<Page>`. The
/// type becomes an `Expr::Verbatim`. Reads also similar keys, such as `output_schema`, to report them as unknown.
fn output(input: ParseStream<'_>) -> Result<MetaNameValue> {
    let key = input.call(Ident::parse_any)?;
    let eq_token = input.parse()?;
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
    let is_output = key.to_string().to_lowercase().starts_with("output");
    if !is_output || is_expression || !(input.is_empty() || input.peek(Token![,])) {
        return Err(input.error("no type"));
    }
    Ok(MetaNameValue {
        path: key.into(),
        eq_token,
        value: Expr::Verbatim(ty.to_token_stream()),
    })
}
