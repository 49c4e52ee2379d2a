//! Rare faults in schemas and tools, and the findings about them.

use mcp_tool_runtime::lint::{Lint, Profile};
use serde_json::{Value, json};

use super::{argument, described, everyone, short};

/// Returns the findings about a tool whose only argument has the schema `it`. Each finding is a rule's id and a
/// JSON pointer. A pointer into the argument is relative to its schema.
fn in_argument(it: &Value) -> Vec<String> {
    let mut input = described(it.clone());
    input["additionalProperties"] = json!(false);
    let tool = json!({
        "name": "search", "title": "Search", "description": "Looks for something.",
        "annotations": { "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false },
        "inputSchema": input,
    });
    in_list(&json!([tool]))
}

fn in_list(tools: &Value) -> Vec<String> {
    let findings = Lint::new(&everyone()).check_json(tools);
    let findings = findings.iter().map(short);
    let short = findings.map(|it| it.replace("/tools/0/inputSchema/properties/it", ""));
    short.collect()
}

#[track_caller]
fn is_found(found: &[String], expected: &str, planted: &Value) {
    let is_there = found.iter().any(|it| it.trim_end() == expected);
    assert!(is_there, "{expected} in {planted}: {found:#?}");
}

/// Faults in schemas under rare keywords, such as `dependentSchemas`.
#[test]
fn faults_below_keywords_with_schemas() {
    let text = json!({ "type": "string" });
    let bad = json!({ "type": "text" });
    for (it, place) in [
        (
            json!({ "type": "array", "items": text, "contains": bad }),
            "/contains",
        ),
        (
            json!({ "type": "object", "dependentSchemas": { "a": bad } }),
            "/dependentSchemas/a",
        ),
        (
            json!({ "type": "object", "dependencies": { "a": bad } }),
            "/dependencies/a",
        ),
        (
            json!({ "type": "string", "contentSchema": bad }),
            "/contentSchema",
        ),
        (
            json!({ "type": "object", "propertyNames": bad }),
            "/propertyNames",
        ),
        (
            json!({ "type": "array", "items": text, "unevaluatedItems": bad }),
            "/unevaluatedItems",
        ),
        (
            json!({ "type": "object", "unevaluatedProperties": bad }),
            "/unevaluatedProperties",
        ),
        (
            json!({ "type": "array", "items": [text], "additionalItems": bad }),
            "/additionalItems",
        ),
        (
            json!({ "type": "string", "if": text, "then": bad }),
            "/then",
        ),
        (
            json!({ "type": "string", "if": text, "else": bad }),
            "/else",
        ),
        (
            json!({ "type": "array", "items": text, "prefixItems": [text, bad] }),
            "/prefixItems/1",
        ),
        (
            json!({ "type": "string", "$defs": { "A": bad } }),
            "/$defs/A",
        ),
        (
            json!({ "allOf": [text, { "anyOf": [text, { "not": bad }] }] }),
            "/allOf/1/anyOf/1/not",
        ),
        (
            json!({ "type": "object", "properties": { "a/b": { "items": bad } } }),
            "/properties/a~1b/items",
        ),
    ] {
        is_found(
            &in_argument(&it),
            &format!("malformed_keyword {place}/type"),
            &it,
        );
    }
}

/// Keywords with invalid values.
#[test]
fn values_that_look_like_schemas() {
    for (it, expected) in [
        (json!({ "type": "any" }), "malformed_keyword /type"),
        (json!({ "type": "int" }), "malformed_keyword /type"),
        (json!({ "type": [] }), "malformed_keyword /type"),
        (json!({ "type": null }), "malformed_keyword /type"),
        (
            json!({ "type": "string", "required": true }),
            "malformed_keyword /required",
        ),
        (
            json!({ "type": "object", "properties": [] }),
            "malformed_keyword /properties",
        ),
        (
            json!({ "type": "array", "items": "string" }),
            "malformed_keyword /items",
        ),
        (
            json!({ "type": "object", "additionalProperties": "string" }),
            "malformed_keyword /additionalProperties",
        ),
        (
            json!({ "type": "string", "enum": { "a": 1 } }),
            "malformed_keyword /enum",
        ),
        (
            json!({ "type": "string", "examples": "a" }),
            "malformed_keyword /examples",
        ),
        (
            json!({ "type": "integer", "minimum": "0" }),
            "malformed_keyword /minimum",
        ),
        (
            json!({ "type": "integer", "exclusiveMinimum": true }),
            "malformed_keyword /exclusiveMinimum",
        ),
        (
            json!({ "type": "string", "maxLength": -1 }),
            "malformed_keyword /maxLength",
        ),
        (
            json!({ "type": "string", "$ref": 1 }),
            "malformed_keyword /$ref",
        ),
        (
            json!({ "type": "object", "dependentRequired": { "a": "b" } }),
            "malformed_keyword /dependentRequired",
        ),
        (
            json!({ "type": "string", "pattern": "(" }),
            "foreign_pattern /pattern",
        ),
        (
            json!({ "type": "string", "pattern": "(?i)abc" }),
            "foreign_pattern /pattern",
        ),
        (
            json!({ "type": "string", "pattern": "^\\p{L}+\\z" }),
            "foreign_pattern /pattern",
        ),
        (
            json!({ "type": "string", "pattern": "^https\\:" }),
            "foreign_pattern /pattern",
        ),
        (
            json!({ "type": "string", "pattern": "(?P<a>b)" }),
            "foreign_pattern /pattern",
        ),
        // In JavaScript, the character class ends at the first `]`. With the flag `u`, the second
        // `]` is then a syntax error.
        (
            json!({ "type": "string", "pattern": "[^]]" }),
            "foreign_pattern /pattern",
        ),
        (
            json!({ "type": "string", "pattern": "a\\" }),
            "foreign_pattern /pattern",
        ),
    ] {
        is_found(&in_argument(&it), expected, &it);
    }
}

/// Well-formed schemas that are probably mistakes, such as a minimum above the maximum.
#[test]
fn schemas_that_no_value_satisfies() {
    for (it, expected) in [
        (
            json!({ "type": "integer", "minimum": 9, "maximum": 1 }),
            "contradiction /minimum",
        ),
        (
            json!({ "type": "string", "minLength": 9, "maxLength": 1 }),
            "contradiction /minLength",
        ),
        (
            json!({ "type": "array", "items": { "type": "string" }, "minItems": 2, "maxItems": 1 }),
            "contradiction /minItems",
        ),
        (
            json!({ "type": "string", "default": 5 }),
            "contradiction /default",
        ),
        (
            json!({ "type": "string", "enum": ["a"], "default": "b" }),
            "contradiction /default",
        ),
        (
            json!({ "type": "integer", "minimum": 1, "default": 0 }),
            "contradiction /default",
        ),
        (
            json!({ "type": "string", "maxLength": 2, "default": "abc" }),
            "contradiction /default",
        ),
        (
            json!({ "type": "array", "items": { "type": "string" }, "minItems": 1, "default": [] }),
            "contradiction /default",
        ),
        (
            json!({ "type": "object", "properties": {}, "minProperties": 1, "default": {} }),
            "contradiction /default",
        ),
        (
            json!({ "type": "string", "nullable": false, "enum": ["a", null] }),
            "contradiction /enum",
        ),
        (
            json!({ "type": "object", "propertyNames": { "type": "string" }, "additionalProperties": false }),
            "contradiction /propertyNames",
        ),
        (
            json!({ "type": "integer", "enum": ["1"] }),
            "contradiction /enum",
        ),
        (
            json!({ "type": "string", "const": 5 }),
            "contradiction /const",
        ),
        (
            json!({ "$ref": "#/$defs/Nowhere", "$defs": {} }),
            "unresolved_reference /$ref",
        ),
        (json!({ "$dynamicRef": "#it" }), "no_type "),
        (
            json!({ "anyOf": [{ "type": "string" }, {}] }),
            "no_type /anyOf/1",
        ),
        (
            json!({ "type": ["string", "string"] }),
            "listed_twice /type",
        ),
    ] {
        is_found(&in_argument(&it), expected.trim_end(), &it);
    }
}

/// Tools with invalid or missing fields, or with fields of another API, such as `input_schema`.
#[test]
fn tools_in_the_format_of_another_api_are_found() {
    let input = json!({ "type": "object", "properties": {} });
    let tool = |key: &str, value: Value| {
        let mut tool = json!({
            "name": "search", "title": "Search", "description": "Looks for something.",
            "annotations": { "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false },
            "inputSchema": input,
        });
        tool[key] = value;
        tool
    };
    let without = |tool: Value| {
        let mut tool = tool;
        tool.as_object_mut().unwrap().remove("inputSchema");
        tool
    };
    for (tool, expected) in [
        (
            without(tool("input_schema", input.clone())),
            "root_object /tools/0",
        ),
        (
            without(tool("parameters", input.clone())),
            "root_object /tools/0",
        ),
        (
            tool("name", json!("-search")),
            "name_characters /tools/0/name",
        ),
        (
            tool("name", json!("such\u{e4}")),
            "name_characters /tools/0/name",
        ),
        (
            tool("name", json!("search\n")),
            "name_characters /tools/0/name",
        ),
        (
            tool("name", json!("search\u{200b}")),
            "name_characters /tools/0/name",
        ),
        (
            tool("description", json!("\u{200b}")),
            "no_description /tools/0",
        ),
        (
            tool("description", json!(["Looks"])),
            "malformed_tool /tools/0/description",
        ),
        (
            tool("annotations", json!({ "readOnlyHint": "true" })),
            "malformed_tool /tools/0/annotations/readOnlyHint",
        ),
        (
            tool("annotations", json!({ "title": 1 })),
            "malformed_tool /tools/0/annotations/title",
        ),
        (
            tool("icons", json!([{ "src": "icon.png" }])),
            "icon /tools/0/icons/0",
        ),
        (
            tool(
                "icons",
                json!([{ "src": "data:image/gif;base64,R0lGODlh" }]),
            ),
            "icon /tools/0/icons/0",
        ),
        (
            tool("outputSchema", json!(null)),
            "output_object /tools/0/outputSchema",
        ),
        (
            tool("outputSchema", json!([])),
            "output_object /tools/0/outputSchema",
        ),
        (
            tool("icons", json!({ "src": "a.png" })),
            "malformed_tool /tools/0/icons",
        ),
        (
            tool("execution", json!("forbidden")),
            "malformed_tool /tools/0/execution",
        ),
        (
            json!({ "type": "function", "function": { "name": "search", "parameters": input } }),
            "malformed_tool /tools/0",
        ),
    ] {
        is_found(&in_list(&json!([tool])), expected, &tool);
    }
}

/// Returns a type that contains itself, with a default.
fn tree(default: &Value) -> Value {
    let tree = json!({ "$ref": "#/properties/it/$defs/Tree" });
    let members = json!({
        "children": { "type": "array", "items": tree },
        "size": { "type": "integer" },
    });
    json!({
        "$ref": "#/properties/it/$defs/Tree",
        "$defs": { "Tree": { "type": "object", "properties": members, "default": default } },
    })
}

#[test]
fn defaults_and_examples_at_any_depth() {
    let integers = json!({ "type": "array", "items": { "type": "integer" }, "default": [1, "a"] });
    let code = json!({ "type": "string", "pattern": "^[A-Z]+$" });
    let with = |mut schema: Value, keyword: &str, value: Value| {
        schema[keyword] = value;
        schema
    };
    let object = |member: Value| json!({ "type": "object", "properties": { "a": member } });
    let list = |item: Value| json!({ "type": "array", "items": item });
    for (it, place) in [
        (object(integers.clone()), "/properties/a/default"),
        (list(list(integers.clone())), "/items/items/default"),
        (
            json!({ "anyOf": [{ "type": "null" }, integers] }),
            "/anyOf/1/default",
        ),
        (with(code.clone(), "default", json!("abc")), "/default"),
        (
            list(object(with(code.clone(), "default", json!("abc")))),
            "/items/properties/a/default",
        ),
        (
            object(with(code.clone(), "examples", json!(["ABC", "abc"]))),
            "/properties/a/examples",
        ),
        (
            with(
                object(list(code)),
                "default",
                json!({ "a": ["ABC", "abc"] }),
            ),
            "/default",
        ),
        (
            tree(&json!({ "children": [{ "children": [{ "size": "big" }] }] })),
            "/$defs/Tree/default",
        ),
    ] {
        is_found(&in_argument(&it), &format!("contradiction {place}"), &it);
    }
}

#[test]
fn valid_patterns_and_defaults_have_no_findings() {
    for it in [
        json!({ "type": "string", "pattern": "^(?:a|b)[\\w\\-.]+(?=c)(?<name>\\d{2,4})\\/\\p{L}$" }),
        json!({ "type": "string", "pattern": "[(]" }),
        json!({ "type": "string", "pattern": "[\\]]\\]\\\\" }),
        json!({ "type": "string", "minLength": 2, "maxLength": 2, "default": "üü" }),
        json!({ "type": "array", "items": { "type": "string" }, "minItems": 1, "default": ["a"] }),
        json!({ "type": "string", "nullable": true, "enum": ["a", null] }),
        json!({ "type": "integer", "minimum": 1, "maximum": 1, "default": 1 }),
        json!({ "type": "number", "default": 1 }),
        json!({ "type": "string", "default": null }),
        tree(&json!({ "children": [{ "children": [{ "size": 1 }] }] })),
        json!({ "type": "string", "enum": ["a"], "default": "a" }),
        json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] }),
    ] {
        let found = in_argument(&it);
        let wrong = |it: &&String| it.starts_with("contradiction") || it.starts_with("foreign");
        assert_eq!(found.iter().find(wrong), None, "{it}");
    }
}

/// A finding repeats a number exactly as in the schema, and does not round it to a float.
#[test]
fn a_large_bound_is_printed_exactly() {
    let it = json!({ "type": "integer", "minimum": i64::MAX, "maximum": 1 });
    let list = json!([{ "name": "search", "description": "Looks.", "inputSchema": argument(it) }]);
    let findings = Lint::new(&[Profile::OpenAi]).check_json(&list);
    let found = findings.iter().find(|it| it.rule.id == "contradiction");
    assert_eq!(
        found.unwrap().what,
        "its `minimum` is 9223372036854775807, and its `maximum` is 1"
    );
}
