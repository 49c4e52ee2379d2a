// usage: a key that is nearly right
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(sugest = "list the notes first")]
    Missing(u32),
}

fn main() {}
