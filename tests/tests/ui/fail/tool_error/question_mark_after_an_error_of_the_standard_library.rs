// usage: an error without a mapping needs a word at the `?`
use mcp_tool_runtime::{ToolError, mcp_tool};

/// Reads the notes.
#[mcp_tool]
fn notes() -> Result<String, ToolError> {
    let text = std::fs::read_to_string("notes.md")?;
    Ok(text)
}

fn main() {}
