//! Companions that are silent, stop, panic, or send nonsense.

use mcp_tool_server::{Companion, CompanionChannel};
use serde_json::json;
use tokio::time::Instant;

use crate::client::{Client, Got, tools};

async fn tools_work(client: &mut Client) {
    let initialized = client.initialize().await;
    assert_eq!(
        initialized["result"]["capabilities"],
        json!({ "tools": {} }),
        "{initialized}"
    );
    tools_answer(client).await;
}

async fn tools_answer(client: &mut Client) {
    let list = client.request("tools/list", json!({})).await;
    assert_eq!(list["result"]["tools"].as_array().unwrap().len(), 2);
    let call = json!({ "name": "add", "arguments": { "a": 1, "b": 2 } });
    let call = client.request("tools/call", call).await;
    assert_eq!(call["result"]["content"][0]["text"], "3");
}

/// Stops at once, or panics.
struct Broken {
    panics: bool,
}

impl Companion for Broken {
    fn open(&self, _: CompanionChannel) {
        assert!(!self.panics, "broken");
    }
}

#[tokio::test]
async fn tools_work_beside_a_companion_that_has_stopped() {
    for panics in [false, true] {
        let mut client = Client::of(tools().beside(Broken { panics }).unwrap());
        tools_work(&mut client).await;
        let response = client.request("prompts/list", json!({})).await;
        assert_eq!(response["error"]["code"], -32603);
    }
}

#[tokio::test(start_paused = true)]
async fn tools_work_beside_a_silent_companion() {
    let mut client = Client::connect(|_| {});
    tools_work(&mut client).await;
    // After the first silence, the server waits less.
    let begin = Instant::now();
    let discovered = client.modern("server/discover", json!({})).await;
    assert_eq!(begin.elapsed().as_secs(), 1);
    assert_eq!(discovered["result"]["capabilities"], json!({ "tools": {} }));
    // A request that the client cancels is no answer.
    client
        .write(r#"{"jsonrpc":"2.0","id":8,"method":"tools/list"}"#)
        .await;
    client
        .write(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":8}}"#)
        .await;
    let begin = Instant::now();
    client.request("tools/list", json!({})).await;
    assert_eq!(begin.elapsed().as_secs(), 1);
}

#[tokio::test]
async fn open_requests_fail_when_the_companion_stops() {
    let mut client = Client::initialized(|got| {
        assert_ne!(got.method(), "prompts/get", "stop here");
        if got.method() != "prompts/list" {
            got.answer_basics();
        }
    })
    .await;
    client
        .send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "prompts/list" }))
        .await;
    client
        .send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "prompts/get", "params": {} }))
        .await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let response = client.next().await;
        assert_eq!(response["error"]["code"], -32603);
        ids.push(response["id"].as_u64().unwrap());
    }
    ids.sort_unstable();
    assert_eq!(ids, [1, 2]);
}

#[tokio::test]
async fn an_error_of_initialize_ends_no_connection() {
    let refusals = std::sync::atomic::AtomicBool::new(true);
    let mut client = Client::connect(move |got| match got.method() {
        "initialize" if refusals.swap(false, std::sync::atomic::Ordering::SeqCst) => {
            got.refuse(-32000);
        }
        _ => got.answer_basics(),
    });
    let response = client.initialize().await;
    assert_eq!(
        response["error"],
        json!({ "code": -32000, "message": "refused" })
    );
    let response = client.initialize().await;
    assert!(
        response["result"]["capabilities"]["prompts"].is_object(),
        "{response}"
    );
}

#[tokio::test]
async fn nonsense_of_the_companion_is_dropped() {
    let mut client = Client::initialized(|got: &Got<'_>| match got.method() {
        "prompts/list" => {
            for nonsense in ["", "[]", "{", r#"{"jsonrpc":"2.0"}"#, r#"{"jsonrpc":"2.0","id":99,"result":{}}"#] {
                got.sender.send(nonsense);
            }
            got.sender.send_during(99, r#"{"jsonrpc":"2.0","method":"notifications/x"}"#);
            // Progress of no request.
            got.sender.send(
                r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}"#,
            );
            got.answer("{}");
            got.answer("{}");
        }
        _ => got.answer_basics(),
    })
    .await;
    let notification = client.request("prompts/list", json!({})).await;
    assert_eq!(notification["method"], "notifications/x");
    assert_eq!(client.next().await["id"], 7);
    let response = client.request("ping", json!({})).await;
    assert_eq!(response["result"], json!({}));
}

#[tokio::test]
async fn a_panic_of_has_tool_ends_no_connection() {
    struct Panics;

    impl Companion for Panics {
        fn open(&self, _: CompanionChannel) {}

        fn has_tool(&self, name: &str) -> bool {
            assert_ne!(name, "unknown", "broken");
            false
        }
    }

    let mut client = Client::of(tools().beside(Panics).unwrap());
    client.initialize().await;
    let call = client.request("tools/call", json!({ "name": "unknown" }));
    assert_eq!(call.await["error"]["code"], -32603);
    tools_answer(&mut client).await;
}
