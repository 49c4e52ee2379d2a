// R152: a model can do nothing with an empty text
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error("")]
    Missing(u32),
}

fn main() {}
