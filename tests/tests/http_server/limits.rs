//! The limit of concurrent requests, and requests that the server rejects before it reads the body.

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use mcp_tool_runtime::{HttpConfig, http_service};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::client::*;
use crate::shutdown::Quiet;

/// Returns a call that reports progress and then waits.
fn waiting(id: u32) -> Value {
    let mut call = call(id, "wait", json!({}));
    call["params"]["_meta"]["progressToken"] = json!(id);
    call
}

/// Repeats a message until the status of the response is not 503. Returns that response.
async fn admitted(client: &Client, message: &Value) -> Stream {
    let admitted = async {
        loop {
            let stream = client.open(message).await;
            if stream.status != 503 {
                return stream;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(LIMIT, admitted).await.expect("room in time")
}

/// Sends only the head of a request, and returns the response.
async fn without_body(address: SocketAddr, headers: &str) -> String {
    let request = format!(
        "POST /mcp HTTP/1.1\r\n{headers}\r\nconnection: close\r\n\
         accept: application/json, text/event-stream\r\ncontent-type: application/json\r\n\
         content-length: 1000\r\n\r\n"
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    let read = timeout(LIMIT, stream.read_to_string(&mut text)).await;
    read.expect("an answer without a body in time").unwrap();
    text
}

#[tokio::test]
async fn hosts_and_origins_are_rejected_before_the_body() {
    let config = HttpConfig::new().allow_origins(["https://app.example:443"]);
    let (address, _) = serve(config).await;
    for (headers, status) in [
        ("host: evil.example", "403"),
        ("host: localhost\r\norigin: https://evil.example", "403"),
        ("host: a b", "400"),
        ("host: evil@127.0.0.1", "400"),
        ("host: localhost\r\nhost: localhost", "400"),
        ("host: localhost\r\norigin: null", "403"),
        (
            "host: localhost\r\nmcp-protocol-version: 2026-07-28\r\nmcp-protocol-version: 2025-11-25",
            "400",
        ),
    ] {
        let answer = without_body(address, headers).await;
        assert_eq!(
            answer.split(' ').nth(1),
            Some(status),
            "{headers}: {answer}"
        );
    }
}

#[tokio::test]
async fn requests_beyond_the_limit_are_rejected_before_their_body() {
    // R167
    let (address, gate) = serve(HttpConfig::new().max_requests(2)).await;
    let client = Client::new(address, NEWEST).await;
    let mut first = admitted(&client, &waiting(1)).await;
    let _second = admitted(&client, &waiting(2)).await;
    for more in [
        "mcp-protocol-version: 2026-07-28",
        // The limit also applies to a request with an unknown session id, and to a request whose
        // header `Mcp-Method` names `subscriptions/listen`.
        "mcp-session-id: made-up",
        "mcp-method: subscriptions/listen",
    ] {
        let headers = format!("host: {address}\r\n{more}");
        let refused = without_body(address, &headers).await;
        let (head, body) = refused.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 503 "), "{more}: {head}");
        assert!(head.contains("retry-after: 1"), "{head}");
        assert!(head.contains("content-type: application/json"), "{head}");
        let error: Value = serde_json::from_str(body).unwrap();
        assert_eq!(error["error"]["code"], -32603, "{error}");
    }
    gate.open.add_permits(1);
    while first.next().await.is_some() {}
    let echo = call(3, "echo", json!({ "text": "a" }));
    assert_eq!(admitted(&client, &echo).await.status, 200);
    assert_eq!(gate.started.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn cancellations_and_streams_do_not_count() {
    let (address, gate) = serve(HttpConfig::new().max_requests(1)).await;
    let init = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": OLDER[1], "capabilities": {},
            "clientInfo": { "name": "test", "version": "0" },
        },
    });
    let begun = post(address, &[], &init).await;
    let session = begun.headers["mcp-session-id"].clone();
    let headers = [
        ("mcp-protocol-version", OLDER[1]),
        ("mcp-session-id", &*session),
    ];
    let send =
        async |message: &Value| Stream::open(address, "POST", &headers, &message.to_string()).await;
    let method = |method: &str| json!({ "jsonrpc": "2.0", "method": method });
    let initialized = send(&method("notifications/initialized")).await;
    assert_eq!(initialized.status, 202);

    let listening = Stream::open(address, "GET", &headers, "").await;
    assert_eq!(listening.status, 200);
    let newest = Client::new(address, NEWEST).await;
    let mut running = loop {
        let stream = send(&waiting(1)).await;
        if stream.status == 200 {
            break stream;
        }
    };
    running.next().await.expect("progress");
    // The running request reaches the limit of one, so the server rejects further calls. In a
    // session, the server still reads the first 64 KiB of a rejected call. The error contains the
    // call's id if the id is in these bytes.
    let mut refused = send(&waiting(2)).await;
    assert_eq!(refused.status, 503);
    assert_eq!(refused.headers["retry-after"], "1");
    assert_eq!(refused.next().await.unwrap()["id"], 2);
    let long = call(3, "echo", json!({ "text": "x".repeat(100 * 1024) }));
    assert_eq!(send(&long).await.status, 503);

    let mut cancel = method("notifications/cancelled");
    cancel["params"] = json!({ "requestId": 1 });
    assert_eq!(send(&cancel).await.status, 202);
    reaches(&gate.dropped, 1).await;
    drop(running);
    let echo = call(4, "echo", json!({ "text": "a" }));
    assert_eq!(admitted(&newest, &echo).await.status, 200);
}

#[tokio::test]
async fn subscriptions_do_not_count() {
    let config = HttpConfig::new().max_requests(1);
    let address = serve_app(Router::new().route_service("/mcp", http_service(Quiet, config))).await;
    let client = Client::new(address, NEWEST).await;
    let params = json!({ "notifications": { "toolsListChanged": true } });
    let listen =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": params });
    let mut streams = Vec::new();
    for _ in 0..3 {
        let mut stream = admitted(&client, &listen).await;
        assert!(stream.next().await.is_some(), "an acknowledgement");
        streams.push(stream);
    }
    let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {} });
    assert_eq!(admitted(&client, &list).await.status, 200);
    drop(streams);
}

#[tokio::test]
async fn a_call_without_its_client_counts() {
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        let (address, gate) = serve(config.max_requests(1)).await;
        let older = Client::new(address, OLDER[1]).await;
        let newest = Client::new(address, NEWEST).await;
        let echo = call(2, "echo", json!({ "text": "a" }));
        admitted(&newest, &echo).await;
        let lost = loop {
            let lost = older.start(&waiting(1)).await;
            let started = timeout(Duration::from_millis(200), reaches(&gate.started, 1));
            if started.await.is_ok() {
                break lost;
            }
        };
        drop(lost);
        for _ in 0..20 {
            assert_eq!(newest.open(&echo).await.status, 503);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        gate.open.add_permits(1);
        reaches(&gate.finished, 1).await;
        assert_eq!(admitted(&newest, &echo).await.status, 200);
    }
}
