// usage: every mistake shows, and the tool is not one of them
#![allow(deprecated)]
use mcp_tool_runtime::{ToolError, mcp_tool};

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no note {0}")]
    #[tool_error("no note {1}", retry_after = "soon")]
    Missing(u32),
    #[error("locked")]
    #[tool_error(privat)]
    Locked,
    #[error(transparent)]
    #[tool_error(transparent)]
    Store(StoreError),
}

#[derive(Debug, thiserror::Error, ToolError)]
#[error("closed")]
#[tool_error(sugest = "open it")]
struct StoreError;

/// Reads a note.
#[mcp_tool]
async fn read(id: u32) -> Result<String, NoteError> {
    Err(NoteError::Missing(id))
}

fn main() {}
