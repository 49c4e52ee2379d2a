// R03: only ASCII letters, digits, `_`, `-` and `.` in a name
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

const NAME: &str = "suche_möbel";

/// Searches the archive.
#[mcp_tool(name = NAME)]
async fn search(query: String) -> String {
    query
}

fn main() {}
