//! Malformed and hostile HTTP requests.

use mcp_tool_server::HttpConfig;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::client::*;

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
