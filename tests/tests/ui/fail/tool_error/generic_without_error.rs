// usage: the whole error goes to the log
use mcp_tool_runtime::ToolError;

#[derive(ToolError)]
struct NoteError<T>(T);

fn main() {}
