//! Clients and companions that send too much, or what they should not.

use std::sync::Arc;

use serde_json::json;
use tokio::sync::mpsc::unbounded_channel;

use crate::client::{Client, Got, Library, script, tools};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// Sends 24 MiB of questions that are withdrawn at once, or of acknowledgements of no stream.
pub(crate) fn flood(got: &Got<'_>, kind: &str) {
    let text = "x".repeat(48 * 1024);
    for id in 0..512 {
        if kind == "questions" {
            let question = json!({ "jsonrpc": "2.0", "id": id, "method": "sampling/createMessage", "params": { "text": text } });
            got.sender.send(question.to_string());
            let withdrawn = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } });
            got.sender.send(withdrawn.to_string());
        } else {
            let method = "notifications/subscriptions/acknowledged";
            let notification =
                json!({ "jsonrpc": "2.0", "method": method, "params": { "text": text } });
            got.sender.send(notification.to_string());
        }
    }
}

#[tokio::test]
async fn a_flood_of_the_companion_takes_limited_memory() {
    for kind in ["questions", "acknowledgements"] {
        let mut client = Client::initialized(move |got| match got.method() {
            "prompts/list" => {
                flood(got, kind);
                got.answer("{}");
            }
            _ => got.answer_basics(),
        })
        .await;
        client
            .write(r#"{"jsonrpc":"2.0","id":7,"method":"prompts/list"}"#)
            .await;
        let mut bytes = 0;
        loop {
            let line = client.line().await;
            bytes += line.len();
            if line.contains("result") {
                break;
            }
        }
        assert!(bytes < 20 * 1024 * 1024, "{kind}: {bytes}");
        // The client reads again, so it can be asked again.
        let response = client.request("ping", json!({})).await;
        assert_eq!(response["result"], json!({}));
    }
}

/// The companion is told of a cancelled request, so both take memory until it reads.
#[tokio::test]
async fn a_flood_of_cancelled_requests_takes_limited_memory() {
    let companion = crate::client::Stuck::default();
    let counted = Arc::clone(&companion.counted);
    let reads = Arc::clone(&companion.reads);
    let mut client = Client::of(tools().beside(companion).unwrap());
    let text = "x".repeat(1024 * 1024);
    for id in 0..40 {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({ "_meta": meta, "text": text });
        client
            .send(
                &json!({ "jsonrpc": "2.0", "id": id, "method": "prompts/list", "params": params }),
            )
            .await;
        let params = json!({ "requestId": id, "reason": text });
        client
            .send(
                &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }),
            )
            .await;
    }
    let refused = client.request("ping", json!({})).await;
    assert_eq!(refused["error"]["code"], -32603, "{refused}");
    reads.notify_one();
    drop(client);
    loop {
        tokio::task::yield_now().await;
        let bytes = counted
            .lock()
            .unwrap()
            .iter()
            .map(String::len)
            .sum::<usize>();
        assert!(bytes < 40 * 1024 * 1024, "{bytes}");
        if bytes > 30 * 1024 * 1024 {
            break;
        }
    }
}

/// `before_call` looks for a value of the companion before the call goes to it.
#[tokio::test]
async fn a_call_that_has_used_the_companion_before_can_be_cancelled() {
    let (seen, mut methods) = unbounded_channel();
    let companion = script(move |got| {
        seen.send(got.method().to_owned()).unwrap();
        if got.method() != "tools/call" {
            got.answer_basics();
        }
    });
    let server = tools().before_call(|request| {
        assert!(request.extension::<Library>().is_some());
    });
    let mut client = Client::of(server.beside(companion).unwrap());
    client.initialize().await;
    client
        .write(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"theirs"}}"#)
        .await;
    client
        .write(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#)
        .await;
    for expected in [
        "initialize",
        "notifications/initialized",
        "tools/call",
        "notifications/cancelled",
    ] {
        assert_eq!(methods.recv().await.unwrap(), expected);
    }
}

/// The server and the companion must not read different values.
#[tokio::test]
async fn the_companion_sees_the_version_of_the_server_once() {
    let mut client = Client::connect(|got| {
        if got.method() == "initialize" {
            let json = got.message.json();
            assert_eq!(json.matches("protocolVersion").count(), 1, "{json}");
            assert_eq!(got.json["params"]["protocolVersion"], "2025-11-25");
        }
        got.answer_basics();
    });
    client
        .write(
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1","capabilities":{},"protocolVersion":"2","clientInfo":{"name":"test","version":"0"}}}"#,
        )
        .await;
    let response = client.next().await;
    assert!(
        response["result"]["capabilities"]["prompts"].is_object(),
        "{response}"
    );
}

#[tokio::test]
async fn a_notification_that_only_mentions_subscriptions_arrives() {
    let mut client = Client::initialized(|got| match got.method() {
        "prompts/list" => {
            let params = json!({ "level": "info", "data": SUBSCRIPTION });
            let message =
                json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": params });
            got.sender.send(message.to_string());
            got.answer("{}");
        }
        _ => got.answer_basics(),
    })
    .await;
    let notification = client.request("prompts/list", json!({})).await;
    assert_eq!(notification["params"]["data"], SUBSCRIPTION);
}
