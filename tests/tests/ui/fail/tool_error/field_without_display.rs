// usage: what the model reads is text
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error("no note {0}")]
    Missing(Vec<u8>),
}

fn main() {}
