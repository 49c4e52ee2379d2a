// usage: where the runtime is concerns the whole enum
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(crate = ::mcp_tool_runtime)]
    Missing(u32),
}

fn main() {}
