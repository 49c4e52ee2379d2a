//! Over HTTP, the server sends questions to clients older than 2026-07-28 on the response stream of the call.
//! The server can do this only in a session.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use mcp_tool_server::{HttpConfig, ToolServer};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::tools::*;

async fn serve(config: HttpConfig) -> SocketAddr {
    let service = ToolServer::new("demo", "1.0.0", registry()).http_service(config);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = Router::new().route_service("/mcp", service);
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    address
}

/// A response, read piece by piece.
struct Answer {
    stream: TcpStream,
    text: String,
}

impl Answer {
    /// Reads until a complete line contains `part`. Returns the whole line. Panics if the response ends first.
    async fn until(&mut self, part: &str) -> &str {
        let mut buffer = [0; 4096];
        loop {
            let whole = self.text.rfind('\n').map_or(0, |end| end + 1);
            if let Some(start) = self.text[..whole].find(part) {
                let begin = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
                let line = &self.text[begin..];
                return &line[..line.find(['\r', '\n']).unwrap_or(line.len())];
            }
            let read = timeout(Duration::from_secs(60), self.stream.read(&mut buffer));
            let read = read.await.expect("an answer in time").unwrap();
            if read == 0 {
                assert!(!self.text.ends_with('\n'), "no {part} in {}", self.text);
                self.text.push('\n');
            }
            self.text.push_str(str::from_utf8(&buffer[..read]).unwrap());
        }
    }

    async fn message(&mut self, part: &str) -> Value {
        let line = self.until(part).await;
        serde_json::from_str(line.strip_prefix("data:").unwrap_or(line)).unwrap()
    }
}

async fn post(address: SocketAddr, headers: &[(&str, &str)], body: &Value) -> Answer {
    post_text(address, headers, &body.to_string()).await
}

async fn post_text(address: SocketAddr, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut request = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\naccept: application/json, text/event-stream\r\n\
         content-length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream
        .write_all(format!("{request}\r\n{body}").as_bytes())
        .await
        .unwrap();
    Answer {
        stream,
        text: String::new(),
    }
}

fn call() -> Value {
    json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "book" } })
}

fn initialize(version: &str) -> Value {
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": version,
            "capabilities": { "elicitation": {} },
            "clientInfo": { "name": "test", "version": "0" },
        },
    })
}

