// usage: a placeholder is a field of the variant
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error("no note {idd}")]
    Missing { id: u32 },
}

fn main() {}
