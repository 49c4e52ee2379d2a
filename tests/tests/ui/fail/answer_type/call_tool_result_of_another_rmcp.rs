// usage: an answer of the SDK is of the version that the feature brings
use mcp_tool_runtime::mcp_tool;

mod rmcp {
    pub mod model {
        #[derive(serde::Serialize)]
        pub struct CallToolResult;
    }
}

/// Searches the archive.
#[mcp_tool]
async fn search() -> Result<rmcp::model::CallToolResult, String> {
    Ok(rmcp::model::CallToolResult)
}

fn main() {}
