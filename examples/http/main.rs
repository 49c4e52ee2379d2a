//! Serves tools over HTTP, as one route of an axum router.
//!
//! ```console
//! $ cargo run --example http -- 127.0.0.1:8080
//! ```
//!
//! The server shuts down on ctrl-c and SIGTERM. Running calls get a grace period to finish, and slow clients
//! cannot block the shutdown. The server has no authentication. The example `auth` shows users with tokens.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::http::request::Parts;
use mcp_tool_runtime::{BuildError, ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, ToolServer, serve_http};
use tokio::net::TcpListener;

#[derive(Default)]
struct Counter(AtomicU64);

/// Increments a counter that all clients share, and returns it.
#[mcp_tool(title = "Count up", destructive = false)]
async fn count_up(
    #[state] counter: &Counter,
    /// By how much
    #[arg(default = 1, range(1..=100))]
    by: u64,
) -> String {
    let count = counter.0.fetch_add(by, Ordering::Relaxed) + by;
    count.to_string()
}

/// Returns the `User-Agent` header of the request, which names the calling program.
#[mcp_tool(title = "Who am I?", read_only)]
async fn whoami(#[context] cx: &ToolContext) -> Option<String> {
    // `Parts` is the head of the HTTP request. `extension` also returns values that middleware
    // inserted into the request, such as the user.
    let headers = &cx.extension::<Parts>()?.headers;
    Some(headers.get("user-agent")?.to_str().ok()?.to_owned())
}

fn registry() -> Result<ToolRegistry<Counter>, BuildError> {
    ToolRegistry::builder(Counter::default())
        .tools(tools![count_up, whoami])
        .build()
}

fn app(config: HttpConfig) -> Result<Router, BuildError> {
    let server = ToolServer::new("counter", env!("CARGO_PKG_VERSION"), registry()?);
    Ok(Router::new().route_service("/mcp", server.http_service(config)))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1);
    let address = address.as_deref().unwrap_or("127.0.0.1:8080");

    // By default, the server accepts only requests to `localhost`, `127.0.0.1` and `[::1]`. For
    // the public URL `https://tools.example/mcp`, add `.allow_hosts(["tools.example"])` to
    // `HttpConfig::new()`.
    let app = app(HttpConfig::new())?;
    let listener = TcpListener::bind(address).await?;
    eprintln!("http://{}/mcp", listener.local_addr()?);
    serve_http(listener, app).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use serde_json::{Value, json};
    use tower::ServiceExt as _;

    use super::*;

    mcp_tool_runtime::check_tools!(registry(), golden = "../golden/http.json");

    /// Builds the request of a client of protocol version 2026-07-28. Such a client accepts two media types of
    /// responses, and repeats parts of the message in headers.
    fn call(tool: &str, arguments: Value) -> Request<Body> {
        let message = json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {
                "name": tool,
                "arguments": arguments,
                "_meta": {
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities": {},
                },
            },
        });
        Request::post("/mcp")
            .header("host", "localhost")
            .header("user-agent", "test")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", tool)
            .body(Body::from(message.to_string()))
            .unwrap()
    }

    /// Tests the whole service without a socket.
    #[tokio::test]
    async fn tools_are_called_over_http() {
        let app = app(HttpConfig::new()).unwrap();
        for (tool, arguments, text) in [
            ("whoami", json!({}), "test"),
            ("count_up", json!({ "by": 2 }), "2"),
            ("count_up", json!({}), "3"),
        ] {
            let answer = app.clone().oneshot(call(tool, arguments)).await.unwrap();
            assert_eq!(answer.status(), 200);
            let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            let answer: Value = serde_json::from_slice(&body).unwrap();
            let content = &answer["result"]["content"][0]["text"];
            assert_eq!(content.as_str().map(|it| it.trim_matches('"')), Some(text));
        }
    }
}
