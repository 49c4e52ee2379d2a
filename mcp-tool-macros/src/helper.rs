//! Attributes that only a macro of ours reads: `#[arg(…)]`, and `#[tool_error(…)]` and `#[state(…)]`
//! of the derives.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Meta, Path};

use crate::errors::Errors;

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
    for attribute in find(attributes, name) {
        let span = attribute.path().span();
        match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => {
                tokens.extend(list.tokens.clone());
                tokens.extend(quote_spanned!(span=> ,));
            }
            // A value that is no literal is refused by the compiler.
            Meta::NameValue(meta) if !matches!(meta.value, Expr::Lit(_)) => errors.leave_to_rustc(),
            Meta::NameValue(meta) => errors.report(
                meta.eq_token.span(),
                format!("the options of `#[{name}]` stand in parentheses"),
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

/// Where the runtime is.
pub(crate) fn runtime(path: Option<&Path>) -> TokenStream {
    match path {
        Some(path) => path.to_token_stream(),
        None => quote!(::mcp_tool_runtime),
    }
}
