// usage: an entry is the path of a tool
use mcp_tool_runtime::{Tool, tools};

fn all() -> Vec<Tool<()>> {
    tools![|query: String| query]
}

fn main() {}
