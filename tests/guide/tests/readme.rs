//! The server of README.md, and its tests.

use mcp_tool_runtime::{BuildError, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;

struct Notes(Vec<String>);
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Found {
    notes: Vec<String>,
}
/// Searches the user's notes.
#[mcp_tool(title = "Search notes", read_only)]
async fn search_notes(
    #[state] notes: &Notes,
    /// Text that the notes contain
    words: &str,
    /// Largest number of notes
    #[arg(default = 10, range(1..=50))]
    limit: usize,
) -> Result<Found, ToolError> {
    if words.trim().is_empty() {
        return Err(ToolError::new("`words` is empty"));
    }
    let found = notes.0.iter().filter(|note| note.contains(words));
    Ok(Found {
        notes: found.take(limit).cloned().collect(),
    })
}

fn registry() -> Result<ToolRegistry<Notes>, BuildError> {
    ToolRegistry::builder(Notes(vec!["Buy bread".to_owned()]))
        .tools(tools![search_notes])
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Ok(ToolServer::new("notes", "1.0.0", registry()?)
        .serve_stdio()
        .await?)
}

#[allow(dead_code, unused_qualifications)]
async fn serve(server: mcp_tool_server::ToolServer) -> Result<(), Box<dyn std::error::Error>> {
    use mcp_tool_server::{HttpConfig, serve_http};
    let mcp = server.http_service(HttpConfig::new()); // requests whose Host is not this machine get 403
    let app = axum::Router::new().route_service("/mcp", mcp);
    Ok(serve_http(tokio::net::TcpListener::bind("127.0.0.1:8080").await?, app).await?)
}

#[cfg(test)]
mod tests {
    use mcp_tool_runtime::{check_tools, testing::call_json};
    check_tools!(super::registry(), golden = "notes.json"); // `UPDATE_GOLDEN=1 cargo test` writes it beside Cargo.toml
    #[tokio::test]
    async fn finds_bread() {
        let arguments = serde_json::json!({ "words": "bread" });
        let result = call_json(&super::registry().unwrap(), "search_notes", arguments).await;
        assert_eq!(
            result.content()[0].as_text(),
            Some(r#"{"notes":["Buy bread"]}"#)
        );
    }
}
