// usage: `companion = Name` lets a crate and a tool have one name
// The macro cannot see which crates exist, and no other kind of item can replace the struct.
use mcp_tool_runtime::{Tool, mcp_tool, tools};

/// Formats a text.
#[mcp_tool]
fn serde_json() -> &'static str {
    "{}"
}

fn main() {
    let _: Vec<Tool<()>> = tools![serde_json];
}
