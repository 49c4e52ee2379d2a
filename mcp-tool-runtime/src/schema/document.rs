//! A schema of its own, as opposed to a part of one.

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
    let mut definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        profile.apply_to_definitions(&mut definitions, &root, for_input);
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    root.sort_keys();
    root.values_mut().for_each(Value::sort_all_objects);
    root
}
