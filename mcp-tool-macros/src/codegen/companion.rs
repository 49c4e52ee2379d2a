//! Generates the companion type of a function. An attribute on the type contains all other generated items.
//!
//! A macro cannot see the code around its item. An `impl` block, a trait or an `extern` block cannot contain
//! a struct. There, the compiler reports the companion, and ignores its attribute with the other items. So
//! there is one error instead of six.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// Returns the declaration of the type. `tools!` lists the type by its name, and no code creates a value. The
/// lints about unused, undocumented and unreachable items do not report the type, because they already report
/// the function.
pub(crate) fn declaration(at: Span, visibility: &impl ToTokens, companion: &Ident) -> TokenStream {
    let companion = quote_spanned!(at=> struct #companion {});
    quote! {
        #[doc(hidden)]
        #[allow(unreachable_pub)]
        #visibility #companion
    }
}

/// Puts all generated items except the type into an attribute on the type.
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
