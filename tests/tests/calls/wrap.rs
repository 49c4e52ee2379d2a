//! Tools that can return any kind of JSON value as data. `wrap = "…"` puts this value into an object, as a
//! member with the given name. `output = false` omits the output schema.

use std::collections::BTreeMap;

use mcp_tool_runtime::{ProtocolVersion, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize, schemars::JsonSchema)]
struct Tree {
    word: &'static str,
    branches: Vec<Tree>,
}

fn trees() -> Vec<Tree> {
    let branches = vec![Tree {
        word: "twig",
        branches: Vec::new(),
    }];
    vec![Tree {
        word: "root",
        branches,
    }]
}

/// A list.
#[mcp_tool(wrap = "items")]
fn list() -> Vec<u8> {
    vec![1, 2]
}

const NAME: &str = "a \"name\"";

/// A number.
#[mcp_tool(wrap = NAME)]
fn number() -> u8 {
    7
}

/// An object.
#[mcp_tool(wrap = "object")]
fn object() -> BTreeMap<&'static str, bool> {
    BTreeMap::from([("a", true)])
}

/// Anything.
#[mcp_tool(wrap = "any")]
fn any(value: Value) -> Value {
    value
}

/// A number, or nothing.
#[mcp_tool(wrap = "maybe")]
fn maybe(fail: Option<bool>) -> Result<Option<u8>, ToolError> {
    match fail {
        Some(true) => Err(ToolError::new("no")),
        _ => Ok(None),
    }
}

/// Trees.
#[mcp_tool(wrap = "trees")]
fn forest() -> Vec<Tree> {
    trees()
}

/// A list of texts.
#[mcp_tool(wrap = "items")]
fn texts() -> Vec<&'static str> {
    vec!["}", "\"", "{"]
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![list, number, object, any, maybe, forest, texts])
        .build()
        .unwrap()
}

#[test]
fn the_value_is_in_an_object_since_2025_06_18() {
    // R98, R99, R103, R105
    let registry = registry();
    for peer in Peer::structured(&registry) {
        for (tool, arguments, expected) in [
            ("list", json!({}), json!({ "items": [1, 2] })),
            ("number", json!({}), json!({ "a \"name\"": 7 })),
            ("object", json!({}), json!({ "object": { "a": true } })),
            ("any", json!({ "value": null }), json!({ "any": null })),
            (
                "any",
                json!({ "value": { "a": [1] } }),
                json!({ "any": { "a": [1] } }),
            ),
            ("maybe", json!({}), json!({ "maybe": null })),
            (
                "forest",
                json!({}),
                json!({ "trees": serde_json::to_value(trees()).unwrap() }),
            ),
            ("texts", json!({}), json!({ "items": ["}", "\"", "{"] })),
        ] {
            let result = peer.call(tool, arguments);
            assert_eq!(result["structuredContent"], expected, "{tool}");
            let text = result["content"][0]["text"].as_str().unwrap();
            assert_eq!(
                serde_json::from_str::<Value>(text).unwrap(),
                expected,
                "{tool}: {text}"
            );
            let schema = &peer.tool(tool)["outputSchema"];
            assert_eq!(schema["type"], "object", "{tool}: {schema:#}");
            assert!(jsonschema::draft202012::meta::is_valid(schema));
            assert!(
                jsonschema::draft202012::new(schema)
                    .unwrap()
                    .is_valid(&expected),
                "{tool}: {schema:#}",
            );
            let message = json!({
                "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool },
            });
            if tool != "any" {
                let response = peer.json(message.to_string()).unwrap();
                assert_eq!(response["result"], result, "{tool}");
            }
        }
    }
}

#[test]
fn the_definition_is_the_same_since_2025_06_18() {
    let registry = registry();
    let lists: Vec<_> = Peer::structured(&registry)
        .map(|peer| peer.tools())
        .collect();
    assert_eq!(lists[0], lists[1]);
    assert_eq!(lists[1], lists[2]);
}

