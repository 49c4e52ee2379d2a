// R06: names are unique within one server
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

macro_rules! tools_named {
    ($($name:ident),*) => {$(
        /// Does one thing.
        #[mcp_tool]
        async fn $name() {}
    )*};
}

tools_named!(a, b, c, d, e, f, g, h, i, j);

mod other {
    use mcp_tool_runtime::mcp_tool;

    /// Does another thing.
    #[mcp_tool]
    pub async fn g() {}
}

fn build() {
    let _ = ToolRegistry::builder(())
        .tools(tools![a, b, c, d, e, f, g, h, other::g, i, j,])
        .build();
}

fn main() {}
