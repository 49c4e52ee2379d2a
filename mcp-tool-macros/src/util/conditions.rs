//! Reads `#[cfg(…)]` and `#[cfg_attr(…)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

/// Returns the conditions of a `#[cfg]` on a method.
pub(crate) fn conditions(attribute: &Attribute) -> Vec<TokenStream> {
    if let Meta::List(list) = &attribute.meta
        && list.path.is_ident("cfg")
    {
        return vec![list.tokens.clone()];
    }
    let Some((condition, attributes)) = conditional(attribute) else {
        return Vec::new();
    };
    attributes
        .into_iter()
        .filter_map(|attribute| match attribute {
            Meta::List(inner) if inner.path.is_ident("cfg") => {
                let inner = inner.tokens;
                Some(quote!(any(not(#condition), #inner)))
            }
            _ => None,
        })
        .collect()
}

/// Returns the condition of a `#[cfg_attr(…)]`, and its attributes.
pub(crate) fn conditional(attribute: &Attribute) -> Option<(Meta, Vec<Meta>)> {
    let Meta::List(list) = &attribute.meta else {
        return None;
    };
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
    let mut parts = parser.parse2(list.tokens.clone()).ok()?.into_iter();
    Some((parts.next()?, parts.collect()))
}
