//! The place of a problem inside an argument: in words, in the schema and in the value.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::fault::{Problem, Step, shorten};
use crate::schema::{describe, resolve};

/// Returns the place in words: `place.points[3].lat`. Shows only both ends of a long path.
pub(super) fn place(name: &str, problem: &Problem) -> String {
    const SHOWN: usize = 6;

    let count = problem.steps().count();
    let mut place = name.to_owned();
    for (position, step) in problem.steps().enumerate() {
        if position >= SHOWN && position + SHOWN < count {
            if position == SHOWN {
                place.push('…');
            }
            continue;
        }
        let _ = match step {
            Step::Key(key) => write!(place, ".{}", shorten(key)),
            Step::Index(index) => write!(place, "[{index}]"),
        };
    }
    place
}

/// Returns the schema of the problem's place, if the schema has a path to it.
pub(super) fn locate<'s>(
    root: &'s Map<String, Value>,
    name: &str,
    problem: &Problem,
) -> Option<&'s Value> {
    let mut schema = root.get("properties")?.get(name)?;
    for step in problem.steps() {
        schema = match step {
            Step::Key(key) => member(schema, root, key)?,
            Step::Index(index) => item(schema, root, *index)?,
        };
    }
    Some(schema)
}

fn member<'s>(schema: &'s Value, root: &'s Map<String, Value>, key: &str) -> Option<&'s Value> {
    let schema = resolve(schema, root);
    schema
        .get("properties")
        .and_then(|properties| properties.get(key))
        .or_else(|| branches(schema).find_map(|branch| member(branch, root, key)))
        .or_else(|| {
            schema
                .get("additionalProperties")
                .filter(|schema| schema.is_object())
        })
}

fn item<'s>(schema: &'s Value, root: &'s Map<String, Value>, index: usize) -> Option<&'s Value> {
    let schema = resolve(schema, root);
    schema
        .get("prefixItems")
        .and_then(|items| items.get(index))
        .or_else(|| schema.get("items").filter(|items| items.is_object()))
        .or_else(|| branches(schema).find_map(|branch| item(branch, root, index)))
}

fn branches(schema: &Value) -> impl Iterator<Item = &Value> {
    ["anyOf", "oneOf", "allOf"]
        .into_iter()
        .filter_map(|keyword| schema.get(keyword).and_then(Value::as_array))
        .flatten()
        // A reference in a branch may lead back to this schema.
        .filter(|branch| branch.get("$ref").is_none())
}

/// Returns the place with published names of members, and its schema. A validator of values uses
/// the names of Rust.
#[cfg(feature = "garde")]
pub(super) fn published_place<'s>(
    root: &'s Map<String, Value>,
    name: &str,
    problem: &Problem,
) -> (String, Option<&'s Map<String, Value>>) {
    let first = Step::Key(name.to_owned());
    let mut place = String::new();
    let mut schema = Some(root);
    for step in std::iter::once(&first).chain(problem.steps()) {
        let _ = match step {
            Step::Key(key) => {
                let key = schema.map_or(key.as_str(), |schema| published_name(schema, key));
                schema = schema
                    .and_then(|schema| schema.get("properties")?.get(key))
                    .and_then(|member| resolve(member, root).as_object());
                let dot = if place.is_empty() { "" } else { "." };
                write!(place, "{dot}{}", shorten(key))
            }
            Step::Index(index) => {
                schema = schema
                    .and_then(|schema| schema.get("items"))
                    .and_then(|items| resolve(items, root).as_object());
                write!(place, "[{index}]")
            }
        };
    }
    (place, schema)
}

/// Returns the member whose name differs from `key` by case and underscores alone.
#[cfg(feature = "garde")]
fn published_name<'n>(schema: &'n Map<String, Value>, key: &'n str) -> &'n str {
    let fold = |name: &str| name.replace(['_', '-'], "").to_lowercase();
    let names = schema.get("properties").and_then(Value::as_object);
    let Some(names) = names.filter(|names| !names.contains_key(key)) else {
        return key;
    };
    names
        .keys()
        .find(|name| fold(name) == fold(key))
        .map_or(key, String::as_str)
}

/// Returns the rest of the value at the place.
pub(super) fn value(problem: &Problem) -> Option<&Value> {
    problem
        .steps()
        .try_fold(problem.value()?, |value, step| match step {
            Step::Key(key) => value.get(key),
            Step::Index(index) => value.get(index),
        })
}

/// Describes the member `key` of a value, which may have one of several forms.
pub(super) fn describe_member(
    schema: &Value,
    root: &Map<String, Value>,
    key: &str,
) -> Option<String> {
    let schema = resolve(schema, root);
    if let Some(own) = schema
        .get("properties")
        .and_then(|properties| properties.get(key))
    {
        return describe(own, root);
    }
    let forms: Vec<&Value> = branches(schema)
        .filter_map(|branch| resolve(branch, root).get("properties")?.get(key))
        .collect();
    match forms.as_slice() {
        [] => member(schema, root, key).and_then(|member| describe(member, root)),
        [only] => describe(only, root),
        forms => describe(&json!({ "anyOf": forms }), root),
    }
}
