//! A companion whose behaviour a test writes, and a client that sees every byte.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_tool_runtime::{ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{ClientMessage, Companion, CompanionChannel, CompanionSender, ToolServer};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};
use tokio::sync::Notify;
use tokio::time::timeout;

/// The time after which a test assumes that the server hangs. Longer than the server waits for a companion.
const LIMIT: Duration = Duration::from_secs(60);

/// A companion that calls a function for each message, with its method and its id.
#[derive(Clone)]
pub(crate) struct Script {
    run: Arc<dyn Fn(&Got<'_>) + Send + Sync>,
    at_end: Arc<dyn Fn() + Send + Sync>,
}

/// A message of the client, as the companion sees it.
pub(crate) struct Got<'a> {
    pub(crate) message: &'a ClientMessage,
    pub(crate) json: Value,
    pub(crate) sender: CompanionSender,
}

impl Got<'_> {
    pub(crate) fn method(&self) -> &str {
        self.json["method"].as_str().unwrap_or_default()
    }

    pub(crate) fn id(&self) -> u64 {
        self.json["id"].as_u64().unwrap()
    }

    /// Sends the result of the request, as JSON.
    pub(crate) fn answer(&self, result: impl std::fmt::Display) {
        let id = self.id();
        self.sender.send(format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#
        ));
    }

    pub(crate) fn refuse(&self, code: i32) {
        let error = json!({ "code": code, "message": "refused" });
        let response = json!({ "jsonrpc": "2.0", "id": self.id(), "error": error });
        self.sender.send(response.to_string());
    }

    /// Answers what a companion without tools has to.
    pub(crate) fn answer_basics(&self) {
        match self.method() {
            "initialize" | "server/discover" => self.answer(r#"{"capabilities":{"prompts":{}}}"#),
            _ if self.json.get("id").is_some() && self.json.get("method").is_some() => {
                self.refuse(-32601);
            }
            _ => {}
        }
    }
}

pub(crate) fn script(run: impl Fn(&Got<'_>) + Send + Sync + 'static) -> Script {
    Script {
        run: Arc::new(run),
        at_end: Arc::new(|| {}),
    }
}

impl Script {
    /// Calls a function when a client is gone.
    pub(crate) fn at_end(mut self, at_end: impl Fn() + Send + Sync + 'static) -> Self {
        self.at_end = Arc::new(at_end);
        self
    }
}

/// The value that the companion lends to tools.
pub(crate) struct Library(pub(crate) &'static str);

impl Companion for Script {
    fn open(&self, mut channel: CompanionChannel) {
        channel.lend(Library("lent"));
        let script = self.clone();
        tokio::spawn(async move {
            while let Some(message) = channel.receive().await {
                let got = Got {
                    json: serde_json::from_str(message.json()).unwrap(),
                    message: &message,
                    sender: channel.sender(),
                };
                (script.run)(&got);
            }
            (script.at_end)();
        });
    }

    fn has_tool(&self, name: &str) -> bool {
        name == "taken"
    }
}

/// A companion that reads no message before it is told to. Then it counts all of them.
#[derive(Default)]
pub(crate) struct Stuck {
    pub(crate) reads: Arc<Notify>,
    pub(crate) counted: Arc<Mutex<Vec<String>>>,
}

impl Companion for Stuck {
    fn open(&self, mut channel: CompanionChannel) {
        let (reads, counted) = (Arc::clone(&self.reads), Arc::clone(&self.counted));
        tokio::spawn(async move {
            reads.notified().await;
            while let Some(message) = channel.receive().await {
                counted.lock().unwrap().push(message.json().to_owned());
            }
        });
    }
}

/// Adds two numbers.
#[mcp_tool(read_only)]
pub(crate) async fn add(
    /// First
    a: i64,
    /// Second
    b: i64,
) -> i64 {
    a + b
}

/// Returns what the companion lends.
#[mcp_tool(read_only)]
async fn borrow(#[context] cx: &ToolContext) -> &'static str {
    cx.extension::<Library>()
        .map_or("nothing", |Library(name)| name)
}

/// Is a tool of the companion, too.
#[mcp_tool(read_only)]
async fn taken() {}

pub(crate) fn tools() -> ToolServer {
    let registry = ToolRegistry::builder(()).tools(tools![add, borrow]);
    ToolServer::new("demo", "1.0.0", registry.build().unwrap()).instructions("Ours.")
}

pub(crate) fn duplicate() -> ToolServer {
    let registry = ToolRegistry::builder(()).tools(tools![taken]);
    ToolServer::new("demo", "1.0.0", registry.build().unwrap())
}

pub(crate) struct Client {
    writer: tokio::io::WriteHalf<DuplexStream>,
    lines: Lines<BufReader<tokio::io::ReadHalf<DuplexStream>>>,
}

impl Client {
    /// Connects to tools beside a companion.
    pub(crate) fn connect(run: impl Fn(&Got<'_>) + Send + Sync + 'static) -> Self {
        Client::of(tools().beside(script(run)).unwrap())
    }

    pub(crate) fn of(server: ToolServer) -> Self {
        let (client, stream) = tokio::io::duplex(64 * 1024);
        let (input, output) = tokio::io::split(stream);
        tokio::spawn(server.serve_io(input, output));
        let (reader, writer) = tokio::io::split(client);
        let lines = BufReader::new(reader).lines();
        Client { writer, lines }
    }

    /// Connects, and sends `initialize`.
    pub(crate) async fn initialized(run: impl Fn(&Got<'_>) + Send + Sync + 'static) -> Self {
        let mut client = Client::connect(run);
        client.initialize().await;
        client
    }

    pub(crate) async fn initialize(&mut self) -> Value {
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "0" },
        });
        self.send(
            &json!({ "jsonrpc": "2.0", "id": "first", "method": "initialize", "params": params }),
        )
        .await;
        let response = self.next().await;
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
        response
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.write(&message.to_string()).await;
    }

    pub(crate) async fn write(&mut self, line: &str) {
        let line = format!("{line}\n");
        self.writer.write_all(line.as_bytes()).await.unwrap();
    }

    pub(crate) async fn line(&mut self) -> String {
        let line = timeout(LIMIT, self.lines.next_line());
        line.await
            .expect("a line in time")
            .unwrap()
            .expect("a line")
    }

    pub(crate) async fn next(&mut self) -> Value {
        serde_json::from_str(&self.line().await).unwrap()
    }

    /// Sends a request in a session, and returns the next message.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        self.send(&request).await;
        self.next().await
    }

    /// Sends a request of protocol version 2026-07-28, and returns the next message.
    pub(crate) async fn modern(&mut self, method: &str, mut params: Value) -> Value {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        self.request(method, params).await
    }
}
