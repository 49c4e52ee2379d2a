//! Bearer tokens and scopes restrict the tools that a user may call.

use std::net::SocketAddr;
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::http::request::Parts;
use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::registry::CacheScope;
use mcp_tool_runtime::{Tool, ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{BearerToken, HttpConfig, Protection, TokenError, ToolServer};
use rmcp::ServerHandler;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::client::*;
use super::shutdown::Quiet;

const METADATA: &str =
    "resource_metadata=\"https://tools.example/.well-known/oauth-protected-resource/mcp\"";

/// Returns the name of the caller, and whether the tool can see the token.
#[mcp_tool(read_only)]
async fn whoami(#[context] cx: &ToolContext) -> String {
    let caller = cx.principal().map_or("", Principal::name);
    let parts = cx.extension::<Parts>().expect("the head");
    let token = parts.headers.contains_key("authorization");
    format!("{caller}, {token}")
}

/// Changes orders.
#[mcp_tool(scopes("orders:write"))]
async fn write() -> &'static str {
    "done"
}

fn scoped(name: &str, scopes: &[&str]) -> Tool<()> {
    Tool::builder(name)
        .description("Changes orders.")
        .scopes(scopes.iter().copied())
        .handler(async |_, _| "done")
}

fn server() -> ToolServer {
    let registry = ToolRegistry::builder(())
        .tools(tools![whoami, write])
        .tools([
            scoped("read", &["orders:read"]),
            scoped("purge", &["orders:read", "orders:purge"]),
        ])
        .build();
    ToolServer::new("orders", "1.2.3", registry.unwrap())
}

/// Verifies a token such as `ada:orders:read`, with the user `ada` and the scope `orders:read`. Commas separate
/// several scopes. Some user names select a special outcome. For example, the token of `late` has expired.
async fn verify(token: BearerToken) -> Result<Principal, TokenError> {
    assert!(!token.request().headers.contains_key("authorization"));
    assert!(!format!("{token:?}").contains(token.as_str()));
    let (user, scopes) = token.as_str().split_once(':').ok_or(TokenError::Invalid)?;
    let now = SystemTime::now();
    let principal = Principal::new(user).scopes(scopes.split(',').filter(|it| !it.is_empty()));
    match user {
        "nobody" => Err(TokenError::Unavailable),
        "late" => Ok(principal.expires_at(now - Duration::from_secs(1))),
        "brief" => Ok(principal.expires_at(now + Duration::from_secs(1))),
        "other" => Ok(Principal::new("ada").issuer("https://other.example")),
        _ => Ok(principal.issuer("https://login.example")),
    }
}

fn protection() -> Protection {
    Protection::new("https://tools.example/mcp", verify)
        .authorization_server("https://login.example")
        .scopes_supported(["orders:read", "orders:write"])
        .implies("orders:all", ["orders:write"])
        .implies("orders:write", ["orders:read"])
}

async fn serve_protected(protection: Protection, config: HttpConfig) -> SocketAddr {
    let service = server().http_service(config.protect(protection));
    serve_app(Router::new().route_service("/mcp", service)).await
}

/// A client that can send a different token with each request.
struct Caller {
    address: SocketAddr,
    version: &'static str,
    session: Option<String>,
}

impl Caller {
    async fn new(address: SocketAddr, version: &'static str, token: &str) -> Caller {
        let mut caller = Caller {
            address,
            version,
            session: None,
        };
        if version == NEWEST {
            return caller;
        }
        let info = json!({ "name": "test", "version": "0" });
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": info });
        let initialize =
            json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
        let answer = caller.send("POST", token, &initialize).await;
        assert_eq!(answer.status, 200);
        caller.session = answer.headers.get("mcp-session-id").cloned();
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(caller.send("POST", token, &initialized).await.status, 202);
        caller
    }

    async fn call(&self, token: &str, tool: &str) -> (Stream, Value) {
        let mut answer = self.send("POST", token, &call(7, tool, json!({}))).await;
        let message = answer.next().await.expect("a message");
        assert_eq!(message["id"], 7);
        (answer, message)
    }

