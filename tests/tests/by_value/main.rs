//! Tools that `Tool::builder` builds at run time.

#![allow(deprecated)] // This lint also reports arguments without a description.

mod calls;
mod definitions;
mod enforced;
mod problems;
mod texts;

use mcp_tool_runtime::{Tool, ToolBuilder, ToolRegistry};

/// Returns the builder of a tool named `tool`. Each test adds a handler.
fn tool() -> ToolBuilder {
    Tool::builder("tool").description("A tool.")
}

#[track_caller]
fn registry(tool: Tool<()>) -> ToolRegistry<()> {
    ToolRegistry::builder(()).tool(tool).build().unwrap()
}
