// usage: what it is about stands in the attribute of the tool
use mcp_tool_runtime::mcp_tool;

#[mcp_tool]
#[description = "Searches the archive"]
async fn search(word: String) {
    drop(word);
}

fn main() {}
