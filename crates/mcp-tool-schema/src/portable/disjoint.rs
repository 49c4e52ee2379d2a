//! Disjoint schemas: no value matches two of them.

use serde_json::{Map, Value};

use crate::keywords::Keywords as _;

/// Returns whether the branches are certainly disjoint. Looks only a few levels deep.
pub(super) fn are_disjoint(branches: &[Value]) -> bool {
    branches.iter().enumerate().all(|(position, branch)| {
        branches[..position]
            .iter()
            .all(|other| disjoint(branch, other, 4))
    })
}

fn disjoint(one: &Value, other: &Value, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let each_branch_is_disjoint = |choice: &Value, other: &Value| {
        ["anyOf", "oneOf"].iter().any(|keyword| {
            let branches = choice.array(keyword);
            branches.is_some_and(|it| it.iter().all(|branch| disjoint(branch, other, depth)))
        })
    };
    if each_branch_is_disjoint(one, other) || each_branch_is_disjoint(other, one) {
        return true;
    }
    let (Some(one), Some(other)) = (one.as_object(), other.as_object()) else {
        return false;
    };
    types_are_disjoint(one, other)
        || values_are_disjoint(one, other)
        || members_are_disjoint(one, other, depth)
        || requires_unknown_member(one, other)
        || requires_unknown_member(other, one)
}

fn types_are_disjoint(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let is_number = |kind: &str| matches!(kind, "number" | "integer");
    let overlap = |one: &str, other: &str| one == other || is_number(one) && is_number(other);
    let have_types = one.types().next().is_some() && other.types().next().is_some();
    have_types
        && !one
            .types()
            .any(|one| other.types().any(|other| overlap(one, other)))
}

fn values_are_disjoint(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let (Some(one), Some(other)) = (one.only_values(), other.only_values()) else {
        return false;
    };
    // In JSON Schema, `1` equals `1.0`, but `contains` treats these numbers as different. So
    // return `false` for numbers, and for arrays and objects, which can contain numbers.
    let plain = |value: &Value| value.is_string() || value.is_null() || value.is_boolean();
    one.iter().chain(other).all(plain) && !one.iter().any(|value| other.contains(value))
}

fn is_object(schema: &Map<String, Value>) -> bool {
    schema.get("type").is_some_and(|kind| kind == "object")
}

fn member<'s>(schema: &'s Map<String, Value>, name: &str) -> Option<&'s Value> {
    schema.get("properties")?.get(name)
}

/// Returns whether both schemas require a member, such as a tag, for which they accept no common value.
fn members_are_disjoint(
    one: &Map<String, Value>,
    other: &Map<String, Value>,
    depth: usize,
) -> bool {
    // At least one schema must have the type `object`. Otherwise, both could accept a number,
    // because `required` ignores numbers.
    (is_object(one) || is_object(other))
        && one.required().any(|name| {
            other.required().any(|required| required == name)
                && match (member(one, name), member(other, name)) {
                    (Some(one), Some(other)) => disjoint(one, other, depth),
                    _ => false,
                }
        })
}

/// Returns whether `closed` allows only the members in its `properties`, `other` requires another member, and
/// at least one of the two has the type `object`.
fn requires_unknown_member(closed: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    (is_object(closed) || is_object(other))
        && closed.get("additionalProperties") == Some(&Value::Bool(false))
        && !closed.contains_key("patternProperties")
        && other.required().any(|name| member(closed, name).is_none())
}
