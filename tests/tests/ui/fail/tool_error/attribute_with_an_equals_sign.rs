// usage: options stand in parentheses
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error = "no note"]
    Missing(u32),
}

fn main() {}
