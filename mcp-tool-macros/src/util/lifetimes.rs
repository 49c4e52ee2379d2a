//! Finds and replaces lifetimes in types.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Generics, Lifetime, Type};

use crate::util::tokens::map;

/// Returns `_`, and the names of the lifetimes that a function or block declares. The generated code does not
/// declare these lifetimes, so the macros must replace them.
pub(crate) fn declared(generics: &Generics) -> HashSet<String> {
    let names = generics.lifetimes();
    let names = names.map(|parameter| parameter.lifetime.ident.to_string());
    names.chain(["_".to_owned()]).collect()
}

/// Returns the names of the lifetimes in a type.
pub(crate) fn named(ty: &Type) -> HashSet<String> {
    #[derive(Default)]
    struct Names(HashSet<String>);
    impl Visit<'_> for Names {
        fn visit_lifetime(&mut self, lifetime: &Lifetime) {
            self.0.insert(lifetime.ident.to_string());
        }
    }
    let mut names = Names::default();
    names.visit_type(ty);
    names.0
}

/// Replaces each of these lifetimes with the lifetime `to`.
pub(crate) fn replace(node: &impl ToTokens, lifetimes: &HashSet<String>, to: &str) -> TokenStream {
    map(node.to_token_stream(), &|rest| match rest {
        [TokenTree::Punct(quote), TokenTree::Ident(name), ..]
            if quote.as_char() == '\'' && lifetimes.contains(&name.to_string()) =>
        {
            let name = Ident::new(to, name.span());
            Some((2, quote!(#quote #name)))
        }
        _ => None,
    })
}
