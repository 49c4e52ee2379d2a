// usage: an argument has a name
use mcp_tool_runtime::mcp_tool;

struct Filter {
    word: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search(Filter { word }: Filter) {
    let _ = word;
}

fn main() {}
