//! Adds paragraphs, `allOf` schemas and choices to a schema.

use serde_json::{Map, Value, json};

use crate::json_values::object_of;
use crate::keywords::Keywords as _;

/// Adds a paragraph to the description of a schema. A blank line separates the paragraph from any text, list
/// or code above.
pub fn describe_further(schema: &mut Map<String, Value>, words: &str) {
    let description = match schema.text("description") {
        Some(before) => format!("{before}\n\n{words}"),
        None => words.to_owned(),
    };
    schema.insert("description".to_owned(), Value::String(description));
}

/// Adds a schema to `allOf`.
pub(crate) fn add_all_of(schema: &mut Map<String, Value>, more: Value) {
    if let Value::Array(all) = schema.entry("allOf").or_insert_with(|| json!([])) {
        all.push(more);
    }
}

/// Adds an `anyOf`, inside `allOf` if the schema already has an `anyOf`.
pub(crate) fn add_any_of(schema: &mut Map<String, Value>, branches: Value) {
    if schema.contains_key("anyOf") {
        add_all_of(schema, object_of("anyOf", branches))
    } else {
        drop(schema.insert("anyOf".to_owned(), branches))
    }
}
