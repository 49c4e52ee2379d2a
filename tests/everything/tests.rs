use std::sync::Arc;

use mcp_tool_runtime::ToolRegistry;
use mcp_tool_runtime::lint::{Lint, Profile};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};

use crate::resources::WATCHED;
use crate::server::everything;
use crate::{Shared, builder};

fn registry() -> ToolRegistry<Shared> {
    let shared = Shared {
        listeners: Arc::default(),
        notice: Arc::default(),
        tool_change: Arc::default(),
    };
    builder(shared, [7; 32]).build().unwrap()
}

/// Returns the linter. It allows two findings for one tool, because the conformance suite requires that
/// tool's schema.
fn lint() -> Lint {
    Lint::new(Profile::ALL)
        .allow_for("json_schema_2020_12_tool", "root_composition")
        .allow_for("json_schema_2020_12_tool", "reference")
}

mcp_tool_runtime::check_tools!(registry(), golden = "tools.json", profiles = lint());

struct Client(BufReader<DuplexStream>);

impl Client {
    fn new() -> Self {
        let (stream, server) = tokio::io::duplex(1 << 16);
        let (input, output) = tokio::io::split(server);
        tokio::spawn(everything().unwrap().serve_io(input, output));
        Client(BufReader::new(stream))
    }

    async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.0.write_all(line.as_bytes()).await.unwrap();
    }

    async fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.0.read_line(&mut line).await.unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Sends a request, and returns the methods of the notifications that arrive before the response.
    async fn heard_while(&mut self, method: &str, params: Value) -> Vec<String> {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        self.send(&request).await;
        let mut heard = Vec::new();
        loop {
            let message = self.receive().await;
            match message.get("method").and_then(Value::as_str) {
                Some(method) => heard.push(method.to_owned()),
                None => {
                    assert!(message.get("result").is_some(), "{message}");
                    return heard;
                }
            }
        }
    }

    async fn initialize(&mut self) {
        let client = json!({ "name": "test", "version": "1" });
        let params =
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        self.heard_while("initialize", params).await;
    }
}

#[tokio::test]
async fn a_session_gets_updates_while_it_is_subscribed() {
    let mut client = Client::new();
    client.initialize().await;
    let change = json!({ "name": "test_trigger_resource_change" });
    let nothing: [&str; 0] = [];
    assert_eq!(
        client.heard_while("tools/call", change.clone()).await,
        nothing
    );

    let watched = json!({ "uri": WATCHED });
    client
        .heard_while("resources/subscribe", watched.clone())
        .await;
    let heard = client.heard_while("tools/call", change.clone()).await;
    assert_eq!(heard, ["notifications/resources/updated"]);

    client.heard_while("resources/unsubscribe", watched).await;
    assert_eq!(client.heard_while("tools/call", change).await, nothing);
}

#[tokio::test]
async fn a_stream_gets_the_selected_updates() {
    let mut client = Client::new();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({ "notifications": { "promptsListChanged": true }, "_meta": meta });
    let listen = json!({ "jsonrpc": "2.0", "id": "stream", "method": "subscriptions/listen", "params": params });
    client.send(&listen).await;
    let acknowledged = client.receive().await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );

    // The SDK acknowledges the stream shortly before the handler registers it. So repeat the call
    // until a notification arrives.
    let prompts = json!({ "name": "test_trigger_prompt_change", "_meta": meta });
    let heard = loop {
        let heard = client.heard_while("tools/call", prompts.clone()).await;
        if !heard.is_empty() {
            break heard;
        }
    };
    assert_eq!(heard, ["notifications/prompts/list_changed"]);
    let tools = json!({ "name": "test_trigger_tool_change", "_meta": meta });
    let nothing: [&str; 0] = [];
    assert_eq!(client.heard_while("tools/call", tools).await, nothing);
}

#[tokio::test]
async fn a_session_gets_changes_of_the_tools() {
    let mut client = Client::new();
    client.initialize().await;
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    client.send(&initialized).await;
    let change = json!({ "name": "test_trigger_tool_change" });
    let mut heard = client.heard_while("tools/call", change).await;
    if heard.is_empty() {
        let message = client.receive().await;
        heard.push(message["method"].as_str().unwrap().to_owned());
    }
    assert_eq!(heard, ["notifications/tools/list_changed"]);
}

#[tokio::test]
async fn a_session_gets_the_log_level_that_it_sets() {
    let mut client = Client::new();
    client.initialize().await;
    let log = json!({ "name": "test_logging_tool" });
    let message = "notifications/message";
    let heard = client.heard_while("tools/call", log.clone()).await;
    assert_eq!(heard, [message; 2], "of information and above");
    for (level, messages) in [("debug", 3), ("error", 1), ("emergency", 0)] {
        client
            .heard_while("logging/setLevel", json!({ "level": level }))
            .await;
        let heard = client.heard_while("tools/call", log.clone()).await;
        assert_eq!(heard, vec![message; messages], "{level}");
    }
}
