//! The limits on requests and questions, slow clients, and requests that the server rejects before it reads the
//! body.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use mcp_tool_runtime::{ElicitForm, ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, ToolServer, serve_http};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Notify;
use tokio::time::timeout;

use super::client::*;
use super::shutdown::Quiet;

/// Returns a call that reports progress and then waits.
fn waiting(id: u32) -> Value {
    let mut call = call(id, "wait", json!({}));
    call["params"]["_meta"]["progressToken"] = json!(id);
    call
}

/// Repeats a message until the status of the response is not 503. Returns that response.
pub(crate) async fn admitted(client: &Client, message: &Value) -> Stream {
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
        // The limit also applies to a request whose header `Mcp-Method` names
        // `subscriptions/listen`.
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
    let address =
        serve_app(Router::new().route_service("/mcp", alone(Quiet).http_service(config))).await;
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
        let lost = admitted(&older, &waiting(1)).await;
        reaches(&gate.started, 1).await;
        lost.close().await;
        for _ in 0..20 {
            assert_eq!(newest.open(&echo).await.status, 503);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        gate.open.add_permits(1);
        reaches(&gate.finished, 1).await;
        assert_eq!(admitted(&newest, &echo).await.status, 200);
    }
}

/// The response to a call without its client has no reader, so it keeps no room.
#[tokio::test]
async fn a_client_that_leaves_at_once_makes_room() {
    for message in [call(1, "wait", json!({})), waiting(1)] {
        let (address, gate) = serve(HttpConfig::new().max_requests(1)).await;
        let older = Client::new(address, OLDER[1]).await;
        let newest = Client::new(address, NEWEST).await;
        let lost = older.start(&message).await;
        reaches(&gate.started, 1).await;
        close(lost).await;
        gate.open.add_permits(1);
        reaches(&gate.finished, 1).await;
        let echo = call(2, "echo", json!({ "text": "a" }));
        assert_eq!(admitted(&newest, &echo).await.status, 200);
    }
}