    async fn send(&self, http_method: &str, authorization: &str, message: &Value) -> Stream {
        let method = message["method"].as_str().unwrap_or_default();
        let name = message["params"]["name"].as_str().unwrap_or_default();
        let mut headers = vec![("mcp-protocol-version", self.version)];
        if !authorization.is_empty() {
            headers.push(("authorization", authorization));
        }
        if let Some(session) = &self.session {
            headers.push(("mcp-session-id", session));
        }
        let mut body = message.clone();
        if self.version == NEWEST {
            headers.extend([("mcp-method", method), ("mcp-name", name)]);
            let meta = &mut body["params"]["_meta"];
            meta["io.modelcontextprotocol/protocolVersion"] = json!(NEWEST);
            meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        let body = match http_method {
            "POST" => body.to_string(),
            _ => String::new(),
        };
        Stream::open(self.address, http_method, &headers, &body).await
    }
}

const VERSIONS: [&str; 3] = [OLDER[0], OLDER[1], NEWEST];

#[tokio::test]
async fn a_request_without_a_valid_token_is_challenged() {
    // R157
    let required = protection().required_scopes(["orders:read"]);
    let scope = "scope=\"orders:read\", ";
    for (protection, scope) in [(protection(), ""), (required, scope)] {
        let address = serve_protected(protection, HttpConfig::new()).await;
        for version in VERSIONS {
            let session = Some("made-up".to_owned());
            let caller = Caller {
                address,
                version,
                session,
            };
            let missing = format!("Bearer {scope}{METADATA}");
            let invalid = format!("Bearer error=\"invalid_token\", {scope}{METADATA}");
            for (authorization, challenge) in [
                ("", &missing),
                ("Basic YWRhOg==", &missing),
                ("ada:", &missing),
                ("Bearer", &invalid),
                ("Bearer ada", &invalid),
                ("bearer a b", &invalid),
                ("Bearer late:", &invalid),
            ] {
                for method in ["POST", "GET", "DELETE"] {
                    let message = call(7, "whoami", json!({}));
                    let mut refused = caller.send(method, authorization, &message).await;
                    assert_eq!(refused.status, 401, "{method} {authorization}");
                    assert_eq!(refused.headers["www-authenticate"], *challenge);
                    let error = refused.next().await.expect("an error");
                    assert_eq!(error["error"]["code"], -32600);
                }
            }
            let message = call(7, "whoami", json!({}));
            let unavailable = caller.send("POST", "Bearer nobody:", &message).await;
            assert_eq!(unavailable.status, 503);
            let two = [
                ("authorization", "Bearer ada:"),
                ("authorization", "Bearer eve:"),
            ];
            assert_eq!(post(address, &two, &message).await.status, 400);
        }
    }
}

#[tokio::test]
async fn a_tool_sees_the_caller_but_not_the_token() {
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        let address = serve_protected(protection(), config).await;
        for version in VERSIONS {
            let caller = Caller::new(address, version, "Bearer ada:").await;
            for token in ["Bearer ada:", "bearer  ada:orders:write"] {
                let (_, answer) = caller.call(token, "whoami").await;
                assert_eq!(answer["result"]["content"][0]["text"], "ada, false");
            }
        }
    }
}

#[tokio::test]
async fn a_call_without_required_scopes_is_challenged() {
    // R157
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        let address = serve_protected(protection(), config).await;
        for version in VERSIONS {
            let caller = Caller::new(address, version, "Bearer ada:").await;
            // After the error 403, the client requests a new token. A client of a protocol
            // version before 2026-07-28 requests only the scopes in the header
            // `WWW-Authenticate`. So for such a client, the header also contains the valid scopes
            // of the current token.
            let granted = |scopes| if version == NEWEST { "" } else { scopes };
            for (scopes, tool, needed) in [
                ("", "read", "orders:read".to_owned()),
                ("a,b", "write", format!("orders:write{}", granted(" a b"))),
                ("", "purge", "orders:read orders:purge".to_owned()),
                (
                    "orders:write,a\"b",
                    "purge",
                    format!("orders:read orders:purge{}", granted(" orders:write")),
                ),
            ] {
                let token = format!("Bearer ada:{scopes}");
                let (refused, error) = caller.call(&token, tool).await;
                assert_eq!(refused.status, 403, "{tool} with {scopes}");
                assert_eq!(
                    refused.headers["www-authenticate"],
                    format!("Bearer error=\"insufficient_scope\", scope=\"{needed}\", {METADATA}")
                );
                assert_eq!(error["error"]["code"], -32600);
            }
            // The tool list also contains the tools whose scopes the token lacks. The list does
            // not name the required scopes, but the error response to a call does.
            let list = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list" });
            let mut listed = caller.send("POST", "Bearer ada:", &list).await;
            let listed = listed.next().await.expect("a list");
            assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 4);
            assert!(!listed.to_string().contains("orders:"), "{listed}");

            for (scopes, tool) in [
                ("orders:read", "read"),
                ("orders:write", "read"),
                ("orders:all", "read"),
                ("orders:all", "write"),
                ("orders:all,orders:purge", "purge"),
            ] {
                let token = format!("Bearer ada:{scopes}");
                let (_, answer) = caller.call(&token, tool).await;
                assert_eq!(answer["result"]["content"][0]["text"], "done", "{answer}");
            }
            // A call of an unknown tool gets the JSON-RPC error -32602, not the HTTP status 403.
            let (unknown, error) = caller.call("Bearer ada:", "purger").await;
            assert_eq!(
                (unknown.status, &error["error"]["code"]),
                (200, &json!(-32602))
            );
        }
    }
    let address = serve_protected(
        protection().required_scopes(["mcp"]),
        HttpConfig::new().without_sessions(),
    );
    let address = address.await;
    let caller = Caller {
        address,
        version: NEWEST,
        session: None,
    };
    let list = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list" });
    assert_eq!(
        caller.send("POST", "Bearer ada:mcp", &list).await.status,
        200
    );
    let refused = caller.send("POST", "Bearer ada:orders:read", &list).await;
    assert_eq!(refused.status, 403);
    let (refused, _) = caller.call("Bearer ada:mcp", "read").await;
    let challenge = &refused.headers["www-authenticate"];
    assert!(
        challenge.contains("scope=\"mcp orders:read\""),
        "{challenge}"
    );
}

