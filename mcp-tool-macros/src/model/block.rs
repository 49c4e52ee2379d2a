//! The tools of one `impl` block, checked.

use proc_macro2::{Span, TokenStream};
use syn::{Generics, Ident, Path};

use super::Tool;

pub(crate) struct Tools<'b> {
    pub(crate) runtime: TokenStream,
    pub(crate) owner: TokenStream,
    /// The span of the type's name.
    pub(crate) span: Span,
    pub(crate) generics: &'b Generics,
    pub(crate) tools: Vec<Member>,
    /// The names under which tools in this block use the attribute.
    pub(crate) attributes: Vec<&'b Path>,
    /// The companion type that `tools!` lists instead of the block's own type.
    pub(crate) companion: Option<&'b Ident>,
    pub(crate) register: Option<&'b Path>,
    /// `deprecated` and a comma, if the head of the block names this lint.
    pub(crate) deprecated: Option<TokenStream>,
}

pub(crate) struct Member {
    /// The conditions of the tool: one for each `#[cfg]`.
    pub(crate) conditions: Vec<TokenStream>,
    pub(crate) tool: Tool,
    /// The tokens of the body, which the warnings scan.
    pub(crate) body: TokenStream,
}
