// usage: an error without a mapping needs a word at the `?`
use mcp_tool_runtime::{ToolError, mcp_tool};

#[derive(Debug, thiserror::Error)]
#[error("no notes")]
struct NoNotes;

fn load() -> Result<String, NoNotes> {
    Err(NoNotes)
}

/// Reads the notes.
#[mcp_tool]
fn notes() -> Result<String, ToolError> {
    Ok(load()?)
}

fn main() {}
