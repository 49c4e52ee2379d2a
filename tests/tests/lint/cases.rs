//! Puts one fault at a time at different places of a schema, and checks that the linter reports the fault.

use mcp_tool_runtime::lint::{Lint, Profile, Severity};
use serde_json::{Value, json};

use super::{IT, described, everyone, short};

/// Returns schemas with one fault each. With each schema, returns the rule that reports the fault, and the JSON
/// pointer to the reported place in the schema.
fn faults() -> Vec<(Value, &'static str, &'static str)> {
    vec![
        (
            json!({ "type": ["string", "integer"] }),
            "several_types",
            "/type",
        ), // T5
        (json!({ "const": "a" }), "constant", "/const"), // T4b
        (
            json!({ "type": "integer", "enum": [1] }),
            "constant",
            "/enum",
        ), // T4b
        (
            json!({ "type": "string", "enum": ["a", 1] }),
            "contradiction",
            "/enum",
        ),
        (json!({ "type": "array" }), "array_items", ""), // T6
        (
            json!({ "type": "array", "prefixItems": [{ "type": "string" }] }),
            "array_items",
            "",
        ),
        (
            json!({ "type": "array", "items": [{ "type": "string" }] }),
            "malformed_keyword",
            "/items",
        ),
        (
            json!({ "type": "integer", "format": "uint64" }),
            "invented_format",
            "/format",
        ), // T7
        (
            json!({ "type": "string", "format": "email" }),
            "gemini_keyword",
            "/format",
        ),
        (
            json!({ "type": "number", "exclusiveMinimum": 0 }),
            "gemini_keyword",
            "/exclusiveMinimum",
        ),
        (
            json!({ "type": "number", "multipleOf": 2 }),
            "gemini_keyword",
            "/multipleOf",
        ),
        (
            json!({ "type": "object", "propertyNames": { "type": "string" } }),
            "gemini_keyword",
            "/propertyNames",
        ),
        (json!({ "description": "Anything" }), "no_type", ""),
        (json!({ "enum": ["a"] }), "no_type", ""),
        (
            json!({ "type": "string", "nullable": true }),
            "nullable",
            "/nullable",
        ),
        (
            json!({ "type": "string", "enum": [] }),
            "empty_enum",
            "/enum",
        ),
        (
            json!({ "type": "string", "enum": ["a", ""] }),
            "empty_enum_value",
            "/enum",
        ),
        (
            json!({ "type": "string", "enum": ["a", "a"] }),
            "listed_twice",
            "/enum",
        ),
        (
            json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a", "a"] }),
            "listed_twice",
            "/required",
        ),
        (
            json!({ "type": "object", "properties": {}, "required": ["b"] }),
            "undefined_required",
            "/required",
        ),
        (
            json!({ "$ref": "#/$defs/Nowhere" }),
            "unresolved_reference",
            "/$ref",
        ), // T4
        (
            json!({ "$ref": "other.json#/a" }),
            "unresolved_reference",
            "/$ref",
        ),
        (json!({ "$ref": "#/$defs/Text" }), "reference", "/$ref"),
        (
            json!({ "$ref": "#/$defs/Text", "minLength": 1 }),
            "reference",
            "/$ref",
        ),
        (
            json!({ "allOf": [{ "type": "string" }] }),
            "single_branch",
            "/allOf",
        ), // T4b
        (
            json!({ "oneOf": [{ "type": "string" }] }),
            "single_branch",
            "/oneOf",
        ), // T4b
        (
            json!({ "anyOf": [{ "type": "string", "enum": ["a"] }, { "type": "integer" }] }),
            "constant",
            "/anyOf/0/enum",
        ),
        (
            json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }], "minimum": 0 }),
            "beside_any_of",
            "/anyOf",
        ),
        (
            json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] }),
            "gemini_keyword",
            "/oneOf",
        ),
        (
            json!({ "oneOf": [{ "type": "string", "enum": ["a"] }, { "type": "string", "enum": ["b"] }] }),
            "gemini_keyword",
            "/oneOf",
        ),
        (
            json!({ "oneOf": [{ "type": "number" }, { "type": "integer" }] }),
            "unused_condition", // T21
            "/oneOf",
        ),
        (
            json!({ "type": "object", "properties": {}, "if": { "required": ["a"] } }),
            "unused_condition",
            "/if",
        ),
        (
            json!({ "type": "string", "not": { "type": "string", "pattern": "x" } }),
            "unused_condition",
            "/not",
        ),
        (
            json!({ "type": "integer", "maximum": u64::MAX }),
            "large_number",
            "/maximum",
        ),
        (
            json!({ "type": "integer", "minimum": -9_007_199_254_740_992_i64 }),
            "large_number",
            "/minimum",
        ),
        (
            json!({ "type": "string", "maxLength": u64::MAX }),
            "large_number",
            "/maxLength",
        ),
        (
            json!({ "type": "integer", "default": i64::MIN }),
            "large_number",
            "/default",
        ),
        (
            json!({ "type": "array", "items": { "type": "number" }, "default": [1, 1e300] }),
            "large_number",
            "/default",
        ),
        (json!({ "type": "text" }), "malformed_keyword", "/type"),
        (
            json!({ "type": "string", "required": true }),
            "malformed_keyword",
            "/required",
        ),
        (
            json!({ "type": "string", "minLength": "1" }),
            "malformed_keyword",
            "/minLength",
        ),
        (
            json!({ "type": "number", "minimum": true }),
            "malformed_keyword",
            "/minimum",
        ),
        (json!({ "anyOf": [] }), "malformed_keyword", "/anyOf"),
        (
            json!({ "type": "object", "properties": { "type": "object" } }),
            "malformed_keyword",
            "/properties/type",
        ),
        (
            json!({ "type": "string", "items": { "type": "string" } }),
            "misplaced_keyword",
            "/items",
        ),
        (
            json!({ "type": "string", "$schema": "http://json-schema.org/draft-07/schema#" }),
            "dialect", // T9
            "/$schema",
        ),
    ]
}

