//! Forms are valid under the official schema of each protocol version, and contain only members that the
//! version defines.

use mcp_tool_runtime::{ElicitForm, ProtocolVersion};
use mcp_tool_tests::official;
use serde_json::json;

use crate::order::{Loose, Order, PlainOrder};
use crate::{WITH_FORMS, ask};

/// Builds a validator for one definition in the official schema of a protocol version.
fn validator(version: ProtocolVersion, definition: &str) -> jsonschema::Validator {
    let schema = official::schema(version);
    jsonschema::validator_for(&official::definition(&schema, definition)).unwrap()
}

fn check<T: ElicitForm>(version: ProtocolVersion) {
    let (requests, _) = ask::<T>(version, []);
    // R199: each form field has only members that the protocol version defines for that type of
    // field
    for (name, field) in requests[0]["requestedSchema"]["properties"]
        .as_object()
        .unwrap()
    {
        let old = version == ProtocolVersion::V2025_06_18;
        let known: &[&str] = match field["type"].as_str().unwrap() {
            "string" if field.get("enum").is_some() => &["enum", "enumNames", "default"],
            "string" if field.get("oneOf").is_some() => &["oneOf", "default"],
            "string" => &["minLength", "maxLength", "format", "default"],
            "integer" | "number" => &["minimum", "maximum", "default"],
            "boolean" => &["default"],
            "array" => &["items", "minItems", "maxItems", "default"],
            other => panic!("{name} is {other}"),
        };
        for member in field.as_object().unwrap().keys() {
            let is_known = known.contains(&member.as_str())
                || matches!(member.as_str(), "type" | "title" | "description");
            assert!(is_known, "{name}: {member} of {field:#}");
            let is_newer = member == "oneOf" || member == "default" && field["type"] != "boolean";
            assert!(!(old && is_newer), "{name}: {member} of {field:#}");
        }
    }
    let validator = validator(version, "ElicitRequest");
    let request =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": requests[0] });
    let errors: Vec<_> = validator
        .iter_errors(&request)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{request:#}");
    // Check that the validator also rejects an invalid request.
    let mut broken = request;
    broken["params"]["requestedSchema"]["type"] = json!("array");
    assert!(!validator.is_valid(&broken));
}

#[test]
fn the_official_schemas_admit_each_field() {
    // R199
    for version in WITH_FORMS {
        check::<PlainOrder>(*version);
        check::<Loose>(*version);
    }
    check::<Order>(ProtocolVersion::V2025_11_25);
    check::<Order>(ProtocolVersion::V2026_07_28);
}
