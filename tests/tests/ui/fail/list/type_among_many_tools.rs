// usage: an entry of `tools!` is a function with `#[mcp_tool]`
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

macro_rules! tools_named {
    ($($name:ident),*) => {$(
        /// Does one thing.
        #[mcp_tool]
        async fn $name() {}
    )*};
}

tools_named!(a, b, c, d, e);

struct Search;

fn build() {
    let _ = ToolRegistry::builder(())
        .tools(tools![a, b, c, Search, d, e])
        .build();
}

fn main() {}
