//! In protocol version 2026-07-28, the server compares headers with the body.

use std::net::SocketAddr;

use axum::Router;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, ToolServer};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::client::*;

#[tokio::test]
async fn headers_must_match_the_body() {
    // R50, R54, R55
    let (address, _) = serve(HttpConfig::new()).await;
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
        let answer = post(address, &[&newest("tools/call")[..], wrong].concat(), &call).await;
        assert_eq!(answer.status, 400, "{wrong:?}");
        assert_eq!(answer.messages[0]["error"]["code"], -32020, "{wrong:?}");
    }
    // R55: the headers for method and version must agree with the body
    let arguments = [("mcp-name", "nearest_harbour"), ("mcp-param-sea", "North")];
    for wrong in [
        newest("tools/list"),
        [
            ("mcp-protocol-version", OLDER[1]),
            ("mcp-method", "tools/call"),
        ],
    ] {
        let answer = post(address, &[&wrong[..], &arguments].concat(), &call).await;
        assert_eq!(answer.status, 400, "{wrong:?}");
        assert_eq!(answer.messages[0]["error"]["code"], -32020, "{wrong:?}");
    }
    // R53, R54: header names ignore case, and header values may be encoded
    let headers = [
        &newest("tools/call")[..],
        &[
            ("MCP-NAME", "nearest_harbour"),
            ("Mcp-Param-SEA", "=?base64?Tm9ydGg=?="),
        ],
    ];
    let answer = post(address, &headers.concat(), &call).await;
    assert_eq!(answer.status, 200, "{:?}", answer.messages);
}

/// Calls `nearest_harbour` with these arguments and additional headers.
async fn called(address: SocketAddr, arguments: Value, headers: &[(&str, &str)]) -> Answer {
    let call = json!({ "name": "nearest_harbour", "arguments": arguments });
    let headers = [&newest("tools/call")[..], headers].concat();
    post(address, &headers, &request("tools/call", call)).await
}

#[tokio::test]
async fn an_encoded_name_header_is_decoded_before_comparison() {
    // R08, R53
    let (address, _) = serve(HttpConfig::new()).await;
    let sea = ("mcp-param-sea", "North");
    for (name, status) in [
        ("=?base64?bmVhcmVzdF9oYXJib3Vy?=", 200),
        ("=?base64?Y291bnQ=?=", 400),
        ("=?base64?bmVhcmVzdF9oYXJib3Vy", 400),
        ("=?base64?%%%?=", 400),
        ("=?BASE64?bmVhcmVzdF9oYXJib3Vy?=", 400),
    ] {
        let arguments = json!({ "sea": "North" });
        let answer = called(address, arguments, &[("mcp-name", name), sea]).await;
        assert_eq!(answer.status, status, "{name} {:?}", answer.messages);
        let code = answer.messages[0].pointer("/error/code");
        assert_eq!(code, (status == 400).then_some(&json!(-32020)), "{name}");
    }
}

#[tokio::test]
async fn integer_headers_are_compared_as_numbers() {
    // R50, R51, R52
    let (address, _) = serve(HttpConfig::new()).await;
    let common = [("mcp-name", "nearest_harbour"), ("mcp-param-sea", "North")];
    for (argument, header, status) in [
        ("42", Some("42"), 200),
        ("42", Some("42.0"), 200),
        ("42.0", Some("42"), 200),
        ("9007199254740991", Some("9007199254740991.0"), 200),
        ("9007199254740991", Some("9007199254740990.0"), 400),
        ("42", Some("43"), 400),
        ("42", Some("forty-two"), 400),
        ("42", None, 400),
        ("null", None, 200),
        ("null", Some("42"), 400),
    ] {
        let miles: Value = serde_json::from_str(argument).unwrap();
        let header = header.map(|header| ("mcp-param-miles", header));
        let headers: Vec<_> = common.into_iter().chain(header).collect();
        let answer = called(address, json!({ "sea": "North", "miles": miles }), &headers).await;
        let shown = format!("{argument} {header:?} {:?}", answer.messages);
        assert_eq!(answer.status, status, "{shown}");
        let code = answer.messages[0].pointer("/error/code");
        assert_eq!(code, (status == 400).then_some(&json!(-32020)), "{shown}");
    }
}

#[tokio::test]
async fn older_clients_send_no_such_headers() {
    // R50
    for version in OLDER {
        let (address, _) = serve(HttpConfig::new()).await;
        let client = Client::new(address, version).await;
        let arguments = json!({ "sea": "North", "miles": 42 });
        let (_, answer) = client.ask(&call(7, "nearest_harbour", arguments)).await;
        let text = &answer["result"]["content"][0]["text"];
        assert_eq!(text, "within 42 miles, by the North");
    }
}

#[tokio::test]
async fn integer_arguments_keep_x_mcp_header_in_tools_list() {
    // R42
    let (address, _) = serve(HttpConfig::new()).await;
    let list = request("tools/list", json!({}));
    let answer = post(address, &newest("tools/list"), &list).await;
    let schema = &answer.messages[0]["result"]["tools"][0]["inputSchema"];
    assert_eq!(schema["properties"]["miles"]["x-mcp-header"], "Miles");
}

#[derive(Deserialize, JsonSchema)]
struct Course {
    /// Which sea
    #[serde(alias = "ocean")]
    #[schemars(extend("x-mcp-header" = "Sea"))]
    sea: String,
}

/// Sails.
#[mcp_tool]
fn sail(#[arg(flatten)] course: Course) -> String {
    course.sea
}

#[tokio::test]
async fn an_alias_needs_the_header_of_its_argument() {
    // R50
    let registry = ToolRegistry::builder(()).tools(tools![sail]).build();
    let server = ToolServer::new("demo", "1", registry.unwrap());
    let app = Router::new().route_service("/mcp", server.http_service(HttpConfig::new()));
    let address = serve_app(app).await;
    for (header, status) in [(None, 400), (Some("South"), 400), (Some("North"), 200)] {
        let call = json!({ "name": "sail", "arguments": { "ocean": "North" } });
        let header = header.map(|sea| ("mcp-param-sea", sea));
        let mut headers = newest("tools/call").to_vec();
        headers.push(("mcp-name", "sail"));
        headers.extend(header);
        let answer = post(address, &headers, &request("tools/call", call)).await;
        assert_eq!(answer.status, status, "{header:?} {:?}", answer.messages);
    }
}
