//! A schema of its own, as opposed to a part of one.

use std::collections::BTreeSet;

use schemars::Schema;
use schemars::generate::SchemaGenerator;
use serde_json::{Map, Value};

use super::SchemaProfile;

/// Adds the definitions that its references lead to, and sorts every object: the order must
/// not depend on the features of serde_json that somebody else in the program chose (R136).
pub(crate) fn finish(
    mut root: Map<String, Value>,
    generator: &mut SchemaGenerator,
    profile: SchemaProfile,
    for_input: bool,
) -> Map<String, Value> {
    let mut definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        profile.apply_to_definitions(&mut definitions, &root, for_input);
        let used = used(&root, &definitions);
        // The members of a type may be there, and the type itself not.
        definitions.retain(|name, _| used.contains(name));
    }
    if !definitions.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    root.sort_keys();
    root.values_mut().for_each(Value::sort_all_objects);
    root
}

/// The definitions that a schema refers to, and those that these refer to.
fn used(root: &Map<String, Value>, definitions: &Map<String, Value>) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut left: Vec<&Value> = root.values().collect();
    while let Some(value) = left.pop() {
        match value {
            Value::Array(values) => left.extend(values),
            Value::Object(members) => left.extend(members.values()),
            Value::String(text) => {
                if let Some(name) = definition_name(text)
                    && let Some(definition) = definitions.get(&name)
                    && used.insert(name)
                {
                    left.push(definition);
                }
            }
            _ => {}
        }
    }
    used
}

/// The definition that a reference leads to; `None` for a schema that is none.
pub(crate) fn definition(schema: &Schema, generator: &SchemaGenerator) -> Option<Schema> {
    let name = definition_name(schema.get("$ref")?.as_str()?)?;
    Schema::try_from(generator.definitions().get(&name)?.clone()).ok()
}

/// The name of the definition that a reference leads to. schemars writes references as parts of a
/// URI, in which most characters are escaped, byte by byte.
pub(crate) fn definition_name(reference: &str) -> Option<String> {
    let part = reference.strip_prefix("#/$defs/")?;
    let mut bytes = Vec::new();
    let mut rest = part.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let escaped = part_of_text(others).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match escaped.filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &others[2..];
            }
            None => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    let name = String::from_utf8(bytes).ok()?;
    Some(name.replace("~1", "/").replace("~0", "~"))
}

fn part_of_text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes.get(..2)?).ok()
}

/// Returns the properties of an object's schema.
pub(crate) fn properties(schema: &Map<String, Value>) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}

/// Returns the names that an object's schema requires.
pub(crate) fn required(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_references() {
        for (reference, name) in [
            ("#/$defs/Plain", Some("Plain")),
            ("#/$defs/%C3%84pfel%20%7E1", Some("Äpfel /")),
            ("#/$defs/a~1b~0", Some("a/b~")),
            ("#/$defs/100%", Some("100%")),
            ("#/$defs/%FF", None),
            ("#", None),
        ] {
            assert_eq!(definition_name(reference).as_deref(), name, "{reference}");
        }
    }
}
