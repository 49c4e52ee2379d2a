// usage: an attribute without options is a slip
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error]
    Missing(u32),
}

fn main() {}
