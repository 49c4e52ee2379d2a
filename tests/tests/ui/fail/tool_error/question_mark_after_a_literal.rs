// usage: a text needs a word at the `?`
use mcp_tool_runtime::{ToolError, mcp_tool};

/// Reads a note.
#[mcp_tool]
fn note(
    /// The key
    key: Option<String>,
) -> Result<String, ToolError> {
    let key = key.ok_or("no key")?;
    Ok(key)
}

fn main() {}
