// usage: a field is shown by a placeholder
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    Missing {
        #[tool_error(private)]
        id: u32,
    },
}

fn main() {}
