//! Generates checks of icons with values that are constants.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Expr;

use crate::options::icon::Icon;
use crate::util::code::text;
use crate::util::literals;
use crate::util::tokens::{name_span, ungroup};

/// Returns an item with which the compiler checks an icon that has a value other than a literal, because `cargo
/// check` does not evaluate a `const` block.
pub(super) fn check(icon: &Icon) -> Option<TokenStream> {
    let mut values = [&icon.src]
        .into_iter()
        .chain(&icon.mime_type)
        .chain(&icon.sizes);
    let unknown: &Expr = values.find(|value| literals::text(value).is_none())?;
    let (src, sizes) = (text(&icon.src), icon.sizes.iter().map(text));
    let mime_type = match &icon.mime_type {
        Some(mime_type) => {
            let mime_type = text(mime_type);
            quote!(__mcp::Some(#mime_type))
        }
        None => quote!(__mcp::None),
    };
    let at = name_span(ungroup(unknown));
    Some(quote_spanned! {at=>
        const _: () = __mcp::reject(__mcp::refused_icon(#src, #mime_type, &[#(#sizes),*]));
    })
}
