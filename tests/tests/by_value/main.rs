//! Tools that `Tool::builder` builds at run time.

#![allow(deprecated)] // Most arguments here need no description.

mod calls;
mod definitions;
mod problems;
mod texts;

use mcp_tool_runtime::{Tool, ToolBuilder, ToolRegistry};

/// Returns the builder of a tool named `tool`. A test adds an input and a handler.
fn tool() -> ToolBuilder {
    Tool::builder("tool").description("A tool.")
}

#[track_caller]
fn registry(tool: Tool<()>) -> ToolRegistry<()> {
    ToolRegistry::builder(()).tool(tool).build().unwrap()
}
