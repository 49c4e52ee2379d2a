//! Requests with and without sessions, hosts and origins, cache hints, cursors, and invalid messages.

use std::collections::HashMap;

use axum::Router;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, ToolServer};
use serde_json::{Value, json};

use super::client::*;

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