/// Sends the head of a request, and one byte of its body.
pub(crate) async fn half_a_body(address: SocketAddr) -> TcpStream {
    let request = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\n\
         mcp-protocol-version: 2026-07-28\r\ncontent-length: 100000\r\n\r\n{{"
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Reads a response until the server closes or resets the connection.
pub(crate) async fn read_to_end(mut stream: impl AsyncRead + Unpin) -> String {
    let mut bytes = Vec::new();
    let read = timeout(LIMIT, stream.read_to_end(&mut bytes)).await;
    // Ignore read errors, because the server may reset the connection.
    let _ = read.expect("the end of the connection in time");
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn incomplete_bodies_get_an_error_and_make_room() {
    // R167
    let config = HttpConfig::new().body_timeout(Duration::from_millis(250));
    let (address, _) = serve(config.max_requests(2)).await;
    let silent = half_a_body(address).await;
    // The second client sends a byte now and then, so its connection is never silent for long.
    let (mut read, mut write) = half_a_body(address).await.into_split();
    tokio::spawn(async move {
        while write.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    for response in [read_to_end(silent).await, read_to_end(&mut read).await] {
        let (head, body) = response.split_once("\r\n\r\n").expect("a response");
        assert!(head.starts_with("HTTP/1.1 408 "), "{head}");
        let error: Value = serde_json::from_str(body).unwrap();
        assert_eq!(error["error"]["code"], -32600, "{error}");
        let message = error["error"]["message"].as_str().unwrap();
        assert_eq!(message, "the body was not complete within 0.25 seconds");
    }
    let client = Client::new(address, NEWEST).await;
    let echo = call(1, "echo", json!({ "text": "a" }));
    assert_eq!(admitted(&client, &echo).await.status, 200);
}

/// More bytes than the buffers of a connection hold.
const LARGE: usize = 8 * 1024 * 1024;

#[derive(Deserialize, JsonSchema, ElicitForm)]
pub(crate) struct Agreement {
    agreed: bool,
}

/// Asks the user.
#[mcp_tool]
async fn agree(
    #[context] cx: &ToolContext,
    /// How often
    times: Option<u8>,
) -> bool {
    let mut is_agreed = true;
    for _ in 0..times.unwrap_or(1) {
        let answer = cx.elicit::<Agreement>("agree", "Do you agree?").await;
        is_agreed &= answer.accepted().is_some_and(|form| form.agreed);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    is_agreed
}

/// Returns a large text.
#[mcp_tool(read_only)]
async fn large() -> String {
    "-".repeat(LARGE)
}

/// Answers at once.
#[mcp_tool(read_only)]
async fn tick() {}

/// Waits for the gate.
#[mcp_tool(read_only)]
async fn wait(#[state] gate: &Notify) -> &'static str {
    gate.notified().await;
    "waited"
}

pub(crate) fn app(config: HttpConfig) -> (Router, Arc<Notify>) {
    let gate = Arc::<Notify>::default();
    let registry = ToolRegistry::builder_arc(Arc::clone(&gate));
    let registry = registry.tools(tools![agree, large, tick, wait]).build();
    let server = ToolServer::new("demo", "1", registry.unwrap());
    let app = Router::new().route_service("/mcp", server.http_service(config));
    (app, gate)
}

/// Serves an app with `serve_http`.
async fn serve_with(app: Router, write_timeout: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = serve_http(listener, app).write_timeout(write_timeout);
    tokio::spawn(serving.until(std::future::pending()).into_future());
    address
}

/// Calls the tool `large`. Returns the connection once the first byte of the response has arrived.
async fn unread_response(address: SocketAddr) -> TcpStream {
    let params = json!({ "name": "large", "arguments": {} });
    let body = request("tools/call", params).to_string();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-method: tools/call\r\n\
         mcp-name: large\r\nmcp-protocol-version: 2026-07-28\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let first = timeout(LIMIT, stream.peek(&mut [0])).await;
    first.expect("a response in time").unwrap();
    stream
}

#[tokio::test]
async fn a_request_counts_until_its_response_is_written() {
    let config = HttpConfig::new().max_requests(1);
    for address in [
        serve_app(app(config.clone()).0).await,
        serve_with(app(config).0, LIMIT).await,
    ] {
        let unread = unread_response(address).await;
        let client = Client::new(address, NEWEST).await;
        let tick = call(1, "tick", json!({}));
        for _ in 0..20 {
            assert_eq!(client.open(&tick).await.status, 503);
        }
        assert!(read_to_end(unread).await.len() > LARGE);
        assert_eq!(admitted(&client, &tick).await.status, 200);
    }
}

#[tokio::test]
async fn a_client_that_does_not_read_loses_its_connection() {
    let (app, gate) = app(HttpConfig::new().max_requests(2));
    let address = serve_with(app, Duration::from_millis(100)).await;
    let client = Client::new(address, NEWEST).await;
    let running = client.start(&call(1, "wait", json!({}))).await;
    let unread = unread_response(address).await;
    // The server has room again once it has closed the connection of the client that does not
    // read. It does not close the connection of a call that has nothing to write yet.
    let tick = admitted(&client, &call(2, "tick", json!({}))).await;
    assert_eq!(tick.status, 200);
    assert!(read_to_end(unread).await.len() < LARGE);
    gate.notify_one();
    let answer = Stream::read(running).await.next().await.expect("an answer");
    assert_eq!(answer["result"]["content"][0]["text"], "waited");
}

/// Linux lists the timer of each connection in `/proc/net/tcp`. The timer 2 is that of keep-alive.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_system_checks_whether_silent_clients_still_exist() {
    let address = serve_with(app(HttpConfig::new()).0, LIMIT).await;
    let client = TcpStream::connect(address).await.unwrap();
    let port = |address: SocketAddr| format!(":{:04X}", address.port());
    let (ours, theirs) = (port(client.local_addr().unwrap()), port(address));
    let is_checked = || {
        let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
        table.lines().any(|line| {
            let fields: Vec<_> = line.split_whitespace().collect();
            fields[1].ends_with(&theirs)
                && fields[2].ends_with(&ours)
                && fields[5].starts_with("02:")
        })
    };
    let checked = async {
        while !is_checked() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(LIMIT, checked).await.expect("a keep-alive timer");
}

/// Sends a call of `agree`, and disconnects after the first message of the response. Returns this message.
async fn ask(client: &Client, id: u32) -> Value {
    let mut stream = client.open(&call(id, "agree", json!({}))).await;
    stream.next().await.expect("a message")
}

#[tokio::test]
async fn open_questions_are_limited() {
    // R167
    let config = HttpConfig::new()
        .max_questions_per_session(2)
        .max_questions(3);
    let address = serve_app(app(config).0).await;
    let capabilities = json!({ "elicitation": {} });
    let begin = || Client::begin_with(address, OLDER[1], &[], capabilities.clone());
    let (first, second) = (begin().await, begin().await);
    let is_question = |message: &Value| message["method"] == "elicitation/create";
    let refused = |message: Value, whose: &str| {
        let result = &message["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        let reason = format!("too many questions of {whose} wait for an answer");
        assert!(
            result["isError"] == true && text.contains(&reason),
            "{message}"
        );
    };
    let question = ask(&first, 1).await;
    assert!(is_question(&question), "{question}");
    assert!(is_question(&ask(&first, 2).await));
    refused(ask(&first, 3).await, "this session");
    assert!(is_question(&ask(&second, 1).await));
    refused(ask(&second, 2).await, "this server");
    for client in [&first, &second] {
        let (_, answer) = client.ask(&call(9, "tick", json!({}))).await;
        assert!(answer["result"].is_object(), "{answer}");
    }
    // An answer makes room for another question.
    let answer = json!({ "action": "decline" });
    let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": answer });
    assert_eq!(first.open(&answer).await.status, 202);
    let asked = async {
        let mut id = 10;
        while !is_question(&ask(&first, id).await) {
            id += 1;
        }
    };
    timeout(LIMIT, asked).await.expect("room in time");
}

#[tokio::test]
async fn calls_that_wait_for_the_user_do_not_count() {
    let address = serve_app(app(HttpConfig::new().max_requests(1)).0).await;
    let capabilities = json!({ "elicitation": {} });
    let client = Client::begin_with(address, OLDER[1], &[], capabilities).await;
    let mut calls = Vec::new();
    for id in 1..4 {
        let mut stream = admitted(&client, &call(id, "agree", json!({}))).await;
        let question = stream.next().await.expect("a question");
        calls.push((id, stream, question["id"].clone()));
    }
    for (id, mut stream, question) in calls {
        let result = json!({ "action": "accept", "content": { "agreed": true } });
        let answer = json!({ "jsonrpc": "2.0", "id": question, "result": result });
        assert_eq!(admitted(&client, &answer).await.status, 202);
        let answer = stream.next().await.expect("an answer");
        assert_eq!(answer["id"], id);
        assert_eq!(answer["result"]["content"][0]["text"], "true");
    }
}