#[test]
fn definitions_of_a_recursive_type_stay_at_the_root() {
    // R35: each `$ref` is a path from the root of the schema, so `$defs` must be at the root
    let registry = registry();
    let schema = Peer::new(&registry).tool("forest")["outputSchema"].take();
    assert_eq!(
        schema["properties"]["trees"].get("$defs"),
        None,
        "{schema:#}"
    );
    assert!(schema["$defs"]["Tree"].is_object(), "{schema:#}");
    assert!(!jsonschema::draft202012::is_valid(
        &schema,
        &json!({ "trees": [{ "word": "a", "branches": [{}] }] }),
    ));
}

#[test]
fn an_error_is_not_wrapped() {
    // R102
    let registry = registry();
    for peer in Peer::all(&registry) {
        assert_eq!(peer.error("maybe", json!({ "fail": true })), "no");
    }
}

#[test]
fn nothing_to_wrap_is_a_problem_of_the_build() {
    /// Returns text.
    #[mcp_tool(wrap = "items")]
    fn text() -> String {
        String::new()
    }
    /// Returns nothing.
    #[mcp_tool(wrap = "items")]
    fn nothing() {}
    let reason = "the tool returns text or content blocks, so there is no structured content to wrap; remove `wrap`";
    assert_eq!(
        crate::agreement::problems(tools![text, nothing], ()),
        ["text", "nothing"].map(|tool| format!("the wrap of `{tool}`: {reason}")),
    );
}

/// A type that does not implement `JsonSchema`.
#[derive(Serialize)]
struct Foreign {
    a: u8,
}

/// Returns a value of a foreign type.
#[mcp_tool(output = false)]
fn foreign() -> Foreign {
    Foreign { a: 1 }
}

/// Returns values of a foreign type.
#[mcp_tool(output = false)]
async fn foreigners(fail: Option<bool>) -> Result<Vec<Foreign>, String> {
    match fail {
        Some(true) => Err("no".to_owned()),
        _ => Ok(vec![Foreign { a: 1 }]),
    }
}

/// Omits its output schema.
#[mcp_tool(output = false)]
fn unwanted() -> Vec<u8> {
    vec![1]
}

#[test]
fn an_answer_without_a_schema_keeps_its_structure() {
    // R103, R105, R109: with `output = false`, the return type need not implement `JsonSchema`
    let registry = ToolRegistry::builder(())
        .tools(tools![foreign, foreigners, unwanted])
        .build()
        .unwrap();
    for peer in Peer::structured(&registry) {
        for tool in ["foreign", "foreigners", "unwanted"] {
            assert_eq!(peer.tool(tool).get("outputSchema"), None, "{tool}");
        }
        let result = peer.call("foreign", json!({}));
        assert_eq!(result["structuredContent"], json!({ "a": 1 }));
        assert_eq!(result["content"][0]["text"], "{\"a\":1}");
        let result = peer.call("foreigners", json!({}));
        let structured = match peer.protocol_version() {
            ProtocolVersion::V2026_07_28 => Some(json!([{ "a": 1 }])),
            _ => None,
        };
        assert_eq!(result.get("structuredContent"), structured.as_ref());
        assert_eq!(result["content"][0]["text"], "[{\"a\":1}]");
        assert_eq!(peer.error("foreigners", json!({ "fail": true })), "no");
    }
}

#[test]
fn the_text_is_not_wrapped() {
    /// Returns data, and a text that equals the data's JSON.
    #[mcp_tool(wrap = "items")]
    fn alike() -> mcp_tool_runtime::WithText<Vec<u8>> {
        mcp_tool_runtime::WithText::new("[1]", vec![1])
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![alike])
        .build()
        .unwrap();
    let answer = Peer::new(&registry).call("alike", json!({}));
    assert_eq!(answer["content"][0]["text"], json!("[1]"));
    assert_eq!(answer["content"][1]["text"], json!(r#"{"items":[1]}"#));
    assert_eq!(answer["structuredContent"], json!({ "items": [1] }));
}
