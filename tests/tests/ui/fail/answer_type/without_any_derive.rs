// usage: an answer has two derives
use mcp_tool_runtime::mcp_tool;

struct Page {
    text: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search() -> Page {
    Page {
        text: String::new(),
    }
}

fn main() {}
