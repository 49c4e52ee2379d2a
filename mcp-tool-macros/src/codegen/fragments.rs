//! Pieces of code that several files generate.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Path;

use crate::model::{self, Argument, Tool};

/// Returns the path of the runtime: the value of `crate = …`, or `::mcp_tool_runtime`.
pub(crate) fn runtime(path: Option<&Path>) -> TokenStream {
    match path {
        Some(path) => path.to_token_stream(),
        None => quote!(::mcp_tool_runtime),
    }
}

/// The header of a tool's `impl` blocks: for a function, or for a method in a block.
#[derive(Default)]
pub(super) struct ImplHeader {
    /// The type that represents the tool.
    pub(super) companion: TokenStream,
    /// The type of the block, if the function is a method.
    pub(super) owner: Option<TokenStream>,
    /// The type and const parameters of the block.
    pub(super) parameters: Vec<TokenStream>,
    /// The `where` clause of the generated items, from that of the block.
    pub(super) bounds: TokenStream,
    /// The `#[cfg(…)]` attributes of the method.
    pub(super) cfg: TokenStream,
}

impl ImplHeader {
    pub(super) fn is_generic(&self) -> bool {
        !self.parameters.is_empty()
    }

    /// Returns the path with which code outside of the block names the function.
    pub(super) fn path(&self, function: &Ident) -> TokenStream {
        match &self.owner {
            None => quote!(#function),
            Some(owner) => quote_spanned!(function.span()=> <#owner>::#function),
        }
    }
}

pub(super) fn arguments(tool: &Tool) -> Vec<&Argument> {
    model::arguments(tool.parameters.iter()).collect()
}

/// Returns `deprecated` and a comma for an `#[allow(…)]`, if the user's item names this lint. Otherwise
/// returns `None`, because any `allow` of the lint is an error in a crate that forbids it.
pub(super) fn deprecated(is_named: bool) -> Option<TokenStream> {
    is_named.then(|| quote!(deprecated,))
}

/// Returns the name of a local variable in the adapter. The user's code cannot refer to the variable, because
/// the name has mixed-site hygiene.
pub(super) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}
