//! Clients over HTTP that send too much, or what they should not, and companions that do.

use std::sync::Arc;

use hyper::{Method, StatusCode};
use mcp_tool_server::{Companion, CompanionChannel, HttpConfig};
use serde_json::json;
use tokio::sync::mpsc::unbounded_channel;

use crate::client::{Library, Stuck, script, tools};
use crate::hostile::flood;
use crate::http::{event, initialize, json, modern, post, reporting, send, serve};

/// Without sessions, all clients share what the server knows of a protocol version.
#[tokio::test]
async fn a_refused_initialize_changes_nothing_for_others() {
    let companion = script(|got| match got.method() {
        "initialize" => got.refuse(-32000),
        _ => got.answer_basics(),
    });
    let service = serve(companion, HttpConfig::new().without_sessions());
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" },
    });
    let refused = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    let refused = json(send(&service, post(None, &refused)).await).await;
    assert_eq!(refused["error"]["code"], -32000);
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let list = json(send(&service, post(None, &list)).await).await;
    assert!(list["result"]["tools"].is_array(), "{list}");
}

/// The head of a request may be much longer than its message.
#[tokio::test]
async fn a_flood_of_notifications_with_long_heads_takes_limited_memory() {
    let companion = Stuck::default();
    let counted = Arc::clone(&companion.counted);
    let reads = Arc::clone(&companion.reads);
    let server = tools().beside(companion).unwrap();
    let service = server.http_service(HttpConfig::new());
    // The companion answers nothing, so this takes until the time limit.
    tokio::time::pause();
    let (session, _) = initialize(&service).await;
    tokio::time::resume();
    let notification = json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" });
    for _ in 0..1000 {
        let mut request = post(Some(&session), &notification);
        let long = "x".repeat(16 * 1024).parse().unwrap();
        request.headers_mut().insert("x-long", long);
        assert_eq!(send(&service, request).await.status(), StatusCode::ACCEPTED);
    }
    reads.notify_one();
    while counted.lock().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    let number = counted.lock().unwrap().len();
    assert!(number < 100, "{number}");
}

#[tokio::test]
async fn a_flood_of_the_companion_for_a_session_takes_limited_memory() {
    for kind in ["questions", "acknowledgements"] {
        let (done, mut flooded) = unbounded_channel();
        let companion = script(move |got| {
            if got.method() == "notifications/initialized" {
                flood(got, kind);
                done.send(()).unwrap();
            }
            got.answer_basics();
        });
        let service = serve(companion, HttpConfig::new());
        let (session, _) = initialize(&service).await;
        flooded.recv().await.unwrap();
        let mut get = post(Some(&session), &json!(null));
        *get.method_mut() = Method::GET;
        let mut notifications = send(&service, get).await;
        let mut delete = post(Some(&session), &json!(null));
        *delete.method_mut() = Method::DELETE;
        send(&service, delete).await;
        let mut bytes = 0;
        while let Some(frame) = http_body_util::BodyExt::frame(notifications.body_mut()).await {
            bytes += frame.unwrap().into_data().unwrap().len();
        }
        assert!(bytes < 2 * 1024 * 1024, "{kind}: {bytes}");
    }
}

/// A value of the companion is looked for twice: by `before_call`, and by the call. Both have one channel, which ends.
#[tokio::test]
async fn a_call_without_a_session_opens_one_channel() {
    let (companion, mut seen) = reporting(|got| {
        if got.method() != "tools/call" {
            got.answer_basics();
        }
    });
    let server = tools().before_call(|request| {
        assert!(request.extension::<Library>().is_some());
    });
    let service = server
        .beside(companion)
        .unwrap()
        .http_service(HttpConfig::new());
    let waiting = tokio::spawn(async move {
        let params = json!({ "name": "theirs", "arguments": {} });
        let mut request = modern("tools/call", params);
        let name = "theirs".parse().unwrap();
        request.headers_mut().insert("mcp-name", name);
        let response = send(&service, request).await;
        http_body_util::BodyExt::collect(response.into_body())
            .await
            .map(drop)
    });
    assert_eq!(seen.recv().await.unwrap(), "tools/call");
    waiting.abort();
    assert_eq!(seen.recv().await.unwrap(), "notifications/cancelled");
    assert_eq!(seen.recv().await.unwrap(), "end");
}

