//! Each call has the same result over a pair of streams, over HTTP, and with `handle_json`.

use std::collections::BTreeMap;

use axum::Router;
use mcp_tool_runtime::{
    CallToolResult, ContentBlock, ToolContext, ToolError, ToolRegistry, WithText, mcp_tool, tools,
};
use mcp_tool_server::{HttpConfig, ToolServer};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

use crate::client::*;

#[derive(Serialize, JsonSchema)]
struct Place {
    name: &'static str,
    metres: f64,
    members: BTreeMap<&'static str, Vec<u64>>,
}

fn place() -> Place {
    Place {
        name: "Tøyen \u{1F3D4} \"q\" \\ \u{7f}\u{2028}",
        metres: 3.0,
        members: BTreeMap::from([("z", vec![1]), ("a", vec![u64::MAX, 0])]),
    }
}

/// A text.
#[mcp_tool(read_only, allow(undocumented))]
async fn text(with: String) -> String {
    format!("text with {with}\n\u{0}\u{1F600}")
}

/// An object.
#[mcp_tool(read_only)]
async fn object() -> Place {
    place()
}

/// A list.
#[mcp_tool(read_only)]
async fn list() -> Vec<Place> {
    vec![place(), place()]
}

/// An object and a text for people.
#[mcp_tool(read_only)]
async fn both() -> WithText<Place> {
    WithText::new("A place.", place())
}

/// A number.
#[mcp_tool(read_only)]
async fn number() -> f64 {
    1e300
}

/// A number, or nothing.
#[mcp_tool(read_only)]
async fn nothing() -> Option<u8> {
    None
}

/// An empty answer.
#[mcp_tool(read_only)]
async fn silent() {}

/// Fails.
#[mcp_tool(read_only)]
async fn fails() -> Result<Place, ToolError> {
    Err(ToolError::new("there is no such place").suggest("ask for another"))
}

/// Fails with data.
#[mcp_tool(read_only)]
async fn fails_with_data() -> CallToolResult {
    let mut result = CallToolResult::structured(&json!({ "code": 7, "b": [1.0, 2] })).unwrap();
    result.is_error = true;
    result
}

/// Content blocks.
#[mcp_tool(read_only)]
async fn blocks() -> Vec<ContentBlock> {
    vec![
        ContentBlock::text("first"),
        ContentBlock::image_bytes(b"\x89PNG\r\n\x1a\n", "image/png"),
        ContentBlock::resource_link("file:///a.txt", "a"),
    ]
}

fn registry() -> ToolRegistry<()> {
    let tools = tools![
        text,
        object,
        list,
        both,
        number,
        nothing,
        silent,
        fails,
        fails_with_data,
        blocks
    ];
    ToolRegistry::builder(()).tools(tools).build().unwrap()
}

fn calls() -> Vec<Value> {
    let calls = [
        ("text", json!({ "with": "words" })),
        ("object", json!({})),
        ("list", json!({})),
        ("both", json!({})),
        ("number", json!({})),
        ("nothing", json!({})),
        ("silent", json!({})),
        ("fails", json!({})),
        ("fails_with_data", json!({})),
        ("blocks", json!({})),
        // These calls have invalid arguments, or name an unknown tool.
        ("text", json!({ "with": [], "more": 1 })),
        ("text", json!({})),
        ("texts", json!({})),
        ("text", json!([])),
        ("text", json!("{}")),
    ];
    let calls = (1_u32..).zip(calls);
    let mut calls: Vec<_> = calls
        .map(|(id, (name, arguments))| call(id, name, arguments))
        .collect();
    let mut numbered = call(100, "", json!({}));
    numbered["params"]["name"] = json!(7);
    let mut nameless = call(101, "", json!({}));
    nameless["params"].as_object_mut().unwrap().remove("name");
    calls.extend([numbered, nameless]);
    calls
}

/// Removes `serverInfo` from the `_meta` of a result, because `handle_json` does not add `serverInfo`. Also
/// removes a `_meta` that is then empty.
fn essence(mut answer: Value) -> Value {
    if let Some(meta) = answer
        .pointer_mut("/result/_meta")
        .and_then(Value::as_object_mut)
    {
        meta.remove("io.modelcontextprotocol/serverInfo");
        if meta.is_empty() {
            answer["result"].as_object_mut().unwrap().remove("_meta");
        }
    }
    answer
}

async fn by_json(version: &str) -> Vec<Value> {
    let (registry, context) = (registry(), ToolContext::new(version.parse().unwrap()));
    let mut answers = Vec::new();
    for call in calls() {
        let answer = registry
            .handle_json(call.to_string().as_bytes(), &context)
            .await;
        answers.push(serde_json::from_slice(&answer.unwrap()).unwrap());
    }
    answers
}

