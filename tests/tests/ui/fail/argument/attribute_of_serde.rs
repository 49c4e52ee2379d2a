// usage: options of an argument stand in `#[arg(…)]`
use mcp_tool_runtime::mcp_tool;

/// Does one thing.
#[mcp_tool]
async fn search(query: String, #[serde(default)] limit: u8) -> String {
    format!("{query} {limit}")
}

fn main() {}
