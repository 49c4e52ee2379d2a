// usage: the known keys are listed where none is near
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(colour = "red")]
    Missing(u32),
}

fn main() {}
