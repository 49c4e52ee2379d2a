//! `ToolServer` over a pair of streams in memory: what a peer sends, and what it gets.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_tool_runtime::{
    CallToolResult, Revision, ServeError, ToolRegistry, ToolServer, mcp_tool, tools,
};
use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::timeout;

const LEGACY: [&str; 2] = ["2025-06-18", "2025-11-25"];
const MODERN: &str = "2026-07-28";

// The tools.

/// What the tools share with the test.
struct Gate {
    /// A `wait` ends for each permit.
    open: Semaphore,
    started: AtomicUsize,
    dropped: AtomicUsize,
}

impl Gate {
    fn new() -> Arc<Self> {
        Arc::new(Gate {
            open: Semaphore::new(0),
            started: AtomicUsize::new(0),
            dropped: AtomicUsize::new(0),
        })
    }
}

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

/// Says everything itself.
#[mcp_tool(read_only)]
async fn raw() -> CallToolResult {
    CallToolResult::text("raw")
        .with_meta(json!({ "example.com/n": 1 }).as_object().unwrap().clone())
}

fn registry(gate: Arc<Gate>) -> ToolRegistry<Gate> {
    ToolRegistry::builder_arc(gate)
        .tools(tools![add, boom, wait, count, find_none, raw])
        .build()
        .unwrap()
}

// The peer.

fn server(gate: &Arc<Gate>) -> ToolServer<Gate> {
    ToolServer::new("demo", "1.2.3", registry(Arc::clone(gate)))
        .title("Demonstration")
        .instructions("Add what is to be added.")
}

struct Peer {
    gate: Arc<Gate>,
    to_server: DuplexStream,
    from_server: Lines<BufReader<DuplexStream>>,
    serving: JoinHandle<Result<(), ServeError>>,
    last_id: u64,
}

impl Peer {
    fn new() -> Self {
        let gate = Gate::new();
        let (to_server, input) = tokio::io::duplex(64 * 1024);
        let (output, from_server) = tokio::io::duplex(64 * 1024);
        let serving = tokio::spawn(server(&gate).serve_io(input, output));
        Peer {
            gate,
            to_server,
            from_server: BufReader::new(from_server).lines(),
            serving,
            last_id: 0,
        }
    }

    async fn legacy(version: &str) -> Self {
        let mut peer = Peer::new();
        peer.initialize(version).await;
        peer
    }

    async fn initialize(&mut self, version: &str) -> Value {
        let client = json!({ "name": "test", "version": "0" });
        let params =
            json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
        let result = self.result("initialize", params).await;
        self.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
        result
    }

    async fn send_raw(&mut self, line: impl AsRef<[u8]>) {
        self.to_server.write_all(line.as_ref()).await.unwrap();
    }

    async fn send(&mut self, message: Value) {
        self.send_raw(format!("{message}\n")).await;
    }

    async fn receive(&mut self) -> Value {
        let line = timeout(Duration::from_secs(20), self.from_server.next_line()).await;
        let line = line
            .expect("an answer in time")
            .unwrap()
            .expect("an answer");
        let message: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        message
    }

    /// Sends a line and receives its answer's id, code and message.
    async fn refused(&mut self, line: impl AsRef<[u8]>) -> (Value, i64, String) {
        self.send_raw(line).await;
        self.send_raw("\n").await;
        let answer = self.receive().await;
        let error = &answer["error"];
        assert!(
            answer.get("id").is_some() && answer.get("result").is_none(),
            "{answer}"
        );
        (
            answer["id"].clone(),
            error["code"].as_i64().unwrap(),
            error["message"].as_str().unwrap().to_owned(),
        )
    }

