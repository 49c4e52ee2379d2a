//! Schemas that accept any JSON, such as the schema of a `serde_json::Value`.
//!
//! Claude Code sends the value of an argument without a type as text, even if the value is an object or a
//! number (claude-code#82652). So input schemas list the types instead. Gemini rejects a schema without a type,
//! and a list in `type`, so each type is a branch of `anyOf`.

use serde_json::{Map, Value, json};

use super::conjoin::is_annotation;
use crate::json_values::object_of;
use crate::keywords::{Keywords as _, each_inner_object, is_condition};

/// The types of JSON. `items` is present because some clients reject an array schema without it. It has no
/// types, because a list of types without a reference to itself has to end somewhere.
fn types() -> [Value; 6] {
    ["string", "number", "boolean", "object", "array", "null"].map(|kind| {
        let mut schema = object_of("type", kind.into());
        if kind == "array" {
            schema["items"] = json!({});
        }
        schema
    })
}

/// Adds the types of JSON to a schema that accepts any JSON. Returns whether the schema was one.
pub(crate) fn list_types(schema: &mut Map<String, Value>) -> bool {
    let is_open = schema.keys().all(|keyword| is_annotation(keyword));
    if is_open {
        schema.insert("anyOf".to_owned(), types().to_vec().into());
    }
    is_open
}

/// Adds the types of JSON to the members and items that accept any JSON, at any depth. Returns whether
/// anything changed.
pub(super) fn list_types_inside(schema: &mut Map<String, Value>) -> bool {
    let mut changed = false;
    let is_empty_list = schema.get("maxItems") == Some(&json!(0));
    each_inner_object(schema, &mut |keyword, inner| {
        changed |= match keyword {
            "items" if is_empty_list => false,
            "properties"
            | "patternProperties"
            | "additionalProperties"
            | "items"
            | "prefixItems" => list_types(inner) || list_types_inside(inner),
            // The branch for arrays may come from `types`.
            "anyOf" if *inner == of_any_items() => false,
            _ => !is_condition(keyword) && list_types_inside(inner),
        };
    });
    changed
}

fn of_any_items() -> Map<String, Value> {
    let [.., array, _] = types();
    array.as_object().cloned().unwrap_or_default()
}

/// Returns whether a schema accepts any JSON, except perhaps `null`.
pub(crate) fn is_any(schema: &Value) -> bool {
    let branches = schema.list("anyOf");
    let [not_null @ .., _] = &types();
    not_null.iter().all(|one| branches.contains(one))
}
