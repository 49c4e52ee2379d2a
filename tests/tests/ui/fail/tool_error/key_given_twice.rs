// usage: only `suggest` may be repeated
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(retry_after = "1s", retry_after = "2s")]
    Missing(u32),
}

fn main() {}
