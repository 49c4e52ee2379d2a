//! The schemas `true` and `false`.

use serde_json::{Value, json};

/// Replaces the schema `true` with an empty schema, and `false` with a schema that accepts no value. Keeps
/// `"additionalProperties": false`, which all known clients accept.
pub(super) fn replace_boolean(keyword: &str, inner: &mut Value) {
    match (keyword, &*inner) {
        ("additionalProperties" | "unevaluatedProperties", Value::Bool(false)) => {}
        (_, Value::Bool(true)) => *inner = json!({}),
        (_, Value::Bool(false)) => *inner = json!({ "not": {} }),
        _ => {}
    }
}
