// usage: the error inside says what the model reads
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("cannot be read")]
    #[tool_error(transparent)]
    Read(#[from] std::io::Error),
}

fn main() {}
