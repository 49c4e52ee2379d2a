//! The services of the three implementations.

use std::convert::Infallible;
use std::fmt::Debug;
use std::sync::Arc;

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use http_body::Body;
use http_body_util::{BodyExt as _, Full};
use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::context::Principal;
use mcp_tool_server::{
    BearerToken, HttpConfig, HttpService, Protection, TokenError, ToolServer, companion_fn,
};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use tower_service::Service;

use super::message::TOKEN;
use super::mode::Mode;
use crate::tools::{self, Tools};
use crate::{hand, sdk};

/// Returns the service of this project.
pub(super) fn ours(mode: Mode) -> HttpService {
    service(server(), mode)
}

/// Returns the service of this project, with a companion that is a function.
pub(super) fn beside_function(mode: Mode) -> HttpService {
    let companion = companion_fn(|request| async move {
        match request.method() {
            "initialize" | "server/discover" => Ok(json!({ "capabilities": { "prompts": {} } })),
            method => Err(ProtocolError::method_not_found(method)),
        }
    });
    let server = server().beside(companion);
    service(server.expect("the companion has no tools"), mode)
}

/// Returns the service of this project, with a handler of the SDK beside the tools.
#[cfg(feature = "beside-handler")]
pub(super) fn beside_handler(mode: Mode) -> HttpService {
    use mcp_tool_rmcp::BesideHandler as _;

    #[derive(Clone)]
    struct Handler;

    impl rmcp::ServerHandler for Handler {}

    let server = server().beside_handler(Handler);
    service(server.expect("the handler has no tools"), mode)
}

fn server() -> ToolServer {
    ToolServer::new("bench", "1.0.0", tools::registry(Tools::Declared))
}

fn service(server: ToolServer, mode: Mode) -> HttpService {
    let config = HttpConfig::new();
    server.http_service(match mode {
        Mode::Stateless => config.without_sessions(),
        Mode::Meta => config,
        // `just http-memory` opens 10,000 sessions, and may not evict any.
        Mode::Session => config.max_sessions(20_000),
        Mode::Protected => {
            let protection = Protection::new("http://localhost/mcp", verify);
            config.without_sessions().protect(protection)
        }
    })
}

async fn verify(token: BearerToken) -> Result<Principal, TokenError> {
    if token.as_str() == TOKEN {
        Ok(Principal::new("ada"))
    } else {
        Err(TokenError::Invalid)
    }
}

pub(super) type RmcpService = StreamableHttpService<sdk::Server, LocalSessionManager>;

/// Returns the service of the SDK. It answers with JSON, except in a session, where it only has event streams.
pub(super) fn rmcp(mode: Mode) -> RmcpService {
    let server = sdk::server(Tools::Declared);
    let config = StreamableHttpServerConfig::default()
        .with_json_response(true)
        .with_legacy_session_mode(mode == Mode::Session);
    StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config)
}

/// Answers one request with the handwritten code. Requires a supported protocol version, and the headers of 2026-07-28
/// for that version.
pub(super) async fn hand<B>(request: Request<B>) -> Response<Full<Bytes>>
where
    B: Body<Error: Debug>,
{
    let (head, body) = request.into_parts();
    let has = |name: &str, value: &str| head.headers.get(name).is_some_and(|it| it == value);
    let version = "mcp-protocol-version";
    let is_call_of_add = has("mcp-method", "tools/call") && has("mcp-name", "add");
    let is_valid = has(version, "2025-11-25") || has(version, "2026-07-28") && is_call_of_add;
    if head.method != Method::POST || !is_valid {
        let mut response = Response::new(Full::default());
        *response.status_mut() = StatusCode::BAD_REQUEST;
        return response;
    }
    let body = body.collect().await.expect("a body").to_bytes();
    let mut response = Response::new(Full::from(hand::handle(&body, "")));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

/// Passes a request to a `tower` service.
pub(super) async fn answer<S, B, R>(mut service: S, request: Request<B>) -> Response<R>
where
    S: Service<Request<B>, Response = Response<R>, Error = Infallible>,
{
    let Ok(response) = service.call(request).await;
    response
}

/// Returns the id of the session that a response opens.
pub(super) fn session_id(headers: &HeaderMap) -> &str {
    let id = headers.get("mcp-session-id").expect("a session");
    id.to_str().expect("the id is text")
}
