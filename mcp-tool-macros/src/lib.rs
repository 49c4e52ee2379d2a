//! The macros of `mcp-tool-runtime`, which re-exports them. Do not depend on this crate directly:
//! what it expands to belongs to exactly one version of the runtime.

mod codegen;
mod docs;
mod errors;
mod expand;
mod item;
mod lifetimes;
mod model;
mod name;
mod options;
mod parameter;
mod stand_in;
mod tokens;
mod tools;

use proc_macro::TokenStream;

// No doc comment: rustdoc would append it to the page of `mcp_tool_runtime::mcp_tool`.
#[proc_macro_attribute]
pub fn mcp_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(options.into(), item.into()).into()
}

/// The list behind `mcp_tool_runtime::tools!`.
#[doc(hidden)]
#[proc_macro]
pub fn __tools(entries: TokenStream) -> TokenStream {
    tools::expand(entries.into()).into()
}
