// usage: the error of a handler has a mapping
use mcp_tool_runtime::Tool;

fn main() {
    let _tool: Tool<()> = Tool::builder("notes")
        .description("Reads the notes.")
        .handler(|_, _| async { std::fs::read_to_string("notes.md") });
}
