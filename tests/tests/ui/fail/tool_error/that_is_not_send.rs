// usage: the log may be written on another thread
use std::rc::Rc;

use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
#[error("no note {0}")]
struct NoteError(Rc<str>);

fn main() {}
