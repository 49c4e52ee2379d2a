//! Requests with and without sessions, hosts and origins, cache hints, cursors, and invalid messages.

use std::collections::HashMap;

use axum::Router;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, ToolServer};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use crate::client::*;

#[tokio::test]
async fn a_client_of_2026_needs_no_session() {
    // R164, R176, R205
    let (address, _) = serve(HttpConfig::new()).await;
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
        &newest("tools/call")[..],
        &[("mcp-name", "nearest_harbour"), ("mcp-param-sea", "North")],
    ]
    .concat();
    let answer = post(address, &headers, &call).await;
    assert_eq!(answer.status, 200);
    let text = &answer.messages[0]["result"]["content"][0]["text"];
    assert_eq!(text, "somewhere by the North");
}

#[tokio::test]
async fn methods_removed_in_2026_are_unknown() {
    // R155, R156
    let (address, _) = serve(HttpConfig::new()).await;
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
    let mut other = request("tools/list", json!({}));
    other["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2099-01-01");
    let headers = [
        ("mcp-protocol-version", "2099-01-01"),
        ("mcp-method", "tools/list"),
    ];
    let answer = post(address, &headers, &other).await;
    assert_eq!(answer.messages[0]["error"]["code"], -32022);
    assert_eq!(answer.status, 400);
}

#[tokio::test]
async fn an_older_client_has_a_session() {
    let (address, _) = serve(HttpConfig::new()).await;
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
    // R178, R183: progress comes on the stream of the request, before the response
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

    let ended = Stream::open(address, "DELETE", &headers, "").await;
    assert_eq!(ended.status, 204);
    assert_eq!(post(address, &headers, &call).await.status, 404);
}

#[tokio::test]
async fn without_sessions_requests_are_independent() {
    let (address, _) = serve(HttpConfig::new().without_sessions()).await;
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

/// Reports the temperature.
#[mcp_tool(title = "City report", read_only)]
fn city_report() -> HashMap<&'static str, f32> {
    HashMap::from([("celsius", 21.5)])
}

#[tokio::test]
async fn a_request_gets_the_form_of_its_version() {
    // R176, L20, L93, O01 to O05
    let served = |config| async {
        let registry = ToolRegistry::builder(()).tools(tools![city_report]);
        let server = ToolServer::new("demo", "1", registry.build().unwrap());
        serve_app(Router::new().route_service("/mcp", server.http_service(config))).await
    };
    let request = |method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    // Returns whether a tool has hints, and whether its results have structured content.
    let form = |address, headers: Vec<(&'static str, String)>| async move {
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, value)| (*name, &**value))
            .collect();
        let list = post(address, &headers, &request("tools/list", json!({}))).await;
        let tool = &list.messages[0]["result"]["tools"][0];
        let call = request("tools/call", json!({ "name": "city_report" }));
        let call = post(address, &headers, &call).await;
        let result = &call.messages[0]["result"];
        assert_eq!(result["content"][0]["text"], r#"{"celsius":21.5}"#);
        let has_structured = result.get("structuredContent").is_some();
        assert_eq!(tool.get("outputSchema").is_some(), has_structured, "{tool}");
        (tool.get("annotations").is_some(), has_structured)
    };
    let named = |version: &str| vec![("mcp-protocol-version", version.to_owned())];

    let address = served(HttpConfig::new().without_sessions()).await;
    // The protocol requires the server to assume 2025-03-26 if a request names no version.
    assert_eq!(form(address, Vec::new()).await, (true, false));
    assert_eq!(form(address, named("2024-11-05")).await, (false, false));
    assert_eq!(form(address, named("2025-03-26")).await, (true, false));
    assert_eq!(form(address, named(OLDER[0])).await, (true, true));

    // In a session, the version of the session applies, with and without the header.
    let address = served(HttpConfig::new()).await;
    for (version, expected) in [
        ("2024-11-05", (false, false)),
        ("2025-03-26", (true, false)),
        (OLDER[1], (true, true)),
    ] {
        let info = json!({ "name": "test", "version": "0" });
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": info });
        let answer = post(address, &[], &request("initialize", params)).await;
        assert_eq!(answer.messages[0]["result"]["protocolVersion"], version);
        let session = vec![("mcp-session-id", answer.headers["mcp-session-id"].clone())];
        assert_eq!(form(address, session.clone()).await, expected, "{version}");
        let both = [session, named(version)].concat();
        assert_eq!(form(address, both).await, expected, "{version}");
    }
}

