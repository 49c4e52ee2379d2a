// usage: the whole error goes to the log
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
#[error("no note {0}")]
struct NoteError<'a>(&'a str);

fn main() {}
