//! Tools that read the user or the client of an HTTP request.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use mcp_tool_runtime::{ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, ToolServer};
use serde_json::{Value, json};

use super::client::*;

/// The user that the middleware `log_in` inserts into the extensions of a request.
#[derive(Clone)]
struct User(&'static str);

/// A value that the `before_call` hook adds to the extensions if the request has a user.
#[derive(Clone)]
struct Greeting(String);

/// Returns the user.
#[mcp_tool(read_only)]
async fn whoami(#[context] cx: &ToolContext) -> Vec<Option<String>> {
    let parts = cx.extension::<Parts>();
    let agent = parts.and_then(|parts| parts.headers.get("user-agent"));
    vec![
        cx.extension::<User>().map(|user| user.0.to_owned()),
        cx.extension::<Greeting>().map(|hello| hello.0.clone()),
        agent.map(|agent| agent.to_str().unwrap().to_owned()),
    ]
}

/// A middleware that inserts the user of a known token, and rejects all other requests.
async fn log_in(mut request: Request, next: Next) -> Result<Response, StatusCode> {
    let token = request.headers().get("authorization");
    let user = match token.map(|token| token.as_bytes()) {
        Some(b"Bearer 1") => User("ada"),
        Some(b"Bearer 2") => User("grace"),
        Some(_) => return Err(StatusCode::FORBIDDEN),
        None => return Err(StatusCode::UNAUTHORIZED),
    };
    request.extensions_mut().insert(user);
    Ok(next.run(request).await)
}

async fn serve_users(config: HttpConfig) -> SocketAddr {
    let registry = ToolRegistry::builder(()).tools(tools![whoami]);
    let server = ToolServer::new("demo", "1.2.3", registry.build().unwrap());
    let server = server.before_call(|request| {
        let parts = request.extension::<Parts>();
        let user = parts.and_then(|parts| parts.extensions.get::<User>());
        assert!(user.is_none_or(|user| user.0 != "grace"), "not her");
        if let Some(User(name)) = user {
            let greeting = Greeting(format!("hello {name}"));
            request.insert(greeting);
        }
    });
    let service = server.http_service(config);
    serve_app(
        Router::new()
            .route_service("/mcp", service)
            .layer(from_fn(log_in)),
    )
    .await
}

async fn asked(address: SocketAddr, headers: &[(&str, &str)]) -> Answer {
    let version = ("mcp-protocol-version", OLDER[1]);
    let headers = [headers, &[("user-agent", "test"), version]].concat();
    post(address, &headers, &call(7, "whoami", json!({}))).await
}

#[tokio::test]
async fn a_tool_sees_the_user() {
    let address = serve_users(HttpConfig::new().without_sessions()).await;
    let answer = asked(address, &[("authorization", "Bearer 1")]).await;
    let text = answer.messages[0]["result"]["content"][0]["text"].as_str();
    let known: Value = serde_json::from_str(text.unwrap()).unwrap();
    assert_eq!(known[0], "ada");
    assert_eq!(known[1], "hello ada");
    assert_eq!(known[2], "test");
}

#[tokio::test]
async fn each_request_of_a_session_has_its_own_user() {
    let address = serve_users(HttpConfig::new()).await;
    let info = json!({ "name": "test", "version": "0" });
    let params = json!({ "protocolVersion": OLDER[1], "capabilities": {}, "clientInfo": info });
    let initialize = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
    let first = ("authorization", "Bearer 1");
    let answer = post(address, &[first], &initialize).await;
    let session = ("mcp-session-id", &*answer.headers["mcp-session-id"]);
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(
        post(address, &[first, session], &initialized).await.status,
        202
    );

    let answer = asked(address, &[first, session]).await;
    let text = answer.messages[0]["result"]["content"][0]["text"].as_str();
    assert!(text.unwrap().starts_with(r#"["ada","hello ada","test""#));
    // For the second user, `before_call` panics. The client receives an error, and the session
    // still works.
    let second = ("authorization", "Bearer 2");
    let answer = asked(address, &[second, session]).await;
    let error = &answer.messages[0]["error"];
    assert_eq!(error["code"], -32603);
    assert!(!error.to_string().contains("her"), "{error}");
    let answer = asked(address, &[first, session]).await;
    assert!(answer.messages[0]["result"].is_object());
}

#[tokio::test]
async fn middleware_rejects_before_the_tool_runs() {
    // R157
    let address = serve_users(HttpConfig::new().without_sessions()).await;
    assert_eq!(asked(address, &[]).await.status, 401);
    let answer = asked(address, &[("authorization", "Bearer 3")]).await;
    assert_eq!(answer.status, 403);
    assert!(answer.messages.is_empty());
}

#[test]
fn a_context_reads_extensions_of_the_request_head() {
    let request = axum::http::Request::builder().extension(User("ada"));
    let (head, ()) = request.body(()).unwrap().into_parts();
    let context = ToolContext::detached().with_extension(head);
    assert_eq!(context.extension::<User>().unwrap().0, "ada");
}

/// Returns the name of the client.
#[mcp_tool(read_only)]
async fn which_program(#[context] cx: &ToolContext) -> String {
    let client = cx.client();
    client.map_or("nobody knows".to_owned(), |client| client.name)
}

#[tokio::test]
async fn a_client_without_a_name_is_anonymous() {
    let registry = ToolRegistry::builder(()).tools(tools![which_program]);
    let server = ToolServer::new("demo", "1.2.3", registry.build().unwrap());
    for (config, version, name) in [
        (HttpConfig::new(), OLDER[1], "test"),
        (HttpConfig::new(), NEWEST, "nobody knows"),
        (
            HttpConfig::new().without_sessions(),
            OLDER[1],
            "nobody knows",
        ),
        (HttpConfig::new().without_sessions(), NEWEST, "nobody knows"),
    ] {
        let service = server.clone().http_service(config);
        let address = serve_app(Router::new().route_service("/mcp", service)).await;
        let client = Client::new(address, version).await;
        let (_, answer) = client.ask(&call(1, "which_program", json!({}))).await;
        let text = &answer["result"]["content"][0]["text"];
        assert_eq!(text, name, "{version}");
    }
}
