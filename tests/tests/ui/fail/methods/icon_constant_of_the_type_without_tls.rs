// R59: clients refuse icons from other schemes
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Archive;

impl Archive {
    const LOGO: &'static str = "http://a.example/i.png";
}

#[mcp_tools]
impl Archive {
    /// Searches the archive.
    #[mcp_tool(icon = Self::LOGO)]
    async fn search(&self) {}
}

fn main() {}
