//! `Tool::builder(…).enforce_schemas()`: the registry validates calls and results against handwritten schemas.

use mcp_tool_runtime::{CallToolResult, StructuredContent, Tool, ToolBuilder, ToolRegistry};
use mcp_tool_tests::Peer;
use serde_json::{Map, Value, json};

use crate::{registry, tool};

fn order() -> ToolBuilder {
    tool().input_schema(json!({
        "type": "object",
        "properties": {
            "email": { "type": "string", "pattern": "@" },
            "count": { "type": "integer", "minimum": 1, "multipleOf": 2 },
            "state": { "enum": ["open", 7, null] },
            "lines": {
                "type": "array",
                "minItems": 1,
                "items": { "$ref": "#/$defs/line" },
            },
            "target": {
                "oneOf": [
                    { "$ref": "#/$defs/line" },
                    {
                        "type": "object",
                        "properties": { "kind": { "const": "shop" }, "shop": { "type": "integer" } },
                        "required": ["kind", "shop"],
                    },
                ],
            },
            "free": { "not": { "type": "string" } },
        },
        "required": ["email"],
        "dependentRequired": { "count": ["lines"] },
        "additionalProperties": { "type": "boolean" },
        "$defs": {
            "line": {
                "type": "object",
                "properties": {
                    "kind": { "const": "line" },
                    "text": { "type": "string", "maxLength": 3 },
                    "tags": { "type": "array", "items": { "type": "string" }, "uniqueItems": true },
                },
                "required": ["kind"],
                "additionalProperties": false,
            },
        },
    }))
}

async fn show(arguments: Map<String, Value>) -> String {
    Value::Object(arguments).to_string()
}

#[test]
fn each_fault_of_a_call_is_listed_with_its_path() {
    // R148, R152, R165
    let enforced = registry(order().enforce_schemas().handler(|it, _| show(it)));
    let loose = registry(order().handler(|it, _| show(it)));
    let arguments = json!({
        "email": "nobody",
        "count": 3,
        "state": "shut",
        "lines": [
            { "kind": "line", "text": "long", "tags": ["a", 7, "a", "a"] },
            { "kind": "line", "txt": "a" },
            { "text": 7 },
            7,
        ],
        "target": { "kind": "shop", "shop": "a" },
        "free": "text",
        "other": 1,
    });
    assert_eq!(
        Peer::new(&enforced).error("tool", arguments.clone()),
        "13 wrong arguments for `tool`:\n\
         - `count`: expected an integer of at least 1 that is a multiple of 2, got 3\n\
         - `email`: expected a string matching `@`, got \"nobody\"\n\
         - `free`: expected any value except a string, got \"text\"\n\
         - `lines[0].tags`: expected an array whose items all differ and are each a string, \
         got equal items at [0] and [2]\n\
         - `lines[0].tags[1]`: expected a string, got 7\n\
         - `lines[0].text`: expected a string of at most 3 characters, got 4 characters\n\
         - `lines[1]`: has no member `txt`; did you mean `text`?\n\
         - `lines[2].text`: expected a string of at most 3 characters, got 7\n\
         - `lines[2]`: lacks the member `kind`; expected \"line\"\n\
         - `lines[3]`: expected an object with `kind`, got 7\n\
         - `other`: expected true or false, got 1\n\
         - `state`: expected one of \"open\", 7, null, got \"shut\"\n\
         - `target.shop`: expected an integer, got \"a\""
    );
    assert_eq!(
        Peer::new(&loose).text("tool", arguments.clone()),
        arguments.to_string()
    );
}

#[test]
fn a_valid_call_reaches_the_handler_as_it_is() {
    let registry = registry(order().enforce_schemas().handler(|it, _| show(it)));
    let peer = Peer::new(&registry);
    for arguments in [
        json!({ "email": "a@b" }),
        json!({ "email": "a@b", "count": 2.0, "lines": [{ "kind": "line" }], "state": null }),
        json!({ "email": "a@b", "state": 7.0, "other": true, "free": [{}] }),
        json!({ "email": "a@b", "target": { "kind": "shop", "shop": 1, "more": null } }),
        json!({ "email": "a@b", "target": { "kind": "line", "tags": ["a", "b"] } }),
    ] {
        assert_eq!(peer.text("tool", arguments.clone()), arguments.to_string());
    }
    // Only the type of an argument accepts JSON in a string. A handwritten schema means what it says.
    let text = peer.error(
        "tool",
        json!({ "email": "a@b", "count": "2", "lines": [{ "kind": "line" }] }),
    );
    assert!(text.contains("- `count`: expected an integer"), "{text}");
}

