//! Boolean schemas.

use serde_json::{Value, json};

/// Replaces a `true` under a keyword by a schema without keywords, and `false` by one that admits no value. A closed
/// object keeps `false`, which every client knows.
pub(super) fn replace_boolean(keyword: &str, inner: &mut Value) {
    match (keyword, &*inner) {
        ("additionalProperties" | "unevaluatedProperties", Value::Bool(false)) => {}
        (_, Value::Bool(true)) => *inner = json!({}),
        (_, Value::Bool(false)) => *inner = json!({ "not": {} }),
        _ => {}
    }
}
