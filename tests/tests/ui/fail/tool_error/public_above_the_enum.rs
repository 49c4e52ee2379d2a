// usage: what is not private is public
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
#[tool_error(public)]
enum NoteError {
    #[error("no such note")]
    #[tool_error("no note {0}")]
    Missing(u32),
}

fn main() {}
