// usage: state is lent
use mcp_tool_runtime::mcp_tool;

struct State<T>(T);
struct Archive;

/// Searches the archive.
#[mcp_tool]
async fn search(State(archive): State<Archive>) {
    let _ = archive;
}

fn main() {}
