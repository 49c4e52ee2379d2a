//! Generates texts, such as descriptions, and checks of texts that only the compiler can evaluate.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;

use crate::model::Description;
use crate::model::constant_text::{ConstantText, UnknownText};
use crate::parse::docs::Line;
use crate::util::code::text;
use crate::util::literals;
use crate::util::tokens::{first_span, name_span};

pub(super) fn description(description: &Description) -> TokenStream {
    let lines = match description {
        Description::Given(given) => {
            let given = text(given);
            return quote!(__mcp::given(#given));
        }
        Description::Docs(lines) => lines,
    };
    let texts: Vec<&Expr> = lines.iter().map(|line| &line.text).collect();
    match texts.as_slice() {
        _ if lines.iter().any(|line| line.condition.is_some()) => {
            let lines = lines.iter().map(|Line { condition, text }| {
                let condition = condition.iter();
                quote!(#(#[cfg(#condition)])* #text)
            });
            quote!(__mcp::doc_lines(&[#(#lines),*]))
        }
        [first, rest @ ..] if !rest.is_empty() => {
            let text =
                quote_spanned!(first_span(first)=> ::core::concat!(#first #(, "\n", #rest)*));
            quote!(__mcp::docs(#text))
        }
        texts => quote!(__mcp::docs(#(#texts)*)),
    }
}

/// Returns the check of a text as an item, because `cargo check` does not evaluate a `const` block. Returns
/// `None` for a text that may depend on generic parameters, because the registry checks such texts.
pub(super) fn check(unknown: &ConstantText, is_generic: bool) -> Option<TokenStream> {
    if is_generic && unknown.is_of_type {
        return None;
    }
    let (text, at) = match &unknown.text {
        UnknownText::Given(given) => (text(given), name_span(given)),
        UnknownText::Docs(lines) => {
            let unknown = lines.iter().find(|line| literals::text(line).is_none());
            let at = first_span(&unknown);
            (quote_spanned!(at=> ::core::concat!(#(#lines, "\n"),*)), at)
        }
    };
    let check = Ident::new(unknown.check, at);
    Some(quote_spanned! {at=>
        const _: () = {
            const __TOOL_TEXT: &__mcp::str = #text;
            __mcp::#check(__TOOL_TEXT)
        };
    })
}
