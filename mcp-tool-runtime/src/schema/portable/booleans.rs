//! Booleans in the place of schemas.

use serde_json::{Map, Value, json};

use crate::schema::keywords::each_inner;

/// `true` as the schema that says nothing, and `false` as the one that nothing fits. That an object
/// is closed is said by the one boolean that every client knows.
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

/// The schema that no value fits.
pub(super) fn nothing() -> Value {
    json!({ "not": {} })
}
