// usage: a title is a string
use mcp_tool_runtime::mcp_tool;

macro_rules! tool {
    ($title:literal) => {
        /// Searches the archive.
        #[mcp_tool(title = $title)]
        async fn search() {}
    };
}

tool!(5);

fn main() {}
