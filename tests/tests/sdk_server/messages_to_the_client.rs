//! Notifications, log messages and requests that a tool sends to the client.

use mcp_tool_runtime::context::LogLevel;
use mcp_tool_runtime::{ToolContext, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::client::*;

/// Sends a notification and logs, with characters that some clients take for the end of a line.
#[mcp_tool]
async fn talk(#[context] cx: &ToolContext) -> &'static str {
    cx.notify(
        "notifications/resources/updated",
        json!({ "uri": "file:///\u{2028}" }),
    );
    cx.notify("notifications/resources/updated", json!("no object"));
    cx.log(LogLevel::Debug, "a detail");
    cx.log(LogLevel::Warning, json!({ "left": 1 }));
    "a\u{2028}b\u{2029}c\u{85}d"
}

/// Asks the client for its roots.
#[mcp_tool]
async fn roots(#[context] cx: &ToolContext) -> Result<usize, ToolError> {
    let roots = cx.request("roots/list", json!({})).await?;
    Ok(roots["roots"].as_array().map_or(0, Vec::len))
}

fn server() -> ToolServer {
    let registry = ToolRegistry::builder(())
        .tools(tools![talk, roots])
        .build()
        .unwrap();
    ToolServer::new("demo", "1.2.3", registry)
}

/// Calls `talk`, and returns the methods and parameters of its notifications. Checks the response.
async fn notifications(client: &mut Client, params: Value) -> Vec<(String, Value)> {
    let id = client.start("tools/call", params).await;
    let mut notifications = Vec::new();
    loop {
        let line = client.from_server.next_line().await.unwrap().unwrap();
        assert!(!line.contains(['\u{85}', '\u{2028}', '\u{2029}']), "{line}");
        let message: Value = serde_json::from_str(&line).unwrap();
        if message.get("id") == Some(&id) {
            let text = &message["result"]["content"][0]["text"];
            assert_eq!(text, "a\u{2028}b\u{2029}c\u{85}d");
            return notifications;
        }
        let method = message["method"].as_str().unwrap().to_owned();
        notifications.push((method, message["params"].clone()));
    }
}

fn updated() -> (String, Value) {
    let uri = json!({ "uri": "file:///\u{2028}" });
    ("notifications/resources/updated".to_owned(), uri)
}

fn logged(level: &str, data: Value) -> (String, Value) {
    let params = json!({ "level": level, "logger": "talk", "data": data });
    ("notifications/message".to_owned(), params)
}

/// Passes its context to the test.
#[mcp_tool]
async fn share(#[state] contexts: &UnboundedSender<ToolContext>, #[context] cx: &ToolContext) {
    contexts.send(cx.clone()).unwrap();
}

#[tokio::test]
async fn an_ended_call_sends_nothing() {
    // L123
    let (sender, mut contexts) = unbounded_channel();
    let registry = ToolRegistry::builder(sender).tools(tools![share]);
    let server = ToolServer::new("demo", "1.2.3", registry.build().unwrap());
    let mut client = Client::of(server, Gate::new());
    client.initialize(LEGACY[1]).await;
    client.result("tools/call", call("share", json!({}))).await;
    let cx = contexts.recv().await.unwrap();
    cx.notify("notifications/resources/updated", json!({}));
    let error = cx.request("roots/list", json!({})).await.unwrap_err();
    assert_eq!(error.to_string(), "the call has ended");
    client.expect_silence().await;
}

#[tokio::test]
async fn a_session_sets_its_log_level() {
    // R173
    for version in [OLDEST, LEGACY].concat() {
        let mut silent = Client::of(server(), Gate::new());
        let result = silent.initialize(version).await;
        assert_eq!(result["capabilities"], json!({ "tools": {} }));
        assert_eq!(
            notifications(&mut silent, call("talk", json!({}))).await,
            [updated()]
        );
        let level = json!({ "level": "debug" });
        assert_eq!(silent.error("logging/setLevel", level).await.0, -32601);

        let mut client = Client::of(server().logging(), Gate::new());
        let result = client.initialize(version).await;
        assert_eq!(
            result["capabilities"],
            json!({ "tools": {}, "logging": {} })
        );
        let warning = logged("warning", json!({ "left": 1 }));
        for (level, expected) in [
            (None, vec![updated(), warning.clone()]),
            (Some("error"), vec![updated()]),
            (
                Some("debug"),
                vec![updated(), logged("debug", json!("a detail")), warning],
            ),
        ] {
            if let Some(level) = level {
                let params = json!({ "level": level });
                assert_eq!(client.result("logging/setLevel", params).await, json!({}));
            }
            assert_eq!(
                notifications(&mut client, call("talk", json!({}))).await,
                expected
            );
        }
        for level in [json!("loud"), json!(7), Value::Null] {
            let error = client
                .error("logging/setLevel", json!({ "level": level }))
                .await;
            assert_eq!(error.0, -32602, "{}", error.1);
        }
    }
}

#[tokio::test]
async fn a_request_sets_its_log_level() {
    // R173
    const LEVEL: &str = "io.modelcontextprotocol/logLevel";

    let mut client = Client::of(server().logging(), Gate::new());
    let params = |level: Value| {
        let mut params = modern(call("talk", json!({})));
        params["_meta"][LEVEL] = level;
        params
    };
    assert_eq!(
        notifications(&mut client, modern(call("talk", json!({})))).await,
        [updated()]
    );
    let expected = [updated(), logged("warning", json!({ "left": 1 }))];
    assert_eq!(
        notifications(&mut client, params(json!("info"))).await,
        expected
    );
    for level in [json!("loud"), json!(7)] {
        let (code, message) = client.error("tools/call", params(level)).await;
        assert_eq!(code, -32602);
        assert!(message.contains("`warning`"), "{message}");
    }
    let level = modern(json!({ "level": "debug" }));
    assert_eq!(client.error("logging/setLevel", level).await.0, -32601);
}

#[tokio::test]
async fn a_tool_sends_requests_before_2026_07_28() {
    let mut client = Client::of(server(), Gate::new());
    client.initialize(LEGACY[1]).await;
    for (answer, expected) in [
        (json!({ "result": { "roots": [{}, {}] } }), "2"),
        (
            json!({ "error": { "code": 1, "message": "no roots here" } }),
            "no roots here",
        ),
        (json!({ "error": "odd" }), "its response cannot be decoded"),
    ] {
        client.start("tools/call", call("roots", json!({}))).await;
        let question = client.receive().await;
        assert_eq!(question["method"], "roots/list");
        let mut answer = answer;
        answer["jsonrpc"] = json!("2.0");
        answer["id"] = question["id"].clone();
        client.send(answer).await;
        assert_eq!(
            client.receive().await["result"]["content"][0]["text"],
            expected
        );
    }
    let result = client
        .result("tools/call", modern(call("roots", json!({}))))
        .await;
    assert_eq!(
        result["content"][0]["text"],
        "the client cannot get requests"
    );
}
