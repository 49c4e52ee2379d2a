//! Parameters that are wrong for each method.

use mcp_tool_runtime::ProtocolVersion;
use serde_json::json;

use crate::{Client, UNKNOWN, filled};

const METHODS: [&str; 8] = [
    "initialize",
    "ping",
    "tools/list",
    "tools/call",
    "server/discover",
    "subscriptions/listen",
    "logging/setLevel",
    "no/such",
];

/// Parameters that are wrong for each method, and the response.
const WRONG_FOR_EACH_METHOD: [(&str, &str); 16] = [
    ("7", "-32602 `params` must be an object, not a number"),
    (r#""x""#, "-32602 `params` must be an object, not a string"),
    ("[]", "-32602 `params` must be an object, not an array"),
    ("[{}]", "-32602 `params` must be an object, not an array"),
    ("true", "-32602 `params` must be an object, not a boolean"),
    (
        "<arrays>",
        "-32602 `params` must be an object, not an array",
    ),
    (
        r#"{"_meta":7}"#,
        "-32602 `_meta` must be an object, not a number",
    ),
    (
        r#"{"_meta":"x"}"#,
        "-32602 `_meta` must be an object, not a string",
    ),
    (
        r#"{"_meta":[]}"#,
        "-32602 `_meta` must be an object, not an array",
    ),
    (
        r#"{"_meta":true}"#,
        "-32602 `_meta` must be an object, not a boolean",
    ),
    (
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}"#,
        "-32602 `io.modelcontextprotocol/protocolVersion` in `_meta` must be a string",
    ),
    (
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":null}}"#,
        "-32602 `io.modelcontextprotocol/protocolVersion` in `_meta` must be a string",
    ),
    (
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":["2026-07-28"]}}"#,
        "-32602 `io.modelcontextprotocol/protocolVersion` in `_meta` must be a string",
    ),
    (
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}"#,
        "-32022 unsupported protocol version `2099-01-01`; supported are <supported>",
    ),
    (
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#,
        "-32602 `_meta` must have `io.modelcontextprotocol/clientCapabilities`; write `{}` if the client has no capabilities",
    ),
    (
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}}"#,
        "-32602 `io.modelcontextprotocol/clientCapabilities` must be an object, not an array",
    ),
];

#[tokio::test]
async fn parameters_that_are_wrong_for_each_method_are_rejected() {
    // R75, R147, R155, R164
    let versions: Vec<_> = ProtocolVersion::ALL
        .iter()
        .map(|version| version.as_str())
        .collect();
    let mut faults = Vec::new();
    for version in ProtocolVersion::ALL {
        let mut client = Client::of(*version).await;
        for (params, expected) in WRONG_FOR_EACH_METHOD {
            let data = json!({ "requested": "2099-01-01", "supported": versions });
            let supported = format!("{} {data}", versions.join(", "));
            let expected = expected.replace("<supported>", &supported);
            for method in METHODS {
                let response = client.request(method, &filled(params)).await;
                let expected = match method {
                    // Only the `_meta` of a method that nobody serves counts, and only if it can be read.
                    "no/such" if !params.contains("protocolVersion") => UNKNOWN,
                    _ => &*expected,
                };
                if response != expected {
                    faults.push(format!(
                        "{version} {method} {params}\n  {response}\n  {expected}"
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
