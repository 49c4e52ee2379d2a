// R03: only ASCII letters, digits, `_`, `-` and `.` in a name
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(name = "suche_möbel")]
async fn search(query: String) -> String {
    query
}

fn main() {}
