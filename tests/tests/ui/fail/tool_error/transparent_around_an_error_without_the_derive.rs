// usage: the error inside says what the model reads
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(transparent)]
    Missing(std::fmt::Error),
}

fn main() {}
