// usage: the client is asked through the `#[context]`
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(client: rmcp::Peer<rmcp::RoleServer>) {
    let _ = client;
}

fn main() {}
