// usage: `companion` takes the name of a new type
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

struct Db;

/// Searches the archive.
#[mcp_tool(companion = Db)]
async fn search(#[state] _db: &Db) {}

fn build() {
    let _ = ToolRegistry::builder(Db).tools(tools![Db]).build();
}

fn main() {}
