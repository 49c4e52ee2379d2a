//! Findings about output schemas.

use mcp_tool_runtime::lint::{Lint, Profile, Severity};
use serde_json::json;

use super::{of_output, with_output};

const OUTPUT: &str = "/tools/0/outputSchema";

/// T3, T4c, T7
#[test]
fn findings_about_output_schemas() {
    let answer = |schema| json!({ "type": "object", "properties": { "a": schema } });
    let boolean = answer(json!({ "type": "array", "items": true }));
    assert_eq!(
        of_output(Profile::Claude, boolean),
        [format!("boolean_schema {OUTPUT}/properties/a/items")]
    );
    let circle = answer(json!({ "$ref": "#" }));
    assert_eq!(
        of_output(Profile::Claude, circle),
        [format!("recursion {OUTPUT}/properties/a/$ref")]
    );
    let nowhere = answer(json!({ "$ref": "#/$defs/X" }));
    assert_eq!(
        of_output(Profile::Gemini, nowhere),
        [format!("unresolved_reference {OUTPUT}/properties/a/$ref")]
    );
    let format = answer(json!({ "type": "integer", "format": "uint8" }));
    assert_eq!(
        of_output(Profile::Cursor, format),
        [format!("invented_format {OUTPUT}/properties/a/format")]
    );
}

/// T9: clients that validate structured content reject dialects older than JSON Schema 2020-12.
#[test]
fn an_older_dialect_is_an_error() {
    let of = |dialect: &str| {
        let schema = json!({ "$schema": dialect, "type": "object", "properties": {} });
        let list = json!([with_output(schema)]);
        let findings = Lint::new(Profile::ALL).check_json(&list);
        let found = findings.iter().find(|finding| finding.rule.id == "dialect");
        found.map(|finding| (finding.severity(), finding.effects[0].client))
    };
    assert_eq!(
        of("http://json-schema.org/draft-07/schema#"),
        Some((Severity::Error, Profile::Claude))
    );
    assert_eq!(
        of("https://json-schema.org/draft/2020-12/schema"),
        Some((Severity::Warning, Profile::Gemini))
    );
}

/// The limits of model APIs apply only to input schemas, because models do not generate tool results.
#[test]
fn limits_of_model_apis_do_not_apply_to_output() {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": { "type": ["string", "null"], "format": "uri" },
            "b": { "type": "array" },
            "c": { "$ref": "#/$defs/C", "exclusiveMinimum": 0 },
            "d": { "enum": [1, null] },
            "a b": { "oneOf": [{ "const": 1 }, {}], "if": {} },
        },
        "$defs": { "C": { "type": "integer", "const": 1 } },
    });
    for profile in Profile::ALL.iter().copied() {
        let found = of_output(profile, schema.clone());
        assert!(found.is_empty(), "{profile} {found:?}");
    }
}
