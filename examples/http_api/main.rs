//! A tool that calls an HTTP API. The example shows an HTTP client in the state, time limits, and errors that
//! help the model.
//!
//! ```console
//! $ cargo run --example http_api
//! ```
//!
//! The example starts its own API on a local port. In your server, use the address of the real API.

use std::time::Duration;

use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use mcp_tool_runtime::{BuildError, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;

/// The state of the tools: one HTTP client, and the address of the API. The client reuses its connections.
struct Api {
    client: reqwest::Client,
    address: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Package {
    name: String,
    /// The newest version
    version: String,
    /// Number of downloads in the last week
    downloads: u64,
}

#[derive(Debug, thiserror::Error, ToolError)]
enum ApiError {
    #[error("there is no package `{0}`")]
    #[tool_error(suggest = "check the spelling")]
    NotFound(String),

    // The model gets the text of `#[error]` and the delay. The log also gets the
    // `reqwest::Error`.
    #[error("the package index does not respond")]
    #[tool_error(retry_after = "30s")]
    Unavailable(#[from] reqwest::Error),
}

/// Looks up a package in the package index.
#[mcp_tool(title = "Look up a package", read_only, timeout = "20s")]
async fn package(
    #[state] api: &Api,
    /// Name of the package, for example "serde"
    #[arg(length(1..=64), pattern("^[a-z0-9_-]+$"))]
    name: &str,
) -> Result<Package, ApiError> {
    // The pattern of `name` rejects `/`, `?` and `.`, so `name` cannot change the rest of the
    // URL.
    let address = format!("{}/packages/{name}", api.address);
    let response = api.client.get(address).send().await?;
    if response.status() == StatusCode::NOT_FOUND {
        return Err(ApiError::NotFound(name.to_owned()));
    }
    Ok(response.error_for_status()?.json().await?)
}

fn registry(address: String) -> Result<ToolRegistry<Api>, Box<dyn std::error::Error>> {
    let client = reqwest::Client::builder()
        .timeout(Duration::from_secs(10))
        .build()?;
    let registry: Result<_, BuildError> = ToolRegistry::builder(Api { client, address })
        .tools(tools![package])
        .build();
    Ok(registry?)
}

/// Starts the API, and returns its address.
async fn start_api() -> std::io::Result<String> {
    async fn find(Path(name): Path<String>) -> Result<Json<Package>, StatusCode> {
        match name.as_str() {
            "serde" => Ok(Json(Package {
                name,
                version: "1.0.229".to_owned(),
                downloads: 12_345_678,
            })),
            "broken" => Err(StatusCode::INTERNAL_SERVER_ERROR),
            _ => Err(StatusCode::NOT_FOUND),
        }
    }
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let app = Router::new().route("/packages/{name}", get(find));
    tokio::spawn(async { axum::serve(listener, app).await });
    Ok(address)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = registry(start_api().await?)?;
    let server = ToolServer::new("packages", env!("CARGO_PKG_VERSION"), registry);
    Ok(server.serve_stdio().await?)
}

#[cfg(test)]
mod tests {
    use mcp_tool_runtime::testing::call_json;
    use serde_json::json;

    use super::*;

    mcp_tool_runtime::check_tools!(
        registry(String::new()).unwrap(),
        golden = "../golden/http_api.json"
    );

    #[tokio::test]
    async fn each_api_response_becomes_a_result_or_an_error() {
        let registry = registry(start_api().await.unwrap()).unwrap();
        for (name, is_error, text) in [
            ("serde", false, "12345678"),
            ("sarde", true, "there is no package `sarde`"),
            ("broken", true, "30 seconds"),
            ("../admin", true, "`name`"),
        ] {
            let result = call_json(&registry, "package", json!({ "name": name })).await;
            let shown = serde_json::to_string(&result).unwrap();
            assert_eq!(result.is_error, is_error, "{shown}");
            assert!(shown.contains(text), "{shown}");
        }
    }
}
