// usage: arguments in camel case, as serde has it for structs

use mcp_tool_runtime::mcp_tool;

/// Replaces some text.
#[mcp_tool(rename_all = "camelCase")]
async fn replace(
    /// What is there
    old_text: String,
    /// What is to be there
    new_text: String,
) -> String {
    old_text + &new_text
}

fn main() {}
