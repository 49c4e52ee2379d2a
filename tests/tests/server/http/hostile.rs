//! Malformed and hostile HTTP requests.

use mcp_tool_server::HttpConfig;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::client::*;
use super::limits::{admitted, half_a_body, read_to_end};

/// Sends these bytes. Returns the response, read until the server closes the connection.
async fn said(address: std::net::SocketAddr, bytes: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut text = String::new();
    let read = timeout(LIMIT, stream.read_to_string(&mut text)).await;
    read.expect("the end of the answer in time").unwrap();
    text
}

#[tokio::test]
async fn odd_requests_get_errors_and_leave_others_running() {
    let (address, _gate) = serve(HttpConfig::new()).await;
    let call = json!({ "name": "echo", "arguments": { "text": "a" } });
    let call = request("tools/call", call).to_string();
    let usual = format!(
        "content-type: application/json\r\naccept: application/json, text/event-stream\r\n\
         mcp-protocol-version: 2026-07-28\r\nmcp-name: echo\r\n\
         connection: close\r\ncontent-length: {}",
        call.len()
    );
    let host = format!("host: {address}");
    let called = format!("{host}\r\nmcp-method: tools/call");
    let (usual_line, whole_uri) = (
        "POST /mcp HTTP/1.1",
        format!("POST http://{address}/mcp HTTP/1.1"),
    );
    for (line, headers, status) in [
        // The `Host` header is missing, empty, duplicated, or different from the host in the
        // request line.
        ("POST /mcp HTTP/1.0", "mcp-method: tools/call", 400),
        (usual_line, "host:\r\nmcp-method: tools/call", 400),
        (usual_line, &format!("host: evil.example\r\n{called}"), 400),
        (
            &whole_uri,
            "host: evil.example\r\nmcp-method: tools/call",
            400,
        ),
        // If the `Host` header is missing and the request line contains a host, the server checks
        // the host in the request line.
        (&whole_uri, "mcp-method: tools/call", 200),
        (
            "POST http://evil.example/mcp HTTP/1.1",
            "mcp-method: tools/call",
            403,
        ),
        // The request has two different `Content-Length` headers.
        (usual_line, &format!("{called}\r\ncontent-length: 1"), 400),
        // The header `Mcp-Method` and the body name different methods.
        (
            usual_line,
            &format!("{host}\r\nmcp-method: subscriptions/listen"),
            400,
        ),
        // In protocol version 2026-07-28, the server supports only the HTTP method POST.
        ("HEAD /mcp HTTP/1.1", &called, 405),
        ("OPTIONS /mcp HTTP/1.1", &called, 405),
        ("PUT /mcp HTTP/1.1", &called, 405),
        ("DELETE /mcp HTTP/1.1", &host, 405),
        (usual_line, &called, 200),
    ] {
        let bytes = format!("{line}\r\n{headers}\r\n{usual}\r\n\r\n{call}");
        let text = said(address, &bytes).await;
        let found = text.split(' ').nth(1).unwrap_or_default();
        assert_eq!(found, status.to_string(), "{bytes}: {text}");
    }
}

#[tokio::test]
async fn a_client_that_announces_its_body_waits_for_the_permission_to_send_it() {
    let (address, _gate) = serve(HttpConfig::new().max_body_bytes(1000)).await;
    for (size, expected) in [(1001, "413"), (1000, "100")] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!(
            "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: echo\r\n\
             expect: 100-continue\r\nconnection: close\r\ncontent-length: {size}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut start = [0; 12];
        let read = timeout(LIMIT, stream.read_exact(&mut start)).await;
        read.expect("a response in time").unwrap();
        assert_eq!(start, *format!("HTTP/1.1 {expected}").as_bytes(), "{size}");
        if expected == "100" {
            let call = json!({ "name": "echo", "arguments": { "text": "a" } });
            let body = format!("{:size$}", request("tools/call", call).to_string());
            stream.write_all(body.as_bytes()).await.unwrap();
        }
        let rest = read_to_end(stream).await;
        let (found, status) = match expected {
            "100" => (rest.contains(r#""text":"a""#), "200"),
            _ => (rest.contains("1000 bytes"), ""),
        };
        assert!(found && rest.contains(status), "{size}: {rest}");
        assert!(expected == "100" || !rest.contains("HTTP/1.1"), "{rest}");
    }
}

#[tokio::test]
async fn a_client_that_disconnects_while_it_sends_its_body_makes_room() {
    let config = HttpConfig::new().max_requests(1).body_timeout(10 * LIMIT);
    let (address, _gate) = serve(config).await;
    let half = half_a_body(address).await;
    let client = Client::new(address, NEWEST).await;
    let echo = call(1, "echo", json!({ "text": "a" }));
    let counted = async { while client.open(&echo).await.status != 503 {} };
    timeout(LIMIT, counted).await.expect("a busy server");
    drop(half);
    assert_eq!(admitted(&client, &echo).await.status, 200);
}
