//! What stands beside a function, held together by its companion type.
//!
//! No macro knows where it stands. In an `impl` block, a trait or an `extern` block, a type cannot
//! stand: the compiler says so and drops the type, with its attributes. Whatever else would be wrong
//! there is therefore an attribute of the type first, and so there is one error in place of six.

use proc_macro2::TokenStream;
use quote::quote;

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
