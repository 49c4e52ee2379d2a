//! Only the user who opened a session can use it. If an anonymous client opened the session, anyone can use it.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use mcp_tool_runtime::context::Principal;
use mcp_tool_server::HttpConfig;
use serde_json::{Value, json};

use super::client::*;

/// A middleware that inserts the user named in the header `user`, without authentication.
pub(crate) async fn log_in(mut request: Request, next: Next) -> Response {
    let user = request.headers().get("user");
    let user = user.map(|user| Principal::new(user.to_str().unwrap()));
    if let Some(user) = user {
        request.extensions_mut().insert(user);
    }
    next.run(request).await
}

async fn serve_users() -> SocketAddr {
    let (server, _) = server();
    let service = server.http_service(HttpConfig::new());
    let app = Router::new().route_service("/mcp", service);
    serve_app(app.layer(from_fn(log_in))).await
}

pub(crate) const ADA: &[(&str, &str)] = &[("user", "ada")];
pub(crate) const GRACE: &[(&str, &str)] = &[("user", "grace")];
const NOBODY: &[(&str, &str)] = &[];

/// Opens a session for a user, and returns the session's id.
pub(crate) async fn begin(address: SocketAddr, who: &[(&str, &str)]) -> String {
    let info = json!({ "name": "test", "version": "0" });
    let params = json!({ "protocolVersion": OLDER[1], "capabilities": {}, "clientInfo": info });
    let initialize = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
    let answer = post(address, who, &initialize).await;
    let session = answer.headers["mcp-session-id"].clone();
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let answer = send(address, "POST", &session, who, &initialized).await;
    assert_eq!(answer.status, 202);
    session
}

pub(crate) async fn send(
    address: SocketAddr,
    method: &str,
    session: &str,
    who: &[(&str, &str)],
    body: &Value,
) -> Stream {
    let version = ("mcp-protocol-version", OLDER[1]);
    let headers = [who, &[("mcp-session-id", session), version]].concat();
    let body = match method {
        "POST" => body.to_string(),
        _ => String::new(),
    };
    Stream::open(address, method, &headers, &body).await
}

#[tokio::test]
async fn other_users_cannot_use_a_session() {
    let address = serve_users().await;
    let session = begin(address, ADA).await;
    let echo = call(1, "echo", json!({ "text": "a" }));
    for who in [GRACE, NOBODY] {
        for method in ["POST", "GET", "DELETE"] {
            let refused = send(address, method, &session, who, &echo).await;
            assert_eq!(refused.status, 404, "{method} {who:?}");
        }
    }
    let mut own = send(address, "POST", &session, ADA, &echo).await;
    let answer = own.next().await.expect("an answer");
    assert_eq!(answer["result"]["content"][0]["text"], "a");
    // Only the user who opened the session can resume a stream.
    for (who, status) in [(GRACE, 404), (NOBODY, 404), (ADA, 400)] {
        let headers = [who, &[("last-event-id", "1/0")]].concat();
        let resumed = send(address, "GET", &session, &headers, &echo).await;
        assert_eq!(resumed.status, status, "{who:?}");
    }
    let own = send(address, "GET", &session, ADA, &echo).await;
    assert_eq!(own.status, 200);
}

#[tokio::test]
async fn an_ended_session_is_gone() {
    let address = serve_users().await;
    let session = begin(address, ADA).await;
    let other = begin(address, GRACE).await;
    let echo = call(1, "echo", json!({ "text": "a" }));
    let ended = send(address, "DELETE", &session, ADA, &echo).await;
    assert_eq!(ended.status, 204);
    for who in [ADA, GRACE, NOBODY] {
        for method in ["POST", "DELETE"] {
            for session in [&*session, "made-up"] {
                let unknown = send(address, method, session, who, &echo).await;
                assert_eq!(unknown.status, 404, "{method} {session}");
            }
        }
    }
    let mut own = send(address, "POST", &other, GRACE, &echo).await;
    assert!(own.next().await.expect("an answer")["result"].is_object());
}

/// Version 2026-07-28 has no sessions, so the server ignores a session id. The response does not reveal
/// whether that session exists.
#[tokio::test]
async fn a_request_without_sessions_ignores_the_header() {
    let address = serve_users().await;
    let session = begin(address, ADA).await;
    let list = request("tools/list", json!({}));
    for session in [&*session, "made-up"] {
        let headers = [&newest("tools/list")[..], &[("mcp-session-id", session)]].concat();
        assert_eq!(
            post(address, &headers, &list).await.status,
            200,
            "{session}"
        );
    }
}

#[tokio::test]
async fn anyone_can_use_an_anonymous_session() {
    let address = serve_users().await;
    let session = begin(address, NOBODY).await;
    let echo = call(1, "echo", json!({ "text": "a" }));
    for who in [NOBODY, ADA, GRACE] {
        let mut answer = send(address, "POST", &session, who, &echo).await;
        assert!(answer.next().await.expect("an answer")["result"].is_object());
    }
}

#[tokio::test]
async fn many_sessions_have_their_own_users() {
    let address = serve_users().await;
    let echo = call(1, "echo", json!({ "text": "a" }));
    let mut sessions = Vec::new();
    for number in 0..40 {
        let who = if number % 2 == 0 { ADA } else { GRACE };
        let session = begin(address, who).await;
        if number % 3 == 0 {
            let ended = send(address, "DELETE", &session, who, &echo).await;
            assert_eq!(ended.status, 204);
        } else {
            sessions.push((session, number % 2 == 0));
        }
    }
    for (session, of_ada) in sessions {
        for (who, status) in [
            (ADA, if of_ada { 200 } else { 404 }),
            (GRACE, if of_ada { 404 } else { 200 }),
        ] {
            let answer = send(address, "POST", &session, who, &echo).await;
            assert_eq!(answer.status, status);
        }
    }
}
