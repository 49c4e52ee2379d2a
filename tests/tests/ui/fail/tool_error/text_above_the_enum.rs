// usage: a text is about one variant
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
#[tool_error("no note")]
enum NoteError {
    #[error("no such note")]
    #[tool_error("no note {0}")]
    Missing(u32),
}

fn main() {}
