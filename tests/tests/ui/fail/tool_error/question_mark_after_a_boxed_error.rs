// usage: a boxed error needs a word at the `?`
use std::error::Error;

use mcp_tool_runtime::{ToolError, mcp_tool};

fn load() -> Result<String, Box<dyn Error + Send + Sync>> {
    Err("no notes".into())
}

/// Reads the notes.
#[mcp_tool]
fn notes() -> Result<String, ToolError> {
    Ok(load()?)
}

fn main() {}
