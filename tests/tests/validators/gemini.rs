//! A model of Gemini's `Schema`, the subset of OpenAPI 3.0 that describes function parameters. The model
//! follows public sources and shares no code with the linter.
//!
//! Sources:
//!
//! - Google's reference of the interface `Schema`, for the SDK
//!   (`googleapis.github.io/js-genai/release_docs/interfaces/types.Schema.html`) and for the REST API
//!   (`ai.google.dev/api/caching#Schema`).
//! - Error messages of the API that users quote in GitHub issues.
//!
//! If one tool has an unsupported keyword, Gemini rejects the whole request. Every request to Gemini then
//! fails while the MCP server with this tool is connected. Some clients send schemas in the field
//! `parametersJsonSchema`, which accepts all of JSON Schema. This module describes clients that use the field
//! `parameters`.

use mcp_tool_tests::definitions::{all_definitions, zoo};
use serde_json::{Map, Value, json};

/// The fields that Google's reference lists. For any other name, the API reports "Unknown name … Cannot find
/// field" (zed-industries/zed#44875).
const FIELDS: &[&str] = &[
    "anyOf",
    "default",
    "description",
    "enum",
    "example",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "nullable",
    "pattern",
    "properties",
    "propertyOrdering",
    "required",
    "title",
    "type",
];

/// Fields that this model allows, although Gemini does not support them. The converter that most clients use
/// removes these two fields from each request (pizza-bot-app/pizza-bot#62). If a client removes
/// `additionalProperties`, the registry still rejects unknown arguments.
const STRIPPED_BY_HOSTS: &[&str] = &["$schema", "additionalProperties"];

/// The types that Google's reference lists. The reference spells them in upper case, but the API also accepts
/// lower case.
const TYPES: &[&str] = &[
    "array", "boolean", "integer", "null", "number", "object", "string",
];

/// Returns the parts of this tool that make a request fail.
pub(crate) fn violations(tool: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let name = tool["name"].as_str().unwrap_or_default();
    // The API reports "Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or
    // contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64"
    // (kaitranntt/ccs#25).
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.:-".contains(c);
    if !starts || !name.chars().all(plain) || name.len() > 64 {
        found.push(format!("the name {name:?}"));
    }
    // The API reports "parameters schema should be of type OBJECT" (diegosouzapw/OmniRoute#3360).
    if tool["inputSchema"]["type"] != "object" {
        found.push("the root is no object".to_owned());
    }
    schema(&tool["inputSchema"], "", &mut found);
    found
}

fn schema(schema: &Value, at: &str, found: &mut Vec<String>) {
    let Value::Object(members) = schema else {
        found.push(format!("{at}: {schema} is no object"));
        return;
    };
    for word in members.keys() {
        let known = FIELDS.contains(&word.as_str()) || STRIPPED_BY_HOSTS.contains(&word.as_str());
        if !known {
            found.push(format!("{at}: {word}"));
        }
    }
    // In Google's reference, the value of `type` is a single type. If `type` is a list, the API
    // reports "Proto field is not repeating, cannot start list"
    // (taylorwilsdon/google_workspace_mcp#1099).
    let kind = match members.get("type") {
        None => None,
        Some(Value::String(kind)) if TYPES.contains(&kind.as_str()) => Some(kind.as_str()),
        Some(other) => {
            found.push(format!("{at}: the type {other}"));
            None
        }
    };
    values(members, kind, at, found);
    // The API reports "items: missing field" (cline/cline#7339).
    if kind == Some("array") && !members.contains_key("items") {
        found.push(format!("{at}: an array without items"));
    }
    // The API reports "properties: only allowed for OBJECT type" (anomalyco/opencode#11888).
    let properties = members.get("properties").and_then(Value::as_object);
    if properties.is_some() && kind != Some("object") {
        found.push(format!("{at}: properties of {kind:?}"));
    }
    // The API reports "required: only allowed for OBJECT type" (anomalyco/opencode#11889).
    // Likewise, the API allows `items` only for the type ARRAY (anomalyco/opencode#49392).
    for (word, owner) in [("required", "object"), ("items", "array")] {
        if members.contains_key(word) && kind.is_some_and(|kind| kind != owner) {
            found.push(format!("{at}: {word} of {kind:?}"));
        }
    }
    // Gemini rejects a name in `required` that is not in `properties`, as in
    // Kilo-Org/kilocode#11955.
    let required = members.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !properties.is_some_and(|properties| properties.contains_key(name)) {
            found.push(format!("{at}: `{name}` is required and not defined"));
        }
    }
    for (name, inner) in properties.into_iter().flatten() {
        self::schema(inner, &format!("{at}/properties/{name}"), found);
    }
    if let Some(items) = members.get("items") {
        self::schema(items, &format!("{at}/items"), found);
    }
    let branches = members.get("anyOf").and_then(Value::as_array);
    for branch in branches.into_iter().flatten() {
        self::schema(branch, &format!("{at}/anyOf"), found);
    }
}

