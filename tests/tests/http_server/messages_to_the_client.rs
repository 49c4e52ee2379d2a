//! Log messages, notifications and requests that tools send to the client, on the stream of their call.

use std::net::SocketAddr;

use axum::Router;
use mcp_tool_runtime::context::LogLevel;
use mcp_tool_runtime::{ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, ToolServer};
use serde_json::{Value, json};

use crate::client::*;

/// Sends one message of each kind, and returns the client's answer.
#[mcp_tool]
async fn tell(#[context] cx: &ToolContext) -> String {
    for level in [LogLevel::Debug, LogLevel::Info, LogLevel::Warning] {
        cx.log(level, level.as_str());
    }
    cx.notify("notifications/told", json!({ "a": 1 }));
    match cx.request("roots/list", json!({})).await {
        Ok(answer) => answer.to_string(),
        Err(error) => error.to_string(),
    }
}

async fn serve(config: HttpConfig) -> SocketAddr {
    let registry = ToolRegistry::builder(()).tools(tools![tell]);
    let server = ToolServer::new("demo", "1", registry.build().unwrap()).logging();
    serve_app(Router::new().route_service("/mcp", server.http_service(config))).await
}

/// Calls the tool, and answers its request. Returns the kinds of its messages, and its text.
async fn told(client: &Client, meta: Value) -> (Vec<String>, String) {
    let mut message = call(1, "tell", json!({}));
    message["params"]["_meta"] = meta;
    let mut stream = client.open(&message).await;
    let mut kinds = Vec::new();
    loop {
        let message = stream.next().await.expect("a message");
        if let Some(text) = message["result"]["content"][0]["text"].as_str() {
            assert_eq!(stream.next().await, None);
            return (kinds, text.to_owned());
        }
        let data = message["params"]["data"].as_str();
        let kind = data.or(message["method"].as_str()).expect("a method");
        kinds.push(kind.to_owned());
        if kind == "roots/list" {
            let id = &message["id"];
            let answer = json!({ "jsonrpc": "2.0", "id": id, "result": { "roots": [] } });
            assert_eq!(client.open(&answer).await.status, 202);
        }
    }
}

#[tokio::test]
async fn messages_arrive_on_the_stream_of_the_call() {
    let told_only = "notifications/told";
    let cannot = "the client cannot get requests";
    let address = serve(HttpConfig::new()).await;
    let independent = serve(HttpConfig::new().without_sessions()).await;
    let set_level = json!({ "level": "warning" });
    let set_level =
        json!({ "jsonrpc": "2.0", "id": 2, "method": "logging/setLevel", "params": set_level });
    for version in OLDER {
        let client = Client::new(address, version).await;
        let answered = (
            vec!["info", "warning", told_only, "roots/list"],
            r#"{"roots":[]}"#,
        );
        assert_told(told(&client, json!({})).await, answered);
        assert_eq!(client.ask(&set_level).await.1["result"], json!({}));
        let answered = (vec!["warning", told_only, "roots/list"], r#"{"roots":[]}"#);
        assert_told(told(&client, json!({})).await, answered);

        // Without a session, nothing can be asked, and a level would count for other clients.
        let client = Client::new(independent, version).await;
        assert_eq!(client.ask(&set_level).await.1["result"], json!({}));
        let expected = (vec!["info", "warning", told_only], cannot);
        assert_told(told(&client, json!({})).await, expected);
    }
    for address in [address, independent] {
        let client = Client::new(address, NEWEST).await;
        assert_told(told(&client, json!({})).await, (vec![told_only], cannot));
        let meta = json!({ "io.modelcontextprotocol/logLevel": "warning" });
        let expected = (vec!["warning", told_only], cannot);
        assert_told(told(&client, meta).await, expected);
    }
}

#[track_caller]
fn assert_told((kinds, text): (Vec<String>, String), expected: (Vec<&str>, &str)) {
    assert_eq!(
        (kinds.iter().map(String::as_str).collect(), &*text),
        expected
    );
}
