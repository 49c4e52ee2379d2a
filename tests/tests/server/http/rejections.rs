//! Requests that the server rejects. Each one receives a JSON-RPC error that names the fault.

use std::net::SocketAddr;

use axum::Router;
use mcp_tool_server::HttpConfig;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::client::*;

/// A response, read until the server closes the connection.
struct Response {
    status: u16,
    head: String,
    body: Vec<u8>,
}

/// Sends a request. Header values may contain arbitrary bytes. A header in `headers` replaces the default
/// header of the same name.
async fn send(
    address: SocketAddr,
    method: &str,
    headers: &[(&str, Vec<u8>)],
    body: &[u8],
) -> Response {
    let host = address.to_string();
    let length = body.len().to_string();
    let usual: [(&str, &[u8]); 5] = [
        ("host", host.as_bytes()),
        ("accept", b"application/json, text/event-stream"),
        ("content-type", b"application/json"),
        ("content-length", length.as_bytes()),
        ("connection", b"close"),
    ];
    let is_replaced = |name: &str| headers.iter().any(|(other, _)| *other == name);
    let usual = usual.iter().filter(|(name, _)| !is_replaced(name));
    let mut bytes = format!("{method} /mcp HTTP/1.1\r\n").into_bytes();
    let headers = headers.iter().map(|(name, value)| (*name, &**value));
    for (name, value) in usual.copied().chain(headers) {
        bytes.extend([name.as_bytes(), b": ", value, b"\r\n"].concat());
    }
    bytes.extend([b"\r\n", body].concat());
    let (mut input, mut output) = TcpStream::connect(address).await.unwrap().into_split();
    // Write in a separate task, because the write can block if the server responds without
    // reading the whole request.
    let written = tokio::spawn(async move {
        let _ = output.write_all(&bytes).await;
        output
    });
    let mut bytes = Vec::new();
    let read = timeout(LIMIT, input.read_to_end(&mut bytes)).await;
    read.expect("the end of the response in time").unwrap();
    drop(written);
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
    let end = end.expect("a head");
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    Response {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        head,
        body: bytes[end + 4..].to_vec(),
    }
}

impl Response {
    /// Checks the properties that all error responses share, and returns the JSON-RPC message.
    fn error(&self, case: &str) -> Value {
        let shown = String::from_utf8_lossy(&self.body);
        let json = "content-type: application/json";
        assert!(self.head.contains(json), "{case}: {}\n{shown}", self.head);
        let message: Value = serde_json::from_slice(&self.body).expect(case);
        assert_eq!(message["jsonrpc"], "2.0", "{case}: {message}");
        let members = message.as_object().unwrap().keys();
        let is_known = |name: &String| ["jsonrpc", "id", "error"].contains(&&**name);
        assert!(members.into_iter().all(is_known), "{case}: {message}");
        assert!(message["error"]["code"].is_i64(), "{case}: {message}");
        let text = message["error"]["message"].as_str().expect(case);
        assert!(!text.is_empty() && text.len() < 1000, "{case}: {text}");
        message
    }
}

fn initialize(version: &str) -> Value {
    let info = json!({ "name": "test", "version": "0" });
    let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": info });
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params })
}

/// Each line has a request (method, headers, body) and the expected response (status, error code, id, part of
/// the error message). A header value without a name belongs to `MCP-Protocol-Version`. `SESSION` stands for
/// the headers of an open session. `LIST`, `HELLO`, `NAMELESS` and `FUTURE` stand for whole JSON-RPC messages.
/// `NEWEST` and a method stand for a request of that method in version 2026-07-28. An empty id means that the
/// response has no `id`. The test sends `é` as a single byte, which is not valid UTF-8.
const REJECTED: &str = r#"
POST   | host: evil.example             | LIST  | 403 | -32600 | null | Host
POST   | host: a b                      | LIST  | 400 | -32600 | null | Host
POST   | host: é                        | LIST  | 400 | -32600 | null | Host
POST   | host: a@localhost              | LIST  | 400 | -32600 | null | user
POST   | origin: é; 2025-11-25          | LIST  | 403 | -32600 |      | Origin
POST   | origin: null; 2025-11-25       | LIST  | 403 | -32600 |      | Origin
GET    | origin: http://evil.example    |       | 403 | -32600 | null | Origin
PUT    | host: evil.example             |       | 403 | -32600 | null | Host
PUT    | origin: http://evil.example    |       | 403 | -32600 | null | Origin
PUT    |                                |       | 405 | -32600 | null | Method
GET    | 2026-07-28                     |       | 405 | -32600 |      | Method
DELETE | 2026-07-28                     |       | 405 | -32600 |      | Method
GET    | accept: text/html              |       | 406 | -32600 | null | text/event-stream
POST   | accept: text/html              | LIST  | 406 | -32600 | null | application/json
POST   | accept: application/json       | LIST  | 406 | -32600 | null | text/event-stream
POST   | content-type: text/plain       | LIST  | 415 | -32600 | null | application/json
POST   | content-type: é; 2025-11-25    | LIST  | 415 | -32600 |      | application/json

