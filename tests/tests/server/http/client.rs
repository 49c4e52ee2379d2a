//! The tools of the server, and a client. The client implements HTTP itself, so that tests can check headers
//! and keep-alive comments, and close connections.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_runtime::{SafeInt, ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, ToolServer};
use rmcp::ServerHandler;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

pub(crate) const OLDER: [&str; 2] = ["2025-06-18", "2025-11-25"];
pub(crate) const NEWEST: &str = "2026-07-28";

pub(crate) use crate::gate::{Gate, LIMIT, reaches};

/// Returns a server without tools, beside a handler of the SDK.
pub(crate) fn alone(handler: impl ServerHandler + Clone) -> ToolServer {
    let registry = ToolRegistry::builder(()).build().unwrap();
    ToolServer::new("alone", "1.2.3", registry)
        .beside_handler(handler)
        .unwrap()
}

/// Finds the nearest harbour.
#[mcp_tool(read_only)]
async fn nearest_harbour(
    /// Which sea
    #[arg(header = "Sea")]
    sea: String,
    /// Maximum distance
    #[arg(header = "Miles")]
    miles: Option<SafeInt>,
) -> String {
    match miles {
        Some(miles) => format!("within {} miles, by the {sea}", miles.get()),
        None => format!("somewhere by the {sea}"),
    }
}

/// Counts up.
#[mcp_tool(read_only)]
async fn count(#[context] cx: &ToolContext) -> Vec<u32> {
    for step in 1..=3_u8 {
        cx.progress(f64::from(step), 3.0, None);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    vec![1, 2, 3]
}

/// Waits for the gate.
#[mcp_tool]
async fn wait(#[state] gate: &Gate, #[context] cx: &ToolContext) -> &'static str {
    struct Running<'a>(&'a Gate, bool);
    impl Drop for Running<'_> {
        fn drop(&mut self) {
            let Running(gate, finished) = self;
            let counter = match finished {
                true => &gate.finished,
                false => &gate.dropped,
            };
            counter.fetch_add(1, Ordering::SeqCst);
        }
    }
    let mut running = Running(gate, false);
    cx.progress(1.0, None, None);
    gate.started.fetch_add(1, Ordering::SeqCst);
    gate.open.acquire().await.unwrap().forget();
    running.1 = true;
    "waited"
}

/// Waits for the gate, reports progress, and waits again.
#[mcp_tool]
async fn wait_and_tell(#[state] gate: &Gate, #[context] cx: &ToolContext) -> &'static str {
    gate.started.fetch_add(1, Ordering::SeqCst);
    gate.open.acquire().await.unwrap().forget();
    cx.progress(1.0, None, None);
    gate.open.acquire().await.unwrap().forget();
    gate.finished.fetch_add(1, Ordering::SeqCst);
    "told"
}

/// Runs until it is cancelled, and then cleans up.
#[mcp_tool(blocking)]
fn tidy(#[state] gate: &Gate, #[context] cx: &ToolContext) {
    gate.started.fetch_add(1, Ordering::SeqCst);
    while !cx.is_cancelled() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(200));
    gate.finished.fetch_add(1, Ordering::SeqCst);
}

/// Returns its text.
#[mcp_tool(read_only)]
async fn echo(
    /// What
    text: String,
) -> String {
    text
}

pub(crate) fn server() -> (ToolServer, Arc<Gate>) {
    let gate = Gate::new();
    let registry = ToolRegistry::builder_arc(Arc::clone(&gate))
        .tools(tools![
            nearest_harbour,
            count,
            wait,
            wait_and_tell,
            tidy,
            echo
        ])
        .build()
        .unwrap();
    (ToolServer::new("demo", "1.2.3", registry), gate)
}

/// Serves the tools at `/mcp`.
pub(crate) async fn serve(config: HttpConfig) -> (SocketAddr, Arc<Gate>) {
    let (server, gate) = server();
    let app = Router::new().route_service("/mcp", server.http_service(config));
    (serve_app(app).await, gate)
}

pub(crate) async fn serve_app(app: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    address
}

type Headers<'a> = [(&'a str, &'a str)];

/// A response that the test reads piece by piece. Dropping it closes the connection.
pub(crate) struct Stream {
    pub(crate) status: u16,
    pub(crate) headers: HashMap<String, String>,
    lines: Lines<BufReader<TcpStream>>,
    /// The last event id that the test has read.
    pub(crate) event: Option<String>,
}

impl Stream {
    /// Sends a request and reads the head of the answer.
    pub(crate) async fn open(
        address: SocketAddr,
        method: &str,
        headers: &Headers<'_>,
        body: &str,
    ) -> Stream {
        Stream::read(start(address, method, headers, body).await).await
    }

