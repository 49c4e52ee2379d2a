//! The official schema of each revision admits what is asked, and nothing is in it that the revision
//! does not know. The schemas are where `MCP_SCHEMA_DIR` says.

use std::path::PathBuf;

use mcp_tool_runtime::{ElicitForm, Revision};
use serde_json::{Value, json};

use crate::ask;
use crate::order::{Loose, Order, PlainOrder};

/// A validator for the field of a form, or for the parameters of a whole request.
fn validator(revision: Revision, definition: &str) -> Option<jsonschema::Validator> {
    let Some(folder) = std::env::var_os("MCP_SCHEMA_DIR") else {
        println!("skipped: MCP_SCHEMA_DIR does not name a folder with the official schemas");
        return None;
    };
    let path = PathBuf::from(folder).join(format!("{revision}.schema.json"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let schema: Value = serde_json::from_str(&text).unwrap();
    let keyword = match schema.get("$defs") {
        Some(_) => "$defs",
        None => "definitions",
    };
    assert!(schema[keyword].get(definition).is_some(), "no {definition}");
    let mut root = json!({ "$ref": format!("#/{keyword}/{definition}") });
    for member in ["$schema", keyword] {
        root[member] = schema[member].clone();
    }
    Some(jsonschema::validator_for(&root).unwrap())
}

fn check<T: ElicitForm>(revision: Revision) {
    let (requests, _) = ask::<T>(revision, []);
    // R199: no member of a field that its kind does not have in this revision.
    for (name, field) in requests[0]["requestedSchema"]["properties"]
        .as_object()
        .unwrap()
    {
        let old = revision == Revision::V2025_06_18;
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
    let Some(validator) = validator(revision, "ElicitRequest") else {
        return;
    };
    let request =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": requests[0] });
    let errors: Vec<_> = validator
        .iter_errors(&request)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{request:#}");
    // The validator is no rubber stamp.
    let mut broken = request;
    broken["params"]["requestedSchema"]["type"] = json!("array");
    assert!(!validator.is_valid(&broken));
}

#[test]
fn the_official_schema_of_each_revision_admits_each_field() {
    // R199
    for revision in Revision::ALL {
        check::<PlainOrder>(*revision);
        check::<Loose>(*revision);
    }
    check::<Order>(Revision::V2025_11_25);
    check::<Order>(Revision::V2026_07_28);
}

#[test]
fn fields_have_a_definition_of_their_own() {
    // `ElicitRequest` is open, and would let any field pass that looks like one.
    for revision in Revision::ALL {
        let Some(validator) = validator(*revision, "PrimitiveSchemaDefinition") else {
            return;
        };
        let (requests, _) = ask::<PlainOrder>(*revision, []);
        for (name, field) in requests[0]["requestedSchema"]["properties"]
            .as_object()
            .unwrap()
        {
            assert!(validator.is_valid(field), "{name}: {field:#}");
        }
    }
}
