// R11: the description is what a model selects on
use mcp_tool_runtime::{mcp_tool, mcp_tools};

const SEARCH: &str = "FIXME";

struct Shelf<T>(T);

#[mcp_tools]
impl<T: Send + Sync + 'static> Shelf<T> {
    #[mcp_tool(description = SEARCH)]
    async fn search(&self) {}
}

fn main() {}
