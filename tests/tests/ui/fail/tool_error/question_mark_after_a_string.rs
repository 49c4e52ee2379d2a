// usage: an error without a mapping needs a word at the `?`
use mcp_tool_runtime::{ToolError, mcp_tool};

fn load() -> Result<String, String> {
    Err("no notes".to_owned())
}

/// Reads the notes.
#[mcp_tool]
fn notes() -> Result<String, ToolError> {
    Ok(load()?)
}

fn main() {}
