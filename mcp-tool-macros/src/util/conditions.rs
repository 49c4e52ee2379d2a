//! Reads `#[cfg(…)]` and `#[cfg_attr(…)]`.

use proc_macro2::TokenStream;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

/// Returns whether an attribute is a `#[cfg(…)]`, or has only `cfg(…)` inside a `#[cfg_attr(…)]`.
pub(crate) fn is_cfg(attribute: &Attribute) -> bool {
    let is_cfg = |attribute: &Meta| attribute.path().is_ident("cfg");
    match conditional(attribute) {
        Some((_, attributes)) => attributes.iter().all(is_cfg),
        None => is_cfg(&attribute.meta),
    }
}

/// Returns the condition of a `#[cfg_attr(…)]`, and the attributes after the condition.
pub(crate) fn conditional(attribute: &Attribute) -> Option<(Meta, Vec<Meta>)> {
    let Meta::List(list) = &attribute.meta else {
        return None;
    };
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let mut parts = metas(list.tokens.clone())?.into_iter();
    Some((parts.next()?, parts.collect()))
}

/// Reads a list of attributes or options. Returns `None` if the tokens are anything else.
pub(crate) fn metas(tokens: TokenStream) -> Option<Vec<Meta>> {
    let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
    Some(parser.parse2(tokens).ok()?.into_iter().collect())
}
