//! A schema of its own, as opposed to a part of one.

use schemars::Schema;
use schemars::generate::SchemaGenerator;
use serde_json::{Map, Value};

use super::SchemaProfile;

/// Adds the definitions that its references lead to, and sorts every object: the order must
/// not depend on the features of serde_json that somebody else in the program chose (R136).
pub(super) fn finish(
    mut root: Map<String, Value>,
    generator: &mut SchemaGenerator,
    profile: SchemaProfile,
    for_input: bool,
) -> Map<String, Value> {
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        let mut published = Map::new();
        for (name, definition) in definitions {
            if let Ok(mut schema) = Schema::try_from(definition) {
                profile.apply(&mut schema, for_input, None);
                published.insert(name, schema.to_value());
            }
        }
        root.insert("$defs".to_owned(), Value::Object(published));
    }
    root.sort_keys();
    root.values_mut().for_each(Value::sort_all_objects);
    root
}
