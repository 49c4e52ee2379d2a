// usage: there must be one error inside
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(transparent)]
    Missing,
}

fn main() {}
