// usage: a tool that has been reported is not reported again where it is listed
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

struct App;

/// Searches the archive.
#[mcp_tool]
async fn search(#[state] app: &App, query: Option<&str>) -> String {
    let _ = app;
    query.unwrap_or_default().to_owned()
}

/// Fetches a page.
#[mcp_tool]
async fn fetch() {}

fn build() {
    let _ = ToolRegistry::builder(App)
        .tools(tools![search, fetch])
        .build();
}

fn main() {}
