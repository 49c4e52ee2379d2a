// usage: what a tool returns is structured content by itself
use mcp_tool_runtime::mcp_tool;

struct Json<T>(T);

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Page {
    text: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search() -> Json<Page> {
    Json(Page {
        text: String::new(),
    })
}

fn main() {}
