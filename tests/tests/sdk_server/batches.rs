//! Batches, which only protocol version 2025-03-26 has.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::client::*;

const BATCHES: &str = "2025-03-26";

fn request(id: Value, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

async fn receive_batch(client: &mut Client) -> Vec<Value> {
    let line = tokio::time::timeout(LIMIT, client.from_server.next_line()).await;
    let line = line.expect("a response in time").unwrap().unwrap();
    serde_json::from_str(&line).expect("an array")
}

/// Sends a batch, and returns its responses by the JSON of their ids.
async fn responses(client: &mut Client, batch: Value) -> BTreeMap<String, Value> {
    client.send(batch).await;
    let responses = receive_batch(client).await.into_iter();
    responses
        .map(|response| (response["id"].to_string(), response))
        .collect()
}

#[tokio::test]
async fn a_batch_gets_the_responses_of_its_requests_in_one_array() {
    // R172
    let mut client = Client::legacy(BATCHES).await;
    let batch = json!([
        request(json!(1), "tools/call", call("add", json!({ "a": 1, "b": 2 }))),
        { "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 99 } },
        request(json!("two"), "ping", json!({})),
        { "jsonrpc": "2.0", "id": 7, "result": {} },
        request(json!(3), "prompts/list", json!({})),
        request(json!(4), "initialize", json!({
            "protocolVersion": BATCHES, "capabilities": {}, "clientInfo": { "name": "a", "version": "1" },
        })),
        7,
    ]);
    let responses = responses(&mut client, batch).await;
    assert_eq!(responses.len(), 5, "{responses:?}");
    assert_eq!(responses["1"]["result"]["content"][0]["text"], "3");
    assert_eq!(responses["\"two\""]["result"], json!({}));
    assert_eq!(responses["3"]["error"]["code"], -32601);
    assert_eq!(responses["4"]["error"]["code"], -32600);
    assert_eq!(responses["null"]["error"]["code"], -32600);
    client.expect_silence().await;
}

#[tokio::test]
async fn a_batch_waits_for_its_last_request() {
    let mut client = Client::legacy(BATCHES).await;
    let wait = |id: u64| request(json!(id), "tools/call", call("wait", json!({})));
    let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1002 } });
    client
        .send(json!([
            wait(1001),
            wait(1002),
            request(json!(1003), "ping", json!({}))
        ]))
        .await;
    reaches(&client.gate.started, 2).await;
    // Another request gets its response meanwhile.
    client.expect_silence().await;
    client.send(cancelled).await;
    reaches(&client.gate.dropped, 1).await;
    client.gate.open.add_permits(1);
    let batch = receive_batch(&mut client).await;
    let mut ids: Vec<_> = batch.iter().map(|it| it["id"].as_u64()).collect();
    ids.sort_unstable();
    // R184: a cancelled request gets no response, in a batch either.
    assert_eq!(ids, [Some(1001), Some(1003)]);
    assert_eq!(client.gate.dropped.load(Ordering::SeqCst), 2);
    // A batch without requests gets no response.
    client
        .send(json!([{ "jsonrpc": "2.0", "method": "notifications/initialized" }]))
        .await;
    client.expect_silence().await;
}

#[tokio::test]
async fn a_batch_has_a_limit_and_only_one_version() {
    let mut client = Client::legacy(BATCHES).await;
    let many = vec![request(json!(1), "ping", json!({})); 51];
    for (batch, code, reason) in [
        (json!([]).to_string(), -32600, "from 1 to 50 messages"),
        (json!(many).to_string(), -32600, "from 1 to 50 messages"),
        ("[{]".to_owned(), -32700, "not JSON"),
    ] {
        client.send_raw(batch + "\n").await;
        let error = &client.receive().await["error"];
        assert_eq!(error["code"], code);
        assert!(
            error["message"].as_str().unwrap().contains(reason),
            "{error}"
        );
    }
    let fifty: Vec<_> = (0..50)
        .map(|id| request(json!(id), "ping", json!({})))
        .collect();
    assert_eq!(responses(&mut client, json!(fifty)).await.len(), 50);

    for version in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let mut client = Client::legacy(version).await;
        client
            .send(json!([request(json!(1), "ping", json!({}))]))
            .await;
        assert_eq!(client.receive().await["error"]["code"], -32600, "{version}");
    }
}
