// What is only called like something that would be refused.
#![deny(warnings)]
use std::collections::BTreeMap;

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Query {
    /// Words of the title.
    words: String,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Parameters<T>(T);

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Json<T>(T);

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Extension<T>(T);

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct ToolContext {
    tool: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct CancellationToken(String);

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Peer<T>(T);

/// Cancels a booking.
#[mcp_tool]
async fn cancel(
    /// What the confirmation of the booking has.
    token: CancellationToken,
    #[arg(description = "Who booked it")] peer: Peer<String>,
) -> String {
    format!("{}: {}", peer.0, token.0)
}

/// Searches the archive.
#[mcp_tool]
async fn search(
    /// What to look for.
    query: Parameters<Query>,
) -> Json<Parameters<Query>> {
    Json(query)
}

/// Finds something.
#[mcp_tool]
async fn find(
    #[arg(flatten)] query: rmcp::handler::server::wrapper::Parameters<Query>,
) -> rmcp::model::Implementation {
    rmcp::model::Implementation::new(query.0.words, "1.0.0")
}

/// Finds all files.
#[mcp_tool]
async fn find_files(
    /// How their names end.
    extension: Extension<String>,
) -> Result<Json<Extension<String>>, String> {
    Ok(Json(extension))
}

/// Explains when to use a tool.
#[mcp_tool]
async fn explain(#[arg(description = "Which tool")] context: ToolContext) -> String {
    context.tool
}

/// Tries each.
#[mcp_tool]
async fn attempts() -> Vec<Result<u32, String>> {
    vec![Ok(1), Err("none".to_owned())]
}

/// Tries each, by its name.
#[mcp_tool]
async fn named_attempts() -> Result<BTreeMap<String, Result<u32, String>>, rmcp::ErrorData> {
    Ok(BTreeMap::new())
}

/// Multiplies.
#[mcp_tool]
async fn multiply(
    /// What to multiply.
    matrix: [[f64; 3]; 32],
) -> [f64; 3] {
    matrix[0]
}

pub(crate) fn main() {
    let tools = tools![
        cancel,
        search,
        find,
        find_files,
        explain,
        attempts,
        named_attempts,
        multiply
    ];
    ToolRegistry::builder(()).tools(tools).build().unwrap();
}
