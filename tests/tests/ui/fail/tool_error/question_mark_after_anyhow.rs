// usage: an error of anyhow needs a word at the `?`
use mcp_tool_runtime::{ToolError, mcp_tool};

fn load() -> anyhow::Result<String> {
    anyhow::bail!("no notes")
}

/// Reads the notes.
#[mcp_tool]
fn notes() -> Result<String, ToolError> {
    Ok(load()?)
}

fn main() {}
