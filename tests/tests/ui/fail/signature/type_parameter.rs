// usage: a schema is that of known types
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search<T: serde::de::DeserializeOwned + schemars::JsonSchema>(query: T) {
    let _ = query;
}

fn main() {}
