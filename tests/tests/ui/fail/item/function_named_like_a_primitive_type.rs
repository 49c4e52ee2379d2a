// usage: the struct beside a function has its name
use mcp_tool_runtime::{mcp_tool, tools};

/// Reads a text.
#[mcp_tool]
fn str() {}

fn length(text: &str) -> usize {
    text.len()
}

fn main() {
    length("text");
    let _: Vec<mcp_tool_runtime::Tool<()>> = tools![str];
}
