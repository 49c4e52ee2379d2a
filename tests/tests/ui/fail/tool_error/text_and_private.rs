// usage: what is private has no text
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error("no note {0}", private)]
    Missing(u32),
}

fn main() {}
