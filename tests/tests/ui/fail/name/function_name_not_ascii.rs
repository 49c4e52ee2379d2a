// R03: only ASCII letters, digits, `_`, `-` and `.` in a name
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn suche_möbel(query: String) -> String {
    query
}

fn main() {}
