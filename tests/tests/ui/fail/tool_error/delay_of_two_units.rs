// usage: a delay is one number and one unit
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(retry_after = "1h30m")]
    Missing(u32),
}

fn main() {}
