// usage: a tool by value has a handler
#![allow(deprecated)]
use mcp_tool_runtime::{Tool, ToolRegistry};

fn build() {
    let search = Tool::builder("search").description("Searches the archive.");
    let _ = ToolRegistry::builder(()).tool(search).build();
}

fn main() {}
