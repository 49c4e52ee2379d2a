//! Schemas of structured content.

use schemars::Schema;
use schemars::generate::SchemaGenerator;
use serde_json::{Map, Value, json};

use crate::definitions::resolve;
use crate::generate::SchemaProfile;
use crate::json_values::object_of;
use crate::keywords::Keywords as _;
use crate::large_numbers::large_numbers_in_words;

/// Returns the schema of a tool's structured content. Returns `None` for a schema that contains at most a
/// title, a description and examples, because it accepts any value.
pub fn output_schema(
    schema: &dyn Fn(&mut SchemaGenerator, bool) -> Schema,
    profile: SchemaProfile,
) -> Option<Map<String, Value>> {
    let mut root = profile.document(false, profile == SchemaProfile::Portable, schema);
    let says_nothing = root
        .keys()
        .all(|key| matches!(key.as_str(), "title" | "description" | "examples"));
    if says_nothing {
        return None;
    }
    if root.text("type") != Some("object")
        && admits_objects_only(&Value::Object(root.clone()), &root, 8)
    {
        // Some clients require `type` at the root of the schema.
        root.insert("type".to_owned(), json!("object"));
    }
    large_numbers_in_words(&mut root);
    Some(root)
}

/// Returns the schema of an object with the structured content under `name`. `inner` is the schema of the
/// content. If `inner` is `None`, any content is valid.
pub fn wrapped(name: &str, inner: Option<Map<String, Value>>) -> Map<String, Value> {
    let mut inner = inner.unwrap_or_default();
    let definitions = inner.remove("$defs");
    let mut root = Map::new();
    root.insert("type".to_owned(), json!("object"));
    root.insert(
        "properties".to_owned(),
        object_of(name, Value::Object(inner)),
    );
    root.insert("required".to_owned(), vec![name].into());
    if let Some(definitions) = definitions {
        root.insert("$defs".to_owned(), definitions);
    }
    root.sort_keys();
    root
}

fn admits_objects_only(schema: &Value, root: &Map<String, Value>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let schema = resolve(schema, root);
    if schema.text("type") == Some("object") {
        return true;
    }
    ["anyOf", "oneOf"].into_iter().any(|keyword| {
        schema.array(keyword).is_some_and(|branches| {
            !branches.is_empty()
                && branches
                    .iter()
                    .all(|branch| admits_objects_only(branch, root, depth))
        })
    })
}
