//! The derives.

pub(crate) mod elicit_form;
pub(crate) mod has_state;
pub(crate) mod tool_error;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Error};

/// Expands a derive.
pub(crate) fn expand(item: TokenStream, derive: fn(&DeriveInput) -> TokenStream) -> TokenStream {
    syn::parse2(item).map_or_else(Error::into_compile_error, |input| derive(&input))
}

/// Returns the implementations in a scope in which `__mcp` is the runtime.
fn in_scope(runtime: &TokenStream, implementations: &TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            use #runtime::__private as __mcp;
            #implementations
        };
    }
}
