//! Types that contain themselves.

use serde_json::{Map, Value};

use crate::definitions::{references, used};
use crate::keywords::Keywords as _;

/// Returns the arguments whose types contain themselves. `None` stands for the arguments that
/// `additionalProperties` describes.
pub fn recursive_arguments(root: &Map<String, Value>) -> Vec<Option<&str>> {
    let properties = root.named("properties");
    let others = root.get("additionalProperties");
    properties
        .map(|(name, schema)| (Some(name.as_str()), schema))
        .chain(others.map(|others| (None, others)))
        .filter(|(_, schema)| leads_to_itself(schema, root))
        .map(|(name, _)| name)
        .collect()
}

/// Returns whether a schema refers to a type that contains itself.
pub(crate) fn leads_to_itself(schema: &Value, root: &Map<String, Value>) -> bool {
    let Some(definitions) = root.object("$defs") else {
        return false;
    };
    let contains_itself = |name: &String| {
        let inner = definitions.get(name).map(references).unwrap_or_default();
        used(inner, definitions).contains(name)
    };
    used(references(schema), definitions)
        .iter()
        .any(contains_itself)
}
