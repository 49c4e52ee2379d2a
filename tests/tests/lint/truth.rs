//! What looks like a fault, and is none.

use mcp_tool_runtime::lint::Lint;
use serde_json::{Value, json};

use super::{everyone, short};

fn findings(tool: Value) -> Vec<String> {
    let findings = Lint::new(&everyone()).check_json(&json!([tool]));
    let strict = ["strict_object", "strict_keyword"];
    let findings = findings.iter();
    let findings = findings.filter(|finding| !strict.contains(&finding.rule.id));
    findings.map(short).collect()
}

fn tool(input: Value) -> Value {
    json!({
        "name": "search", "title": "Search", "description": "Looks for something.",
        "annotations": { "readOnlyHint": true }, "inputSchema": input,
    })
}

/// Members that are called as keywords are.
#[test]
fn properties_may_have_names_of_keywords() {
    let names = [
        "format",
        "const",
        "type",
        "enum",
        "$ref",
        "properties",
        "items",
        "required",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "if",
        "default",
        "examples",
        "$defs",
        "definitions",
        "$schema",
        "title",
        "description",
        "nullable",
        "pattern",
        "additionalProperties",
        "minimum",
    ];
    for name in names {
        let member = json!({ "type": "string", "description": "What to look for" });
        let inner = json!({ "type": "object", "properties": { name: member }, "required": [name], "description": "Where" });
        let mut properties = json!({ name: member });
        properties["inner"] = inner;
        let found = findings(tool(json!({
            "type": "object", "properties": properties, "required": [name],
        })));
        // `$` in a name is another matter (T12).
        let found: Vec<_> = found
            .iter()
            .filter(|found| !found.starts_with("argument_name"))
            .collect();
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

/// Values are no schemas.
#[test]
fn values_are_not_looked_into() {
    let value = json!({
        "type": ["string", "null"], "$ref": "#/nowhere", "const": 1, "items": true, "format": "uint8",
        "properties": { "a b": true }, "required": ["x", "x"], "enum": [], "anyOf": [],
    });
    let it = json!({
        "type": "object", "description": "What to look for", "properties": {},
        "default": value, "example": value, "examples": [value], "x-more": value,
    });
    let mut tool =
        tool(json!({ "type": "object", "properties": { "it": it }, "required": ["it"] }));
    tool["_meta"] = value.clone();
    tool["annotations"]["x-more"] = value;
    // That they are there at all is something that Gemini does not know.
    let it = "/tools/0/inputSchema/properties/it";
    let unknown = ["examples", "x-more"].map(|word| format!("gemini_keyword {it}/{word}"));
    assert_eq!(findings(tool), unknown);
}

/// Shapes that say no more than which types and values there are, or that close something.
#[test]
fn plain_shapes_are_fine() {
    for it in [
        json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] }),
        json!({ "type": "object", "properties": {}, "additionalProperties": false }),
        json!({ "type": "object", "properties": {}, "additionalProperties": true }),
        json!({ "type": "object", "properties": {}, "unevaluatedProperties": false }),
        json!({ "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 3 }),
        json!({ "type": "string", "enum": ["a", "b"], "default": "a" }),
        json!({ "type": "string", "format": "date-time" }),
        json!({ "type": "string", "minLength": 1, "maxLength": 9, "pattern": "^a" }),
        json!({ "type": "integer", "minimum": 0, "maximum": 9.0 }),
    ] {
        let mut it = it;
        it["description"] = json!("What to look for");
        let schema = json!({ "type": "object", "properties": { "it": it }, "required": ["it"] });
        let found = findings(tool(schema));
        let found: Vec<_> = found
            .iter()
            // `unevaluatedProperties`, whatever it says.
            .filter(|found| !found.starts_with("gemini_keyword"))
            .collect();
        assert!(found.is_empty(), "{it}: {found:?}");
    }
}

/// A text where a reference leads is a text.
#[test]
fn a_description_may_stand_in_a_definition() {
    let found = findings(tool(json!({
        "type": "object",
        "properties": { "it": { "$ref": "#/$defs/It" } },
        "$defs": { "It": { "type": "string", "description": "What to look for" } },
    })));
    assert_eq!(found, ["reference /tools/0/inputSchema/properties/it/$ref"]);
}

/// References by another way than a plain pointer.
#[test]
fn references_that_lead_somewhere() {
    for (reference, definition) in [
        ("#/$defs/a%20b", json!({ "a b": { "type": "string" } })),
        ("#/$defs/a~1b", json!({ "a/b": { "type": "string" } })),
        (
            "#here",
            json!({ "a": { "type": "string", "$anchor": "here" } }),
        ),
        ("#/properties/other", json!({})),
    ] {
        let found = findings(tool(json!({
            "type": "object",
            "properties": {
                "it": { "$ref": reference, "description": "What to look for" },
                "other": { "type": "string", "description": "What else" },
            },
            "$defs": definition,
        })));
        let found: Vec<_> = found
            .iter()
            .filter(|found| !found.ends_with("/$anchor"))
            .collect();
        assert_eq!(
            found,
            ["reference /tools/0/inputSchema/properties/it/$ref"],
            "{reference}"
        );
    }
}

/// One circle is one finding, and so is one condition at the root.
#[test]
fn one_fault_is_told_once() {
    let list = tool(json!({
        "type": "object",
        "properties": { "it": { "$ref": "#/$defs/Tree", "description": "What to look for" } },
        "$defs": { "Tree": { "type": "object", "properties": {
            "left": { "$ref": "#/$defs/Tree" }, "right": { "$ref": "#/$defs/Tree" },
        } } },
    }));
    let found = findings(list);
    // Nothing of it can be put in place of a reference.
    assert_eq!(
        found,
        ["recursion /tools/0/inputSchema/$defs/Tree/properties/left/$ref"]
    );
}
