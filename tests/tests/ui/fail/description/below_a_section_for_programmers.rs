// R11: what a model has to know stands above the sections for programmers
use mcp_tool_runtime::mcp_tool;

/**
 * ## Errors:
 *
 * Searches the archive.
 */
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

fn main() {}
