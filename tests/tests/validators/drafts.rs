//! Checks tool definitions with the two JSON Schema drafts that clients use, 2020-12 and draft-07.

use std::collections::BTreeSet;

use jsonschema::Draft;
use mcp_tool_tests::definitions::{all_definitions, hand_over};
use mcp_tool_tests::schema::{of_tool, walk};
use serde_json::Value;

/// Keywords that 2020-12 defines and draft-07 does not, but that published schemas may contain. Validators for
/// draft-07 ignore them. The comment above each keyword explains why this does no harm.
const UNKNOWN_TO_DRAFT_7: &[&str] = &[
    // draft-07 does not define `$defs`, but a `$ref` can still point into `$defs`.
    "$defs",
    // `deprecated` does not affect validation.
    "deprecated",
    // A draft-07 validator checks the items of a tuple only against `items`. In published
    // schemas, `items` accepts every item that `prefixItems` accepts. So a draft-07 validator
    // rejects no valid tuple.
    "prefixItems",
];

/// Keywords that MCP defines, but no draft of JSON Schema. Rules R38 to R45 in `docs/COMPLIANCE.md`
/// describe `x-mcp-header`.
const OF_MCP: &[&str] = &["x-mcp-header"];

const DRAFT_7: &[&str] = &[
    "$comment",
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "default",
    "dependencies",
    "description",
    "else",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "title",
    "type",
    "uniqueItems",
    "writeOnly",
];

#[test]
fn every_schema_is_valid_in_both_drafts() {
    let all = all_definitions();
    for published in &all {
        for schema in of_tool(&published.tool) {
            for (draft, is_valid) in [
                ("2020-12", jsonschema::draft202012::meta::validate(schema)),
                ("draft-07", jsonschema::draft7::meta::validate(schema)),
            ] {
                if let Err(error) = is_valid {
                    panic!("{published:?} is no schema of {draft}: {error}");
                }
            }
            for draft in [Draft::Draft202012, Draft::Draft7] {
                let validator = jsonschema::options().with_draft(draft).build(schema);
                assert!(validator.is_ok(), "{published:?}: {:?}", validator.err());
            }
        }
    }
    let tools: Vec<_> = all.into_iter().map(|published| published.tool).collect();
    hand_over("recorded.json", &tools);
}

#[test]
fn keywords_unknown_to_draft_7_do_no_harm() {
    let mut unknown = BTreeSet::new();
    for published in all_definitions() {
        for schema in of_tool(&published.tool) {
            walk(schema, &mut |path, schema| {
                let Value::Object(members) = schema else {
                    return;
                };
                for word in members.keys() {
                    let word = word.as_str();
                    if !DRAFT_7.contains(&word) && !OF_MCP.contains(&word) {
                        unknown.insert(word.to_owned());
                        assert!(
                            UNKNOWN_TO_DRAFT_7.contains(&word),
                            "`{word}` at {path} of {published:?}"
                        );
                    }
                }
            });
        }
    }
    assert!(unknown.contains("$defs"), "otherwise this looks at nothing");
}