#[tokio::test]
async fn a_service_that_is_dropped_leaves_no_channel_open() {
    let (companion, mut seen) = reporting(|got| {
        if got.method() != "prompts/get" {
            got.answer_basics();
        }
    });
    let service = serve(companion, HttpConfig::new());
    let (session, _) = initialize(&service).await;
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {} });
    let waiting = tokio::spawn(async move { send(&service, post(Some(&session), &message)).await });
    for expected in ["initialize", "notifications/initialized", "prompts/get"] {
        assert_eq!(seen.recv().await.unwrap(), expected);
    }
    drop(waiting.await);
    assert_eq!(seen.recv().await.unwrap(), "notifications/cancelled");
    assert_eq!(seen.recv().await.unwrap(), "end");
}

/// Two sessions use the same ids, tokens and ids of questions.
#[tokio::test]
async fn messages_stay_in_their_session() {
    let companion = script(|got| match got.method() {
        "prompts/get" => {
            let name = &got.json["params"]["name"];
            let progress = json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": { "progressToken": "t", "message": name } });
            got.sender.send(progress.to_string());
            let question = json!({ "jsonrpc": "2.0", "id": 1, "method": "roots/list", "params": { "for": name } });
            got.sender.send_during(got.id(), question.to_string());
        }
        "" => {
            let id = 2;
            let result = json!({ "jsonrpc": "2.0", "id": id, "result": got.json["result"] });
            got.sender.send(result.to_string());
        }
        _ => got.answer_basics(),
    });
    let service = serve(companion, HttpConfig::new());
    let (first, _) = initialize(&service).await;
    let (second, _) = initialize(&service).await;
    let mut streams = Vec::new();
    for (session, name) in [(&first, "first"), (&second, "second")] {
        let params = json!({ "name": name, "_meta": { "progressToken": "t" } });
        let message =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": params });
        let mut stream = send(&service, post(Some(session), &message)).await;
        assert_eq!(event(&mut stream).await["params"]["message"], name);
        let question = event(&mut stream).await;
        assert_eq!(question["params"]["for"], name);
        // The questions of sessions have the same numbers.
        assert_eq!(question["id"], 0);
        streams.push(stream);
    }
    for (session, name) in [(&second, "second"), (&first, "first")] {
        let answer = json!({ "jsonrpc": "2.0", "id": 0, "result": { "by": name } });
        send(&service, post(Some(session), &answer)).await;
    }
    for (mut stream, name) in streams.into_iter().zip(["first", "second"]) {
        let response = event(&mut stream).await;
        assert_eq!(
            (&response["id"], &response["result"]["by"]),
            (&json!(1), &json!(name))
        );
    }
}

/// Lends a value that exists as long as the server's part of the channel.
struct Lender(Arc<()>);

impl Companion for Lender {
    fn open(&self, mut channel: CompanionChannel) {
        channel.lend(Arc::clone(&self.0));
        // Answers nothing but `initialize`.
        tokio::spawn(async move {
            while let Some(message) = channel.receive().await {
                if message.json().contains(r#""method":"initialize""#) {
                    let response = r#"{"jsonrpc":"2.0","id":1,"result":{"capabilities":{}}}"#;
                    channel.sender().send(response);
                }
            }
        });
    }
}

/// Sessions with open requests end, and clients leave.
#[tokio::test(start_paused = true)]
async fn nothing_keeps_the_link_of_a_client_that_is_gone() {
    let lent = Arc::new(());
    let server = tools().before_call(|request| {
        assert!(request.extension::<Arc<()>>().is_some());
    });
    let server = server.beside(Lender(Arc::clone(&lent))).unwrap();
    let service = server.http_service(HttpConfig::new());
    let known = Arc::strong_count(&lent);
    for _ in 0..50 {
        let (session, _) = initialize(&service).await;
        let open = json!({ "jsonrpc": "2.0", "id": 1, "method": "prompts/list" });
        let response = send(&service, post(Some(&session), &open)).await;
        let mut delete = post(Some(&session), &json!(null));
        *delete.method_mut() = Method::DELETE;
        send(&service, delete).await;
        drop(response);
        for method in ["prompts/list", "tools/list", "server/discover"] {
            drop(send(&service, modern(method, json!({}))).await);
        }
    }
    while Arc::strong_count(&lent) > known {
        tokio::task::yield_now().await;
    }
}
