// usage: the struct that `tools!` lists has the name of the companion
use mcp_tool_runtime::{mcp_tool, mcp_tools, tools};

struct Server;

#[mcp_tools(companion = u8)]
impl Server {
    /// Counts.
    #[mcp_tool]
    fn count(&self) -> u8 {
        1
    }
}

fn main() {
    let _: Vec<mcp_tool_runtime::Tool<Server>> = tools![u8];
}
