//! Members, error codes and capabilities that no message of a server may contain.

use mcp_tool_rmcp::handler;
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use mcp_tool_server::ToolServer;
use mcp_tool_tests::{Peer, zoo};
use rmcp::ServerHandler as _;
use serde_json::{Value, json};

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Returns the results of the zoo's calls. Skips calls that get a protocol error.
fn results(version: ProtocolVersion) -> Vec<Value> {
    let registry = zoo::registry();
    let peer = Peer::of(&registry, version);
    let results = zoo::calls().into_iter();
    results
        .filter_map(|(name, arguments)| peer.try_call(name, arguments).ok())
        .collect()
}

#[test]
fn results_are_complete_or_have_no_type() {
    // R113: here, `resultType` is `complete` in version 2026-07-28, and absent in older versions.
    // It is never `task`.
    for version in ProtocolVersion::ALL {
        let newest = *version == ProtocolVersion::V2026_07_28;
        let expected = newest.then(|| json!("complete"));
        let list = Peer::of(&zoo::registry(), *version).list();
        assert_eq!(list.get("resultType"), expected.as_ref());
        for result in results(*version) {
            assert_eq!(result.get("resultType"), expected.as_ref(), "{result:#}");
        }
    }
}

#[test]
fn only_calls_ask_and_only_lists_are_cached() {
    // R140
    for version in ProtocolVersion::ALL {
        let list = Peer::of(&zoo::registry(), *version).list();
        for member in ["inputRequests", "requestState"] {
            assert_eq!(list.get(member), None);
        }
        for result in results(*version) {
            for member in ["ttlMs", "cacheScope"] {
                assert_eq!(result.get(member), None, "{result:#}");
            }
        }
    }
}

#[test]
fn the_server_promises_tools_and_nothing_else() {
    // R131: the server declares `tools`. R132: it does not declare `listChanged`, because the
    // tools of a `ToolRegistry` never change. R173: it declares no logging. R78, R203: it
    // declares no extensions.
    let server = ToolServer::new("zoo", "1", zoo::registry());
    assert_eq!(
        serde_json::to_value(handler(server).get_info().capabilities).unwrap(),
        json!({ "tools": {} }),
    );
}

/// Sends wrong requests of many kinds as a client of `version`, and returns the errors.
fn errors(version: ProtocolVersion) -> Vec<Value> {
    let registry = zoo::registry();
    let peer = Peer::of(&registry, version);
    let request = |method: &str, params: Value| {
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
    };
    let unsupported = json!({ "_meta": { VERSION: "2024-10-07" } });
    [
        "{".to_owned(),
        "[]".to_owned(),
        r#"{"jsonrpc":"2.0","id":1}"#.to_owned(),
        // Old protocol versions define the code -32002 for an unknown resource. The server must
        // not send this code in any version.
        request("resources/read", json!({ "uri": "notes://none" })),
        request("tasks/get", json!({ "taskId": "1" })),
        request("tools/run", json!({})),
        request("tools/call", json!({})),
        request("tools/call", json!({ "name": "no_such_tool" })),
        request("tools/call", json!({ "name": "add", "arguments": [] })),
        request("tools/list", json!({ "cursor": "2" })),
        request("tools/list", json!({ "_meta": { VERSION: 1 } })),
        request("tools/list", unsupported),
    ]
    .map(|message| peer.json(message).unwrap()["error"].take())
    .into()
}

#[test]
fn every_code_is_one_of_json_rpc_or_defined_by_the_protocol() {
    // R160: the server sends no code from -32019 to -32000. From -32099 to -32020, it sends only
    // codes that the protocol defines. R161: the server sends neither -32002 nor -32042. R162:
    // the server sends none of the codes -32800, -32801 and -32802.
    let known = [-32700, -32600, -32601, -32602, -32603, -32022];
    let unsupported = "2024-10-07".parse::<ProtocolVersion>().unwrap_err();
    let made = [
        ProtocolError::parse_error("text"),
        ProtocolError::invalid_request("text"),
        ProtocolError::method_not_found("text"),
        ProtocolError::invalid_params("text"),
        ProtocolError::internal_error("text"),
        ProtocolError::from(unsupported),
    ];
    assert_eq!(made.map(|error| error.code()), known);
    for version in ProtocolVersion::ALL {
        let mut seen: Vec<_> = errors(*version)
            .iter()
            .map(|error| error["code"].as_i64().unwrap())
            .collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [-32700, -32602, -32601, -32600, -32022]);
    }
}

#[test]
fn an_error_is_one_short_sentence() {
    // R159
    for version in ProtocolVersion::ALL {
        for error in errors(*version) {
            let message = error["message"].as_str().unwrap();
            assert!((5..200).contains(&message.len()), "{message}");
            assert!(
                !message.contains('\n') && !message.ends_with('.'),
                "{message}"
            );
            let known = ["code", "message", "data"];
            let mut members = error.as_object().unwrap().keys();
            assert!(members.all(|member| known.contains(&member.as_str())));
        }
    }
}

#[test]
fn wrong_arguments_are_tool_errors_in_every_version() {
    // R148, R149: version 2025-06-18 also allows protocol errors for wrong arguments, but the
    // server sends tool errors in every version
    let registry = zoo::registry();
    for peer in Peer::all(&registry) {
        let text = peer.error("add", json!({ "a": "x", "c": 1 }));
        assert!(text.starts_with("3 wrong arguments for `add`"), "{text}");
    }
}

#[test]
fn no_feature_is_on_by_default() {
    // R204: protocol extensions must be off by default, so no Cargo feature is on by default.
    let manifest = include_str!("../../mcp-tool-runtime/Cargo.toml");
    assert!(manifest.lines().any(|line| line == "default = []"));
}
