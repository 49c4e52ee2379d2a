// usage: an error is an enum or a struct
use mcp_tool_runtime::ToolError;

#[derive(ToolError)]
union NoteError {
    id: u32,
    page: u32,
}

fn main() {}
