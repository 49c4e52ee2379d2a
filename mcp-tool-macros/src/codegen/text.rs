//! Generates descriptions.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Expr;

use crate::model::Description;
use crate::parse::docs::Line;
use crate::util::code::text;
use crate::util::tokens::first_span;

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
