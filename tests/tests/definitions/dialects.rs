//! The dialect of JSON Schema in each protocol version.

use mcp_tool_runtime::Tool;

use super::*;

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Line {
    /// A name and a distance.
    end: (String, u8),
}

fn written() -> Value {
    json!({
        "type": "object",
        "properties": { "end": {
            "type": "array",
            "prefixItems": [{ "type": "string" }, { "$ref": "#/$defs/Far", "minimum": 1 }],
        } },
        "dependentSchemas": { "end": { "minProperties": 1 } },
        "unevaluatedProperties": false,
        "$defs": { "Far": { "type": "integer" } },
    })
}

fn tool(name: &str) -> mcp_tool_runtime::ToolBuilder {
    Tool::builder(name).description("Draws a line.")
}

/// R25: up to 2025-06-18, no version defines a dialect of JSON Schema. So generated schemas mean the same in draft-07
/// and 2020-12, in all versions. Handwritten schemas stay unchanged, even if the registry renames the tool.
#[test]
fn each_version_gets_schemas_valid_in_both_dialects() {
    let by_hand = tool("by_hand")
        .input_schema(written())
        .output_schema(written())
        .handler(|_, _| async { json!({}) });
    let of_type = tool("of_type")
        .input::<Line>()
        .output_schema(written())
        .handler(|_, _| async { json!({}) });
    let registry = ToolRegistry::builder(()).tools([by_hand, of_type]);
    let registry = registry.build().unwrap().prefixed("a_").unwrap();
    for peer in Peer::all(&registry) {
        assert_eq!(peer.tool("a_by_hand")["inputSchema"], written());
        if peer.has_structured() {
            assert_eq!(peer.tool("a_by_hand")["outputSchema"], written());
            assert_eq!(peer.tool("a_of_type")["outputSchema"], written());
        }
        let end = peer.argument("a_of_type", "end");
        let (name, far) = (
            json!({ "type": "string" }),
            json!({ "type": "integer", "minimum": 0, "maximum": 255 }),
        );
        let expected = json!({
            "type": "array",
            "description": "A name and a distance.",
            // draft-07 ignores `prefixItems`, and 2020-12 ignores `items`, because there are no more items.
            "prefixItems": [name, far],
            "items": { "anyOf": [name, far] },
            "minItems": 2,
            "maxItems": 2,
        });
        assert_eq!(end, expected, "{}", peer.protocol_version());
    }
}

/// R32
#[test]
fn a_keyword_of_another_dialect_does_not_build() {
    let mut schema = json!({
        "type": "object",
        "properties": { "a": { "type": "string" }, "b": { "type": "string" } },
        "dependencies": { "a": ["b"] },
    });
    let build = |schema: &Value| {
        let tool = tool("draw").input_schema(schema.clone());
        let tool = tool.handler(|_, _| async { "done" });
        ToolRegistry::builder(()).tool(tool).build()
    };
    let error = build(&schema).unwrap_err().to_string();
    let words = "its `dependencies` at `#` has no meaning in JSON Schema 2020-12; \
                 write `dependentRequired` or `dependentSchemas` in its place, or write `\"$schema\": \"http://json-schema.org/draft-07/schema#\"` at its root";
    assert!(error.contains(words), "{error}");
    // If a handwritten schema names draft-07 in `$schema`, the registry publishes the schema
    // unchanged. So a proxy can publish the draft-07 schema of another server.
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    let registry = build(&schema).unwrap();
    assert_eq!(Peer::new(&registry).tool("draw")["inputSchema"], schema);
}
