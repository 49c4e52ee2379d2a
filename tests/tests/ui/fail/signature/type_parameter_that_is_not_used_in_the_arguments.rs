// usage: a schema is that of known types
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search<T: Default + ToString>() -> String {
    T::default().to_string()
}

fn main() {}
