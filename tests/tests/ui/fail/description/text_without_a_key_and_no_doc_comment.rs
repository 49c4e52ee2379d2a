// R11: the description is what a model selects on
use mcp_tool_runtime::mcp_tool;

#[mcp_tool("Searches the archive")]
async fn search(query: String) -> String {
    query
}

fn main() {}
