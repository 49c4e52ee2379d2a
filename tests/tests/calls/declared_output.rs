//! `output = Type`: publishes a schema for results that a tool builds by hand, and checks successful results
//! against the published schema.

use std::collections::BTreeMap;

use mcp_tool_runtime::content::Role;
use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{
    CallToolResult, ContentBlock, ProtocolVersion, StructuredContent, ToolRegistry, mcp_tool, tools,
};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::log::logged;

#[derive(Serialize, JsonSchema)]
struct Report {
    zone: &'static str,
    items: Vec<Item>,
}

#[derive(Serialize, JsonSchema)]
struct Item {
    count: u8,
}

/// Returns `Report`, which other tools declare with `output = Report`.
#[mcp_tool]
fn typed() -> Report {
    Report {
        zone: "north",
        items: Vec::new(),
    }
}

type Reply = Result<CallToolResult, String>;

/// Builds a result with a text block for each line of `content`. If `structured` is JSON, it becomes the
/// structured content.
fn answer(content: &str, structured: &str) -> CallToolResult {
    let mut result = CallToolResult::new(content.lines().map(ContentBlock::text));
    let structured: Option<Value> = serde_json::from_str(structured).ok();
    result.set_structured_content(structured.map(|value| StructuredContent::new(&value).unwrap()));
    result
}

/// Builds a result, and declares a report as output.
#[mcp_tool(output = Report)]
fn report(content: &str, structured: &str) -> CallToolResult {
    answer(content, structured)
}

/// Builds a result or fails, and declares a report as output.
#[mcp_tool(output = Report)]
async fn result(content: &str, structured: &str) -> Reply {
    match structured {
        "fail" => Err(content.to_owned()),
        "say so" => {
            let mut result = answer(content, "{\"zone\":1}");
            result.is_error = true;
            Ok(result)
        }
        _ => Ok(answer(content, structured)),
    }
}

/// Builds a result, and declares a list as output.
#[mcp_tool(output = Vec<u8>)]
fn list(content: &str, structured: &str) -> CallToolResult {
    answer(content, structured)
}

/// Builds a result, and declares a wrapped list as output.
#[mcp_tool(output = Vec<u8>, wrap = "items", title = "Wrapped")]
fn wrapped(content: &str, structured: &str) -> CallToolResult {
    answer(content, structured)
}

/// Parses its argument as JSON, and returns the value.
#[mcp_tool(output = BTreeMap<String, Item>)]
fn value(structured: &str) -> Result<Value, String> {
    serde_json::from_str(structured).map_err(|error| error.to_string())
}

/// Returns an image and a report.
#[mcp_tool(output = Report)]
fn draw() -> CallToolResult {
    let picture = ContentBlock::image_bytes(b"\x89PNG", "image/png").with_audience([Role::User]);
    let mut result = CallToolResult::structured(&typed()).unwrap();
    result.content_mut().insert(0, picture);
    result
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![typed, report, result, list, wrapped, value, draw])
        .build()
        .unwrap()
}

const REPORT: &str = r#"{"items":[{"count":3}],"zone":"north"}"#;

#[test]
fn the_schema_is_that_of_the_type() {
    // R98, R99, R109
    let registry = registry();
    for peer in Peer::structured(&registry) {
        let schema = |tool| peer.tool(tool).get("outputSchema").cloned();
        assert!(schema("typed").is_some());
        for tool in ["report", "result", "draw"] {
            assert_eq!(schema(tool), schema("typed"), "{tool}");
        }
        let bytes = json!({
            "type": "array",
            "items": { "type": "integer", "minimum": 0, "maximum": 255 },
        });
        let newest = peer.protocol_version() >= ProtocolVersion::V2026_07_28;
        assert_eq!(schema("list"), newest.then(|| bytes.clone()));
        let object = schema("wrapped").unwrap();
        assert_eq!(object["properties"], json!({ "items": bytes }));
    }
}

#[test]
fn the_profile_is_that_of_other_schemas() {
    let registry = ToolRegistry::builder(())
        .tools(tools![typed, report])
        .schema_profile(SchemaProfile::AsGenerated)
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let schema = peer.tool("report")["outputSchema"].take();
    assert!(schema.to_string().contains("$ref"), "{schema}");
    assert_eq!(schema, peer.tool("typed")["outputSchema"]);
}

