// usage: only the whole of an argument is borrowed
use mcp_tool_runtime::mcp_tool;

macro_rules! tool {
    ($ty:ty) => {
        /// Searches the archive.
        #[mcp_tool]
        async fn search(titles: $ty) {
            let _ = titles;
        }
    };
}

tool!(Vec<&str>);

fn main() {}
