//! `allOf` and `anyOf`, merged where the meaning stays the same.
//!
//! For `#[serde(flatten)]` and for enums, schemars combines several schemas with these keywords. Some clients
//! read only one of the combined schemas. A merge moves `additionalProperties` only together with the
//! `properties` beside it, because `additionalProperties` applies to all names that these `properties` do not
//! list.

use serde_json::{Map, Value, json};

use super::conjoin::{conjoin, distinct, has_any, is_annotation};
use crate::json_values::to_json;
use crate::keywords::Keywords as _;

/// The maximum growth in bytes when the keywords beside a choice move into each branch.
pub(super) const MAX_GROWTH: usize = 4 * 1024;

/// Simplifies one schema. Expects that the schemas inside it are already simplified.
pub(super) fn simplify(schema: &mut Map<String, Value>) -> bool {
    let mut changed = merge_all_of(schema);
    changed |= flatten_choices(schema);
    changed | move_into_branches(schema)
}

/// Merges the branches of `allOf` into the schema where possible.
fn merge_all_of(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(branches)) = schema.remove("allOf") else {
        return false;
    };
    let count = branches.len();
    let mut left = Vec::new();
    for branch in branches {
        let branch_alone = branch.as_object();
        match branch_alone.and_then(|branch| conjoin(schema, branch)) {
            Some(joined) => *schema = joined,
            None => left.push(branch),
        }
    }
    // A merged branch may have added an `allOf` to the schema, so extend an existing `allOf`.
    let changed = left.is_empty() || left.len() < count;
    if !left.is_empty()
        && let Value::Array(all) = schema.entry("allOf").or_insert_with(|| json!([]))
    {
        all.extend(left);
    }
    changed
}

/// Flattens an `anyOf` inside an `anyOf`, and removes repeated branches. If an `anyOf` has only one branch, merges
/// that branch into the schema where possible.
fn flatten_choices(schema: &mut Map<String, Value>) -> bool {
    let mut changed = false;
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        let count = branches.len();
        let mut flat = Vec::with_capacity(count);
        for mut branch in branches.drain(..) {
            match inner_choices(&mut branch) {
                Some(inner) => {
                    flat.append(inner);
                    changed = true;
                }
                None => flat.push(branch),
            }
        }
        *branches = distinct(flat);
        changed |= branches.len() < count;
    }
    let only = only_branch(schema, "anyOf");
    only.is_some_and(|only| move_up(schema, "anyOf", &only)) || changed
}

/// Returns the branch under a keyword if it is the only one, and an object.
pub(super) fn only_branch(
    schema: &Map<String, Value>,
    keyword: &str,
) -> Option<Map<String, Value>> {
    match schema.list(keyword) {
        [Value::Object(only)] => Some(only.clone()),
        _ => None,
    }
}

/// Merges the only branch under a keyword into the schema, if possible. Returns whether it did.
pub(super) fn move_up(
    schema: &mut Map<String, Value>,
    keyword: &str,
    only: &Map<String, Value>,
) -> bool {
    let mut rest = schema.clone();
    rest.remove(keyword);
    let joined = conjoin(&rest, only);
    joined.is_some_and(|joined| {
        *schema = joined;
        true
    })
}

/// Returns the inner branches if `branch` has no keyword except `anyOf`.
fn inner_choices(branch: &mut Value) -> Option<&mut Vec<Value>> {
    let alone = branch.as_object_mut().filter(|schema| schema.len() == 1);
    alone?.get_mut("anyOf")?.as_array_mut()
}

/// Moves the keywords beside a choice into each branch where possible, because some clients reject a choice
/// with keywords beside it. Annotations, `$defs` and a `type` without further keywords stay.
fn move_into_branches(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(branches)) = schema.get("anyOf") else {
        return false;
    };
    let others = schema.iter().filter(|(key, _)| *key != "anyOf");
    let (mut annotations, mut base): (Map<_, _>, Map<_, _>) = others
        .map(|(key, value)| (key.clone(), value.clone()))
        .partition(|(key, _)| is_annotation(key));
    annotations.extend(base.remove_entry("$defs"));
    // MCP requires `type` at the root of a tool's input schema, so clients accept `type` beside
    // `anyOf`. If `base` has no keyword except `type`, change nothing.
    if base.keys().all(|key| key == "type") {
        return false;
    }
    let size = to_json(&Value::Object(base.clone())).len();
    if size.saturating_mul(branches.len().saturating_sub(1)) > MAX_GROWTH {
        return false;
    }
    let branches = branches.iter().map(|branch| {
        let branch = conjoin(branch.as_object()?, &base)?;
        Some(Value::Object(branch))
    });
    let Some(branches) = branches.collect::<Option<Vec<_>>>() else {
        return false;
    };
    *schema = annotations;
    schema.insert("anyOf".to_owned(), Value::Array(branches));
    true
}

/// Removes `unevaluatedProperties` and `unevaluatedItems`, which draft-07 ignores. If the schema has no keyword in
/// `EVALUATING`, `additionalProperties` replaces `unevaluatedProperties`.
pub(super) fn replace_unevaluated(schema: &mut Map<String, Value>) {
    schema.remove("unevaluatedItems");
    let Some(others) = schema.remove("unevaluatedProperties") else {
        return;
    };
    if !has_any(schema, EVALUATING) {
        schema.insert("additionalProperties".to_owned(), others);
    }
}

/// Keywords that may evaluate names besides those that `properties` and `patternProperties` match.
const EVALUATING: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "$ref",
    "$dynamicRef",
    "dependentSchemas",
    "additionalProperties",
];
