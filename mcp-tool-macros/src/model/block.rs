//! The tools of one `impl` block, checked.

use proc_macro2::{Span, TokenStream};
use syn::{Generics, Ident, Path};

use super::Tool;

pub(crate) struct Tools<'b> {
    pub(crate) runtime: TokenStream,
    pub(crate) owner: TokenStream,
    /// Where the type is named.
    pub(crate) span: Span,
    pub(crate) generics: &'b Generics,
    pub(crate) tools: Vec<Member>,
    /// The names of the attribute of a tool in this block.
    pub(crate) attributes: Vec<&'b Path>,
    /// The type that `tools!` lists in place of the block's own.
    pub(crate) companion: Option<&'b Ident>,
    pub(crate) register: Option<&'b Path>,
    /// The lint `deprecated` and a comma, if the head of the block names it.
    pub(crate) deprecated: Option<TokenStream>,
}

pub(crate) struct Member {
    /// The conditions under which the tool is there: one for each `#[cfg]`.
    pub(crate) conditions: Vec<TokenStream>,
    pub(crate) tool: Tool,
    /// The tokens of the body, which warnings look at.
    pub(crate) body: TokenStream,
}
