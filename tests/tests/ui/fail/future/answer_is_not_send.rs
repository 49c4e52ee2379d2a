// usage: a call may move between threads
use mcp_tool_runtime::mcp_tool;

use std::rc::Rc;

/// Searches the archive.
#[mcp_tool]
async fn search() -> Result<String, Rc<str>> {
    Err(Rc::from("no"))
}

fn main() {}