#[test]
fn content_without_the_json_of_the_data_gets_it() {
    // R105
    let text = |text: &str| json!({ "type": "text", "text": text });
    let pretty = "{ \"zone\": \"north\", \"items\": [{ \"count\": 3 }] }";
    let registry = registry();
    for peer in Peer::structured(&registry) {
        for tool in ["report", "result"] {
            for (content, blocks) in [
                ("", json!([text(REPORT)])),
                ("in words", json!([text("in words"), text(REPORT)])),
                // If a text block already contains the structured content as JSON, the registry
                // adds no second block. White space and the order of members may differ.
                (REPORT, json!([text(REPORT)])),
                (pretty, json!([text(pretty)])),
            ] {
                let arguments = json!({ "content": content, "structured": REPORT });
                let result = peer.call(tool, arguments);
                assert_eq!(result["content"], blocks, "{tool}, {content}");
                let data: Value = serde_json::from_str(REPORT).unwrap();
                assert_eq!(result["structuredContent"], data);
            }
        }
        let result = peer.call("draw", json!({}));
        assert_eq!(result["content"][0]["type"], "image");
        assert_eq!(
            result["content"][1]["text"],
            r#"{"zone":"north","items":[]}"#
        );
    }
}

#[test]
fn another_value_than_an_object_is_for_the_newest_version() {
    // R103, R106: only the newest protocol version allows a list as structured content. In every
    // version, a text block contains the list as JSON.
    let registry = registry();
    for peer in Peer::structured(&registry) {
        let newest = peer.protocol_version() >= ProtocolVersion::V2026_07_28;
        let arguments = json!({ "content": "two", "structured": "[1,2]" });
        let result = peer.call("list", arguments.clone());
        assert_eq!(result["content"][1]["text"], "[1,2]");
        let data = json!([1, 2]);
        assert_eq!(result.get("structuredContent"), newest.then_some(&data));

        let result = peer.call("wrapped", arguments);
        assert_eq!(result["content"][1]["text"], r#"{"items":[1,2]}"#);
        assert_eq!(result["structuredContent"], json!({ "items": [1, 2] }));
    }
}

#[test]
fn an_answer_that_does_not_conform_is_an_error() {
    // R100, R101
    let registry = registry();
    for peer in Peer::structured(&registry) {
        let newest = peer.protocol_version() >= ProtocolVersion::V2026_07_28;
        for (tool, structured, reason) in [
            ("report", "", "has no structured content"),
            ("result", "", "has no structured content"),
            (
                "report",
                r#"{"zone":"north"}"#,
                "`structuredContent`: lacks the member `items`",
            ),
            (
                "report",
                r#"{"zone":1,"items":[]}"#,
                "`structuredContent.zone`: expected a string",
            ),
            (
                "result",
                r#"{"zone":"north","items":[{"count":1},{"count":"2"}]}"#,
                "`structuredContent.items[1].count`: expected an integer",
            ),
            ("report", "[1]", "`structuredContent`: expected an object"),
            (
                "wrapped",
                "[1,300]",
                "`structuredContent.items[1]`: expected an integer from 0 to 255",
            ),
            ("wrapped", "", "has no structured content"),
            (
                "value",
                r#"{"a":{"count":-1}}"#,
                "`structuredContent.a.count`",
            ),
            // In protocol versions before 2026-07-28, `list` has no published output schema. The
            // registry checks a result only against a published schema. So in the older versions,
            // neither result of `list` below is an error.
            (
                "list",
                "[\"a\"]",
                if newest { "`structuredContent[0]`" } else { "" },
            ),
            (
                "list",
                "",
                if newest {
                    "has no structured content"
                } else {
                    ""
                },
            ),
        ] {
            let arguments = match tool {
                "value" => json!({ "structured": structured }),
                _ => json!({ "content": "text", "structured": structured }),
            };
            let mut result = Value::Null;
            let log = logged(|| result = peer.call(tool, arguments));
            if reason.is_empty() {
                assert_eq!(result.get("isError"), None, "{tool}: {result}");
                continue;
            }
            assert_eq!(result["isError"], true, "{tool} {structured}: {result}");
            let text = result["content"][0]["text"].as_str().unwrap();
            let start =
                format!("`{tool}` returned a result that does not match its output schema (error ");
            assert!(text.starts_with(&start), "{text}");
            assert_eq!(result.get("structuredContent"), None);
            assert!(log.contains(reason), "{tool} {structured}: {log}");
        }
    }
}

#[test]
fn a_failure_loses_no_data_that_does_not_match() {
    // R102: data that does not match the schema is only in the text, and the log has a warning
    let registry = registry();
    for peer in Peer::structured(&registry) {
        for structured in ["fail", "say so"] {
            let arguments = json!({ "content": "no report", "structured": structured });
            let mut result = Value::Null;
            let log = logged(|| result = peer.call("result", arguments));
            assert_eq!(result["isError"], true);
            let mut texts = vec![json!({ "type": "text", "text": "no report" })];
            let warning = "the client receives it only as text";
            assert_eq!(log.contains(warning), structured == "say so", "{log}");
            if structured == "say so" {
                texts.push(json!({ "type": "text", "text": "{\"zone\":1}" }));
            }
            assert_eq!(result["content"], Value::Array(texts));
            assert_eq!(result.get("structuredContent"), None);
        }
    }
}
