// usage: an error without a mapping needs a word at the `?`
use mcp_tool_runtime::{Tool, ToolError};

fn main() {
    let _tool: Tool<()> = Tool::builder("notes")
        .description("Reads the notes.")
        .handler(|_, _| async {
            let text = std::fs::read_to_string("notes.md")?;
            Ok::<_, ToolError>(text)
        });
}
