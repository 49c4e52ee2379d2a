// usage: a suggestion is a text
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(suggest)]
    Missing(u32),
}

fn main() {}
