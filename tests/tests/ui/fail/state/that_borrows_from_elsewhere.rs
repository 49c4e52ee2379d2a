// usage: state lives as long as the registry
use mcp_tool_runtime::mcp_tool;

struct Archive<'a>(&'a str);

/// Searches the archive.
#[mcp_tool]
async fn search(#[state] archive: &Archive<'_>) -> String {
    archive.0.to_owned()
}

fn main() {}
