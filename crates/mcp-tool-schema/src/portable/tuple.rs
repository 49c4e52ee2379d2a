//! Tuples, including the empty one.

use serde_json::{Map, Value, json};

use super::composition;
use super::conjoin::distinct;
use crate::json_values::to_json;

/// The maximum size in bytes of the schemas that `items` repeats from `prefixItems`.
pub(super) const MAX_REPEATED: usize = 1024;

/// Adds `items` to a tuple, for clients that ignore `prefixItems`. If all items have the same schema, this
/// schema becomes `items` and replaces `prefixItems`. Otherwise, `items` is a choice among the schemas of the
/// items, or `{}` if these schemas are too long. In JSON Schema 2020-12, `items` applies only to items after
/// those of `prefixItems`. A tuple has no such items, so the choice restricts nothing.
pub(super) fn describe_items(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(each)) = schema.get("prefixItems") else {
        // Some clients reject an array schema without `items`. Add `items` only if the array must
        // be empty. In any other schema, a new `items` marks all items as evaluated, which
        // disables `unevaluatedItems`.
        let is_bare = schema.get("maxItems") == Some(&json!(0)) && !schema.contains_key("items");
        if is_bare {
            schema.insert("items".to_owned(), json!({}));
        }
        return is_bare;
    };
    let length = json!(each.len());
    let is_closed =
        schema.get("maxItems") == Some(&length) && schema.get("minItems") == Some(&length);
    let (Some(first), true, false) = (each.first(), is_closed, schema.contains_key("items")) else {
        return false;
    };
    if each.iter().all(|item| item == first) {
        let only = first.clone();
        schema.remove("prefixItems");
        schema.insert("items".to_owned(), only);
        return true;
    }
    let different = distinct(each.iter().cloned());
    // Copy only short schemas into `items`, because the copies double the size at each level of
    // nested tuples. If the schemas are longer than `MAX_REPEATED`, let `items` accept any item.
    let different = Value::Array(different);
    let any = match to_json(&different).len() {
        ..=MAX_REPEATED => one_of_these(different),
        _ => json!({}),
    };
    schema.insert("items".to_owned(), any);
    true
}

/// Returns a schema that accepts exactly the values that at least one of the schemas accepts.
fn one_of_these(schemas: Value) -> Value {
    let mut any = Map::new();
    any.insert("anyOf".to_owned(), schemas);
    composition::simplify(&mut any);
    Value::Object(any)
}
