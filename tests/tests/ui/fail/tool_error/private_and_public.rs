// usage: an error is one of the two
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(private, public)]
    Missing(u32),
}

fn main() {}