/// A client that exchanges messages with a `ToolServer` over a pair of streams.
struct Streams {
    version: &'static str,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    to_server: WriteHalf<DuplexStream>,
}

impl Streams {
    async fn new(version: &'static str) -> Streams {
        let (client, server) = tokio::io::duplex(1024 * 1024);
        let (input, output) = tokio::io::split(server);
        let server = ToolServer::new("demo", "1", registry());
        tokio::spawn(server.serve_io(input, output));
        let (lines, to_server) = tokio::io::split(client);
        let mut client = Streams {
            version,
            lines: BufReader::new(lines).lines(),
            to_server,
        };
        if version != NEWEST {
            let info = json!({ "name": "test", "version": "0" });
            let params =
                json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": info });
            let initialize =
                json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
            client.ask(&initialize.to_string()).await;
        }
        client
    }

    /// Sends a message as one line, and returns the response as JSON text.
    async fn ask(&mut self, message: &str) -> String {
        let line = format!("{message}\n");
        self.to_server.write_all(line.as_bytes()).await.unwrap();
        let line = self.lines.next_line().await.unwrap().unwrap();
        serde_json::from_str::<Value>(&line).unwrap().to_string()
    }
}

async fn by_streams(version: &'static str) -> Vec<Value> {
    let mut client = Streams::new(version).await;
    let mut answers = Vec::new();
    for mut message in calls() {
        if client.version == NEWEST {
            message["params"]["_meta"] = request("", json!({}))["params"]["_meta"].take();
        }
        let answer = client.ask(&message.to_string()).await;
        answers.push(serde_json::from_str(&answer).unwrap());
    }
    answers
}

async fn by_http(config: HttpConfig, version: &'static str) -> Vec<Value> {
    let server = ToolServer::new("demo", "1", registry());
    let app = Router::new().route_service("/mcp", server.http_service(config));
    let client = Client::new(serve_app(app).await, version).await;
    let mut answers = Vec::new();
    for call in calls() {
        answers.push(client.ask(&call).await.1);
    }
    answers
}

#[tokio::test]
async fn all_transports_give_the_same_result() {
    // R101, R105
    for version in [OLDER[0], OLDER[1], NEWEST] {
        let expected = by_json(version).await;
        let ways = [
            ("streams", by_streams(version).await),
            ("HTTP", by_http(HttpConfig::new(), version).await),
            (
                "HTTP without sessions",
                by_http(HttpConfig::new().without_sessions(), version).await,
            ),
        ];
        for (way, answers) in ways {
            assert_eq!(answers.len(), expected.len());
            for (answer, expected) in answers.into_iter().zip(&expected) {
                let expected = essence(expected.clone());
                assert_eq!(essence(answer), expected, "{version} by {way}");
            }
        }
    }
}

/// Returns messages with unusual ids, a byte order mark, or an invalid escape sequence. Their responses must
/// be equal over HTTP and over streams. Each message contains `META` at the place of its `_meta`.
fn unusual() -> Vec<String> {
    let ids = [
        "18446744073709551615",
        "9223372036854775808",
        "9007199254740992.0",
        "7.0",
        "-0",
        "7",
        r#""\u0001 7.0""#,
        r#""\u0001""#,
        r#""7.0""#,
    ];
    let list = |id: &str, more: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"silent"META}}{more}}}"#
        )
    };
    let mut messages: Vec<_> = ids.iter().map(|id| list(id, "")).collect();
    messages.push(format!("\u{feff}{}", list("1", "")));
    messages.push(format!("\u{feff}{}", list("8.0", "")));
    // The last message has an unknown member, whose value contains an invalid escape sequence.
    messages.push(list("2", r#","more":"\ud800""#));
    messages
}

#[tokio::test]
async fn all_transports_read_unusual_ids_and_byte_order_marks() {
    for version in [OLDER[0], OLDER[1], NEWEST] {
        let meta = request("", json!({}))["params"]["_meta"].take();
        let meta = match version == NEWEST {
            true => format!(r#","_meta":{meta}"#),
            false => String::new(),
        };
        let messages: Vec<_> = unusual()
            .iter()
            .map(|message| message.replace("META", &meta))
            .collect();
        let mut client = Streams::new(version).await;
        let mut expected = Vec::new();
        for message in &messages {
            expected.push(client.ask(message).await);
        }
        for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
            let server = ToolServer::new("demo", "1", registry());
            let app = Router::new().route_service("/mcp", server.http_service(config));
            let client = Client::new(serve_app(app).await, version).await;
            for (message, expected) in messages.iter().zip(&expected) {
                let headers = [("mcp-method", "tools/call"), ("mcp-name", "silent")];
                let stream = client.start_text(&headers, message).await;
                let answer = Stream::read(stream).await.next().await;
                let answer = answer.expect("an answer").to_string();
                assert_eq!(&answer, expected, "{version} {message}");
            }
        }
    }
}
