//! What stands beside a function, held together by its companion type.
//!
//! No macro knows where it stands. In an `impl` block, a trait or an `extern` block, a type cannot
//! stand: the compiler says so and drops the type, with its attributes. Whatever else would be wrong
//! there is therefore an attribute of the type first, and so there is one error in place of six.

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

/// The type, and the rest behind it.
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

/// Where the type can stand, the rest can, too.
pub(crate) fn expand(rest: TokenStream, companion: TokenStream) -> TokenStream {
    quote!(#companion #rest)
}
