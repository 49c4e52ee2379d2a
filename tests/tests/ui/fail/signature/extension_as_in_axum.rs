// usage: what a middleware has put into the request is in the context
use axum::Extension;
use mcp_tool_runtime::mcp_tool;

#[derive(Clone)]
struct User;

/// Searches the archive.
#[mcp_tool]
async fn search(Extension(user): Extension<User>) {
    let _ = user;
}

fn main() {}
