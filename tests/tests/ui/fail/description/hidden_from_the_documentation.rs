// R11: the description is what a model selects on
use mcp_tool_runtime::mcp_tool;

#[doc(hidden)]
#[mcp_tool]
pub async fn search(query: String) -> String {
    query
}

fn main() {}