    async fn start(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = json!(self.last_id);
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(request).await;
        id
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.start(method, params).await;
        let answer = self.receive().await;
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    async fn result(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.ask(method, params).await;
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    async fn error(&mut self, method: &str, params: Value) -> (i64, String) {
        let answer = self.ask(method, params).await;
        assert!(answer.get("result").is_none(), "{answer}");
        let error = &answer["error"];
        (
            error["code"].as_i64().unwrap(),
            error["message"].as_str().unwrap().to_owned(),
        )
    }

    /// The server is well, and has nothing else to say.
    async fn expect_silence(&mut self) {
        assert_eq!(
            self.result("tools/list", modern(json!({}))).await["ttlMs"],
            0
        );
    }

    async fn started(&self, calls: usize) {
        while self.gate.started.load(Ordering::SeqCst) < calls {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Closes the input; what was still sent, and how serving ended.
    async fn end(mut self) -> (Vec<Value>, Result<(), ServeError>) {
        drop(self.to_server);
        let mut rest = Vec::new();
        while let Some(line) = self.from_server.next_line().await.unwrap() {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        (rest, self.serving.await.unwrap())
    }
}

fn modern_version(version: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    params
}

fn modern(params: Value) -> Value {
    modern_version(MODERN, params)
}

fn call(name: &str, arguments: Value) -> Value {
    json!({ "name": name, "arguments": arguments })
}

fn server_info() -> Value {
    json!({ "name": "demo", "title": "Demonstration", "version": "1.2.3" })
}

// The revisions.

#[tokio::test]
async fn legacy_peers_list_and_call() {
    // R76, R112, R137, R146, R176
    for version in LEGACY {
        let mut peer = Peer::new();
        assert_eq!(
            peer.initialize(version).await,
            json!({
                "protocolVersion": version,
                "capabilities": { "tools": {} },
                "serverInfo": server_info(),
                "instructions": "Add what is to be added.",
            })
        );
        let revision: Revision = version.parse().unwrap();
        let list = registry(Gate::new())
            .list(revision, None)
            .map(|list| json!(list))
            .unwrap();
        for params in [json!({}), json!({ "cursor": null }), json!({ "_meta": {} })] {
            assert_eq!(peer.result("tools/list", params).await, list);
        }
        assert_eq!(
            peer.result("tools/call", call("count", json!({ "to": 2 })))
                .await,
            json!({ "content": [{ "type": "text", "text": "[1,2]" }] })
        );
        assert_eq!(
            peer.result("tools/call", json!({ "name": "raw" })).await,
            json!({ "content": [{ "type": "text", "text": "raw" }], "_meta": { "example.com/n": 1 } })
        );
        assert_eq!(peer.result("ping", json!({})).await, json!({}));
        let (rest, end) = peer.end().await;
        assert!(rest.is_empty() && end.is_ok(), "{rest:?} {end:?}");
    }
}

#[tokio::test]
async fn modern_peers_list_and_call() {
    // R76, R104, R112, R137, R176
    let meta = json!({ "io.modelcontextprotocol/serverInfo": server_info() });
    let mut peer = Peer::new();
    assert_eq!(
        peer.result("server/discover", modern(json!({}))).await,
        json!({
            "resultType": "complete",
            "supportedVersions": [LEGACY[0], LEGACY[1], MODERN],
            "capabilities": { "tools": {} },
            "instructions": "Add what is to be added.",
            "ttlMs": 0,
            "cacheScope": "private",
            "_meta": meta,
        })
    );
    let mut list = json!(
        registry(Gate::new())
            .list(Revision::V2026_07_28, None)
            .unwrap()
    );
    list["_meta"] = meta.clone();
    assert_eq!(peer.result("tools/list", modern(json!({}))).await, list);
    assert_eq!(
        peer.result("tools/call", modern(call("count", json!({ "to": 2 }))))
            .await,
        json!({
            "resultType": "complete",
            "content": [{ "type": "text", "text": "[1,2]" }],
            "structuredContent": [1, 2],
            "_meta": meta,
        })
    );
    let none = peer
        .result("tools/call", modern(call("find_none", json!({}))))
        .await;
    assert_eq!(none.get("structuredContent"), Some(&Value::Null));
    let raw = peer
        .result("tools/call", modern(call("raw", Value::Null)))
        .await;
    assert_eq!(raw.get("structuredContent"), None);
    assert_eq!(raw["_meta"]["example.com/n"], 1);
    assert_eq!(
        raw["_meta"]["io.modelcontextprotocol/serverInfo"],
        server_info()
    );
}

#[tokio::test]
async fn only_three_revisions_are_spoken() {
    // R164
    for (asked, given) in [
        ("2024-11-05", "2025-11-25"),
        (MODERN, "2025-11-25"),
        ("x", "2025-11-25"),
    ] {
        let result = Peer::new().initialize(asked).await;
        assert_eq!(result["protocolVersion"], given, "{asked}");
    }
    for version in ["2024-11-05", "2025-03-26", "2099-01-01"] {
        let mut peer = Peer::new();
        let answer = peer
            .ask("tools/list", modern_version(version, json!({})))
            .await;
        assert_eq!(answer["error"]["code"], -32022);
        assert_eq!(
            answer["error"]["data"],
            json!({ "supported": [LEGACY[0], LEGACY[1], MODERN], "requested": version })
        );
    }
}

#[tokio::test]
async fn a_request_says_its_revision() {
    // R164, R174
    let mut peer = Peer::new();
    for params in [json!({}), json!({ "_meta": {} })] {
        let (code, message) = peer.error("tools/list", params).await;
        assert_eq!(code, -32602);
        assert!(
            message.contains("`io.modelcontextprotocol/protocolVersion`"),
            "{message}"
        );
    }
    let incomplete = json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": MODERN } });
    assert_eq!(peer.error("tools/list", incomplete).await.0, -32602);
    assert_eq!(peer.error("initialize", modern(json!({}))).await.0, -32602);
    let handshake = modern(json!({
        "protocolVersion": MODERN,
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" },
    }));
    assert_eq!(peer.error("initialize", handshake).await.0, -32601);
    assert_eq!(peer.error("ping", modern(json!({}))).await.0, -32601);
}

#[tokio::test]
async fn one_stream_carries_all_revisions() {
    // R174
    let mut peer = Peer::new();
    peer.result("server/discover", modern(json!({}))).await;
    for version in LEGACY {
        let result = peer
            .result("tools/call", modern(call("count", json!({ "to": 1 }))))
            .await;
        assert_eq!(result["structuredContent"], json!([1]));
        peer.initialize(version).await;
        let result = peer.result("tools/list", json!({})).await;
        assert_eq!(result.get("resultType"), None);
        let result = peer
            .result("tools/call", call("count", json!({ "to": 1 })))
            .await;
        assert_eq!(result.get("structuredContent"), None);
    }
    let other = modern_version(LEGACY[0], json!({}));
    assert_eq!(
        peer.result("tools/list", other).await.get("resultType"),
        None
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_handshake_need_not_be_waited_for() {
    for _ in 0..50 {
        let mut peer = Peer::new();
        let client = json!({ "name": "test", "version": "0" });
        let params =
            json!({ "protocolVersion": LEGACY[0], "capabilities": {}, "clientInfo": client });
        let messages = [
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }),
        ];
        peer.send_raw(messages.map(|message| format!("{message}\n")).concat())
            .await;
        let (rest, end) = peer.end().await;
        assert_eq!(rest[0]["result"]["protocolVersion"], LEGACY[0]);
        assert!(rest[1]["result"]["tools"].is_array(), "{rest:?}");
        assert!(rest.len() == 2 && end.is_ok());
    }
}

// What the reference does worse.

#[tokio::test]
async fn notifications_and_answers_may_come_first() {
    let mut peer = Peer::new();
    let early = [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}"#,
        r#"{"jsonrpc":"2.0","method":"$/setTrace","params":[1]}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":"a","result":7}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","error":"no"}"#,
    ];
    for message in early {
        peer.send_raw(format!("{message}\n")).await;
    }
    peer.result("server/discover", modern(json!({}))).await;
    for message in early {
        peer.send_raw(format!("{message}\n")).await;
    }
    peer.expect_silence().await;
    let (rest, end) = peer.end().await;
    assert!(rest.is_empty() && end.is_ok(), "{rest:?} {end:?}");
}

#[tokio::test]
async fn what_cannot_be_decoded_is_answered() {
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let mut peer = Peer::legacy(LEGACY[1]).await;
    for (value, reason) in [
        (deep.as_str(), "recursion limit"),
        (r#""\ud800""#, "hex escape"),
    ] {
        let params = format!(r#"{{"name":"add","arguments":{{"a":{value},"b":1}}}}"#);
        for (method, expected) in [
            ("tools/call", -32602),
            ("initialize", -32602),
            ("no", -32601),
        ] {
            let line =
                format!(r#"{{"jsonrpc":"2.0","id":"x","method":"{method}","params":{params}}}"#);
            let (id, code, message) = peer.refused(line).await;
            assert_eq!((id, code), (json!("x"), expected), "{method}");
            assert!(code == -32601 || message.contains(reason), "{message}");
        }
    }
    peer.expect_silence().await;
}

#[tokio::test]
async fn no_line_goes_unanswered() {
    // R155, R172
    let mut peer = Peer::legacy(LEGACY[1]).await;
    for line in [
        &b"hello"[..],
        b"{",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}",
        b"\x00",
    ] {
        let (id, code, _) = peer.refused(line).await;
        assert_eq!((id, code), (Value::Null, -32700));
    }
    for (line, expected) in [
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, Value::Null),
        ("[]", Value::Null),
        (r#""text""#, Value::Null),
        ("{}", Value::Null),
        (r#"{"jsonrpc":"2.0","id":7}"#, json!(7)),
        (r#"{"id":"a","method":"ping"}"#, json!("a")),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, Value::Null),
        (
            r#"{"jsonrpc":"2.0","id":7,"id":7,"method":"ping"}"#,
            json!(7),
        ),
    ] {
        let (id, code, _) = peer.refused(line).await;
        assert_eq!((id, code), (expected, -32600), "{line}");
    }
    peer.send_raw("\n\r\n  \n\t\r\n").await;
    peer.send_raw("\u{feff}{\"jsonrpc\":\"2.0\",\"id\":\"crlf\",\"method\":\"ping\"}\r\n")
        .await;
    assert_eq!(peer.receive().await["id"], "crlf");
    for id in ["0", "-1", "18446744073709551615", r#""""#, r#""ü\"""#] {
        peer.send_raw(format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}{}"#,
            "\n"
        ))
        .await;
        let expected: Value = serde_json::from_str(id).unwrap();
        assert_eq!(
            peer.receive().await,
            json!({ "jsonrpc": "2.0", "id": expected, "result": {} })
        );
    }
    peer.expect_silence().await;
}

#[tokio::test]
async fn a_line_that_is_too_long_is_answered() {
    let mut peer = Peer::legacy(LEGACY[1]).await;
    let text = "x".repeat(17 * 1024 * 1024);
    let params = json!({ "name": "add", "arguments": { "a": text } });
    let line = format!(r#"{{"method":"tools/call","params":{params},"jsonrpc":"2.0","id":7}}"#);
    let (id, code, message) = peer.refused(line).await;
    assert_eq!((id, code), (json!(7), -32600));
    assert!(message.contains("16 MiB"), "{message}");
    let (id, code, _) = peer.refused(text).await;
    assert_eq!((id, code), (Value::Null, -32600));
    peer.expect_silence().await;
}

#[tokio::test]
async fn the_wrong_member_is_named() {
    // R147
    let mut peer = Peer::legacy(LEGACY[1]).await;
    for (method, params, member) in [
        ("tools/call", json!({}), "`name`"),
        ("tools/call", json!({ "name": 7 }), "`name`"),
        (
            "tools/call",
            json!({ "name": "add", "arguments": [1] }),
            "`arguments`",
        ),
        (
            "tools/call",
            json!({ "name": "add", "arguments": "{}" }),
            "`arguments`",
        ),
        (
            "tools/call",
            json!({ "name": "add", "_meta": 1 }),
            "`_meta`",
        ),
        ("tools/call", json!(["add"]), "`params`"),
        ("tools/call", Value::Null, "`params`"),
        ("tools/list", json!({ "cursor": 7 }), "`cursor`"),
        ("tools/list", json!([]), "`params`"),
        (
            "initialize",
            json!({ "protocolVersion": LEGACY[0] }),
            "`capabilities`",
        ),
    ] {
        let (code, message) = peer.error(method, params).await;
        assert_eq!(code, -32602, "{message}");
        assert!(message.contains(member), "{message}");
    }
}

#[tokio::test]
async fn unknown_names_are_errors() {
    // R143, R146, R155
    let mut peer = Peer::legacy(LEGACY[1]).await;
    let (code, message) = peer.error("tools/call", call("ad", json!({}))).await;
    assert_eq!(code, -32602);
    assert!(
        message.contains("`ad`") && message.contains("`add`"),
        "{message}"
    );
    for cursor in ["bogus", ""] {
        assert_eq!(
            peer.error("tools/list", json!({ "cursor": cursor }))
                .await
                .0,
            -32602
        );
    }
    for method in [
        "tools/cal",
        "prompts/list",
        "prompts/get",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "completion/complete",
        "logging/setLevel",
        "subscriptions/listen",
        "tasks/get",
    ] {
        let (code, message) = peer.error(method, json!({})).await;
        assert_eq!(
            (code, message),
            (-32601, format!("unknown method `{method}`"))
        );
        assert_eq!(peer.error(method, modern(json!({}))).await.0, -32601);
    }
}

#[tokio::test]
async fn an_id_in_flight_is_refused_and_the_first_request_goes_on() {
    let mut peer = Peer::legacy(LEGACY[1]).await;
    let line = r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"wait"}}"#;
    peer.send_raw(format!("{line}\n")).await;
    let (id, code, message) = peer.refused(line).await;
    assert_eq!((id, code), (json!("a"), -32600));
    assert!(message.contains("\"a\""), "{message}");

    peer.gate.open.add_permits(1);
    let answer = peer.receive().await;
    assert_eq!(answer["id"], "a");
    assert_eq!(answer["result"]["content"][0]["text"], "waited");
    peer.expect_silence().await;

    // Answered, the id is free.
    peer.gate.open.add_permits(1);
    peer.send_raw(format!("{line}\n")).await;
    assert_eq!(peer.receive().await["id"], "a");
    assert_eq!(peer.gate.started.load(Ordering::SeqCst), 2);
}

// Calls.

#[tokio::test]
async fn a_panic_is_an_answer() {
    // R154
    let mut peer = Peer::legacy(LEGACY[1]).await;
    let result = peer.result("tools/call", call("boom", json!({}))).await;
    assert_eq!(result["isError"], true);
    assert!(!result.to_string().contains("secret"), "{result}");
    let result = peer
        .result("tools/call", call("add", json!({ "a": 1, "b": 2 })))
        .await;
    assert_eq!(result["content"][0]["text"], "3");
}

#[tokio::test]
async fn wrong_arguments_are_a_result_that_names_them_all() {
    // R148
    let mut peer = Peer::legacy(LEGACY[1]).await;
    let result = peer
        .result("tools/call", call("add", json!({ "a": "x", "b": [] })))
        .await;
    assert_eq!(result["isError"], true);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("`a`") && text.contains("`b`"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_calls_at_once_are_all_answered() {
    let mut peer = Peer::legacy(LEGACY[1]).await;
    let mut waiting = Vec::new();
    for number in 0..50 {
        waiting.push(peer.start("tools/call", call("wait", json!({}))).await);
        waiting.push(
            peer.start("tools/call", call("add", json!({ "a": number, "b": 1 })))
                .await,
        );
    }
    peer.started(50).await;
    peer.gate.open.add_permits(50);
    for _ in 0..100 {
        let answer = peer.receive().await;
        let position = waiting.iter().position(|id| *id == answer["id"]);
        waiting.remove(position.expect("one answer for each id"));
        assert!(
            answer["result"]["content"][0]["text"].is_string(),
            "{answer}"
        );
    }
    assert!(waiting.is_empty());
    peer.expect_silence().await;
}

#[tokio::test]
async fn a_cancelled_call_is_dropped_without_an_answer() {
    // R184, R185
    let mut peer = Peer::legacy(LEGACY[1]).await;
    for round in 1..=2 {
        let call = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": { "name": "wait" } });
        peer.send(call).await;
        peer.started(round).await;
        let cancel = json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": { "requestId": 7, "reason": "enough" },
        });
        peer.send(cancel.clone()).await;
        peer.send(cancel).await;
        while peer.gate.dropped.load(Ordering::SeqCst) < round {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        peer.expect_silence().await;
    }
    let (rest, end) = peer.end().await;
    assert!(rest.is_empty() && end.is_ok(), "{rest:?} {end:?}");
}

// The end.

#[tokio::test]
async fn calls_finish_after_the_input_has_ended() {
    let mut peer = Peer::legacy(LEGACY[1]).await;
    let id = peer.start("tools/call", call("wait", json!({}))).await;
    peer.started(1).await;
    // A last line needs no line end.
    peer.send_raw(r#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#)
        .await;
    let gate = Arc::clone(&peer.gate);
    let open = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        gate.open.add_permits(1);
    };
    let ((rest, end), ()) = tokio::join!(peer.end(), open);
    assert_eq!(rest.len(), 2, "{rest:?}");
    assert_eq!(rest[0]["id"], "last");
    assert_eq!(rest[1]["id"], id);
    assert_eq!(rest[1]["result"]["content"][0]["text"], "waited");
    end.unwrap();
}

#[tokio::test]
async fn a_last_line_that_is_cut_off_is_answered() {
    let mut peer = Peer::legacy(LEGACY[1]).await;
    peer.send_raw(r#"{"jsonrpc":"2.0","id":1"#).await;
    let (rest, end) = peer.end().await;
    assert_eq!(rest.len(), 1);
    assert_eq!(rest[0]["error"]["code"], -32700);
    end.unwrap();
}

#[tokio::test(start_paused = true)]
async fn calls_that_take_too_long_after_the_end_are_cancelled() {
    let mut peer = Peer::legacy(LEGACY[1]).await;
    let id = peer.start("tools/call", call("wait", json!({}))).await;
    peer.started(1).await;
    let gate = Arc::clone(&peer.gate);
    let before = tokio::time::Instant::now();
    let (rest, end) = peer.end().await;
    assert_eq!(
        before.elapsed().as_secs(),
        ToolServer::<()>::GRACE.as_secs()
    );
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(
        (&rest[0]["id"], &rest[0]["error"]["code"]),
        (&id, &json!(-32603))
    );
    assert_eq!(gate.dropped.load(Ordering::SeqCst), 1);
    end.unwrap();
}

#[tokio::test]
async fn a_peer_that_reads_no_more_ends_the_server() {
    let mut peer = Peer::legacy(LEGACY[1]).await;
    drop(peer.from_server);
    peer.to_server
        .write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n")
        .await
        .unwrap();
    let end = timeout(Duration::from_secs(20), peer.serving)
        .await
        .unwrap()
        .unwrap();
    let error = end.unwrap_err();
    assert_eq!(error.to_string(), "the answers cannot be written");
    assert!(std::error::Error::source(&error).is_some());
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_stops_reading_does_not_hang_the_server() {
    let (mut to_server, input) = tokio::io::duplex(1024 * 1024);
    let (output, _from_server) = tokio::io::duplex(16);
    let serving = tokio::spawn(server(&Gate::new()).serve_io(input, output));
    for id in 0..1000 {
        let ping = json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
        to_server
            .write_all(format!("{ping}\n").as_bytes())
            .await
            .unwrap();
    }
    drop(to_server);
    let end = timeout(Duration::from_secs(60), serving)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        end.unwrap_err().to_string(),
        "the answers cannot be written"
    );
}

// The SDK's own transport.

#[tokio::test]
async fn the_sdk_serves_it_too() {
    // R146, R147
    let (client, stream) = tokio::io::duplex(64 * 1024);
    let serving = tokio::spawn(async move {
        let running = server(&Gate::new()).serve(stream).await.unwrap();
        running.waiting().await
    });
    let (reader, mut writer) = tokio::io::split(client);
    let mut reader = BufReader::new(reader).lines();
    for (method, params, pointer, expected) in [
        (
            "server/discover",
            json!({}),
            "/result/supportedVersions/2",
            json!(MODERN),
        ),
        (
            "tools/call",
            call("add", json!({ "a": 1, "b": 2 })),
            "/result/structuredContent",
            json!(3),
        ),
        (
            "tools/call",
            call("none", json!({})),
            "/error/code",
            json!(-32602),
        ),
        (
            "tools/call",
            json!({ "name": 7 }),
            "/error/code",
            json!(-32602),
        ),
        (
            "tools/list",
            json!({ "cursor": "x" }),
            "/error/code",
            json!(-32602),
        ),
        ("resources/list", json!({}), "/error/code", json!(-32601)),
    ] {
        let request =
            json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": modern(params) });
        writer
            .write_all(format!("{request}\n").as_bytes())
            .await
            .unwrap();
        let answer: Value =
            serde_json::from_str(&reader.next_line().await.unwrap().unwrap()).unwrap();
        assert_eq!(answer.pointer(pointer), Some(&expected), "{answer}");
    }
    drop((reader, writer));
    serving.await.unwrap().unwrap();
}