#[tokio::test]
async fn the_list_of_a_protected_server_is_private() {
    // R139
    let config = || HttpConfig::new().without_sessions();
    for (config, scope) in [
        (config(), "public"),
        (config().protect(protection()), "private"),
    ] {
        let registry = ToolRegistry::builder(())
            .cache(Duration::from_secs(1), CacheScope::Public)
            .tools(tools![whoami]);
        let server = ToolServer::new("orders", "1.2.3", registry.build().unwrap());
        let app = Router::new().route_service("/mcp", server.http_service(config));
        let caller = Caller::new(serve_app(app).await, NEWEST, "").await;
        let list = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list" });
        let listed = caller.send("POST", "Bearer ada:", &list).await.next().await;
        let result = &listed.expect("a list")["result"];
        assert_eq!(
            (&result["ttlMs"], &result["cacheScope"]),
            (&json!(1000), &json!(scope))
        );
    }
}

/// Only protocol version 2025-03-26 has batches.
#[tokio::test]
async fn each_call_of_a_batch_needs_its_scopes() {
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        let address = serve_protected(protection(), config).await;
        let caller = Caller::new(address, "2025-03-26", "Bearer ada:").await;
        for method in ["tools/call", "tools\\/call", "tools\\u002fcall"] {
            for params in [
                r#"{"name":"write"}"#,
                r#"{"name":"write","arguments":null}"#,
                r#"{"name":"wri\u0074e","_meta":null}"#,
                r#"{"name":"write","a":"\ud800"}"#,
            ] {
                let call =
                    format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{params}}}"#);
                let mut headers = vec![
                    ("authorization", "Bearer ada:"),
                    ("mcp-protocol-version", "2025-03-26"),
                ];
                headers.extend(caller.session.as_deref().map(|id| ("mcp-session-id", id)));
                let body = format!("[{call}]");
                let refused = Stream::open(address, "POST", &headers, &body).await;
                let refused = refused.rest().await;
                let is_refused = refused.contains("`orders:write`") && !refused.contains("done");
                assert!(is_refused, "{call}: {refused}");
                let refused = Stream::open(address, "POST", &headers, &call).await;
                assert_eq!(refused.status, 403, "{call}");
            }
        }
    }
}

#[tokio::test]
async fn a_hidden_tool_looks_unknown() {
    let registry = ToolRegistry::builder(())
        .tools(tools![whoami, write])
        .visible(|tool, cx| {
            tool.name != "write" || cx.principal().is_some_and(|it| it.name() == "ada")
        })
        .build();
    let server = ToolServer::new("orders", "1.2.3", registry.unwrap());
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        let service = server.clone().http_service(config.protect(protection()));
        let address = serve_app(Router::new().route_service("/mcp", service)).await;
        for version in VERSIONS {
            let eve = Caller::new(address, version, "Bearer eve:").await;
            let (hidden, error) = eve.call("Bearer eve:", "write").await;
            let (unknown, missing) = eve.call("Bearer eve:", "writ").await;
            assert_eq!((hidden.status, unknown.status), (200, 200));
            assert_eq!(error["error"]["code"], -32602);
            assert!(!missing.to_string().contains("write"), "{missing}");

            let ada = Caller::new(address, version, "Bearer ada:").await;
            let (forbidden, _) = ada.call("Bearer ada:", "write").await;
            assert_eq!(forbidden.status, 403);
            let (_, answer) = ada.call("Bearer ada:orders:write", "write").await;
            assert_eq!(answer["result"]["content"][0]["text"], "done");
        }
    }
}

