// usage: a tool is a function
use mcp_tool_runtime::mcp_tool;

macro_rules! tool {
    ($item:item) => {
        #[mcp_tool]
        $item
    };
}

tool! { struct Search; }

fn main() {}
