//! Protects tools over HTTP with bearer tokens and scopes:
//!
//! ```console
//! $ export ADA_TOKEN=$(openssl rand -hex 32)
//! $ cargo run --example auth &
//! $ npx @modelcontextprotocol/inspector --cli http://127.0.0.1:8080/mcp --transport http \
//!       --header "Authorization: Bearer $ADA_TOKEN" --method tools/list
//! ```
//!
//! The Inspector needs Node 22.19 or later.
//!
//! A request to `/mcp` without a valid token gets 401. A call gets 403 if its token lacks a scope that the
//! tool requires. Both responses tell the client where to get a token. Tools and logs see the user, but never
//! the token.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::{BuildError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{BearerToken, HttpConfig, Protection, TokenError, ToolServer, serve_http};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;

/// The number of orders of each user, by the user's id.
type Orders = HashMap<&'static str, u32>;

/// Counts the orders of the user who is logged in.
#[mcp_tool(read_only)]
async fn count_orders(#[state] orders: &Orders, #[principal] user: &Principal) -> u32 {
    orders.get(user.name()).copied().unwrap_or_default()
}

/// Cancels all orders of the user who is logged in.
#[mcp_tool(destructive, scopes("orders:write"))]
async fn cancel_orders() -> &'static str {
    "cancelled"
}

/// The users by the SHA-256 digest of their token. The duration of a lookup depends only on the digest, so
/// the duration reveals nothing about the tokens.
struct Users(HashMap<[u8; 32], Principal>);

impl Users {
    fn new(users: impl IntoIterator<Item = (String, Principal)>) -> Result<Self, String> {
        let by_digest = |(token, user): (String, Principal)| match token.len() {
            32.. => Ok((Sha256::digest(token).into(), user)),
            _ => Err(format!(
                "the token of `{}` is shorter than 32 characters",
                user.name()
            )),
        };
        let users: Result<_, _> = users.into_iter().map(by_digest).collect();
        users.map(Users)
    }

    fn with_token(&self, token: &str) -> Option<Principal> {
        let digest: [u8; 32] = Sha256::digest(token).into();
        self.0.get(&digest).cloned()
    }
}

/// Returns the server's access rules: how to verify tokens, where clients get tokens, and which scopes exist.
/// For many users, let `verify` check signed tokens, with a crate such as `oauth-resource-server`.
fn protection(users: Users) -> Protection {
    let users = Arc::new(users);
    let verify = move |token: BearerToken| {
        let users = Arc::clone(&users);
        async move { users.with_token(token.as_str()).ok_or(TokenError::Invalid) }
    };
    Protection::new("https://tools.example/mcp", verify)
        .authorization_server("https://login.example")
        .scopes_supported(["orders:read", "orders:write"])
        // Users who may write may also read.
        .implies("orders:write", ["orders:read"])
}

fn registry() -> Result<ToolRegistry<Orders>, BuildError> {
    ToolRegistry::builder(Orders::from([("ada", 3)]))
        .tools(tools![count_orders, cancel_orders])
        .build()
}

