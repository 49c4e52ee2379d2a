//! Recursive types whose inner values serde may copy at each level of nesting.
//!
//! serde reads some types into a buffer, such as untagged enums and structs with a flattened map. A value of
//! a recursive type can contain inner values of the same type. serde decodes each inner value from a copy of
//! part of the buffer.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::definitions::{references, used};
use crate::keywords::Keywords as _;

/// Returns the arguments whose inner values serde may copy at each level of nesting. `None` stands for the
/// arguments that `additionalProperties` describes.
pub fn copied_per_level(root: &Map<String, Value>) -> Vec<Option<&str>> {
    let Some(definitions) = root.object("$defs") else {
        return Vec::new();
    };
    let is_copied = |(name, schema): &(&String, &Value)| {
        used(buffered_references(schema), definitions).contains(*name)
    };
    let copied: BTreeSet<String> = definitions
        .iter()
        .filter(is_copied)
        .map(|(name, _)| name.clone())
        .collect();
    if copied.is_empty() {
        return Vec::new();
    }
    let properties = root.named("properties");
    let others = root.get("additionalProperties");
    properties
        .map(|(name, schema)| (Some(name.as_str()), schema))
        .chain(others.map(|others| (None, others)))
        .filter(|(_, schema)| !used(references(schema), definitions).is_disjoint(&copied))
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

/// Returns the references in the parts of a schema whose values serde may decode from a buffer.
fn buffered_references(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = vec![schema];
    while let Some(schema) = left.pop() {
        match schema {
            Value::Object(members) => {
                for (keyword, inner) in members {
                    if is_buffered(keyword, inner, members) {
                        found.extend(references(inner))
                    } else {
                        left.push(inner)
                    }
                }
            }
            Value::Array(items) => left.extend(items),
            _ => {}
        }
    }
    found
}

/// Returns whether serde may buffer the values that a keyword describes. serde can buffer the value of a
/// choice among several branches, and the unknown members of a struct. A `null` branch does not count, so an
/// `Option` is not a choice.
fn is_buffered(keyword: &str, inner: &Value, schema: &Map<String, Value>) -> bool {
    match (keyword, inner) {
        ("anyOf" | "oneOf", Value::Array(branches)) => {
            let is_null = |branch: &&Value| branch.get("type") == Some(&Value::from("null"));
            branches.iter().filter(|branch| !is_null(branch)).count() > 1
        }
        ("additionalProperties", Value::Object(_)) => schema.contains_key("properties"),
        _ => false,
    }
}
