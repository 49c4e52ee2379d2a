// usage: only known keys
use mcp_tool_runtime::mcp_tool;

macro_rules! tool {
    ($key:ident) => {
        /// Searches the archive.
        #[mcp_tool($key)]
        async fn search() {}
    };
}

tool!(read_onyl);

fn main() {}