#[tokio::test]
async fn only_allowed_hosts_and_origins_get_responses() {
    let list = request("tools/list", json!({}));
    let common = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/list"),
    ];
    let with = |more: &[(&'static str, &'static str)]| [&common[..], more].concat();

    let config = HttpConfig::new;
    let (tools, port) = ("tools.example", "tools.example:8080");
    // Each row has a configuration, the pairs of host and origin to accept, and the pairs to
    // reject.
    for (config, allowed, refused) in [
        (
            config(),
            &[
                ("localhost", None),
                ("127.0.0.1:80", Some("http://localhost:6274")),
                ("[::1]:80", Some("https://[::1]")),
                ("localhost", Some("http://127.0.0.1")),
            ][..],
            &[
                ("evil.example", None),
                ("localhost", Some("http://evil.example")),
                ("localhost", Some("http://localhost.evil.example")),
                ("localhost", Some("null")),
                ("localhost", Some("")),
            ][..],
        ),
        // `allow_hosts` with an empty list allows no host, although the SDK treats an empty list
        // as every host.
        (
            config().allow_hosts([""; 0]),
            &[],
            &[("evil.example", None), ("localhost", None)],
        ),
        (
            config().allow_hosts([tools]),
            &[
                (tools, None),
                (tools, Some("https://tools.example")),
                (port, Some("http://tools.example:8080")),
            ],
            &[
                ("localhost", None),
                (tools, Some("http://localhost")),
                (tools, Some("https://app.example")),
            ],
        ),
        (
            config().allow_hosts([port]),
            &[(port, Some("http://tools.example:8080"))],
            &[(port, Some("http://tools.example:9")), (tools, None)],
        ),
        (
            config()
                .allow_hosts([tools])
                .allow_origins(["https://app.example:443"]),
            &[(tools, None), (tools, Some("https://app.example"))],
            &[
                (tools, Some("https://evil.example")),
                (tools, Some("https://tools.example")),
            ],
        ),
        (
            config().allow_origins([""; 0]),
            &[("localhost", None)],
            &[("localhost", Some("http://localhost"))],
        ),
    ] {
        let (address, _) = serve(config).await;
        let allowed = allowed.iter().map(|case| (case, 200));
        let refused = refused.iter().map(|case| (case, 403));
        for ((host, origin), status) in allowed.chain(refused) {
            let mut headers = with(&[("host", host)]);
            headers.extend(origin.map(|origin| ("origin", origin)));
            let answer = post(address, &headers, &list).await;
            assert_eq!(answer.status, status, "{host} {origin:?}");
        }
    }
}

#[tokio::test]
async fn cache_hints_are_for_2026_only() {
    // R137, R139
    let (address, _) = serve(HttpConfig::new()).await;
    for version in [OLDER[0], OLDER[1], NEWEST] {
        let client = Client::new(address, version).await;
        let list = json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": {} });
        let (_, answer) = client.ask(&list).await;
        let result = &answer["result"];
        let newest = version == NEWEST;
        assert_eq!(
            result.get("ttlMs"),
            newest.then_some(&json!(0)),
            "{version}"
        );
        let scope = newest.then(|| json!("private"));
        assert_eq!(result.get("cacheScope"), scope.as_ref(), "{version}");
        assert_eq!(result.get("nextCursor"), None, "{version}");
    }
}

#[tokio::test]
async fn a_foreign_cursor_is_rejected() {
    // R143
    let (address, _) = serve(HttpConfig::new()).await;
    for version in [OLDER[0], OLDER[1], NEWEST] {
        let client = Client::new(address, version).await;
        for cursor in ["", "2", "Mg=="] {
            let params = json!({ "cursor": cursor });
            let list =
                json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": params });
            let (_, answer) = client.ask(&list).await;
            assert_eq!(answer["error"]["code"], -32602, "{version} {cursor}");
        }
    }
}

/// Lists the hours with a report.
#[mcp_tool(read_only)]
fn hours() -> Vec<u32> {
    vec![6, 18]
}

