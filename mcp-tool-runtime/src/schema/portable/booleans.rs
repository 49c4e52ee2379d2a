//! Boolean schemas.

use serde_json::{Map, Value, json};

use crate::schema::keywords::each_inner;

/// Replaces `true` by a schema without keywords, and `false` by one that admits no value. A closed
/// object keeps `false`, which every client knows.
pub(super) fn no_booleans(schema: &mut Map<String, Value>) {
    each_inner(schema, &mut |keyword, inner| match (keyword, &*inner) {
        ("additionalProperties" | "unevaluatedProperties", Value::Bool(false)) => {}
        (_, Value::Bool(true)) => *inner = json!({}),
        (_, Value::Bool(false)) => *inner = nothing(),
        _ => {
            if let Some(inner) = inner.as_object_mut() {
                no_booleans(inner);
            }
        }
    });
}

/// Returns a schema that admits no value.
pub(super) fn nothing() -> Value {
    json!({ "not": {} })
}
