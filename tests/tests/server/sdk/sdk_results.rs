//! Tools that return the SDK's result types, like functions that use the SDK's `#[tool]` macro.

use std::collections::BTreeMap;

use mcp_tool_runtime::{ProtocolVersion, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock, ErrorCode, MetaObject, Resource};
use rmcp::service::ServiceError;
use serde_json::{Value, json};

/// Returns a complete tool result.
#[mcp_tool]
async fn whole(
    /// Whether it fails
    fails: bool,
) -> Result<CallToolResult, ErrorData> {
    let text = vec![ContentBlock::text("hi")];
    let mut result = match fails {
        false => CallToolResult::success(text),
        true => CallToolResult::error(text),
    };
    let meta = json!({ "example.com/n": 1 });
    result.meta = Some(MetaObject(meta.as_object().unwrap().clone()));
    Ok(result)
}

/// Returns data.
#[mcp_tool]
async fn data() -> CallToolResult {
    CallToolResult::structured(json!({ "b": 1, "a": null }))
}

/// Returns typed data.
#[mcp_tool(output = BTreeMap<String, u8>)]
async fn described(
    /// What it answers
    n: u16,
) -> Result<CallToolResult, ErrorData> {
    let mut result = CallToolResult::success(vec![ContentBlock::text("in words")]);
    result.structured_content = Some(json!({ "n": n }));
    Ok(result)
}

/// Returns data alone.
#[mcp_tool]
async fn data_alone() -> CallToolResult {
    let mut result = CallToolResult::structured(json!({ "n": 1 }));
    result.content.clear();
    result
}

/// Returns one block.
#[mcp_tool]
async fn one() -> ContentBlock {
    ContentBlock::image("iVBORw==", "image/png")
}

type Blocks = Vec<ContentBlock>;

/// Returns blocks.
#[mcp_tool]
fn several() -> Result<Blocks, String> {
    let link = Resource::new("notes://today", "today").with_title("Today");
    Ok(vec![
        ContentBlock::text("hi"),
        ContentBlock::ResourceLink(link),
    ])
}

/// Returns an invalid content block.
#[mcp_tool]
async fn illegal() -> ContentBlock {
    let mut block = ContentBlock::text("hi");
    if let ContentBlock::Text(text) = &mut block {
        let mut annotations = rmcp::model::Annotations::default();
        annotations.priority = Some(7.0);
        text.annotations = Some(annotations);
    }
    block
}

/// Fails.
#[mcp_tool]
async fn fails() -> Result<String, ErrorData> {
    Err(ErrorData::invalid_params(
        "no such city",
        Some(json!({ "table": "cities_v2" })),
    ))
}

fn lacking_error() -> ErrorData {
    let required = json!({ "requiredCapabilities": { "sampling": {} } });
    ErrorData::new(ErrorCode(-32021), "sampling is needed", Some(required))
}

/// Fails because the client lacks a capability.
#[mcp_tool]
async fn lacking() -> Result<String, ErrorData> {
    Err(lacking_error())
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![
            whole, data, data_alone, described, one, several, illegal, fails, lacking
        ])
        .build()
        .unwrap()
}

fn answer(tool: &str, arguments: Value) -> Value {
    let mut answer = Peer::new(&registry()).call(tool, arguments);
    answer.as_object_mut().unwrap().remove("resultType");
    answer
}

#[test]
fn types_of_the_sdk_can_be_returned() {
    let text = json!([{ "type": "text", "text": "hi" }]);
    let meta = json!({ "example.com/n": 1 });
    assert_eq!(
        answer("whole", json!({ "fails": false })),
        json!({ "content": text, "_meta": meta })
    );
    assert_eq!(
        answer("whole", json!({ "fails": true })),
        json!({ "content": text, "_meta": meta, "isError": true })
    );
    assert_eq!(
        answer("one", json!({})),
        json!({ "content": [{ "type": "image", "data": "iVBORw==", "mimeType": "image/png" }] })
    );
    assert_eq!(
        answer("several", json!({})),
        json!({ "content": [
            { "type": "text", "text": "hi" },
            { "type": "resource_link", "uri": "notes://today", "name": "today", "title": "Today" },
        ] })
    );
    for tool in registry().definitions() {
        let is_described = tool.name == "described";
        assert_eq!(tool.output_schema.is_some(), is_described, "{}", tool.name);
    }
}

#[test]
fn a_missing_capability_stays_a_json_rpc_error() {
    // R163
    let registry = registry();
    for peer in Peer::all(&registry) {
        match peer.try_call("lacking", json!({})) {
            Err(error) => {
                assert_eq!(peer.protocol_version(), ProtocolVersion::V2026_07_28);
                let expected = lacking_error();
                assert_eq!(
                    (error.code(), error.data()),
                    (-32021, expected.data.as_ref())
                );
            }
            Ok(result) => {
                assert_ne!(peer.protocol_version(), ProtocolVersion::V2026_07_28);
                assert_eq!(result["content"][0]["text"], "sampling is needed");
            }
        }
    }
}

#[test]
fn the_text_of_an_sdk_error_has_no_code() {
    let upstream = || ErrorData::invalid_params("no such city", Some(json!({ "table": "t" })));
    for error in [
        ToolError::display(upstream()),
        ToolError::display(ServiceError::McpError(upstream())),
        ToolError::display(ServiceError::McpError(lacking_error())),
    ] {
        let text = error.to_string();
        assert!(
            ["no such city", "sampling is needed"].contains(&&*text),
            "{text}"
        );
        assert!(error.cause().is_some());
    }
}

#[test]
fn structured_content_is_repeated_as_text() {
    // R105, T15
    let result = answer("data", json!({}));
    assert_eq!(result["structuredContent"], json!({ "b": 1, "a": null }));
    let text = result["content"][0]["text"].as_str().unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(text).unwrap(),
        result["structuredContent"]
    );
    assert_eq!(
        answer("data_alone", json!({})),
        json!({ "structuredContent": { "n": 1 }, "content": [{ "type": "text", "text": "{\"n\":1}" }] })
    );
}

#[test]
fn typed_data_are_checked_against_their_type() {
    // R100, R105
    let text = |text: &str| json!({ "type": "text", "text": text });
    assert_eq!(
        answer("described", json!({ "n": 1 })),
        json!({
            "content": [text("in words"), text("{\"n\":1}")],
            "structuredContent": { "n": 1 },
        })
    );
    let result = answer("described", json!({ "n": 256 }));
    assert_eq!(result["isError"], true);
    assert_eq!(result.get("structuredContent"), None);
}

#[test]
fn an_error_of_the_sdk_becomes_a_tool_error() {
    // R148, R150, R153
    assert_eq!(
        answer("fails", json!({})),
        json!({ "content": [{ "type": "text", "text": "no such city" }], "isError": true })
    );
}

#[test]
fn an_invalid_block_is_not_sent() {
    let result = answer("illegal", json!({}));
    assert_eq!(result["isError"], true);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(
        text.starts_with("the result of `illegal` cannot be written"),
        "{text}"
    );
}
