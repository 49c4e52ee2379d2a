// usage: a suggestion is a literal, because it is a format string
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(suggest = ADVICE)]
    Missing(u32),
}

fn main() {}
