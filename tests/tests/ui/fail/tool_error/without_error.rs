// usage: the whole error goes to the log
#![allow(deprecated)]
use mcp_tool_runtime::{ToolError, mcp_tool};

#[derive(ToolError)]
enum NoteError {
    #[tool_error("no note {0}")]
    Missing(u32),
    Locked,
}

/// Reads a note.
#[mcp_tool]
async fn read(id: u32) -> Result<String, NoteError> {
    Err(NoteError::Missing(id))
}

fn main() {}
