//! Reads types as values of options. darling reads values as expressions, but a type such as `Vec<Page>` is
//! not an expression.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{PathArguments, Token, Type};

use crate::util::tokens::{first_span, in_angle_brackets, is_punct};

/// Replaces the value of `output = Type` with `<Type>::output`, a path that darling can read as an
/// expression.
pub(crate) fn as_paths(tokens: TokenStream) -> TokenStream {
    let mut written = TokenStream::new();
    let mut tokens = tokens.into_iter();
    let mut is_start = true;
    while let Some(token) = tokens.next() {
        let is_key = is_start && matches!(&token, TokenTree::Ident(key) if is_output(key));
        is_start = is_punct(&token, ',');
        written.extend([token]);
        let mut value = tokens.clone();
        if is_key
            && let Some(sign) = value.next().filter(|sign| is_punct(sign, '='))
            && let Ok((ty, rest)) = leading_type.parse2(value.collect())
        {
            written.extend([sign]);
            written.extend(in_angle_brackets(ty.to_token_stream()));
            <Token![::]>::default().to_tokens(&mut written);
            Ident::new("output", first_span(&ty)).to_tokens(&mut written);
            tokens = rest.into_iter();
        }
    }
    written
}

/// Returns whether this is `output`, or a similar key such as `output_schema`.
fn is_output(key: &Ident) -> bool {
    key.to_string().to_lowercase().starts_with("output")
}

/// Reads a type up to a comma or the end of the input. Returns the type and the remaining tokens.
fn leading_type(input: ParseStream<'_>) -> syn::Result<(Type, TokenStream)> {
    let ty: Type = input.parse()?;
    // `_`, `json!({})` and `schema()` also parse as types, but are probably expressions.
    let is_expression = match &ty {
        Type::Infer(_) | Type::Macro(_) => true,
        Type::Path(path) => path
            .path
            .segments
            .iter()
            .any(|segment| matches!(segment.arguments, PathArguments::Parenthesized(_))),
        _ => false,
    };
    if is_expression || !(input.is_empty() || input.peek(Token![,])) {
        return Err(input.error("no type"));
    }
    Ok((ty, input.parse()?))
}
