//! Definitions that look wrong but are correct, faults with only one finding, and repair texts.

use mcp_tool_runtime::lint::{Lint, Profile};
use serde_json::{Value, json};

use super::{argument, everyone, short};

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
        "annotations": { "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false },
        "inputSchema": input,
    })
}

#[test]
fn properties_named_like_keywords_have_no_findings() {
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
        // Ignore the findings about `$` in names (T12).
        let found: Vec<_> = found
            .iter()
            .filter(|found| !found.starts_with("argument_name"))
            .collect();
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

/// The linter does not treat data, such as the values of `default` and `_meta`, as schemas.
#[test]
fn values_are_not_checked_as_schemas() {
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
    // Gemini does not support the keywords `examples` and `x-more`, so each causes a finding.
    // Their values cause no findings.
    let it = "/tools/0/inputSchema/properties/it";
    let unknown = ["examples", "x-more"].map(|word| format!("gemini_keyword {it}/{word}"));
    assert_eq!(findings(tool), unknown);
}

/// Plain schemas with unions, enums, formats, limits, or rules for undeclared members.
#[test]
fn plain_schemas_have_no_findings() {
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
            // Ignore the finding about `unevaluatedProperties`, which Gemini does not support.
            .filter(|found| !found.starts_with("gemini_keyword"))
            .collect();
        assert!(found.is_empty(), "{it}: {found:?}");
    }
}

/// If an argument has a `$ref`, the referenced definition may contain the argument's description. Libraries such
/// as zod write the description of a value that can be `null` into the other branch.
#[test]
fn a_description_can_be_in_a_definition_or_a_branch() {
    let branch = json!({ "type": "string", "description": "What to look for" });
    let found = findings(tool(argument(
        json!({ "anyOf": [branch, { "type": "null" }] }),
    )));
    assert_eq!(found, [""; 0]);
    let found = findings(tool(json!({
        "type": "object",
        "properties": { "it": { "$ref": "#/$defs/It" } },
        "$defs": { "It": { "type": "string", "description": "What to look for" } },
    })));
    assert_eq!(found, ["reference /tools/0/inputSchema/properties/it/$ref"]);
}

