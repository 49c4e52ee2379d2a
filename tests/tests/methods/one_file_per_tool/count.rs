use mcp_tool_runtime::mcp_tool;

use super::Archive;

/// Counts the pages.
#[mcp_tool(read_only, companion = CountTool)]
pub(crate) fn count(#[state] archive: &Archive) -> usize {
    archive.pages().len()
}
