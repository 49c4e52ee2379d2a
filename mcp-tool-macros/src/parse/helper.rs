//! Attributes that only a macro of ours reads: `#[arg(…)]`, and `#[tool_error(…)]`, `#[state(…)]` and
//! `#[elicit(…)]` of the derives.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Meta, Path};

use crate::diagnostics::Errors;
use crate::parse::attribute::{self, Keys};
use crate::util::tokens::is_punct;
use crate::util::tokens::ungroup;

/// The attributes with the name of the helper.
pub(crate) fn find<'a>(
    attributes: &'a [Attribute],
    name: &str,
) -> impl Iterator<Item = &'a Attribute> {
    attributes
        .iter()
        .filter(move |attribute| attribute.path().is_ident(name))
}

/// The options in all helpers on one item: they are one list. `example` is one of them.
pub(crate) fn options(
    attributes: &[Attribute],
    name: &str,
    example: &str,
    errors: &mut Errors,
) -> TokenStream {
    let mut tokens = TokenStream::new();
    let misplaced = &format!("the options of `#[{name}]` stand in parentheses");
    for attribute in find(attributes, name) {
        let span = attribute.path().span();
        match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => {
                join(&mut tokens, list.tokens.clone(), span);
            }
            // The compiler refuses a value that is no literal, but only where the attribute stays.
            Meta::NameValue(meta)
                if name != "arg" && !matches!(ungroup(&meta.value), Expr::Lit(_)) =>
            {
                errors.leave_to_rustc(meta.eq_token.span(), misplaced);
            }
            Meta::NameValue(meta) => errors.report(
                meta.eq_token.span(),
                misplaced,
                format!("write `#[{name}({example})]`"),
            ),
            Meta::Path(_) | Meta::List(_) => errors.report(
                span,
                format!("`#[{name}]` without options says nothing"),
                format!("write `#[{name}({example})]`, or remove it"),
            ),
        }
    }
    tokens
}

/// Adds a list to another one. It may have its own comma at the end.
pub(crate) fn join(tokens: &mut TokenStream, more: TokenStream, at: Span) {
    let is_ended = more.clone().into_iter().last();
    let is_ended = is_ended.is_some_and(|last| is_punct(&last, ','));
    tokens.extend(more);
    if !is_ended {
        tokens.extend(quote_spanned!(at=> ,));
    }
}

/// Reports each helper that stands where it means nothing.
pub(crate) fn refuse(
    attributes: &[Attribute],
    name: &str,
    what: &str,
    help: &str,
    errors: &mut Errors,
) {
    for attribute in find(attributes, name) {
        errors.report(attribute.path().span(), what, help);
    }
}

/// Where the runtime is, as a derive's helper above the whole type says it. Every other key is about a
/// field.
pub(crate) fn crate_path(
    attributes: &[Attribute],
    name: &str,
    keys: &Keys,
    whole: &str,
    errors: &mut Errors,
) -> Option<Path> {
    let tokens = options(attributes, name, "crate = …", errors);
    let mut path = None;
    for entry in attribute::entries(tokens, keys, errors) {
        match entry.key.as_str() {
            "crate" => path = entry.path(errors),
            key => errors.report(
                entry.span,
                format!("`{key}` is about one field, and not about the whole {whole}"),
                "move it above the field",
            ),
        }
    }
    path
}

/// Where the runtime is.
pub(crate) fn runtime(path: Option<&Path>) -> TokenStream {
    match path {
        Some(path) => path.to_token_stream(),
        None => quote!(::mcp_tool_runtime),
    }
}
