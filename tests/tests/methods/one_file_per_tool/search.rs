use mcp_tool_runtime::mcp_tool;

use super::Archive;

/// Returns the first page whose name contains a word.
#[mcp_tool(read_only)]
pub(crate) fn search(#[state] archive: &Archive, word: &str) -> String {
    let found = archive.pages().into_iter().find(|page| page.contains(word));
    found.unwrap_or_else(|| "nothing".to_owned())
}
