// usage: the handler of a built tool owns its context
use mcp_tool_runtime::{Tool, ToolContext};

fn main() {
    let _tool: Tool<()> = Tool::builder("page")
        .description("Returns the first page.")
        .handler(|_, cx: &ToolContext| async move { cx.is_cancelled().to_string() });
}
