//! The macros of `mcp-tool-runtime`, which re-exports them. Do not depend on this crate directly:
//! the generated code works with exactly one version of the runtime. No program contains this crate, because the
//! macros run in the compiler.
//!
//! ```ignore
//! /// Adds two numbers.
//! #[mcp_tool_runtime::mcp_tool(read_only)]
//! async fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//! ```

// Each file or folder imports only those that are listed above it.
//
// diagnostics  collects errors
// util         tokens and texts
// parse        attributes and items
// options      the values of keys, checked
// model        whether the options fit the function
// codegen      generates code, and cannot fail
// tool_list    `tools!`
// derive       the derives
// methods      `#[mcp_tools]`
// expand       `#[mcp_tool]`

mod codegen;
mod derive;
mod diagnostics;
mod expand;
mod methods;
mod model;
mod options;
mod parse;
#[cfg(test)]
mod tests;
mod tool_list;
mod util;

use proc_macro::TokenStream;

/// Whether arguments are validated with the garde rules of their types.
const GARDE: bool = cfg!(feature = "garde");

// This macro has no doc comment. The crate `mcp_tool_runtime` re-exports the macro and documents
// the re-export. rustdoc would append a doc comment of the macro to the documentation of the
// re-export.
#[proc_macro_attribute]
pub fn mcp_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(options.into(), item.into(), GARDE).into()
}

/// The name of `#[mcp_tool]` in the official SDK. Reports an error that names `#[mcp_tool]`.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand_tool(options.into(), item.into()).into()
}

// This macro has no doc comment, for the same reason as `mcp_tool`.
#[proc_macro_attribute]
pub fn mcp_tools(options: TokenStream, item: TokenStream) -> TokenStream {
    methods::expand(options.into(), item.into(), GARDE).into()
}

// The derives have no doc comments, for the same reason as `mcp_tool`.
#[proc_macro_derive(ToolError, attributes(tool_error))]
pub fn tool_error(item: TokenStream) -> TokenStream {
    derive::expand(item.into(), derive::tool_error::expand).into()
}

#[proc_macro_derive(HasState, attributes(state))]
pub fn has_state(item: TokenStream) -> TokenStream {
    derive::expand(item.into(), derive::has_state::expand).into()
}

#[proc_macro_derive(ElicitForm, attributes(elicit))]
pub fn elicit_form(item: TokenStream) -> TokenStream {
    derive::expand(item.into(), derive::elicit_form::expand).into()
}

/// `#[mcp_tool]` generates a companion struct, which `tools!` lists, and puts this attribute on the struct.
/// The attribute contains the tool's other generated items, and adds them after the struct.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn __beside(rest: TokenStream, companion: TokenStream) -> TokenStream {
    codegen::companion::expand(rest.into(), companion.into()).into()
}

/// The procedural macro behind `mcp_tool_runtime::tools!`.
#[doc(hidden)]
#[proc_macro]
pub fn __tools(entries: TokenStream) -> TokenStream {
    tool_list::expand(entries.into()).into()
}
