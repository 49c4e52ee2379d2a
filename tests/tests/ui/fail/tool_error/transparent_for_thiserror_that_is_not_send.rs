// usage: the error inside goes to the log
use std::rc::Rc;

use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error)]
#[error("cannot be read")]
struct ReadError(Rc<str>);

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error(transparent)]
    Read(#[from] ReadError),
}

fn main() {}
