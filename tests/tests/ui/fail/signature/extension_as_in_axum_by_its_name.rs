// usage: what a middleware has put into the request is in the context
use mcp_tool_runtime::mcp_tool;

#[derive(Clone)]
struct User;

/// Searches the archive.
#[mcp_tool]
async fn search(user: axum::Extension<User>) {
    let _ = user;
}

fn main() {}
