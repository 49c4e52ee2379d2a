//! Tuples, also those of nothing.

use serde_json::{Map, Value, json};

use super::composition;
use super::inner::Around;

/// Items beyond this many bytes of schema are not said a second time.
pub(super) const MAX_SAID_TWICE: usize = 1024;

/// What the items of a tuple are, also for a client that looks for `items` and nothing else: where
/// all are alike, that says everything; otherwise it is what each of them is one of, which under
/// 2020-12 speaks of further items, and there are none.
pub(super) fn describe_items(schema: &mut Map<String, Value>) {
    let Some(Value::Array(each)) = schema.get("prefixItems") else {
        // Without `items`, VS Code, OpenAI and Gemini refuse even an array that has none. Elsewhere
        // it would be a change of meaning: `unevaluatedItems` around it asks which were looked at.
        if schema.get("maxItems") == Some(&json!(0)) && !schema.contains_key("items") {
            schema.insert("items".to_owned(), json!({}));
        }
        return;
    };
    let length = json!(each.len());
    let is_closed =
        schema.get("maxItems") == Some(&length) && schema.get("minItems") == Some(&length);
    let (Some(first), true, false) = (each.first(), is_closed, schema.contains_key("items")) else {
        return;
    };
    if each.iter().all(|item| item == first) {
        let only = first.clone();
        schema.remove("prefixItems");
        schema.insert("items".to_owned(), only);
    } else {
        schema.insert("items".to_owned(), Value::Null);
        items_again(schema);
    }
}

/// Writes the `items` of a tuple that has them, once more.
pub(crate) fn items_again(schema: &mut Map<String, Value>) {
    let (Some(Value::Array(each)), true) =
        (schema.get("prefixItems"), schema.contains_key("items"))
    else {
        return;
    };
    if schema.get("maxItems") != Some(&json!(each.len())) {
        return;
    }
    let different = distinct(each.iter().cloned());
    // Tuples inside of tuples would double with every step.
    let any = match json!(different).to_string().len() {
        ..=MAX_SAID_TWICE => one_of_these(different),
        _ => json!({}),
    };
    schema.insert("items".to_owned(), any);
}

/// Returns each value once.
pub(in crate::schema) fn distinct(values: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let mut distinct = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

/// The schema of what fits one of several, at least.
pub(in crate::schema) fn one_of_these(schemas: Vec<Value>) -> Value {
    let mut any = Map::new();
    any.insert("anyOf".to_owned(), Value::Array(schemas));
    composition::simplify(&mut any, &Around::default());
    Value::Object(any)
}