#[test]
fn at_most_20_faults_are_listed() {
    let tool = tool().input_schema(json!({
        "type": "object",
        "properties": { "it": { "type": "array", "items": { "type": "string" } } },
    }));
    let registry = registry(tool.enforce_schemas().handler(|it, _| show(it)));
    let text = Peer::new(&registry).error("tool", json!({ "it": vec![1; 1000] }));
    assert!(
        text.starts_with("1000 wrong arguments for `tool`:\n- `it[0]`: "),
        "{text}"
    );
    assert_eq!(
        text.matches("expected a string, got 1").count(),
        20,
        "{text}"
    );
    assert!(text.contains("980 more"), "{text}");
}

/// Returns a tool that returns its argument `it` as structured content.
fn echo(schema: Value) -> ToolBuilder {
    tool()
        .input_schema(json!({ "type": "object", "properties": { "it": {} } }))
        .output_schema(schema)
}

async fn content(mut arguments: Map<String, Value>) -> CallToolResult {
    let mut result = CallToolResult::text("in words");
    let it = arguments.remove("it");
    result.set_structured_content(it.map(|it| StructuredContent::new(&it).unwrap()));
    result.is_error = arguments.remove("fails") == Some(json!(true));
    result
}

#[test]
fn a_result_is_checked_against_its_handwritten_schema() {
    // R100, R101, R102
    let schema = json!({
        "type": "object",
        "properties": { "rows": { "type": "array", "items": { "type": "integer", "maximum": 9 } } },
        "required": ["rows"],
    });
    let enforced = registry(
        echo(schema.clone())
            .enforce_schemas()
            .handler(|it, _| content(it)),
    );
    let loose = registry(echo(schema).handler(|it, _| content(it)));
    for (it, is_valid) in [
        (json!({ "rows": [1, 9.0] }), true),
        (json!({ "rows": [1, 10] }), false),
        (json!({ "rows": 1 }), false),
        (json!({}), false),
    ] {
        for peer in Peer::structured(&loose) {
            assert_eq!(
                peer.call("tool", json!({ "it": it }))["structuredContent"],
                it
            );
        }
        for peer in Peer::structured(&enforced) {
            let result = peer.call("tool", json!({ "it": it }));
            let is_error = result["isError"] == true;
            assert_eq!(is_error, !is_valid, "{result}");
            assert_eq!(
                result.get("structuredContent"),
                Some(&it).filter(|_| !is_error)
            );
            // The data of an error that violates the schema is only in the text.
            let failed = peer.call("tool", json!({ "it": it, "fails": true }));
            assert_eq!(
                failed.get("structuredContent").is_some(),
                is_valid,
                "{failed}"
            );
        }
    }
}

#[test]
fn a_schema_that_cannot_be_enforced_does_not_build() {
    // R32, R165
    let draft_7 = "http://json-schema.org/draft-07/schema#";
    let own = "to publish the schema without checks, remove `enforce_schemas`";
    for (keyword, value, message) in [
        (
            "unevaluatedItems",
            json!(false),
            "its `unevaluatedItems` at `#/properties/a` cannot be checked; remove this keyword",
        ),
        (
            "$dynamicRef",
            json!("#/$defs/b"),
            "its `$dynamicRef` at `#/properties/a` cannot be checked; remove this keyword",
        ),
        (
            "pattern",
            json!("(?=a)"),
            "at `#/properties/a`, the pattern `(?=a)` is not a regular expression: ",
        ),
        (
            "$schema",
            json!(draft_7),
            "its dialect cannot be checked; write JSON Schema 2020-12, which needs no `$schema`",
        ),
        (
            "$ref",
            json!("https://example.com/a.json"),
            "its reference `https://example.com/a.json` has no target inside the schema; put the target under `$defs`",
        ),
    ] {
        let mut schema = json!({ "type": "object", "$defs": { "b": {} }, "properties": { "a": { "type": "array" } } });
        let is_root = keyword == "$schema";
        let place = if is_root {
            &mut schema
        } else {
            &mut schema["properties"]["a"]
        };
        place[keyword] = value;
        let tools = |is_enforced: bool| -> [Tool<()>; 2] {
            let builders = [tool().input_schema(schema.clone()), echo(schema.clone())];
            builders.map(|builder| match is_enforced {
                true => builder.enforce_schemas().handler(|it, _| content(it)),
                false => builder.handler(|it, _| content(it)),
            })
        };
        for (tool, name) in tools(true).into_iter().zip(["input", "output"]) {
            let error = ToolRegistry::builder(()).tool(tool).build().unwrap_err();
            let text = error.problems()[0].to_string();
            assert!(
                text.starts_with(&format!("the {name} schema of `tool`: ")),
                "{text}"
            );
            assert!(text.contains(message), "{text}");
            assert_eq!(text.contains(own), keyword != "$ref", "{text}");
            assert_eq!(error.problems().len(), 1, "{error}");
        }
        for tool in tools(false) {
            let built = ToolRegistry::builder(()).tool(tool).build();
            assert_eq!(built.is_ok(), keyword != "$ref", "{keyword}");
        }
    }
}
