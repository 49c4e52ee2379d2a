//! The companion type of a function, which carries all other items.
//!
//! A macro does not know its surroundings. An `impl` block, a trait or an `extern` block cannot
//! contain a type: the compiler reports the type, and drops it with its attributes. All other items
//! are in an attribute of the type, so there is one error instead of six.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// Returns the declaration of the type, which is listed under its name and never made. Lints about
/// the function (unused, undocumented, unreachable) are not repeated for it.
pub(crate) fn declaration(at: Span, visibility: &impl ToTokens, companion: &Ident) -> TokenStream {
    let companion = quote_spanned!(at=> struct #companion {});
    quote! {
        #[doc(hidden)]
        #[allow(unreachable_pub)]
        #visibility #companion
    }
}

/// Puts the other items into an attribute of the type.
pub(crate) fn wrap(
    runtime: &TokenStream,
    companion: &TokenStream,
    rest: &TokenStream,
) -> TokenStream {
    quote! {
        #[#runtime::__private::beside { #rest }]
        #companion
    }
}

/// Returns the type and the items of its attribute.
pub(crate) fn expand(rest: TokenStream, companion: TokenStream) -> TokenStream {
    quote!(#companion #rest)
}
