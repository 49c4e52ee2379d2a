// usage: the schema of a type is published without being asked for
use mcp_tool_runtime::mcp_tool;

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Page {
    text: String,
}

/// Searches the archive.
#[mcp_tool(output = Page)]
async fn search() -> Result<Page, String> {
    Err(String::new())
}

fn main() {}
