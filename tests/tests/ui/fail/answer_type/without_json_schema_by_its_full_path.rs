// R100: an answer has a schema
use mcp_tool_runtime::mcp_tool;

mod pages {
    #[derive(serde::Serialize)]
    pub struct Page {
        pub text: String,
    }
}

/// Searches the archive.
#[mcp_tool]
async fn search() -> Result<pages::Page, std::fmt::Error> {
    Err(std::fmt::Error)
}

fn main() {}