#[tokio::test]
async fn a_session_is_bound_to_its_user_and_issuer() {
    let address = serve_protected(protection(), HttpConfig::new()).await;
    let caller = Caller::new(address, OLDER[1], "Bearer ada:").await;
    for (token, status) in [
        ("Bearer ada:orders:read", 200),
        ("Bearer grace:", 404),
        // This user is also named `ada`, but comes from another issuer.
        ("Bearer other:", 404),
        ("Bearer ada:", 200),
    ] {
        let message = call(7, "whoami", json!({}));
        let answer = caller.send("POST", token, &message).await;
        assert_eq!(answer.status, status, "{token}");
    }
}

#[tokio::test]
async fn a_notification_stream_ends_with_its_token() {
    let address = serve_protected(protection(), HttpConfig::new()).await;
    for version in OLDER {
        let caller = Caller::new(address, version, "Bearer brief:").await;
        let mut news = caller.send("GET", "Bearer brief:", &Value::Null).await;
        assert_eq!(news.status, 200);
        assert_eq!(news.next().await, None);
    }
    let service = alone(Quiet).http_service(HttpConfig::new().protect(protection()));
    let address = serve_app(Router::new().route_service("/mcp", service)).await;
    let filter = json!({ "notifications": { "toolsListChanged": true } });
    let listen =
        json!({ "jsonrpc": "2.0", "id": 7, "method": "subscriptions/listen", "params": filter });
    let caller = Caller {
        address,
        version: NEWEST,
        session: None,
    };
    let mut news = caller.send("POST", "Bearer brief:", &listen).await;
    while news.next().await.is_some() {}
}

#[tokio::test]
async fn the_metadata_is_public() {
    let service = || server().http_service(HttpConfig::new().protect(protection()));
    let root = Router::new().fallback_service(service());
    let routed = Router::new()
        .route_service("/mcp", service())
        .route_service(protection().metadata_path(), protection().metadata());
    for app in [root, routed] {
        let request = |method| {
            let url = "/.well-known/oauth-protected-resource/mcp";
            let request = Request::builder().method(method).uri(url);
            request.body(Body::empty()).unwrap()
        };
        let preflight = app.clone().oneshot(request("OPTIONS")).await.unwrap();
        let answer = app.oneshot(request("GET")).await.unwrap();
        assert_eq!(
            (answer.status().as_u16(), preflight.status().as_u16()),
            (200, 204)
        );
        assert_eq!(answer.headers()["content-type"], "application/json");
        // A client can be a web page, so the metadata needs CORS headers.
        for answer in [&answer, &preflight] {
            assert_eq!(answer.headers()["access-control-allow-origin"], "*");
        }
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        let metadata: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(
            metadata,
            json!({
                "resource": "https://tools.example/mcp",
                "authorization_servers": ["https://login.example"],
                "scopes_supported": ["orders:read", "orders:write"],
                "bearer_methods_supported": ["header"],
            })
        );
    }
    for (resource, path) in [
        (
            "http://localhost:8080",
            "/.well-known/oauth-protected-resource",
        ),
        (
            "https://tools.example/",
            "/.well-known/oauth-protected-resource",
        ),
        (
            "https://a.example/b/c",
            "/.well-known/oauth-protected-resource/b/c",
        ),
    ] {
        assert_eq!(Protection::new(resource, verify).metadata_path(), path);
    }
}

/// A handler for the `rmcp` SDK. This handler serves nothing.
#[derive(Clone)]
struct Nothing;

impl ServerHandler for Nothing {}

#[test]
fn scopes_require_protection() {
    let beside = || server().beside_handler(Nothing).unwrap();
    for serve in [
        &(|| drop(server().http_service(HttpConfig::new()))) as &dyn Fn(),
        &|| drop(beside().http_service(HttpConfig::new())),
        &|| drop(Protection::new("/mcp", verify)),
        &|| drop(Protection::new("https://tools.example/mcp?a", verify)),
        &|| drop(protection().scopes_supported(["orders read"])),
    ] {
        let serve = std::panic::AssertUnwindSafe(serve);
        assert!(std::panic::catch_unwind(serve).is_err());
    }
    drop(beside().http_service(HttpConfig::new().protect(protection())));
    drop(alone(Nothing).http_service(HttpConfig::new()));
}
