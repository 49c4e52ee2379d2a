//! Connections of `serve_http`: their number, their heads, and those that open during the shutdown.

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use mcp_tool_server::{HttpConfig, ServeHttp, serve_http};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::client::*;
use super::limits::{app, read_to_end};

async fn listen(app: Router) -> (SocketAddr, ServeHttp<Router>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (address, serve_http(listener, app))
}

/// Sends a request for a page that does not exist.
async fn request_page(stream: &mut TcpStream) {
    let request = b"GET /none HTTP/1.1\r\nhost: localhost\r\n\r\n";
    stream.write_all(request).await.unwrap();
}

/// Reads the head of the response, which has no body.
async fn read_head(stream: &mut TcpStream) {
    let mut bytes = Vec::new();
    let read = async {
        while !bytes.ends_with(b"\r\n\r\n") {
            bytes.push(stream.read_u8().await.unwrap());
        }
    };
    timeout(LIMIT, read).await.expect("a response in time");
    assert!(bytes.starts_with(b"HTTP/1.1 404 "));
}

#[tokio::test]
async fn connections_beyond_the_limit_wait() {
    let (address, serving) = listen(Router::new()).await;
    let serving = serving
        .max_connections(2)
        .until(std::future::pending::<()>());
    tokio::spawn(serving.into_future());
    let connect = async || {
        let mut stream = TcpStream::connect(address).await.unwrap();
        request_page(&mut stream).await;
        stream
    };
    let (mut first, mut second) = (connect().await, connect().await);
    read_head(&mut first).await;
    read_head(&mut second).await;
    let mut third = connect().await;
    for _ in 0..20 {
        request_page(&mut first).await;
        read_head(&mut first).await;
    }
    let early = third.try_read(&mut [0]).unwrap_err();
    assert_eq!(early.kind(), std::io::ErrorKind::WouldBlock);
    drop(second);
    read_head(&mut third).await;
}

#[tokio::test]
async fn a_head_has_a_size_limit() {
    let (address, serving) = listen(Router::new()).await;
    let serving = serving.until(std::future::pending::<()>());
    tokio::spawn(serving.into_future());
    for (size, status) in [(60 * 1024, "404"), (64 * 1024, "431")] {
        let start = "GET /none HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx: ";
        // The server does not need the end of a head that is too long.
        let end = if status == "404" { "\r\n\r\n" } else { "" };
        let head = format!("{start}{}{end}", "x".repeat(size - start.len()));
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let response = read_to_end(stream).await;
        assert_eq!(response.split(' ').nth(1), Some(status), "{response}");
    }
}

#[tokio::test]
async fn an_answer_can_arrive_on_a_new_connection_during_the_grace_period() {
    let (address, serving) = listen(app(HttpConfig::new()).0).await;
    let (end, ended) = oneshot::channel::<()>();
    let serving = serving.until(async move { ended.await.unwrap() });
    // A test that waits for the end of the grace period fails.
    let serving = tokio::spawn(serving.grace(10 * LIMIT).into_future());
    let capabilities = json!({ "elicitation": {} });
    let client = Client::begin_with(address, OLDER[1], &[], capabilities).await;
    let agree = call(1, "agree", json!({ "times": 2 }));
    let mut asked = client.open(&agree).await;
    let question = asked.next().await.expect("a question");
    let event = asked.event.clone().expect("an event with an id");
    let mut listening = client.listen(&[]).await;
    end.send(()).unwrap();
    assert_eq!(listening.next().await, None);

    // The server starts no new work.
    for client in [client.clone(), Client::new(address, NEWEST).await] {
        let mut refused = client.open(&call(2, "tick", json!({}))).await;
        assert_eq!(refused.status, 503);
        let refused = refused.next().await.expect("an error");
        assert_eq!(refused["error"]["message"], "the server is shutting down");
    }
    let mut page = TcpStream::connect(address).await.unwrap();
    request_page(&mut page).await;
    let page = read_to_end(page).await;
    assert!(page.contains("connection: close"), "{page}");

    // The client continues a lost stream, and answers one question after the other.
    drop(asked);
    let mut resumed = client.listen(&[("last-event-id", &event)]).await;
    let answer = async |question: Value| {
        let result = json!({ "action": "accept", "content": { "agreed": true } });
        let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": result });
        assert_eq!(client.open(&answer).await.status, 202);
    };
    answer(question).await;
    answer(resumed.next().await.expect("another question")).await;
    let answer: Value = resumed.next().await.expect("an answer");
    assert_eq!(answer["result"]["content"][0]["text"], "true", "{answer}");
    assert_eq!(resumed.next().await, None);
    let end = timeout(LIMIT, serving).await;
    end.expect("the end in time").unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn the_shutdown_cancels_calls_whose_clients_have_left() {
    let (server, gate) = server();
    let service = server.http_service(HttpConfig::new());
    let (address, serving) = listen(Router::new().route_service("/mcp", service)).await;
    let (end, ended) = oneshot::channel::<()>();
    let serving = serving.until(async move { ended.await.unwrap() });
    let serving = tokio::spawn(serving.grace(Duration::from_millis(50)).into_future());
    let client = Client::new(address, OLDER[1]).await;
    let running = client.start(&call(1, "tidy", json!({}))).await;
    reaches(&gate.started, 1).await;
    close(running).await;
    end.send(()).unwrap();
    let end = timeout(LIMIT, serving).await;
    end.expect("the end in time").unwrap().unwrap();
    assert_eq!(gate.finished.load(Ordering::SeqCst), 1);
}
