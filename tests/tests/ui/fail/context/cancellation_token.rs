// usage: cancellation is a part of the `#[context]`
use mcp_tool_runtime::mcp_tool;

mod tokio_util {
    pub struct CancellationToken;
}

/// Searches the archive.
#[mcp_tool]
async fn search(stop: tokio_util::CancellationToken) {
    let _ = stop;
}

fn main() {}
