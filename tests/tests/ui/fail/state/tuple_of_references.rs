// usage: each part of the state is a parameter of its own
use mcp_tool_runtime::mcp_tool;

struct Db;
struct Cache;

/// Searches the archive.
#[mcp_tool]
async fn search(#[state] (db, cache): (&Db, &Cache)) {
    let _ = (db, cache);
}

fn main() {}
