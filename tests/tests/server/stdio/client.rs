//! The tools of the server, and a client.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_runtime::registry::ToolRegistryBuilder;
use mcp_tool_runtime::{CallToolResult, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{ServeError, ToolServer};
use rmcp::ServerHandler;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};
use tokio::task::JoinHandle;
use tokio::time::timeout;

pub(crate) const OLDEST: [&str; 2] = ["2024-11-05", "2025-03-26"];
pub(crate) const LEGACY: [&str; 2] = ["2025-06-18", "2025-11-25"];
pub(crate) const MODERN: &str = "2026-07-28";

pub(crate) use crate::gate::{Gate, LIMIT, reaches};

/// Adds two numbers.
#[mcp_tool(read_only)]
async fn add(
    /// First
    a: i64,
    /// Second
    b: i64,
) -> i64 {
    a + b
}

/// Panics.
#[mcp_tool]
async fn boom() {
    panic!("secret")
}

/// Waits for the gate.
#[mcp_tool]
async fn wait(#[state] gate: &Gate) -> &'static str {
    struct Counted<'a>(&'a AtomicUsize);
    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let _counted = Counted(&gate.dropped);
    gate.started.fetch_add(1, Ordering::SeqCst);
    gate.open.acquire().await.unwrap().forget();
    "waited"
}

/// Counts up.
#[mcp_tool(read_only)]
async fn count(
    /// How far
    to: i64,
) -> Vec<i64> {
    (1..=to).collect()
}

/// Finds nothing.
#[mcp_tool(read_only)]
async fn find_none() -> Option<i64> {
    None
}

/// Builds the whole result itself.
#[mcp_tool(read_only)]
async fn raw() -> CallToolResult {
    CallToolResult::text("raw")
        .with_meta(json!({ "example.com/n": 1 }).as_object().unwrap().clone())
}

pub(crate) fn builder(gate: Arc<Gate>) -> ToolRegistryBuilder<Gate> {
    ToolRegistry::builder_arc(gate).tools(tools![add, boom, wait, count, find_none, raw])
}

pub(crate) fn registry(gate: Arc<Gate>) -> ToolRegistry<Gate> {
    builder(gate).build().unwrap()
}

pub(crate) fn server(gate: &Arc<Gate>) -> ToolServer {
    ToolServer::new("demo", "1.2.3", registry(Arc::clone(gate)))
        .title("Demonstration")
        .instructions("Add what is to be added.")
}

/// Returns a server without tools, beside a handler of the SDK.
pub(crate) fn alone(handler: impl ServerHandler + Clone) -> ToolServer {
    let registry = ToolRegistry::builder(()).build().unwrap();
    ToolServer::new("alone", "1.2.3", registry)
        .beside_handler(handler)
        .unwrap()
}

pub(crate) struct Client {
    pub(crate) gate: Arc<Gate>,
    pub(crate) to_server: DuplexStream,
    pub(crate) from_server: Lines<BufReader<DuplexStream>>,
    pub(crate) serving: JoinHandle<Result<(), ServeError>>,
    last_id: u64,
}

impl Client {
    pub(crate) fn new() -> Self {
        let gate = Gate::new();
        let server = server(&gate);
        Client::of(server, gate)
    }

    /// Creates a client of the given server. `new` creates a client of the default server.
    pub(crate) fn of(server: ToolServer, gate: Arc<Gate>) -> Self {
        Client::over(|input, output| server.serve_io(input, output), gate)
    }

    /// Creates a client, and passes the server's ends of a pair of streams to `serve`.
    pub(crate) fn over<F>(
        serve: impl FnOnce(DuplexStream, DuplexStream) -> F,
        gate: Arc<Gate>,
    ) -> Self
    where
        F: Future<Output = Result<(), ServeError>> + Send + 'static,
    {
        let (to_server, input) = tokio::io::duplex(64 * 1024);
        let (output, from_server) = tokio::io::duplex(64 * 1024);
        let serving = tokio::spawn(serve(input, output));
        Client {
            gate,
            to_server,
            from_server: BufReader::new(from_server).lines(),
            serving,
            last_id: 0,
        }
    }

    pub(crate) async fn legacy(version: &str) -> Self {
        let mut client = Client::new();
        client.initialize(version).await;
        client
    }

    pub(crate) async fn initialize(&mut self, version: &str) -> Value {
        let info = json!({ "name": "test", "version": "0" });
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": info });
        let result = self.result("initialize", params).await;
        self.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
        result
    }

    pub(crate) async fn send_raw(&mut self, line: impl AsRef<[u8]>) {
        self.to_server.write_all(line.as_ref()).await.unwrap();
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.send_raw(format!("{message}\n")).await;
    }

    pub(crate) async fn receive(&mut self) -> Value {
        let line = timeout(LIMIT, self.from_server.next_line()).await;
        let line = line
            .expect("an answer in time")
            .unwrap()
            .expect("an answer");
        let message: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        message
    }

    /// Sends a line, and returns the id, code and message of the error response.
    pub(crate) async fn refused(&mut self, line: impl AsRef<[u8]>) -> (Value, i64, String) {
        self.send_raw(line).await;
        self.send_raw("\n").await;
        let answer = self.receive().await;
        let error = &answer["error"];
        assert!(answer.get("result").is_none(), "{answer}");
        (
            answer["id"].clone(),
            error["code"].as_i64().unwrap(),
            error["message"].as_str().unwrap().to_owned(),
        )
    }

    pub(crate) async fn start(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = json!(self.last_id);
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(request).await;
        id
    }

    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.start(method, params).await;
        let answer = self.receive().await;
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    pub(crate) async fn result(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.ask(method, params).await;
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    pub(crate) async fn error(&mut self, method: &str, params: Value) -> (i64, String) {
        let answer = self.ask(method, params).await;
        assert!(answer.get("result").is_none(), "{answer}");
        let error = &answer["error"];
        (
            error["code"].as_i64().unwrap(),
            error["message"].as_str().unwrap().to_owned(),
        )
    }

    /// Checks that the next message from the server is the response to a new `tools/list` request.
    pub(crate) async fn expect_silence(&mut self) {
        assert_eq!(
            self.result("tools/list", modern(json!({}))).await["ttlMs"],
            0
        );
    }

    /// Closes the server's input. Returns the remaining messages, and the return value of the serving task.
    pub(crate) async fn end(mut self) -> (Vec<Value>, Result<(), ServeError>) {
        drop(self.to_server);
        let mut rest = Vec::new();
        let read = async {
            while let Some(line) = self.from_server.next_line().await.unwrap() {
                rest.push(serde_json::from_str(&line).unwrap());
            }
        };
        timeout(LIMIT, read).await.expect("the end in time");
        (rest, self.serving.await.unwrap())
    }
}

pub(crate) fn modern_version(version: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    params
}

pub(crate) fn modern(params: Value) -> Value {
    modern_version(MODERN, params)
}

pub(crate) fn call(name: &str, arguments: Value) -> Value {
    json!({ "name": name, "arguments": arguments })
}