    pub(crate) async fn read(stream: TcpStream) -> Stream {
        let mut lines = BufReader::new(stream).lines();
        let head = async {
            let status = lines.next_line().await.unwrap().expect("an answer");
            let mut headers = HashMap::new();
            while let Some(line) = lines.next_line().await.unwrap() {
                let Some((name, value)) = line.split_once(": ") else {
                    break;
                };
                headers.insert(name.to_lowercase(), value.to_owned());
            }
            (status.split(' ').nth(1).unwrap().parse().unwrap(), headers)
        };
        let (status, headers) = timeout(LIMIT, head).await.expect("a head in time");
        Stream {
            status,
            headers,
            lines,
            event: None,
        }
    }

    /// Reads up to the next comment. Panics if a message or the end of the stream comes first.
    pub(crate) async fn next_comment(&mut self) {
        let comment = async {
            while let Some(line) = self.lines.next_line().await.unwrap() {
                if line == ":" {
                    return;
                }
                assert!(!line.starts_with("data:"), "{line}");
            }
            panic!("the stream has ended");
        };
        timeout(LIMIT, comment).await.expect("a comment in time");
    }

    /// Closes the connection, and waits until the server has closed it, too.
    pub(crate) async fn close(self) {
        close(self.lines.into_inner().into_inner()).await;
    }

    /// Returns the next message, from a server-sent event or from a plain JSON body. Returns `None` at the
    /// end of the response.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        timeout(LIMIT, self.next_message()).await.expect("in time")
    }

    /// Returns the rest of the response, as text.
    pub(crate) async fn rest(mut self) -> String {
        let mut rest = String::new();
        while let Some(line) = timeout(LIMIT, self.lines.next_line())
            .await
            .expect("in time")
            .unwrap()
        {
            rest.push_str(&line);
            rest.push('\n');
        }
        rest
    }

    async fn next_message(&mut self) -> Option<Value> {
        // Skip chunk sizes, comments, and other lines that contain no message.
        while let Some(line) = self.lines.next_line().await.unwrap() {
            if let Some(id) = line.strip_prefix("id:") {
                self.event = Some(id.trim().to_owned());
            }
            let line = line.strip_prefix("data:").unwrap_or(&line).trim();
            let message: Option<Value> = serde_json::from_str(line).ok();
            if let Some(message) = message.filter(Value::is_object) {
                return Some(message);
            }
        }
        None
    }
}

/// Sends a request, and does not read the response.
pub(crate) async fn start(
    address: SocketAddr,
    method: &str,
    headers: &Headers<'_>,
    body: &str,
) -> TcpStream {
    start_with_length(address, method, headers, body, body.len()).await
}

/// Sends a request whose body may lack its end.
async fn start_with_length(
    address: SocketAddr,
    method: &str,
    headers: &Headers<'_>,
    body: &str,
    length: usize,
) -> TcpStream {
    let mut request = format!(
        "{method} /mcp HTTP/1.1\r\nconnection: close\r\n\
         accept: application/json, text/event-stream\r\ncontent-length: {length}\r\n",
    );
    let usual = [
        ("host", address.to_string()),
        ("content-type", "application/json".to_owned()),
    ];
    for (usual, value) in usual {
        if !headers.iter().any(|(name, _)| *name == usual) {
            request.push_str(&format!("{usual}: {value}\r\n"));
        }
    }
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("{request}\r\n{body}");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Closes a connection, and waits until the server has closed it, too.
pub(crate) async fn close(mut stream: TcpStream) {
    stream.shutdown().await.unwrap();
    let end = timeout(LIMIT, stream.read_to_end(&mut Vec::new())).await;
    // Ignore read errors, because the server may reset the connection.
    let _ = end.expect("the end of the connection in time");
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) messages: Vec<Value>,
}

/// Posts a message, and reads the whole answer.
pub(crate) async fn post(address: SocketAddr, headers: &Headers<'_>, body: &Value) -> Answer {
    let mut stream = Stream::open(address, "POST", headers, &body.to_string()).await;
    let mut messages = Vec::new();
    while let Some(message) = stream.next().await {
        messages.push(message);
    }
    Answer {
        status: stream.status,
        headers: stream.headers,
        messages,
    }
}

/// Returns a request of the newest protocol version.
pub(crate) fn request(method: &str, mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(NEWEST);
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

/// Returns the headers that each request of the newest protocol version must have.
pub(crate) fn newest(method: &str) -> [(&str, &str); 2] {
    [("mcp-protocol-version", NEWEST), ("mcp-method", method)]
}

pub(crate) fn call(id: impl Into<Value>, name: &str, arguments: Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": "tools/call", "params": params })
}

/// A client of one protocol version.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    version: &'static str,
    session: Option<String>,
}

