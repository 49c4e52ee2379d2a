//! The macros of `mcp-tool-runtime`, which re-exports them. Do not depend on this crate directly:
//! what it expands to belongs to exactly one version of the runtime.

mod codegen;
mod docs;
mod errors;
mod expand;
mod has_state;
mod helper;
mod item;
mod lifetimes;
mod model;
mod name;
mod options;
mod parameter;
mod stand_in;
mod template;
mod tokens;
mod tool_error;
mod tools;

use proc_macro::TokenStream;

// No doc comment: rustdoc would append it to the page of `mcp_tool_runtime::mcp_tool`.
#[proc_macro_attribute]
pub fn mcp_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(options.into(), item.into()).into()
}

// The pages of the two derives are the runtime's, too.
#[proc_macro_derive(ToolError, attributes(tool_error))]
pub fn tool_error(item: TokenStream) -> TokenStream {
    tool_error::expand(item.into()).into()
}

#[proc_macro_derive(HasState, attributes(state))]
pub fn has_state(item: TokenStream) -> TokenStream {
    has_state::expand(item.into()).into()
}

/// The list behind `mcp_tool_runtime::tools!`.
#[doc(hidden)]
#[proc_macro]
pub fn __tools(entries: TokenStream) -> TokenStream {
    tools::expand(entries.into()).into()
}
