// usage: `companion = Name` lets a crate and a tool have one name
use mcp_tool_runtime::mcp_tool;

/// Reads a text.
#[mcp_tool]
async fn serde_json(
    /// A text in JSON
    text: &str,
) -> Option<String> {
    serde_json::from_str(text).ok()
}

fn main() {}
