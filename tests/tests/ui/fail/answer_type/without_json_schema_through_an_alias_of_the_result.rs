// R100: an answer has a schema
use mcp_tool_runtime::mcp_tool;
use serde::Serialize;

#[derive(Serialize)]
struct Page {
    text: String,
}

fn page() -> Page {
    Page {
        text: String::new(),
    }
}

type Reply = Result<Page, std::fmt::Error>;

/// Searches the archive.
#[mcp_tool]
async fn search() -> Reply {
    Ok(page())
}

fn main() {}