/// References with escapes, references to an anchor, and references to places outside `$defs`.
#[test]
fn resolved_references_pass() {
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

/// The linter reports a recursive definition once, even if the definition refers to itself twice.
#[test]
fn one_fault_is_reported_once() {
    let list = tool(json!({
        "type": "object",
        "properties": { "it": { "$ref": "#/$defs/Tree", "description": "What to look for" } },
        "$defs": { "Tree": { "type": "object", "properties": {
            "left": { "$ref": "#/$defs/Tree" }, "right": { "$ref": "#/$defs/Tree" },
        } } },
    }));
    let found = findings(list);
    // The rule `reference` advises inlining, which is impossible for a recursive type. So the
    // linter reports only the recursion.
    assert_eq!(
        found,
        ["recursion /tools/0/inputSchema/$defs/Tree/properties/left/$ref"]
    );
}

/// Returns the findings about a tool whose argument `it` has this schema.
fn about(mut it: Value) -> Vec<String> {
    it["description"] = json!("What to look for");
    findings(tool(argument(it)))
}

/// T21: the rule `unused_condition` ignores unions of disjoint types. It also ignores unions of objects with
/// distinct tags.
#[test]
fn a_plain_union_is_not_a_condition() {
    let shape = |kind: Value, member: &str| {
        let properties = json!({ "kind": kind, member: { "type": "number" } });
        json!({ "type": "object", "properties": properties, "required": ["kind"] })
    };
    let constant = |kind: &str| json!({ "type": "string", "enum": [kind] });
    let said = |found: Vec<String>| -> Vec<String> {
        let words = ["unused_condition", "gemini_keyword"];
        let of_union = |it: &String| words.iter().any(|word| it.starts_with(word));
        found.into_iter().filter(of_union).collect()
    };
    let plain = [
        json!([{ "type": "string" }, { "type": "object", "properties": {} }]),
        json!([{ "type": ["string", "null"] }, { "type": "array", "items": { "type": "string" } }]),
        json!([
            shape(constant("circle"), "radius"),
            shape(constant("square"), "side")
        ]),
        json!([
            shape(json!({ "const": "circle" }), "radius"),
            shape(constant("square"), "side")
        ]),
        json!([{ "type": "string" }, { "type": "null" }]),
    ];
    for branches in plain {
        let at = "/tools/0/inputSchema/properties/it";
        let found = said(about(json!({ "oneOf": branches })));
        assert_eq!(found, [format!("gemini_keyword {at}/oneOf")], "{branches}");
        assert_eq!(said(about(json!({ "anyOf": branches }))), [""; 0]);
    }
    let conditions = [
        json!([{ "type": "integer" }, { "type": "number" }]),
        json!([{ "type": "string", "maxLength": 3 }, { "type": "string", "minLength": 9 }]),
        json!([
            shape(constant("circle"), "radius"),
            shape(constant("circle"), "side")
        ]),
        json!([
            shape(json!({ "type": "string" }), "radius"),
            shape(constant("square"), "side")
        ]),
        json!([{ "required": ["a"] }, { "required": ["b"] }]),
        json!([{ "$ref": "#/$defs/Nowhere" }, { "type": "string" }]),
    ];
    for branches in conditions {
        let at = "/tools/0/inputSchema/properties/it";
        let found = said(about(json!({ "oneOf": branches })));
        assert_eq!(
            found,
            [format!("unused_condition {at}/oneOf")],
            "{branches}"
        );
    }
}

/// To compare the branches of a union, the rule `unused_condition` follows references.
#[test]
fn a_union_of_references_is_not_a_condition() {
    let mut input = argument(json!({
        "oneOf": [{ "$ref": "#/$defs/Text" }, { "$ref": "#/$defs/Number" }], "description": "What",
    }));
    input["$defs"] = json!({ "Text": { "type": "string" }, "Number": { "type": "number" } });
    let found = findings(tool(input));
    assert!(
        !found.iter().any(|it| it.starts_with("unused_condition")),
        "{found:?}"
    );
}

/// T4: the linter reports all unused definitions in one finding. It ignores most faults inside them.
#[test]
fn an_unused_definition_is_reported_only_once() {
    let mut input = argument(json!({ "type": "string", "description": "What to look for" }));
    input["$defs"] = json!({
        "A": { "$ref": "#/$defs/B" },
        "B": { "oneOf": [{ "const": "a" }, { "const": 1 }] },
        "C": { "type": ["string", "null"], "exclusiveMinimum": 1, "format": "uuid" },
        "D": { "type": "object", "properties": { "list": { "type": "array" }, "any": {} } },
    });
    let mut used = input.clone();
    assert_eq!(
        findings_without_strict(tool(input)),
        ["unused_definition /tools/0/inputSchema/$defs/A"]
    );
    // A malformed schema makes the client's requests to the model fail, even if no argument
    // refers to the schema. So the linter also reports a malformed schema in an unused
    // definition.
    used["$defs"]["A"] = json!({ "type": "text" });
    assert_eq!(
        findings_without_strict(tool(used.clone())),
        [
            "malformed_keyword /tools/0/inputSchema/$defs/A/type",
            "unused_definition /tools/0/inputSchema/$defs/A",
        ]
    );
    // The argument now refers to the definition `D`, so the linter checks the content of `D`.
    used["$defs"]["A"] = json!({ "type": "string" });
    used["properties"]["it"] = json!({ "$ref": "#/$defs/D", "description": "What to look for" });
    let found = findings_without_strict(tool(used));
    assert!(
        found.contains(&"array_items /tools/0/inputSchema/$defs/D/properties/list".to_owned()),
        "{found:?}"
    );
}

fn findings_without_strict(tool: Value) -> Vec<String> {
    let findings = Lint::new(Profile::ALL).check_json(&json!([tool]));
    findings.iter().map(short).collect()
}

/// T9: the newest dialect in both schemas of a tool causes only one finding, about the input schema.
#[test]
fn a_dialect_is_reported_once() {
    let newest = "https://json-schema.org/draft/2020-12/schema";
    let mut tool = tool(json!({ "type": "object", "properties": {}, "$schema": newest }));
    tool["outputSchema"] = json!({ "type": "object", "properties": {}, "$schema": newest });
    let input = "dialect /tools/0/inputSchema/$schema";
    let output = "dialect /tools/0/outputSchema/$schema";
    assert_eq!(findings_without_strict(tool.clone()), [input]);
    // Claude drops a tool whose output schema names an old dialect. So the linter reports an old
    // dialect in the output schema as a separate finding.
    tool["outputSchema"]["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    assert_eq!(findings_without_strict(tool.clone()), [input, output]);
    tool["inputSchema"]
        .as_object_mut()
        .unwrap()
        .remove("$schema");
    tool["outputSchema"]["$schema"] = json!(newest);
    assert_eq!(findings_without_strict(tool), [output]);
}

/// The repair text of a rule fits the fault. For `optional_null`, the text names the case in which `null`
/// can stay.
#[test]
fn repairs_fit_the_finding() {
    let repair = |it: Value, rule: &str| {
        let mut input = argument(it);
        input["required"] = json!([]);
        let findings = Lint::new(&everyone()).check_json(&json!([tool(input)]));
        let finding = findings.iter().find(|finding| finding.rule.id == rule);
        finding
            .unwrap_or_else(|| panic!("{findings:#?}"))
            .rule
            .repair
    };
    let format = repair(
        json!({ "type": "string", "format": "json" }),
        "invented_format",
    );
    assert!(
        format.contains("the form of a string in its description"),
        "{format}"
    );
    // The repair text of the rule `optional_null` says to remove `null` from the type. Some APIs
    // distinguish `null` from an absent value, so the repair text makes an exception for such
    // APIs.
    let null = json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] });
    let null = repair(null, "optional_null");
    assert!(
        null.contains("unless `null` means something other"),
        "{null}"
    );
}

/// For the rule `gemini_keyword`, the repair depends on the reported keyword. A finding contains the same
/// repair in its text and in its JSON form.
#[test]
fn repairs_name_the_keyword_of_their_finding() {
    let describe =
        "remove the keyword; state its meaning in the description, and check values in the tool";
    let remove = "remove it, unless another client reads it";
    for (keyword, value, expected) in [
        ("propertyNames", json!({ "pattern": "^a" }), describe),
        ("multipleOf", json!(2), describe),
        ("x-mcp-header", json!("Region"), remove),
        ("$anchor", json!("it"), remove),
        ("exclusiveMinimum", json!(0), "write `minimum`"),
        ("exclusiveMaximum", json!(9), "write `maximum`"),
        (
            "oneOf",
            json!([{ "type": "integer" }, { "type": "string" }]),
            "write `anyOf`",
        ),
    ] {
        let it = argument(json!({ keyword: value, "description": "What to look for" }));
        let findings = Lint::new(&[Profile::Gemini]).check_json(&json!([tool(it)]));
        let mut findings = findings.iter();
        let finding = findings.find(|finding| finding.rule.id == "gemini_keyword");
        let finding = finding.unwrap_or_else(|| panic!("no finding about {keyword}"));
        assert_eq!(json!(finding)["repair"], expected);
        let text = finding.to_string();
        assert!(text.contains(&format!("; {expected} (")), "{text}");
    }
}
