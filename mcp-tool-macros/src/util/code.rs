//! Writes expressions of the user as parts of larger expressions.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote_spanned};
use syn::Expr;

use crate::util::tokens::{first_span, name_span};

/// Returns the text of an option. If a constant is not a string, a trait bound in the runtime rejects the
/// constant.
pub(crate) fn text(text: &Expr) -> TokenStream {
    match text {
        Expr::Lit(_) => text.to_token_stream(),
        _ => quote_spanned!(name_span(text)=> __mcp::Text(#text).as_str()),
    }
}

/// Returns an operand for `&`, in parentheses if it needs them.
pub(crate) fn operand(value: &Expr) -> TokenStream {
    match value {
        Expr::Binary(_) | Expr::Cast(_) | Expr::Range(_) => {
            quote_spanned!(first_span(value)=> (#value))
        }
        value => value.to_token_stream(),
    }
}
