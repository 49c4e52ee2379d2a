//! Reads `#[cfg(…)]` and `#[cfg_attr(…)]`.

use proc_macro2::TokenStream;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

/// A `#[cfg(…)]` of a method.
pub(crate) struct Condition {
    /// The condition of the enclosing `#[cfg_attr(…)]`, or `None` if the `#[cfg(…)]` is not inside one.
    pub(crate) of_attribute: Option<Meta>,
    pub(crate) cfg: TokenStream,
}

/// Returns the conditions in one attribute of a method: a `#[cfg(…)]`, or each `cfg(…)` inside a
/// `#[cfg_attr(…)]`.
pub(crate) fn conditions(attribute: &Attribute) -> Vec<Condition> {
    let (of_attribute, attributes) = match conditional(attribute) {
        Some((condition, attributes)) => (Some(condition), attributes),
        None => (None, vec![attribute.meta.clone()]),
    };
    let conditions = attributes
        .into_iter()
        .filter_map(|attribute| match attribute {
            Meta::List(list) if list.path.is_ident("cfg") => Some(Condition {
                of_attribute: of_attribute.clone(),
                cfg: list.tokens,
            }),
            _ => None,
        });
    conditions.collect()
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