/// Returns schemas that contain `fault` at different places, each with the JSON pointer to this place.
fn places(fault: &Value) -> Vec<(Value, String)> {
    let object = |name: &str| json!({ "type": "object", "properties": { name: fault } });
    vec![
        (object("inner"), "/properties/inner".to_owned()),
        (
            json!({ "type": "array", "items": fault }),
            "/items".to_owned(),
        ),
        (
            json!({ "type": "array", "items": object("deep") }),
            "/items/properties/deep".to_owned(),
        ),
        (
            json!({ "anyOf": [{ "type": "null" }, object("c~/d")] }),
            "/anyOf/1/properties/c~0~1d".to_owned(),
        ),
        (
            json!({ "type": "object", "additionalProperties": fault }),
            "/additionalProperties".to_owned(),
        ),
        (
            json!({ "type": "object", "patternProperties": { "^x": fault } }),
            "/patternProperties/^x".to_owned(),
        ),
    ]
}

/// Returns a list with one tool, whose argument `it` has this schema. Under `keyword`, such as `$defs`, the
/// tool's input schema contains the definition `Text`.
fn list(mut schema: Value, keyword: &str) -> Value {
    if schema.get("description").is_none() {
        schema["description"] = json!("What to look for");
    }
    let mut input = described(schema.clone());
    input["properties"]["it"] = schema;
    input[keyword] = json!({ "Text": { "type": "string" } });
    let tool = json!({
        "name": "search", "title": "Search", "description": "Looks for something.",
        "annotations": { "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false },
        "inputSchema": input,
    });
    json!({ "tools": [tool] })
}

/// Rules that can report the schema around the planted fault. `found` skips their findings.
const BROUGHT: &[&str] = &["unused_definition", "optional_null"];

fn found(list: &Value) -> Vec<String> {
    let findings = Lint::new(Profile::ALL).check_json(list);
    let findings = findings.iter();
    let findings = findings.filter(|finding| !BROUGHT.contains(&finding.rule.id));
    findings.map(short).collect()
}

#[test]
fn each_fault_is_found_once_in_an_argument() {
    for (fault, rule, keyword) in faults() {
        let list = list(fault.clone(), "$defs");
        assert_eq!(found(&list), [format!("{rule} {IT}{keyword}")], "{fault}");
    }
}

#[test]
fn each_fault_is_found_in_every_schema() {
    for (fault, rule, keyword) in faults() {
        for (around, place) in places(&fault) {
            let found = found(&list(around.clone(), "$defs"));
            let expected = format!("{rule} {IT}{place}{keyword}");
            assert!(
                found.contains(&expected),
                "{around}\n{expected}\n{found:#?}"
            );
        }
    }
}

/// The linter finds faults under `$defs` and `definitions`, in `not` and `if`, and behind references.
#[test]
fn each_fault_is_found_in_definitions_and_conditions() {
    for (fault, rule, keyword) in faults() {
        for definitions in ["$defs", "definitions"] {
            let mut list = list(
                json!({ "$ref": format!("#/{definitions}/Bad") }),
                definitions,
            );
            let input = &mut list["tools"][0]["inputSchema"];
            let fault = fault.to_string().replace("$defs", definitions);
            let fault: Value = fault.parse().unwrap();
            input[definitions]["Bad"] = json!({ "type": "object", "properties": { "in": fault } });
            let findings = Lint::new(&everyone()).check_json(&list);
            let pointer = format!("/tools/0/inputSchema/{definitions}/Bad/properties/in{keyword}");
            let finding = findings
                .iter()
                .find(|finding| finding.rule.id == rule && finding.pointer == pointer);
            let finding = finding.unwrap_or_else(|| panic!("{rule} {pointer} {findings:#?}"));
            // The fault is in a definition. The finding names the argument `it`, which refers to
            // the definition.
            assert_eq!(finding.argument.as_deref(), Some("it"));
            assert!(finding.path.as_ref().unwrap().starts_with("Bad.in"));
        }
        // Skip these two rules. Inside `if` or `not`, a schema can omit `type`, and can require a
        // property that is not in `properties`.
        if rule == "no_type" || rule == "undefined_required" {
            continue;
        }
        for keyword_around in ["if", "not"] {
            let condition = json!({ "type": "object", "properties": { "x": fault } });
            let around = json!({ "type": "object", "properties": {}, keyword_around: condition });
            let found = found(&list(around, "$defs"));
            let expected = format!("{rule} {IT}/{keyword_around}/properties/x{keyword}");
            assert!(found.contains(&expected), "{expected}\n{found:#?}");
        }
    }
}

/// T3
#[test]
fn boolean_schemas_are_found_everywhere() {
    for (around, place) in [
        (json!({ "type": "array", "items": true }), "/items"),
        (
            json!({ "type": "object", "properties": { "x": false } }),
            "/properties/x",
        ),
        (json!({ "anyOf": [{ "type": "string" }, true] }), "/anyOf/1"),
        (
            json!({ "type": "object", "patternProperties": { "^x": true } }),
            "/patternProperties/^x",
        ),
        (json!({ "type": "string", "not": true }), "/not"),
    ] {
        let found = found(&list(around.clone(), "$defs"));
        let expected = format!("boolean_schema {IT}{place}");
        assert!(found.contains(&expected), "{around} {found:#?}");
    }
}

/// T1: each client has its own rules about keywords such as `anyOf` and `enum` at the root of a schema.
#[test]
fn roots_are_rejected_by_the_right_clients() {
    for (keyword, claude) in [
        ("anyOf", true),
        ("allOf", true),
        ("enum", false),
        ("not", false),
    ] {
        let mut list = list(json!({ "type": "string" }), "$defs");
        let value = match keyword {
            "enum" => json!([{}]),
            "not" => json!({ "required": ["x"] }),
            _ => json!([{ "required": ["it"] }, { "required": ["x"] }]),
        };
        list["tools"][0]["inputSchema"][keyword] = value;
        let finding = Lint::new(Profile::ALL).check_json(&list);
        let finding = finding
            .iter()
            .find(|finding| finding.rule.id == "root_composition")
            .unwrap();
        let severity = |client: Profile| {
            let mut effects = finding.effects.iter();
            let effect = effects.find(|effect| effect.client == client);
            effect.map(|effect| effect.severity)
        };
        // Anthropic's API rejects the request, but Claude Code flattens the schema.
        let of_claude = claude.then_some(Severity::Warning);
        assert_eq!(severity(Profile::Claude), of_claude, "{keyword}");
        assert_eq!(
            severity(Profile::OpenAi),
            Some(Severity::Error),
            "{keyword}"
        );
    }
}