GET    | 2025-11-25                     |       | 400 | -32600 |      | Session
DELETE | 2025-11-25                     |       | 400 | -32600 |      | Session
POST   | 2025-11-25                     | LIST  | 400 | -32600 | 7    | response to `initialize`
GET    | mcp-session-id: x; 2025-11-25  |       | 404 | -32600 |      | Session
DELETE | mcp-session-id: x; 2025-11-25  |       | 404 | -32600 |      | Session
POST   | mcp-session-id: x; 2025-11-25  | LIST  | 404 | -32600 |      | Session

POST   | é                              | LIST  | 400 | -32602 | 7    | MCP-Protocol-Version
GET    | é                              |       | 405 | -32600 |      | Method
POST   | 1999-01-01                     | LIST  | 400 | -32600 | 7    | 1999-01-01
POST   | 2025-11-25; 2026-07-28         | LIST  | 400 | -32600 |      | mcp-protocol-version
POST   | 2099-01-01; mcp-method: tools/list | FUTURE | 400 | -32022 | 1 | protocol version

POST   |            | {                                                 | 400 | -32700 | null | not JSON
POST   | 2025-06-18 |                                                   | 400 | -32700 | null | not JSON
POST   | 2025-11-25 |                                                   | 400 | -32700 |      | not JSON
POST   | 2026-07-28 | []                                                | 400 | -32600 |      | batches
POST   | SESSION    | {"jsonrpc":"2.0","id":{},"method":"ping"}         | 400 | -32600 |      | `id`
POST   | 2025-11-25 | {"jsonrpc":"2.0","id":1.5,"method":"ping"}        | 400 | -32600 | 1.5  | `id`
POST   | 2026-07-28 | {"jsonrpc":"2.0","id":7,"method":"m","result":1}  | 400 | -32600 | 7    | `result`
POST   |            | {"jsonrpc":"2.0","id":7,"method":"m","params":[],"params":{}} | 400 | -32600 | 7 | duplicate

POST   |            | NAMELESS                                          | 200 | -32602 | 0    | `clientInfo`
POST   |            | CAPABLE                                           | 200 | -32602 | 0    | 16 KiB
POST   | SESSION    | {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","_meta":{"a":"\ud800"}}} | 200 | -32602 | 7 | hex escape
POST   | SESSION    | {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","arguments":[1e999]}} | 200 | -32602 | 7 | `arguments` must be an object
POST   | SESSION    | {"jsonrpc":"2.0","id":7,"method":"a/b","params":7}                          | 200 | -32601 | 7 | `a/b`
POST   | SESSION    | {"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}                  | 200 | -32602 | 7 | `params` must be an object
POST   | SESSION    | {"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":7}}         | 200 | -32602 | 7 | `_meta` must be an object
POST   | SESSION    | HELLO                                                                       | 400 | -32600 | 0 | `initialize` before

POST   | 2026-07-28                      | NEWEST tools/list | 400 | -32020 | 1 | Mcp-Method
POST   | 2026-07-28; mcp-method: é       | NEWEST tools/list | 400 | -32020 | 1 | Mcp-Method
POST   | 2026-07-28; mcp-method: tools/list | LIST           | 400 | -32602 | 7 | _meta
POST   | 2026-07-28; mcp-method: ping    | NEWEST ping       | 404 | -32601 | 1 | `ping`
POST   | 2026-07-28; mcp-method: initialize | HELLO          | 404 | -32601 | 0 | `initialize`
POST   | 2025-11-25; mcp-method: tools/list | NEWEST tools/list | 400 | -32020 | 1 | MCP-Protocol-Version
POST   | mcp-method: tools/list          | NEWEST tools/list | 400 | -32020 | 1 | MCP-Protocol-Version
POST   | 2026-07-28; mcp-method: m; mcp-method: m | NEWEST m | 400 | -32020 | 1 | more than one
POST   | 2026-07-28 | {"jsonrpc":"2.0","id":1,"result":{}}                   | 400 | -32600 |   | no request
POST   | 2026-07-28; mcp-method: nothing | NEWEST nothing    | 404 | -32601 | 1 | `nothing`
"#;

/// Returns the message that the words of a row stand for.
fn body_of(words: &str) -> String {
    let modern = |method: &str| request(method, json!({}));
    let mut nameless = initialize(OLDER[1]);
    let mut future = modern("tools/list");
    future["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2099-01-01");
    let body = match words {
        "LIST" => json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list" }),
        "HELLO" => initialize(OLDER[0]),
        "NAMELESS" => {
            let params = nameless["params"].as_object_mut().unwrap();
            params.remove("clientInfo");
            nameless
        }
        "FUTURE" => future,
        "CAPABLE" => {
            let mut capable = initialize(OLDER[0]);
            capable["params"]["capabilities"]["a"] = json!(vec![1; 10_000]);
            capable
        }
        // A session does not keep the icons.
        "PAINTED" => {
            let mut painted = initialize(OLDER[0]);
            painted["params"]["clientInfo"]["icons"] = json!([{ "src": "a".repeat(100_000) }]);
            painted
        }
        _ => match words.strip_prefix("NEWEST ") {
            Some(method) => modern(method),
            None => return words.to_owned(),
        },
    };
    body.to_string()
}

/// Returns the headers of a row. A value without a name belongs to `MCP-Protocol-Version`.
fn headers_of(row: &str) -> Vec<(String, Vec<u8>)> {
    let headers = row.split_terminator("; ").map(|header| {
        let (name, value) = header
            .split_once(": ")
            .unwrap_or(("mcp-protocol-version", header));
        (
            name.to_owned(),
            value.chars().map(|byte| byte as u8).collect(),
        )
    });
    headers.collect()
}

/// Begins a session and returns its id.
async fn begin(address: SocketAddr, headers: &[(&str, &str)]) -> String {
    let mut answer = post(address, headers, &initialize(OLDER[1])).await;
    answer.headers.remove("mcp-session-id").expect("a session")
}

#[tokio::test]
async fn every_rejection_is_a_json_rpc_error() {
    // R155, R156, R172
    let (address, _) = serve(HttpConfig::new()).await;
    let session = begin(address, &[]).await;
    let session = format!("mcp-session-id: {session}; 2025-11-25");
    for case in REJECTED.lines().filter(|line| !line.is_empty()) {
        let columns: Vec<_> = case.split('|').map(str::trim).collect();
        let [method, headers, words, status, code, id, text] = columns[..] else {
            panic!("{case}");
        };
        let headers = headers_of(&headers.replace("SESSION", &session));
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, value)| (&**name, value.clone()))
            .collect();
        let response = send(address, method, &headers, body_of(words).as_bytes()).await;
        let message = response.error(case);
        assert_eq!(response.status.to_string(), status, "{case}: {message}");
        let allows = response.head.contains("allow: ");
        assert_eq!(allows, response.status == 405, "{case}: {}", response.head);
        assert_eq!(
            message["error"]["code"].to_string(),
            code,
            "{case}: {message}"
        );
        let found = message["error"]["message"].as_str().unwrap().to_lowercase();
        assert!(found.contains(&text.to_lowercase()), "{case}: {found}");
        let found = message.get("id").map(Value::to_string);
        assert_eq!(found.unwrap_or_default(), id, "{case}: {message}");
    }
}

/// A client may send these messages. Each line has the headers, the message, the status, and a part of the response.
const ACCEPTED: &str = r#"
2025-11-25                     | HELLO | 200 | "protocolVersion":"2025-06-18"
2026-07-28                     | HELLO | 200 | "protocolVersion":"2025-06-18"
2025-11-25                     | PAINTED | 200 | "protocolVersion":"2025-06-18"
2099-01-01                     | HELLO | 200 | "protocolVersion":"2025-06-18"
é                              | HELLO | 200 | "protocolVersion":"2025-06-18"
SESSION; accept: */*           | LIST  | 200 | "tools":
SESSION; accept: text/*        | LIST  | 406 | application/json
SESSION; accept: application/*, text/event-stream;q=0.5 | LIST | 200 | "tools":
SESSION; 2025-06-18            | LIST  | 400 | more than one header
SESSION | {"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"a":"\ud800"}}      | 200 | "tools":
SESSION | {"jsonrpc":"2.0","method":"notifications/progress","params":{"a":"\ud800"}} | 202 |
SESSION | {"jsonrpc":"2.0","method":"notifications/a","params":7}                     | 202 |
SESSION | {"jsonrpc":"2.0","id":1,"result":{"a":"\ud800"}}                            | 202 |
SESSION | {"jsonrpc":"2.0","id":1,"error":7}                                          | 202 |
2026-07-28 | {"jsonrpc":"2.0","method":"notifications/a"}                             | 202 |
"#;

#[tokio::test]
async fn unusual_messages_are_accepted() {
    // L35, L67, L70, L71, L125
    let (address, _) = serve(HttpConfig::new()).await;
    let session = begin(address, &[]).await;
    let session = format!("mcp-session-id: {session}; 2025-11-25");
    for case in ACCEPTED.lines().filter(|line| !line.is_empty()) {
        let columns: Vec<_> = case.split('|').map(str::trim).collect();
        let [headers, words, status, part] = columns[..] else {
            panic!("{case}");
        };
        let headers = headers_of(&headers.replace("SESSION", &session));
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, value)| (&**name, value.clone()))
            .collect();
        let response = send(address, "POST", &headers, body_of(words).as_bytes()).await;
        let body = String::from_utf8_lossy(&response.body);
        assert_eq!(response.status.to_string(), status, "{case}: {body}");
        assert!(body.contains(part), "{case}: {body}");
        assert_eq!(body.is_empty(), status == "202", "{case}: {body}");
    }
}

#[tokio::test]
async fn a_session_of_another_user_looks_unknown() {
    let (server, _) = server();
    let service = server.http_service(HttpConfig::new());
    let app = Router::new().route_service("/mcp", service);
    let user = axum::middleware::from_fn(
        |mut request: axum::extract::Request, next: axum::middleware::Next| async move {
            let user = request.headers().get("user").cloned();
            if let Some(user) = user {
                let user = mcp_tool_runtime::context::Principal::new(user.to_str().unwrap());
                request.extensions_mut().insert(user);
            }
            next.run(request).await
        },
    );
    let address = serve_app(app.layer(user)).await;
    let session = begin(address, &[("user", "ada")]).await;
    for method in ["POST", "GET", "DELETE"] {
        let ask = async |session: &str| {
            let headers = [
                ("user", "grace".into()),
                ("mcp-protocol-version", OLDER[1].into()),
                ("mcp-session-id", session.into()),
            ];
            let list = br#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#;
            send(address, method, &headers, list).await
        };
        let [foreign, unknown] = [ask(&session).await, ask("unknown").await];
        assert_eq!(foreign.status, 404, "{method}");
        assert_eq!(foreign.status, unknown.status, "{method}");
        assert_eq!(foreign.error(method), unknown.error(method), "{method}");
        let [foreign, unknown] = [foreign, unknown].map(|response| response.head.lines().count());
        assert_eq!(foreign, unknown, "{method}");
    }
}

#[tokio::test]
async fn a_server_without_sessions_gives_the_same_errors() {
    let (address, _) = serve(HttpConfig::new().without_sessions()).await;
    let version = |version: &str| ("mcp-protocol-version", version.into());
    for (method, version, body, status, id) in [
        ("GET", version(OLDER[1]), "", 405, None),
        ("DELETE", version(OLDER[0]), "", 405, Some(Value::Null)),
        (
            "POST",
            version(OLDER[0]),
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            400,
            Some(Value::Null),
        ),
        (
            "POST",
            version(OLDER[1]),
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            400,
            None,
        ),
        (
            "POST",
            version("1999-01-01"),
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            400,
            Some(json!(1)),
        ),
    ] {
        let case = format!("{method} {body}");
        let response = send(address, method, &[version], body.as_bytes()).await;
        assert_eq!(response.status, status, "{case}");
        assert_eq!(response.error(&case).get("id"), id.as_ref(), "{case}");
    }
}

#[tokio::test]
async fn an_oversized_body_is_rejected_with_the_limit() {
    let small = || HttpConfig::new().max_body_bytes(3000);
    for (config, length, limit) in [
        (small(), 3001, Some("3000 bytes")),
        (
            HttpConfig::new().max_body_bytes(64 * 1024),
            70_000,
            Some("64 KiB"),
        ),
        (HttpConfig::new(), 4 * 1024 * 1024 + 1, Some("4 MiB")),
        (small(), 3000, None),
        // This limit is larger than the SDK's default of 4 MiB.
        (
            HttpConfig::new().max_body_bytes(16 * 1024 * 1024),
            16 * 1024 * 1024,
            None,
        ),
    ] {
        let (address, _) = serve(config).await;
        let message = |text: &str| {
            let call = call(7, "nobody", json!({ "text": text }));
            let mut call = call.to_string();
            // Write the id before the long text. If the body is too long, the server looks for the
            // id only in the start of the body, up to the size limit.
            call.truncate(call.len() - 1);
            format!(r#"{{"id":7,{}}}"#, call[1..].replacen(r#""id":7,"#, "", 1))
        };
        let text = "x".repeat(length - message("").len());
        let body = message(&text);
        assert_eq!(body.len(), length);
        let version = ("mcp-protocol-version", OLDER[1].into());
        let response = send(address, "POST", &[version], body.as_bytes()).await;
        let error = response.error("long");
        assert_eq!(error["id"], 7, "{error}");
        let Some(limit) = limit else {
            assert_eq!(response.status, 400, "{error}");
            continue;
        };
        assert_eq!(response.status, 413, "{error}");
        assert_eq!(error["error"]["code"], -32600, "{error}");
        let text = error["error"]["message"].as_str().unwrap();
        assert!(text.contains(limit), "{text}");
    }
}

#[tokio::test]
async fn a_header_mismatch_does_not_repeat_long_values() {
    // R54, R55
    let (address, _) = serve(HttpConfig::new()).await;
    let long = "x".repeat(1024 * 1024);
    let short = |length: usize| "y".repeat(length);
    let harbour = "nearest_harbour";
    let call = |name: &str, sea: &str, miles: Value| {
        let arguments = json!({ "sea": sea, "miles": miles });
        request(
            "tools/call",
            json!({ "name": name, "arguments": arguments }),
        )
    };
    let mut versioned = call(harbour, "North", json!(1));
    versioned["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(long);
    for (body, name, sea, miles) in [
        (call(&long, "North", json!(1)), harbour, "North", "1"),
        (call(&long, "North", json!(1)), &short(5000), "North", "1"),
        (call(harbour, &long, json!(1)), harbour, "North", "1"),
        (call(harbour, "North", json!(long)), harbour, "North", "1"),
        (
            call(harbour, "North", json!(1)),
            harbour,
            "North",
            &short(5000),
        ),
        (request(&long, json!({})), harbour, "North", "1"),
        (versioned, harbour, "North", "1"),
    ] {
        let headers = [
            &newest("tools/call")[..],
            &[
                ("mcp-name", name),
                ("mcp-param-sea", sea),
                ("mcp-param-miles", miles),
            ],
        ];
        let answer = post(address, &headers.concat(), &body).await;
        assert_eq!(answer.status, 400);
        let error = &answer.messages[0]["error"];
        assert_eq!(error["code"], -32020, "{error}");
        let text = error["message"].as_str().unwrap();
        assert!(text.len() < 600 && text.contains("header"), "{text}");
    }
}
