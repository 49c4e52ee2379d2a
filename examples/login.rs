//! Tools over HTTP for users with a token:
//!
//! ```console
//! $ ADA_TOKEN=$(openssl rand -hex 32) cargo run --example login
//! ```
//!
//! A request has its token in the header `Authorization: Bearer …`. A middleware finds the user who has
//! it, and answers 401 to everybody else. Tools and logs have the id of the user, and never the token.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use mcp_tool_runtime::{
    BuildError, HttpConfig, Principal, ToolContext, ToolError, ToolRegistry, ToolServer, mcp_tool,
    serve_http, tools,
};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;

/// How many orders each user has, by id.
type Orders = HashMap<&'static str, u32>;

/// Counts the orders of the user who is logged in.
#[mcp_tool(read_only)]
async fn count_orders(
    #[state] orders: &Orders,
    #[context] cx: &ToolContext,
) -> Result<u32, ToolError> {
    let user = cx.extension::<Principal>();
    let user = user.ok_or(ToolError::new("nobody is logged in"))?;
    Ok(orders.get(user.name()).copied().unwrap_or_default())
}

/// The ids of users by the SHA-256 digest of their token. How long a lookup takes depends on the
/// digest, and so tells nothing about the tokens.
struct Users(HashMap<[u8; 32], String>);

impl Users {
    fn new(tokens: impl IntoIterator<Item = (&'static str, String)>) -> Result<Self, String> {
        let by_digest = |(id, token): (&str, String)| match token.len() {
            32.. => Ok((Sha256::digest(token).into(), id.to_owned())),
            _ => Err(format!("the token of `{id}` is shorter than 32 characters")),
        };
        let users: Result<_, _> = tokens.into_iter().map(by_digest).collect();
        users.map(Users)
    }

    fn id(&self, token: &[u8]) -> Option<&str> {
        let digest: [u8; 32] = Sha256::digest(token).into();
        self.0.get(&digest).map(String::as_str)
    }
}

/// Finds the user of a request, and removes the token: neither a tool nor a log needs it.
async fn log_in(State(users): State<Arc<Users>>, mut request: Request, next: Next) -> Response {
    let header = request.headers_mut().remove(AUTHORIZATION);
    let token = header
        .as_ref()
        .and_then(|it| it.as_bytes().strip_prefix(b"Bearer "));
    match token.and_then(|token| users.id(token)) {
        Some(id) => request.extensions_mut().insert(Principal::new(id)),
        None => return (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, "Bearer")]).into_response(),
    };
    next.run(request).await
}

fn registry() -> Result<ToolRegistry<Orders>, BuildError> {
    ToolRegistry::builder(Orders::from([("ada", 3)]))
        .tools(tools![count_orders])
        .build()
}

fn app(users: Users, config: HttpConfig) -> Result<Router, BuildError> {
    let server = ToolServer::new("orders", env!("CARGO_PKG_VERSION"), registry()?);
    let app = Router::new().route_service("/mcp", server.http_service(config));
    Ok(app.layer(from_fn_with_state(Arc::new(users), log_in)))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let users = Users::new([("ada", std::env::var("ADA_TOKEN")?)])?;
    let app = app(users, HttpConfig::new())?;
    let listener = TcpListener::bind("127.0.0.1:8080").await?;
    Ok(serve_http(listener, app).await?)
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{LazyLock, Mutex, PoisonError};

    use axum::body::{Body, to_bytes};
    use serde_json::json;
    use tower::ServiceExt as _;
    use tracing_subscriber::fmt::format::FmtSpan;

    use super::*;

    mcp_tool_runtime::check_tools!(registry(), golden = "golden/login.json");

    const TOKEN: &str = "3f1d9a70c2be4586b1d0a2c4e6f80912";

    fn call(authorization: Option<&str>) -> Request {
        let message = json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {
                "name": "count_orders",
                "arguments": {},
                "_meta": {
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities": {},
                },
            },
        });
        let mut request = Request::post("/mcp")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", "count_orders");
        if let Some(authorization) = authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        request.body(Body::from(message.to_string())).unwrap()
    }

    async fn answer(authorization: Option<&str>) -> (StatusCode, bool, String) {
        LazyLock::force(&LOG);
        let users = Users::new([("ada", TOKEN.to_owned())]).unwrap();
        let app = app(users, HttpConfig::new()).unwrap();
        let response = app.oneshot(call(authorization)).await.unwrap();
        let (status, names_a_scheme) = (
            response.status(),
            response.headers().contains_key(WWW_AUTHENTICATE),
        );
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (
            status,
            names_a_scheme,
            String::from_utf8(body.to_vec()).unwrap(),
        )
    }

    #[tokio::test]
    async fn a_missing_or_wrong_token_is_refused() {
        let bearer = format!("Bearer {TOKEN}");
        let (status, _, body) = answer(Some(&bearer)).await;
        assert_eq!(status, StatusCode::OK);
        assert!(body.contains(r#""text":"3""#), "{body}");

        for authorization in [
            None,
            Some("".to_owned()),
            Some("Bearer ".to_owned()),
            Some("Bearer ada".to_owned()),
            Some(TOKEN.to_owned()),
            Some(format!("Basic {TOKEN}")),
            Some(format!("{bearer}0")),
            Some(bearer[..bearer.len() - 1].to_owned()),
        ] {
            let refused = (StatusCode::UNAUTHORIZED, true, String::new());
            assert_eq!(
                answer(authorization.as_deref()).await,
                refused,
                "{authorization:?}"
            );
        }
    }

    #[test]
    fn a_short_token_is_refused() {
        for token in ["", "hunter2"] {
            assert!(Users::new([("ada", token.to_owned())]).is_err());
        }
    }

    /// The log of all tests.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    /// One subscriber for all tests: `tracing` keeps the answer of the first thread that meets a span.
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
        answer(Some(&format!("Bearer {TOKEN}"))).await;
        answer(Some(&format!("Basic {TOKEN}"))).await;
        let log = String::from_utf8(LOG.0.lock().unwrap().clone()).unwrap();
        assert!(log.contains(r#"enduser.id="ada""#), "{log}");
        assert!(!log.contains(TOKEN), "{log}");
    }
}
