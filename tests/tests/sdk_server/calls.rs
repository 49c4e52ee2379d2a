//! Many calls, cancelled calls, failing calls, and calls over the SDK's own transport.

use mcp_tool_rmcp::handler;
use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

use crate::client::*;

#[tokio::test]
async fn a_panic_becomes_a_result() {
    // R154
    let mut client = Client::legacy(LEGACY[1]).await;
    let result = client.result("tools/call", call("boom", json!({}))).await;
    assert_eq!(result["isError"], true);
    assert!(!result.to_string().contains("secret"), "{result}");
    let result = client
        .result("tools/call", call("add", json!({ "a": 1, "b": 2 })))
        .await;
    assert_eq!(result["content"][0]["text"], "3");
}

#[tokio::test]
async fn the_error_result_names_every_wrong_argument() {
    // R148
    let mut client = Client::legacy(LEGACY[1]).await;
    let result = client
        .result("tools/call", call("add", json!({ "a": "x", "b": [] })))
        .await;
    assert_eq!(result["isError"], true);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("`a`") && text.contains("`b`"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_concurrent_calls_get_results() {
    let mut client = Client::legacy(LEGACY[1]).await;
    let mut waiting = Vec::new();
    for number in 0..50 {
        waiting.push(client.start("tools/call", call("wait", json!({}))).await);
        waiting.push(
            client
                .start("tools/call", call("add", json!({ "a": number, "b": 1 })))
                .await,
        );
    }
    reaches(&client.gate.started, 50).await;
    client.gate.open.add_permits(50);
    for _ in 0..100 {
        let answer = client.receive().await;
        let position = waiting.iter().position(|id| *id == answer["id"]);
        waiting.remove(position.expect("one answer for each id"));
        assert!(
            answer["result"]["content"][0]["text"].is_string(),
            "{answer}"
        );
    }
    assert!(waiting.is_empty());
    client.expect_silence().await;
}

#[tokio::test]
async fn a_cancelled_call_gets_no_response() {
    // R184, R185
    let mut client = Client::legacy(LEGACY[1]).await;
    for round in 1..=2 {
        let call = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": { "name": "wait" } });
        client.send(call).await;
        reaches(&client.gate.started, round).await;
        let cancel = json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": { "requestId": 7, "reason": "enough" },
        });
        client.send(cancel.clone()).await;
        client.send(cancel).await;
        reaches(&client.gate.dropped, round).await;
        client.expect_silence().await;
    }
    let (rest, end) = client.end().await;
    assert!(rest.is_empty() && end.is_ok(), "{rest:?} {end:?}");
}

#[tokio::test]
async fn the_sdk_can_serve_the_server_itself() {
    // R146, R147
    let (end, stream) = tokio::io::duplex(64 * 1024);
    let serving = tokio::spawn(async move {
        let running = handler(server(&Gate::new())).serve(stream).await.unwrap();
        running.waiting().await
    });
    let (reader, mut writer) = tokio::io::split(end);
    let mut reader = BufReader::new(reader).lines();
    for (method, params, pointer, expected) in [
        (
            "server/discover",
            json!({}),
            "/result/supportedVersions/4",
            json!(MODERN),
        ),
        (
            "tools/call",
            call("add", json!({ "a": 1, "b": 2 })),
            "/result/structuredContent",
            json!(3),
        ),
        (
            "tools/call",
            call("none", json!({})),
            "/error/code",
            json!(-32602),
        ),
        (
            "tools/call",
            json!({ "name": 7 }),
            "/error/code",
            json!(-32602),
        ),
        (
            "tools/list",
            json!({ "cursor": "x" }),
            "/error/code",
            json!(-32602),
        ),
        ("resources/list", json!({}), "/error/code", json!(-32601)),
    ] {
        let request =
            json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": modern(params) });
        writer
            .write_all(format!("{request}\n").as_bytes())
            .await
            .unwrap();
        let answer: Value =
            serde_json::from_str(&reader.next_line().await.unwrap().unwrap()).unwrap();
        assert_eq!(answer.pointer(pointer), Some(&expected), "{answer}");
    }
    drop((reader, writer));
    serving.await.unwrap().unwrap();
}
