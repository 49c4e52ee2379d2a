// usage: a delay has a unit
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(retry_after = "30")]
    Missing(u32),
}

fn main() {}
