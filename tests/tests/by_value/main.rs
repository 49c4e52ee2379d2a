//! Tools that are made by value, at run time.

#![allow(deprecated)] // Most arguments here need no description.

mod calls;
mod definitions;
mod problems;
mod texts;

use mcp_tool_runtime::{Tool, ToolBuilder, ToolRegistry};

/// A tool with the name `tool`, to which only an input and a handler are missing.
fn tool() -> ToolBuilder {
    Tool::builder("tool").description("A tool.")
}

#[track_caller]
fn registry(tool: Tool<()>) -> ToolRegistry<()> {
    ToolRegistry::builder(()).tool(tool).build().unwrap()
}
