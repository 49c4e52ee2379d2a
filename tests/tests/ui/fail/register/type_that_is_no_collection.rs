// usage: what a tool joins is a collection
use mcp_tool_runtime::{collect_tools, mcp_tool};

collect_tools!(pub AppTools: ());

struct App;

/// Says hello.
#[mcp_tool(register = App)]
async fn hello() {}

fn main() {
    let _ = AppTools::tools();
}
