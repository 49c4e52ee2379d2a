// usage: `companion = Name` lets a module and a tool beside it have one name
use mcp_tool_runtime::mcp_tool;

mod search {
    pub(crate) fn index() {}
}

/// Searches the archive.
#[mcp_tool]
async fn search() {
    search::index();
}

fn main() {}
