// usage: `companion = Name` lets a module and its tool have one name
#![allow(deprecated)]
mod search {
    use mcp_tool_runtime::mcp_tool;

    /// Searches the archive.
    #[mcp_tool]
    pub async fn search(query: String) -> String {
        query
    }
}

pub use search::search;

fn main() {}
