//! Finds and replaces lifetimes in types.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Generics, Lifetime, Type};

use crate::util::tokens::map;

/// Returns the names of the lifetimes that a function or block declares. The generated code does not declare
/// these lifetimes, so the macros must replace them.
pub(crate) fn declared(generics: &Generics) -> HashSet<String> {
    generics
        .lifetimes()
        .map(|parameter| parameter.lifetime.ident.to_string())
        .collect()
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

/// Replaces `'_` and each lifetime in `declared` with the lifetime `to`.
pub(crate) fn replace(node: &impl ToTokens, declared: &HashSet<String>, to: &str) -> TokenStream {
    let is_replaced = |name: &str| name == "_" || declared.contains(name);
    replace_tokens(node.to_token_stream(), &is_replaced, to)
}

/// Replaces each lifetime in `declared` with the lifetime `to`, but not `'_`.
pub(crate) fn replace_declared(
    node: &impl ToTokens,
    declared: &HashSet<String>,
    to: &str,
) -> TokenStream {
    let is_replaced = |name: &str| declared.contains(name);
    replace_tokens(node.to_token_stream(), &is_replaced, to)
}

fn replace_tokens(
    tokens: TokenStream,
    is_replaced: &dyn Fn(&str) -> bool,
    to: &str,
) -> TokenStream {
    map(tokens, &|rest| match rest {
        [TokenTree::Punct(quote), TokenTree::Ident(name), ..]
            if quote.as_char() == '\'' && is_replaced(&name.to_string()) =>
        {
            let name = Ident::new(to, name.span());
            Some((2, quote!(#quote #name)))
        }
        _ => None,
    })
}
