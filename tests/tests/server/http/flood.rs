//! Hundreds of clients that send or read nothing more. The server is a process of its own, so that the test measures
//! its memory.
#![cfg(target_os = "linux")]

use std::net::SocketAddr;
use std::time::Duration;

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, ToolServer, serve_http};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpSocket, TcpStream};

use super::client::*;
use super::limits::admitted;
use super::process::Process;

const VARIABLE: &str = "MCP_TOOL_TESTS_FLOOD";

/// The time limits for bodies and writes.
const TIME: Duration = Duration::from_secs(1);

const MIB: usize = 1024 * 1024;

/// The limit on the bytes of bodies and responses.
const OPEN_BYTES: usize = 32 * MIB;

/// The memory for the buffers of a connection.
const BUFFERS: usize = 64 * 1024;

/// Returns a large text.
#[mcp_tool(read_only)]
async fn large() -> String {
    "-".repeat(MIB / 2)
}

/// Answers at once.
#[mcp_tool(read_only)]
async fn tick() {}

#[tokio::test]
#[ignore = "started by the other"]
async fn server() {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let config = HttpConfig::new()
        .max_requests(4096)
        .max_open_bytes(OPEN_BYTES)
        .body_timeout(TIME);
    let registry = ToolRegistry::builder(()).tools(tools![large, tick]);
    let server = ToolServer::new("flood", "1", registry.build().unwrap());
    let socket = TcpSocket::new_v4().unwrap();
    // The buffers of the system hold no whole response.
    socket.set_send_buffer_size(4096).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1024).unwrap();
    eprintln!("{}", listener.local_addr().unwrap());
    let serving = serve_http(listener, server.http_service(config)).write_timeout(TIME);
    serving.await.unwrap();
}

/// Returns a number in a file of `/proc`.
fn number(path: &str, name: &str) -> usize {
    let text = std::fs::read_to_string(path).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.unwrap().parse().unwrap_or(usize::MAX)
}

async fn send(address: SocketAddr, text: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

#[tokio::test]
async fn clients_that_send_and_read_nothing_more_cannot_stop_the_server() {
    // R167
    let files = number("/proc/self/limits", "Max open files");
    let clients = if files > 4096 { 512 } else { 128 };
    let (process, address) = Process::start("http::flood::server", VARIABLE);
    let status = format!("/proc/{}/status", process.id());
    let before = number(&status, "VmRSS:") * 1024;
    let half_a_head = format!("POST /mcp HTTP/1.1\r\nx: {}", "x".repeat(16 * 1024));
    let half_a_body = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: 100000\r\n\r\n{}",
        " ".repeat(32 * 1024)
    );
    let body = request("tools/call", json!({ "name": "large", "arguments": {} })).to_string();
    let call = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         mcp-method: tools/call\r\nmcp-name: large\r\nmcp-protocol-version: 2026-07-28\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut streams = Vec::new();
    for _ in 0..clients {
        for text in [&call, &half_a_body, &half_a_head] {
            streams.push(send(address, text).await);
        }
    }
    let client = Client::new(address, NEWEST).await;
    let tick = super::client::call(1, "tick", json!({}));
    let tick = admitted(&client, &tick).await;
    assert_eq!(tick.status, 200);
    let memory = number(&status, "VmHWM:") * 1024 - before;
    eprintln!("{} MiB for {} connections", memory / MIB, streams.len());
    let limit = OPEN_BYTES + streams.len() * BUFFERS;
    assert!(memory < limit, "{memory} bytes of memory, not {limit}");
    drop(process);
}
