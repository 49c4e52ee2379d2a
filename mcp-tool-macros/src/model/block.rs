//! The tools of one `impl` block, checked.

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Generics, Ident, Path};

use super::Tool;

pub(crate) struct Tools<'b> {
    /// The path of the runtime, if the author gives one.
    pub(crate) runtime: Option<&'b Path>,
    pub(crate) owner: TokenStream,
    /// The span of the type that the `impl` block is for.
    pub(crate) span: Span,
    pub(crate) generics: &'b Generics,
    pub(crate) tools: Vec<Member<'b>>,
    /// The paths of the `#[mcp_tool]` attributes in this block, as the user wrote them.
    pub(crate) attributes: Vec<&'b Path>,
    /// The value of `companion`: the struct that `tools!` lists instead of the block's own type. Also `None`
    /// if the value is the name of a primitive type, because the macro reports it.
    pub(crate) companion: Option<&'b Ident>,
    pub(crate) register: Option<&'b Path>,
    /// Whether the code before the block's braces contains the word `deprecated`. If so, the generated code
    /// allows the lint `deprecated`.
    pub(crate) names_deprecated: bool,
}

pub(crate) struct Member<'b> {
    /// Each `#[cfg]` of the tool, also inside `#[cfg_attr]`.
    pub(crate) conditions: Vec<&'b Attribute>,
    pub(crate) tool: Tool,
    /// The tokens of the method's body, in which the macro looks for `println!`.
    pub(crate) body: TokenStream,
}
