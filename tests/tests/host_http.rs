//! `ToolServer` over HTTP, on a real socket.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use mcp_tool_runtime::{HttpConfig, ToolContext, ToolRegistry, ToolServer, mcp_tool, tools};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

/// Finds the nearest harbour.
#[mcp_tool(read_only)]
async fn nearest_harbour(
    /// Which sea
    #[arg(header = "Sea")]
    sea: String,
) -> String {
    format!("somewhere by the {sea}")
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

async fn serve(config: HttpConfig) -> SocketAddr {
    let tools = tools![nearest_harbour, count];
    let registry = ToolRegistry::builder(()).tools(tools).build().unwrap();
    let service = ToolServer::new("demo", "1.2.3", registry).http_service(config);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = Router::new().nest_service("/mcp", service);
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    address
}

struct Answer {
    status: u16,
    headers: HashMap<String, String>,
    /// The messages in the body: one, or those of an event stream.
    messages: Vec<Value>,
}

/// Posts a message, and reads the whole answer.
async fn post(address: SocketAddr, headers: &[(&str, &str)], body: &Value) -> Answer {
    let body = body.to_string();
    let mut request = format!(
        "POST /mcp HTTP/1.1\r\nconnection: close\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\ncontent-length: {}\r\n",
        body.len()
    );
    if !headers.iter().any(|(name, _)| *name == "host") {
        request.push_str(&format!("host: {address}\r\n"));
    }
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream
        .write_all(format!("{request}\r\n{body}").as_bytes())
        .await
        .unwrap();
    let mut text = Vec::new();
    timeout(Duration::from_secs(20), stream.read_to_end(&mut text))
        .await
        .expect("an answer in time")
        .unwrap();
    let text = String::from_utf8(text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let mut head = head.lines();
    let status = head.next().unwrap().split(' ').nth(1).unwrap();
    let lines = body.lines();
    let messages = lines.filter_map(|line| {
        let line = line.strip_prefix("data:").unwrap_or(line).trim();
        serde_json::from_str(line).ok().filter(Value::is_object)
    });
    Answer {
        status: status.parse().unwrap(),
        messages: messages.collect(),
        headers: head
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect(),
    }
}

fn request(method: &str, mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

const MODERN: [(&str, &str); 2] = [
    ("mcp-protocol-version", "2026-07-28"),
    ("mcp-method", "tools/call"),
];

#[tokio::test]
async fn a_peer_of_2026_lists_and_calls_without_a_session() {
    // R164, R176, R205
    let address = serve(HttpConfig::new()).await;
    let headers = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/list"),
    ];
    let answer = post(address, &headers, &request("tools/list", json!({}))).await;
    assert_eq!(answer.status, 200);
    let result = &answer.messages[0]["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["tools"][0]["name"], "nearest_harbour");
    assert!(!answer.headers.contains_key("mcp-session-id"));

    let call = request(
        "tools/call",
        json!({ "name": "nearest_harbour", "arguments": { "sea": "North" } }),
    );
    let headers = [
        &MODERN[..],
        &[("mcp-name", "nearest_harbour"), ("mcp-param-sea", "North")],
    ]
    .concat();
    let answer = post(address, &headers, &call).await;
    assert_eq!(answer.status, 200);
    let text = &answer.messages[0]["result"]["content"][0]["text"];
    assert_eq!(text, "somewhere by the North");
}

#[tokio::test]
async fn headers_say_what_the_body_says() {
    // R50, R54, R55
    let address = serve(HttpConfig::new()).await;
    let call = request(
        "tools/call",
        json!({ "name": "nearest_harbour", "arguments": { "sea": "North" } }),
    );
    for wrong in [
        &[("mcp-name", "nearest_harbour"), ("mcp-param-sea", "Baltic")][..],
        &[("mcp-name", "nearest_harbour"), ("mcp-param-sea", "north")],
        &[("mcp-name", "nearest_harbour")],
        &[("mcp-name", "count"), ("mcp-param-sea", "North")],
    ] {
        let answer = post(address, &[&MODERN[..], wrong].concat(), &call).await;
        assert_eq!(answer.status, 400, "{wrong:?}");
        assert_eq!(answer.messages[0]["error"]["code"], -32020, "{wrong:?}");
    }
    // R53, R54: in another case, and encoded
    let headers = [
        &MODERN[..],
        &[
            ("MCP-NAME", "nearest_harbour"),
            ("Mcp-Param-SEA", "=?base64?Tm9ydGg=?="),
        ],
    ];
    let answer = post(address, &headers.concat(), &call).await;
    assert_eq!(answer.status, 200, "{:?}", answer.messages);
}

#[tokio::test]
async fn what_2026_has_no_more_is_unknown() {
    // R155, R156
    let address = serve(HttpConfig::new()).await;
    for (method, params) in [
        ("initialize", json!({})),
        ("ping", json!({})),
        ("nothing", json!({})),
    ] {
        let headers = [
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", method),
        ];
        let answer = post(address, &headers, &request(method, params)).await;
        assert_eq!(answer.messages[0]["error"]["code"], -32601, "{method}");
        assert_eq!(answer.status, 404, "{method}");
    }
}

#[tokio::test]
async fn an_older_peer_has_a_session() {
    let address = serve(HttpConfig::new()).await;
    let info = json!({ "name": "test", "version": "0" });
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
    let initialize = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
    let answer = post(address, &[], &initialize).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.messages[0]["result"]["protocolVersion"],
        "2025-11-25"
    );
    let session = answer.headers["mcp-session-id"].clone();
    let headers = [
        ("mcp-session-id", session.as_str()),
        ("mcp-protocol-version", "2025-11-25"),
    ];
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(post(address, &headers, &initialized).await.status, 202);
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "count", "arguments": {}, "_meta": { "progressToken": "p" } } });
    let answer = post(address, &headers, &call).await;
    // R178, R183: on the stream of the request, before its answer
    let progress = answer
        .messages
        .iter()
        .map(|message| message["params"]["progress"].as_f64());
    assert_eq!(
        progress.collect::<Vec<_>>(),
        [Some(1.0), Some(2.0), Some(3.0), None]
    );
    let result = &answer.messages[3]["result"];
    assert_eq!(result["content"][0]["text"], "[1,2,3]");
    assert_eq!(result.get("structuredContent"), None);
}