#[tokio::test]
async fn each_request_on_a_connection_has_its_own_version() {
    // R176
    let registry = ToolRegistry::builder(()).tools(tools![hours]);
    let server = ToolServer::new("demo", "1", registry.build().unwrap());
    let service = server.http_service(HttpConfig::new().without_sessions());
    let address = serve_app(Router::new().route_service("/mcp", service)).await;
    let stream = TcpStream::connect(address).await.unwrap();
    let (input, mut output) = stream.into_split();
    let mut input = BufReader::new(input);
    for version in [NEWEST, OLDER[0], NEWEST, OLDER[1], OLDER[0]] {
        let mut body = call(version, "hours", json!({}));
        let mut head = format!("host: {address}\r\nmcp-protocol-version: {version}\r\n");
        if version == NEWEST {
            body["params"]["_meta"] = request("", json!({}))["params"]["_meta"].take();
            head.push_str("mcp-method: tools/call\r\nmcp-name: hours\r\n");
        }
        let body = body.to_string();
        let request = format!(
            "POST /mcp HTTP/1.1\r\n{head}content-type: application/json\r\n\
             accept: application/json, text/event-stream\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        output.write_all(request.as_bytes()).await.unwrap();

        let mut length = 0;
        loop {
            let mut line = String::new();
            input.read_line(&mut line).await.unwrap();
            match line.trim().split_once(": ") {
                Some(("content-length", value)) => length = value.parse().unwrap(),
                None if line.trim().is_empty() => break,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        input.read_exact(&mut body).await.unwrap();
        let answer: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(answer["id"], version);
        let result = &answer["result"];
        let newest = version == NEWEST;
        assert_eq!(result.get("resultType").is_some(), newest, "{result}");
        assert_eq!(
            result.get("structuredContent").is_some(),
            newest,
            "{result}"
        );
    }
}

#[tokio::test]
async fn invalid_messages_get_an_error() {
    // R155, R172
    let (address, _) = serve(HttpConfig::new()).await;
    for (body, id, code) in [
        (r#"{"jsonrpc":"2.0","id":1"#, json!(null), -32700),
        ("", json!(null), -32700),
        ("[]", json!(null), -32600),
        ("7", json!(null), -32600),
        (r#"{"id":7,"method":"tools/list"}"#, json!(7), -32600),
        (r#"{"jsonrpc":"2.0","id":"a"}"#, json!("a"), -32600),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#,
            json!(1.5),
            -32600,
        ),
    ] {
        for version in [OLDER[0], OLDER[1], NEWEST] {
            for method in ["tools/list", "subscriptions/listen"] {
                let headers = [("mcp-protocol-version", version), ("mcp-method", method)];
                let mut answer = Stream::open(address, "POST", &headers, body).await;
                assert_eq!(answer.status, 400, "{body}");
                assert_eq!(answer.headers["content-type"], "application/json");
                let message = answer.next().await.unwrap();
                assert_eq!(message["error"]["code"], code, "{body} {message}");
                assert_eq!(message["id"], id, "{body} {message}");
            }
        }
    }
}

/// The SDK cannot hold half a surrogate pair. The registry gets the text of the arguments, and names the argument.
#[tokio::test]
async fn half_a_surrogate_pair_is_named() {
    let (address, _) = serve(HttpConfig::new()).await;
    for version in [OLDER[0], OLDER[1], NEWEST] {
        let client = Client::new(address, version).await;
        let mut call = call(1, "echo", json!({ "text": "MARK" }));
        if version == NEWEST {
            call["params"]["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": NEWEST,
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let body = call.to_string().replace("MARK", "x\\uD83D");
        let headers = [("mcp-method", "tools/call"), ("mcp-name", "echo")];
        let mut stream = Stream::read(client.start_text(&headers, &body).await).await;
        let answer = stream.next().await.unwrap();
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        let fault = "wrong argument for `echo`:\n- `text`: contains half a surrogate pair";
        assert!(text.starts_with(fault), "{text}");
    }
}

#[tokio::test]
async fn responses_to_calls_with_the_same_id_never_mix() {
    for version in [OLDER[0], OLDER[1], NEWEST] {
        let (address, gate) = serve(HttpConfig::new()).await;
        let client = Client::new(address, version).await;
        let first = client.start(&call(1, "wait", json!({}))).await;
        reaches(&gate.started, 1).await;
        let (before, second) = client.ask(&call(1, "echo", json!({ "text": "b" }))).await;
        assert!(before.is_empty(), "{before:?}");
        gate.open.add_permits(1);
        let first = Stream::read(first).await.next().await.unwrap();
        // Each response has a way of its own, so both requests run. Some clients send all requests with one id
        // (python-sdk#3060).
        assert_eq!(second["result"]["content"][0]["text"], "b", "{second:#}");
        assert_eq!(first["result"]["content"][0]["text"], "waited", "{first:#}");
        assert_eq!(first["id"], 1);
    }
}

#[tokio::test]
async fn a_server_can_offer_fewer_versions() {
    // R164
    use mcp_tool_runtime::ProtocolVersion;

    let versions = ProtocolVersion::ALL.iter().copied();
    let older = versions.filter(|version| *version < ProtocolVersion::V2026_07_28);
    let mcp = server().0.protocol_versions(older);
    let mcp = mcp.http_service(HttpConfig::new());
    let address = serve_app(Router::new().route_service("/mcp", mcp)).await;
    let list = request("tools/list", json!({}));
    let answer = post(address, &newest("tools/list"), &list).await;
    assert_eq!(answer.status, 400);
    let error = &answer.messages[0]["error"];
    assert_eq!(error["code"], -32022);
    let supported = json!(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]);
    assert_eq!(error["data"]["supported"], supported);

    let initialize = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": NEWEST, "capabilities": {}, "clientInfo": { "name": "a", "version": "1" },
        },
    });
    let answer = post(address, &[], &initialize).await;
    let agreed = &answer.messages[0]["result"]["protocolVersion"];
    assert_eq!(agreed, OLDER[1]);
}
