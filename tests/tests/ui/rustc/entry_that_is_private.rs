// usage: `tools!` lists functions with `#[mcp_tool]`
use mcp_tool_runtime::{ToolRegistry, tools};

mod admin {
    use mcp_tool_runtime::mcp_tool;

    /// Empties the cache.
    #[mcp_tool]
    async fn purge() {}
}

fn build() {
    let _ = ToolRegistry::builder(())
        .tools(tools![admin::purge])
        .build();
}

fn main() {}
