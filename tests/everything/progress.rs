//! Tools that report progress.

use std::time::Duration;

use mcp_tool_runtime::{ToolContext, mcp_tool};
use tokio::time::sleep;

/// Works for a moment, and says how far it has come.
#[mcp_tool(title = "Progress", read_only)]
pub(crate) async fn test_tool_with_progress(#[context] cx: &ToolContext) -> &'static str {
    cx.progress(0, 100, "starting");
    sleep(Duration::from_millis(50)).await;
    cx.progress(50, 100, "half of it is done");
    sleep(Duration::from_millis(50)).await;
    cx.progress(100, 100, "done");
    "Progress test completed"
}

/// Takes a moment, in which a client may lose its connection and come back for the answer.
#[mcp_tool(title = "Reconnection", read_only)]
pub(crate) async fn test_reconnection() -> &'static str {
    sleep(Duration::from_millis(100)).await;
    "Reconnection test completed"
}