fn app(users: Users) -> Result<Router, BuildError> {
    let protection = protection(users);
    let config = HttpConfig::new()
        .allow_hosts(["tools.example", "localhost", "127.0.0.1"])
        .protect(protection.clone());
    let server = ToolServer::new("orders", env!("CARGO_PKG_VERSION"), registry()?);
    Ok(Router::new()
        .route_service("/mcp", server.http_service(config))
        .route_service(protection.metadata_path(), protection.metadata()))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ada = Principal::new("ada").scopes(["orders:read"]);
    let users = Users::new([(std::env::var("ADA_TOKEN")?, ada)])?;
    let listener = TcpListener::bind("127.0.0.1:8080").await?;
    Ok(serve_http(listener, app(users)?).await?)
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{LazyLock, Mutex, PoisonError};

    use axum::body::{Body, to_bytes};
    use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
    use axum::http::{Request, StatusCode};
    use serde_json::json;
    use tower::ServiceExt as _;
    use tracing_subscriber::fmt::format::FmtSpan;

    use super::*;

    mcp_tool_runtime::check_tools!(registry(), golden = "../golden/auth.json");

    const READER: &str = "3f1d9a70c2be4586b1d0a2c4e6f80912";
    const WRITER: &str = "a2c4e6f809123f1d9a70c2be4586b1d0";

    fn call(tool: &str, authorization: &str) -> Request<Body> {
        let message = json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {
                "name": tool,
                "arguments": {},
                "_meta": {
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities": {},
                },
            },
        });
        let request = Request::post("/mcp")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", tool)
            .header(AUTHORIZATION, authorization);
        request.body(Body::from(message.to_string())).unwrap()
    }

    /// Sends a request. Returns the status, the `WWW-Authenticate` challenge and the body of the response.
    async fn answer(request: Request<Body>) -> (StatusCode, String, String) {
        LazyLock::force(&LOG);
        let user = || Principal::new("ada");
        let users = [
            (READER.to_owned(), user().scopes(["orders:read"])),
            (WRITER.to_owned(), user().scopes(["orders:write"])),
        ];
        let app = app(Users::new(users).unwrap()).unwrap();
        let response = app.oneshot(request).await.unwrap();
        let status = response.status();
        let challenge = response.headers().get(WWW_AUTHENTICATE);
        let challenge = challenge.map_or("", |it| it.to_str().unwrap()).to_owned();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, challenge, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn a_missing_or_wrong_token_is_rejected() {
        let bearer = format!("Bearer {READER}");
        let (status, _, body) = answer(call("count_orders", &bearer)).await;
        assert_eq!(status, StatusCode::OK);
        assert!(body.contains(r#""text":"3""#), "{body}");

        for authorization in [
            "",
            "Bearer ",
            "Bearer ada",
            READER,
            &format!("Basic {READER}"),
            &format!("{bearer}0"),
            &bearer[..bearer.len() - 1],
        ] {
            let (status, challenge, _) = answer(call("count_orders", authorization)).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{authorization}");
            assert!(challenge.starts_with("Bearer "), "{challenge}");
        }
    }

    #[tokio::test]
    async fn a_client_finds_the_missing_scope_and_login_server() {
        let (status, challenge, _) =
            answer(call("cancel_orders", &format!("Bearer {READER}"))).await;
        assert_eq!(status, StatusCode::FORBIDDEN);
        assert!(challenge.contains(r#"scope="orders:write""#), "{challenge}");
        let (status, ..) = answer(call("cancel_orders", &format!("Bearer {WRITER}"))).await;
        assert_eq!(status, StatusCode::OK);

        let metadata = challenge.split("https://tools.example").nth(1).unwrap();
        let metadata = metadata.trim_end_matches('"');
        let (status, _, body) = answer(Request::get(metadata).body(Body::empty()).unwrap()).await;
        assert_eq!(status, StatusCode::OK);
        assert!(
            body.contains(r#""authorization_servers":["https://login.example"]"#),
            "{body}"
        );
    }

    #[test]
    fn a_short_token_is_rejected() {
        for token in ["", "hunter2"] {
            assert!(Users::new([(token.to_owned(), Principal::new("ada"))]).is_err());
        }
    }

    /// A writer that collects log lines in memory.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    /// The log of all tests. `tracing` caches for each call site whether a subscriber wants its spans. A test
    /// with its own subscriber could miss spans, so all tests share one subscriber.
    static LOG: LazyLock<Log> = LazyLock::new(|| {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_max_level(tracing::Level::TRACE)
            .with_span_events(FmtSpan::FULL)
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::set_global_default(subscriber).unwrap();
        log
    });

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            log.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn the_log_has_the_user_and_no_token() {
        for authorization in [format!("Bearer {READER}"), format!("Basic {WRITER}")] {
            answer(call("count_orders", &authorization)).await;
        }
        let log = String::from_utf8(LOG.0.lock().unwrap().clone()).unwrap();
        assert!(log.contains(r#"enduser.id="ada""#), "{log}");
        assert!(!log.contains(READER) && !log.contains(WRITER), "{log}");
    }
}