fn values(members: &Map<String, Value>, kind: Option<&str>, at: &str, found: &mut Vec<String>) {
    if let Some(values) = members.get("enum") {
        // Google's reference allows only strings in `enum`. For other values, the API reports
        // "Invalid value … (TYPE_STRING)" (Draculabo/AntigravityManager#260).
        let texts = values.as_array().into_iter().flatten();
        if !texts.clone().all(Value::is_string) || texts.count() == 0 {
            found.push(format!("{at}: the enum {values}"));
        }
        // The API reports "enum only allowed for STRING type" (decolua/9router#380).
        if kind != Some("string") {
            found.push(format!("{at}: an enum of {kind:?}"));
        }
    }
    if let Some(format) = members.get("format").and_then(Value::as_str) {
        // The API reports "only 'enum' and 'date-time' are supported for STRING type"
        // (google-gemini/gemini-cli#3178). Google's reference lists the formats for `number` and
        // `integer`.
        let known = match kind {
            Some("string") => ["enum", "date-time"].contains(&format),
            Some("number") => ["float", "double"].contains(&format),
            Some("integer") => ["int32", "int64"].contains(&format),
            _ => false,
        };
        if !known {
            found.push(format!("{at}: the format {format} of {kind:?}"));
        }
    }
}

/// Pairs of a keyword that Gemini rejects and a tool that uses the keyword on purpose. The tools are in the
/// module `zoo` of `mcp_tool_tests`.
const ON_PURPOSE: &[(&str, &str)] = &[
    // The schema of a recursive type must refer to a definition.
    ("$defs", "tree"),
    ("$ref", "tree"),
    // Only `exclusiveMaximum` can express an exclusive upper bound of a float.
    ("exclusiveMaximum", "rules"),
    // R38 to R45: MCP requires the keyword `x-mcp-header` in the schema of an argument that
    // clients also send as an HTTP header.
    ("x-mcp-header", "headers"),
    ("x-mcp-header", "by_value"),
];

#[test]
fn the_zoo_is_within_the_subset() {
    let tools = zoo();
    for published in &tools {
        let name = published.name();
        for violation in violations(&published.tool) {
            let is_known = ON_PURPOSE
                .iter()
                .any(|(word, tool)| *tool == name && violation.rsplit(' ').next() == Some(*word));
            assert!(is_known, "`{name}`: {violation}\n{:#}", published.tool);
        }
    }
    for (word, tool) in ON_PURPOSE {
        let is_there = tools.iter().any(|published| published.name() == *tool);
        assert!(is_there, "{word} of `{tool}`, which is not there");
    }
}

/// Checks the golden files in `examples/golden` and `tests/sizes`. Skips the golden files that use nearly
/// every option, because some options need keywords that Gemini rejects.
#[test]
fn typical_tools_are_within_the_subset() {
    let tools = all_definitions().into_iter();
    let tools = tools.filter(|published| {
        let from = published.from.replace('\\', "/");
        let has_all = ["all_options.json", "everything.json"];
        !has_all.iter().any(|name| from.ends_with(name))
            && (from.contains("examples/golden") || from.contains("sizes"))
    });
    let mut count = 0;
    for published in tools {
        count += 1;
        let found = violations(&published.tool);
        assert!(found.is_empty(), "{published:?}: {found:?}");
    }
    assert!(count > 30, "{count} tools");
}

/// Checks that `violations` finds typical faults for which the API reports an error.
#[test]
fn schemas_that_fail_a_request() {
    for (schema, violation) in [
        (json!(true), "/properties/it: true is no object"),
        (json!({ "const": "a" }), "/properties/it: const"),
        (
            json!({ "type": ["string", "null"] }),
            r#"/properties/it: the type ["string","null"]"#,
        ),
        (
            json!({ "type": "array" }),
            "/properties/it: an array without items",
        ),
        (json!({ "enum": ["a"] }), "/properties/it: an enum of None"),
        (
            json!({ "type": "string", "enum": [1] }),
            "/properties/it: the enum [1]",
        ),
        (
            json!({ "type": "string", "format": "uri" }),
            r#"/properties/it: the format uri of Some("string")"#,
        ),
        (
            json!({ "anyOf": [{ "type": "integer", "format": "uint8" }] }),
            r#"/properties/it/anyOf: the format uint8 of Some("integer")"#,
        ),
        (
            json!({ "type": "array", "items": { "type": "object", "required": ["a"] } }),
            "/properties/it/items: `a` is required and not defined",
        ),
        (
            json!({ "type": "string", "properties": {} }),
            r#"/properties/it: properties of Some("string")"#,
        ),
    ] {
        let tool = json!({
            "name": "tool",
            "inputSchema": { "type": "object", "properties": { "it": schema } },
        });
        assert_eq!(violations(&tool), [violation]);
    }
    let tool = json!({ "name": "7", "inputSchema": { "type": "object" } });
    assert_eq!(violations(&tool), [r#"the name "7""#]);
    let closed = json!({ "name": "a.b", "inputSchema": {
        "type": "object",
        "properties": {},
        "additionalProperties": false,
    } });
    assert!(violations(&closed).is_empty());
}