impl Client {
    /// Connects, with a handshake if the protocol version has one.
    pub(crate) async fn new(address: SocketAddr, version: &'static str) -> Client {
        Client::begin(address, version, &[]).await
    }

    /// Connects. For a protocol version with a handshake, adds these headers to the `initialize` request.
    pub(crate) async fn begin(
        address: SocketAddr,
        version: &'static str,
        headers: &Headers<'_>,
    ) -> Client {
        Client::begin_with(address, version, headers, json!({})).await
    }

    /// Connects with these capabilities. Works like `begin`.
    pub(crate) async fn begin_with(
        address: SocketAddr,
        version: &'static str,
        headers: &Headers<'_>,
        capabilities: Value,
    ) -> Client {
        let mut client = Client {
            address,
            version,
            session: None,
        };
        if version == NEWEST {
            return client;
        }
        let info = json!({ "name": "test", "version": "0" });
        let params = json!({
            "protocolVersion": version, "capabilities": capabilities, "clientInfo": info,
        });
        let initialize =
            json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
        let answer = post(address, headers, &initialize).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.messages[0]["result"]["protocolVersion"], version);
        client.session = answer.headers.get("mcp-session-id").cloned();
        client.notify("notifications/initialized", json!({})).await;
        client
    }

    /// Ends the session.
    pub(crate) async fn end(&self) {
        let session = self.session.as_deref().expect("a session");
        let headers = [
            ("mcp-protocol-version", self.version),
            ("mcp-session-id", session),
        ];
        let answer = Stream::open(self.address, "DELETE", &headers, "").await;
        assert_eq!(answer.status, 204);
    }

    pub(crate) async fn notify(&self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        let answer = self.open(&message).await;
        assert_eq!(answer.status, 202);
    }

    /// Sends a message with the headers that the protocol version requires, and reads the head of the response.
    pub(crate) async fn open(&self, message: &Value) -> Stream {
        Stream::read(self.start(message).await).await
    }

    /// Sends a message, and does not read the response.
    pub(crate) async fn start(&self, message: &Value) -> TcpStream {
        self.start_with(&[], message).await
    }

    /// Sends a message with additional headers, and does not read the response.
    pub(crate) async fn start_with(&self, more: &Headers<'_>, message: &Value) -> TcpStream {
        let mut message = message.clone();
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        let name = message["params"]["name"].as_str().unwrap_or_default();
        let name = name.to_owned();
        let mut headers = vec![("mcp-protocol-version", self.version)];
        headers.extend(more);
        if let Some(session) = &self.session {
            headers.push(("mcp-session-id", session));
        }
        if self.version == NEWEST {
            headers.push(("mcp-method", &method));
            if !name.is_empty() {
                headers.push(("mcp-name", &name));
            }
            let meta = &mut message["params"]["_meta"];
            meta["io.modelcontextprotocol/protocolVersion"] = json!(NEWEST);
            meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        start(self.address, "POST", &headers, &message.to_string()).await
    }

    /// Sends a head, and the first part of a body with this length.
    pub(crate) async fn start_half(&self, half: &str, length: usize) -> TcpStream {
        let session = self.session.as_deref().expect("a session");
        let headers = [
            ("mcp-protocol-version", self.version),
            ("mcp-session-id", session),
        ];
        start_with_length(self.address, "POST", &headers, half, length).await
    }

    /// Sends a request. Returns the messages that come before the response, and the response.
    pub(crate) async fn ask(&self, message: &Value) -> (Vec<Value>, Value) {
        let mut stream = self.open(message).await;
        let mut before = Vec::new();
        while let Some(next) = stream.next().await {
            if next.get("id") == message.get("id") {
                assert_eq!(stream.next().await, None, "nothing after the answer");
                return (before, next);
            }
            before.push(next);
        }
        panic!("no answer to {message} with status {}", stream.status);
    }

    /// Opens the stream on which a client older than 2026-07-28 receives notifications. With the header
    /// `last-event-id` in `more`, resumes a lost stream.
    pub(crate) async fn listen(&self, more: &Headers<'_>) -> Stream {
        let stream = self.get(more).await;
        assert_eq!(stream.status, 200);
        stream
    }

    /// Sends a `GET` with these additional headers.
    pub(crate) async fn get(&self, more: &Headers<'_>) -> Stream {
        let mut headers = vec![("mcp-protocol-version", self.version)];
        if let Some(session) = &self.session {
            headers.push(("mcp-session-id", session));
        }
        headers.extend(more);
        Stream::open(self.address, "GET", &headers, "").await
    }
}
