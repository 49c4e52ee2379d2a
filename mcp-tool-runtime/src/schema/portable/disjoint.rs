//! Disjoint schemas: no value fits two of them.

use crate::schema::keywords::Keywords as _;
use serde_json::{Map, Value};

/// Returns whether the branches are certainly disjoint. Looks only a few levels deep.
pub(super) fn are_disjoint(branches: &[Value]) -> bool {
    branches.iter().enumerate().all(|(position, branch)| {
        branches[..position]
            .iter()
            .all(|other| apart(branch, other, 4))
    })
}

fn apart(one: &Value, other: &Value, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let (Some(one), Some(other)) = (one.as_object(), other.as_object()) else {
        return false;
    };
    let each_is_apart = |some: &Map<String, Value>, from: &Map<String, Value>| {
        let from = Value::Object(from.clone());
        ["anyOf", "oneOf"].iter().any(|keyword| {
            let branches = some.array(keyword);
            branches
                .is_some_and(|branches| branches.iter().all(|branch| apart(branch, &from, depth)))
        })
    };
    kinds_are_apart(one, other)
        || values_are_apart(one, other)
        || members_are_apart(one, other, depth)
        || lacks(one, other)
        || lacks(other, one)
        || each_is_apart(one, other)
        || each_is_apart(other, one)
}

fn kinds(schema: &Map<String, Value>) -> Option<Vec<&str>> {
    match schema.get("type")? {
        Value::String(kind) => Some(vec![kind]),
        Value::Array(kinds) => kinds.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

fn kinds_are_apart(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let (Some(one), Some(other)) = (kinds(one), kinds(other)) else {
        return false;
    };
    let number = |kind: &str| matches!(kind, "number" | "integer");
    one.iter().all(|one| {
        other
            .iter()
            .all(|other| one != other && !(number(one) && number(other)))
    })
}

fn values_are_apart(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let (Some(one), Some(other)) = (one.only_values(), other.only_values()) else {
        return false;
    };
    // `1` equals `1.0` in JSON Schema, but not here.
    let plain = |value: &Value| value.is_string() || value.is_null() || value.is_boolean();
    one.iter().chain(other).all(plain) && !one.iter().any(|value| other.contains(value))
}

fn is_object(schema: &Map<String, Value>) -> bool {
    schema.get("type").is_some_and(|kind| kind == "object")
}

fn member<'s>(schema: &'s Map<String, Value>, name: &str) -> Option<&'s Value> {
    schema.get("properties")?.get(name)
}

/// Compares a member that both require, such as a tag.
fn members_are_apart(one: &Map<String, Value>, other: &Map<String, Value>, depth: usize) -> bool {
    // A value that is not an object has no members, and would fit both.
    (is_object(one) || is_object(other))
        && one.required().any(|name| {
            other.required().any(|required| required == name)
                && match (member(one, name), member(other, name)) {
                    (Some(one), Some(other)) => apart(one, other, depth),
                    _ => false,
                }
        })
}

/// Returns whether `other` requires a member that the closed schema does not admit.
fn lacks(closed: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    (is_object(closed) || is_object(other))
        && closed.get("additionalProperties") == Some(&Value::Bool(false))
        && !closed.contains_key("patternProperties")
        && other.required().any(|name| member(closed, name).is_none())
}
