// usage: an entry is the path of a tool
use mcp_tool_runtime::{Tool, tools};

fn all(others: Vec<Tool<()>>) -> Vec<Tool<()>> {
    tools![..others]
}

fn main() {}
