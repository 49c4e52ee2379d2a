// R03: which characters a name has
use mcp_tool_runtime::mcp_tool;

macro_rules! tool {
    ($name:literal) => {
        /// Searches the archive.
        #[mcp_tool(name = $name)]
        async fn search() {}
    };
}

tool!("search archive");

fn main() {}
