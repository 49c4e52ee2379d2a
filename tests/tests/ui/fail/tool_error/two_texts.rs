// usage: an error has one text
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error("no note {0}", "nothing found")]
    Missing(u32),
}

fn main() {}
