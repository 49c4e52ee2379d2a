use mcp_tool_runtime::mcp_tool;

/// Fetches a page.
#[mcp_tool(read_only)]
pub(crate) fn fetch(page: String) -> String {
    page
}
