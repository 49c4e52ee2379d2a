//! Generates checks of icon values that are constants.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Expr;

use crate::options::icon::Icon;
use crate::util::code::text;
use crate::util::literals;
use crate::util::tokens::{name_span, ungroup};

/// Returns items with which the compiler checks the values of an icon that are not literals. Also checks a
/// literal `mime_type` if `src` is not a literal.
pub(super) fn checks(icon: &Icon) -> impl Iterator<Item = TokenStream> {
    let is_known = |value: &Expr| literals::text(value).is_some();
    let src = text(&icon.src);
    let source = (!is_known(&icon.src)).then(|| check(&icon.src, quote!(refused_source(#src))));
    let mime_type = icon
        .mime_type
        .as_ref()
        .filter(|value| !is_known(value) || !is_known(&icon.src))
        .map(|value| {
            let given = text(value);
            check(value, quote!(refused_type(#src, #given)))
        });
    let unknown_sizes = icon.sizes.iter().filter(move |size| !is_known(size));
    let sizes = unknown_sizes.map(|size| {
        let given = text(size);
        check(size, quote!(refused_size(#given)))
    });
    source.into_iter().chain(mime_type).chain(sizes)
}

/// Returns the check as an item, because `cargo check` does not evaluate a `const` block.
fn check(value: &Expr, refused: TokenStream) -> TokenStream {
    let span = name_span(ungroup(value));
    quote_spanned!(span=> const _: () = __mcp::reject(__mcp::#refused);)
}
