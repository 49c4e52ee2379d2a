// usage: what a tool joins is a path
use mcp_tool_runtime::{collect_tools, mcp_tool};

collect_tools!(pub AppTools: ());

/// Says hello.
#[mcp_tool(register = "AppTools")]
async fn hello() {}

fn main() {
    let _ = AppTools::tools();
}
