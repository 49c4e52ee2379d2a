//! Requests that the server rejects.

use std::sync::atomic::Ordering;

use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_rmcp::serve_io;
use rmcp::ServerHandler;
use serde_json::{Value, json};

use crate::client::*;

#[tokio::test]
async fn undecodable_messages_get_an_error() {
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let mut client = Client::legacy(LEGACY[1]).await;
    for (value, reason) in [
        (deep.as_str(), "recursion limit"),
        (r#""\ud800""#, "hex escape"),
    ] {
        let params =
            format!(r#"{{"name":"add","arguments":{{"a":1,"b":1}},"_meta":{{"a":{value}}}}}"#);
        for (method, expected) in [
            ("tools/call", -32602),
            ("initialize", -32602),
            ("no", -32601),
        ] {
            let line =
                format!(r#"{{"jsonrpc":"2.0","id":"x","method":"{method}","params":{params}}}"#);
            let (id, code, message) = client.refused(line).await;
            assert_eq!((id, code), (json!("x"), expected), "{method}");
            assert!(code == -32601 || message.contains(reason), "{message}");
        }
    }
    client.expect_silence().await;
}

/// The SDK cannot hold half a surrogate pair. The registry gets the text of the arguments, and names the argument.
#[tokio::test]
async fn half_a_surrogate_pair_is_named() {
    let mut alone = Client::legacy(LEGACY[1]).await;
    let gate = Gate::new();
    let beside = server(&gate).beside_handler(Plain).unwrap();
    let mut beside = Client::of(beside, gate);
    beside.initialize(LEGACY[1]).await;
    let call = |name| {
        let params =
            format!(r#"{{"name":"{name}","arguments":{{"a":"x\ud800","b":9007199254740993.0}}}}"#);
        format!(r#"{{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{params}}}"#)
    };
    for client in [&mut alone, &mut beside] {
        client.send_raw(call("add") + "\n").await;
        let answer = client.receive().await;
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        let fault = "wrong argument for `add`:\n- `a`: contains half a surrogate pair";
        assert!(text.starts_with(fault), "{text}");
    }
    // A handler of the SDK gets no arguments that differ from the client's. Without arguments, it does not know
    // the method.
    let mut plain = Client::over(|input, output| serve_io(Plain, input, output), Gate::new());
    plain.initialize(LEGACY[1]).await;
    for (client, reason) in [
        (&mut beside, "half a surrogate pair"),
        (&mut plain, "hex escape"),
    ] {
        let (_, code, message) = client.refused(call("other")).await;
        assert_eq!(code, -32602, "{message}");
        assert!(message.contains(reason), "{message}");
    }
}

#[derive(Clone)]
struct Plain;

impl ServerHandler for Plain {}

/// The SDK would read a float, and round it.
#[tokio::test]
async fn large_integers_keep_their_digits() {
    let mut client = Client::legacy(LEGACY[1]).await;
    let params = r#"{"name":"add","arguments":{"a":9007199254740993.0,"b":0}}"#;
    let call = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
    client.send_raw(call + "\n").await;
    let answer = client.receive().await;
    assert_eq!(answer["result"]["content"][0]["text"], "9007199254740993");
}

#[tokio::test]
async fn the_error_names_the_invalid_member() {
    // R147
    let mut client = Client::legacy(LEGACY[1]).await;
    for (method, params, member) in [
        ("tools/call", json!({}), "`name`"),
        ("tools/call", json!({ "name": 7 }), "`name`"),
        (
            "tools/call",
            json!({ "name": "add", "arguments": [1] }),
            "`arguments`",
        ),
        (
            "tools/call",
            json!({ "name": "add", "arguments": "{}" }),
            "`arguments`",
        ),
        (
            "tools/call",
            json!({ "name": "add", "_meta": 1 }),
            "`_meta`",
        ),
        ("tools/call", json!(["add"]), "`params`"),
        ("tools/call", Value::Null, "`params`"),
        ("tools/list", json!({ "cursor": 7 }), "`cursor`"),
        ("tools/list", json!([]), "`params`"),
        (
            "initialize",
            json!({ "protocolVersion": LEGACY[0] }),
            "`capabilities`",
        ),
    ] {
        let (code, message) = client.error(method, params).await;
        assert_eq!(code, -32602, "{message}");
        assert!(message.contains(member), "{message}");
    }
}

#[tokio::test]
async fn unknown_tools_cursors_and_methods_are_rejected() {
    // R143, R146, R155
    let mut client = Client::legacy(LEGACY[1]).await;
    let (code, message) = client.error("tools/call", call("ad", json!({}))).await;
    assert_eq!(code, -32602);
    assert!(
        message.contains("`ad`") && message.contains("`add`"),
        "{message}"
    );
    for cursor in ["bogus", ""] {
        assert_eq!(
            client
                .error("tools/list", json!({ "cursor": cursor }))
                .await
                .0,
            -32602
        );
    }
    for method in [
        "tools/cal",
        "prompts/list",
        "prompts/get",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "completion/complete",
        "logging/setLevel",
        "subscriptions/listen",
        "tasks/get",
    ] {
        let (code, message) = client.error(method, json!({})).await;
        assert_eq!(
            (code, message),
            (-32601, format!("unknown method `{method}`"))
        );
        assert_eq!(client.error(method, modern(json!({}))).await.0, -32601);
    }
}

#[tokio::test]
async fn other_methods_are_unknown_with_any_parameters() {
    // R155
    let mut client = Client::legacy(LEGACY[1]).await;
    for (method, params) in [
        ("prompts/get", json!({ "name": "explain" })),
        ("resources/read", json!({ "uri": "a:b" })),
        ("resources/subscribe", json!({ "uri": "a:b" })),
        ("logging/setLevel", json!({ "level": "debug" })),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/prompt", "name": "a" }, "argument": { "name": "b", "value": "" } }),
        ),
        (
            "subscriptions/listen",
            json!({ "notifications": { "toolsListChanged": true } }),
        ),
        ("tasks/get", json!({ "taskId": "1" })),
        ("skills/list", json!({})),
        (
            "sampling/createMessage",
            json!({ "messages": [], "maxTokens": 1 }),
        ),
    ] {
        for params in [params.clone(), modern(params)] {
            let (code, message) = client.error(method, params).await;
            assert_eq!(code, -32601, "{method}: {message}");
            assert!(message.contains(method), "{method}: {message}");
        }
    }
    client.expect_silence().await;
}

#[tokio::test]
async fn a_duplicate_id_is_rejected_and_the_first_request_continues() {
    let mut client = Client::legacy(LEGACY[1]).await;
    let line = r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"wait"}}"#;
    client.send_raw(format!("{line}\n")).await;
    let (id, code, message) = client.refused(line).await;
    assert_eq!((id, code), (json!("a"), -32600));
    assert!(message.contains("\"a\""), "{message}");

    client.gate.open.add_permits(1);
    let answer = client.receive().await;
    assert_eq!(answer["id"], "a");
    assert_eq!(answer["result"]["content"][0]["text"], "waited");
    client.expect_silence().await;

    // After the response, the client can use the id again.
    client.gate.open.add_permits(1);
    client.send_raw(format!("{line}\n")).await;
    assert_eq!(client.receive().await["id"], "a");
    assert_eq!(client.gate.started.load(Ordering::SeqCst), 2);
}