#[tokio::test]
async fn a_question_comes_on_the_stream_of_its_call() {
    // R183, R201
    let address = serve(HttpConfig::new()).await;
    for version in ["2025-06-18", "2025-11-25"] {
        let mut hello = post(address, &[], &initialize(version)).await;
        let session = hello.until("mcp-session-id").await;
        let session = session.split_once(": ").unwrap().1.to_owned();
        let headers = [
            ("mcp-session-id", session.as_str()),
            ("mcp-protocol-version", version),
        ];
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        post(address, &headers, &initialized)
            .await
            .until("202")
            .await;

        // A task that the tool spawns also sends its question on the stream of the call.
        let mut by_task = call();
        by_task["params"]["name"] = "by_task".into();
        let mut answer = post(address, &headers, &by_task).await;
        let asked = answer.message("elicitation/create").await;
        let sure = accept(json!({ "sure": true }));
        let reply = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": sure });
        post(address, &headers, &reply).await.until("202").await;
        let result = answer.message(r#""id":2"#).await;
        assert_eq!(result["result"]["content"][0]["text"], "Some(true)");

        let mut answer = post(address, &headers, &call()).await;
        let asked = answer.message("elicitation/create").await;
        assert_eq!(asked["params"]["message"], "Where to?");
        let reply = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": oslo() });
        post(address, &headers, &reply).await.until("202").await;
        let result = answer.message(r#""id":2"#).await;
        assert_eq!(
            result["result"]["content"][0]["text"],
            "Oslo for 2, with nothing"
        );
    }
}

#[tokio::test]
async fn calls_that_wait_for_the_user_do_not_count() {
    let address = serve(HttpConfig::new().max_requests(1)).await;
    let mut hello = post(address, &[], &initialize("2025-11-25")).await;
    let session = hello.until("mcp-session-id").await;
    let session = session.split_once(": ").unwrap().1.to_owned();
    let headers = [
        ("mcp-session-id", session.as_str()),
        ("mcp-protocol-version", "2025-11-25"),
    ];
    // Retry after a 503: for a moment, the server can still count the previous request towards
    // `max_requests(1)`.
    let post = async |message: &Value| {
        for _ in 0..1000 {
            let mut answer = post(address, &headers, message).await;
            let status = answer.until("HTTP/1.1 ").await;
            if !status.contains(" 503 ") {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        panic!("there is no room for {message}");
    };
    post(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
    let mut calls = Vec::new();
    for id in 2..5 {
        let mut call = call();
        call["id"] = id.into();
        let mut answer = post(&call).await;
        let asked = answer.message("elicitation/create").await;
        calls.push((id, answer, asked["id"].clone()));
    }
    for (id, mut answer, question) in calls {
        let reply = json!({ "jsonrpc": "2.0", "id": question, "result": oslo() });
        post(&reply).await.until("202").await;
        let result = answer.message(&format!(r#""id":{id}"#)).await;
        assert_eq!(
            result["result"]["content"][0]["text"],
            "Oslo for 2, with nothing"
        );
    }
}

#[tokio::test]
async fn an_unreadable_answer_ends_the_call() {
    // R198, R201
    let address = serve(HttpConfig::new()).await;
    let mut hello = post(address, &[], &initialize("2025-11-25")).await;
    let session = hello.until("mcp-session-id").await;
    let session = session.split_once(": ").unwrap().1.to_owned();
    let headers = [
        ("mcp-session-id", session.as_str()),
        ("mcp-protocol-version", "2025-11-25"),
    ];
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    post(address, &headers, &initialized)
        .await
        .until("202")
        .await;
    for body in [
        // `\ud83d` is a lone surrogate, which a JavaScript client sends if it cuts an emoji in
        // half. A Rust string cannot contain a lone surrogate.
        r#""result":{"action":"accept","content":{"city":"\ud83d","people":2}}"#,
        r#""result":{"action":"accept","content":{"city":1e999,"people":2}}"#,
        r#""error":7"#,
    ] {
        let mut answer = post(address, &headers, &call()).await;
        let question = &answer.message("elicitation/create").await["id"];
        let reply = format!(r#"{{"jsonrpc":"2.0","id":{question},{body}}}"#);
        let mut accepted = post_text(address, &headers, &reply).await;
        accepted.until("HTTP/1.1 202").await;
        let result = timeout(Duration::from_secs(60), answer.message("isError"));
        let result = result.await.expect("the end of the call in time");
        let text = result["result"]["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("{result}"));
        assert!(
            text.contains("the request to the client failed"),
            "{body}: {text}"
        );
    }
}

#[tokio::test]
async fn a_question_is_the_result_of_its_call() {
    // R189
    let address = serve(HttpConfig::new()).await;
    let headers = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "book"),
    ];
    let mut request = call();
    let meta = |capabilities: Value| {
        json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        })
    };
    request["params"]["_meta"] = meta(json!({ "elicitation": {} }));
    let asked = post(address, &headers, &request)
        .await
        .message(r#""id":2"#)
        .await;
    assert_eq!(asked["result"]["resultType"], "input_required");
    assert_eq!(
        asked["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"],
        "demo"
    );
    request["params"]["inputResponses"] = json!({ "trip": oslo() });
    let done = post(address, &headers, &request)
        .await
        .message(r#""id":2"#)
        .await;
    assert_eq!(
        done["result"]["content"][0]["text"],
        "Oslo for 2, with nothing"
    );

    // R163
    let mut request = call();
    request["params"]["_meta"] = meta(json!({}));
    let mut refused = post(address, &headers, &request).await;
    refused.until("HTTP/1.1 400").await;
    assert_eq!(refused.message(r#""id":2"#).await["error"]["code"], -32021);
}

#[tokio::test]
async fn with_a_session_the_model_reads_what_the_client_lacks() {
    // R192, R201
    let address = serve(HttpConfig::new()).await;
    let mut hello = initialize("2025-11-25");
    hello["params"]["capabilities"] = json!({});
    let mut hello = post(address, &[], &hello).await;
    let session = hello.until("mcp-session-id").await;
    let session = session.split_once(": ").unwrap().1.to_owned();
    let headers = [
        ("mcp-session-id", session.as_str()),
        ("mcp-protocol-version", "2025-11-25"),
    ];
    let result = post(address, &headers, &call())
        .await
        .message(r#""id":2"#)
        .await;
    let text = result["result"]["content"][0]["text"].as_str();
    let text = text.unwrap_or_else(|| panic!("{result}"));
    assert!(
        text.ends_with("the client has not declared the capability `elicitation`"),
        "{text}"
    );
}

#[tokio::test]
async fn without_a_session_the_model_reads_that_asking_is_impossible() {
    // R201
    let address = serve(HttpConfig::new().without_sessions()).await;
    let headers = [("mcp-protocol-version", "2025-11-25")];
    let mut request = call();
    let result = post(address, &headers, &request)
        .await
        .message(r#""id":2"#)
        .await;
    let text = result["result"]["content"][0]["text"]
        .as_str()
        .unwrap()
        .to_owned();
    // Without a session, the server cannot send requests to the client, whatever the client's
    // capabilities are. So the error does not mention capabilities.
    assert!(
        text.ends_with("this connection cannot send requests to the client"),
        "{text}"
    );
    assert_eq!(result["result"]["isError"], true);

    // Neither capabilities in `_meta` nor a made-up session id opens a session. So the server
    // still cannot send requests to the client.
    request["params"]["_meta"] = json!({
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    });
    let made_up = [headers[0], ("mcp-session-id", "made-up")];
    for headers in [&headers[..], &made_up] {
        let result = post(address, headers, &request)
            .await
            .message(r#""jsonrpc""#)
            .await;
        let text = result["result"]["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("{result}"));
        assert!(
            text.ends_with("this connection cannot send requests to the client"),
            "{text}"
        );
    }
}
