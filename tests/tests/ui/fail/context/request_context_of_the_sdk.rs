// usage: the request is a `#[context]`
use mcp_tool_runtime::mcp_tool;
use rmcp::RoleServer;
use rmcp::service::RequestContext;

/// Searches the archive.
#[mcp_tool]
async fn search(request: RequestContext<RoleServer>) {
    let _ = request;
}

fn main() {}