#[tokio::test]
async fn without_sessions_each_request_stands_alone() {
    let address = serve(HttpConfig::new().without_sessions()).await;
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "count", "arguments": {} } });
    let answer = post(address, &[("mcp-protocol-version", "2025-11-25")], &call).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.messages[0]["result"]["content"][0]["text"],
        "[1,2,3]"
    );
    assert!(!answer.headers.contains_key("mcp-session-id"));
}

#[tokio::test]
async fn only_hosts_and_origins_that_are_allowed_are_answered() {
    let list = request("tools/list", json!({}));
    let common = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/list"),
    ];
    let with = |more: &[(&'static str, &'static str)]| [&common[..], more].concat();

    let address = serve(HttpConfig::new()).await;
    assert_eq!(post(address, &with(&[]), &list).await.status, 200);
    assert_eq!(
        post(address, &with(&[("host", "evil.example")]), &list)
            .await
            .status,
        403
    );

    // A list from an empty variable allows nobody, and not everybody.
    let address = serve(HttpConfig::new().allow_hosts([""; 0])).await;
    let host = ("host", "evil.example");
    assert_eq!(post(address, &with(&[host]), &list).await.status, 403);
    assert_eq!(post(address, &with(&[]), &list).await.status, 403);

    let config = HttpConfig::new()
        .allow_hosts(["tools.example"])
        .allow_origins(["https://app.example:443"]);
    let address = serve(config).await;
    let host = ("host", "tools.example");
    assert_eq!(post(address, &with(&[host]), &list).await.status, 200);
    let origin = ("origin", "https://app.example");
    assert_eq!(
        post(address, &with(&[host, origin]), &list).await.status,
        200
    );
    let origin = ("origin", "https://evil.example");
    assert_eq!(
        post(address, &with(&[host, origin]), &list).await.status,
        403
    );
}
