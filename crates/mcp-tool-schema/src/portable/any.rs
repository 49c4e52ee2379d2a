//! Schemas that accept any JSON, such as the schema of a `serde_json::Value`.
//!
//! Claude Code sends the value of an argument without a type as text, even if the value is an object or a
//! number (claude-code#82652). So input schemas list the types instead. Gemini rejects a schema without a type,
//! and a list in `type`, so each type is a branch of `anyOf`.

use serde_json::{Map, Value, json};

use super::conjoin::is_annotation;
use crate::json_values::object_of;
use crate::keywords::{Keywords as _, each_inner_object, is_condition};

/// The types of JSON.
const TYPES: &[&str] = &["string", "number", "boolean", "object", "array", "null"];

/// Returns the schema of a type. `items` is present because some clients reject an array schema without it. It has
/// no types, because a list of types without a reference to itself has to end somewhere.
fn of_type(kind: &str) -> Value {
    let mut schema = object_of("type", kind.into());
    if kind == "array" {
        schema["items"] = json!({});
    }
    schema
}

/// Adds the types of JSON to a schema that accepts any JSON. Returns whether the schema was one.
pub(crate) fn list_types(schema: &mut Map<String, Value>) -> bool {
    let is_open = schema.keys().all(|keyword| is_annotation(keyword));
    if is_open {
        schema.insert(
            "anyOf".to_owned(),
            TYPES.iter().copied().map(of_type).collect(),
        );
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
            // The branch for arrays may come from `TYPES`.
            "anyOf" if of_type("array").as_object() == Some(inner) => false,
            _ => !is_condition(keyword) && list_types_inside(inner),
        };
    });
    changed
}

/// Returns whether a schema accepts any JSON, except perhaps `null`.
pub(crate) fn is_any(schema: &Value) -> bool {
    let branches = schema.list("anyOf");
    let mut not_null = TYPES.iter().filter(|kind| **kind != "null");
    not_null.all(|kind| branches.contains(&of_type(kind)))
}
