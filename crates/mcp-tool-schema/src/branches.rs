//! The branches of `anyOf` or `oneOf`, and the branches that a value selects.

use serde_json::{Map, Value};

use crate::definitions::resolve;
use crate::keywords::Keywords as _;

/// Returns whether the value's type or tags rule out the branch. A missing tag rules out the branch only if
/// the branch requires that tag.
pub(crate) fn is_ruled_out(branch: &Value, value: &Value, root: &Map<String, Value>) -> bool {
    let branch = resolve(branch, root);
    if !is_of_type(branch, value) {
        return true;
    }
    let Some(members) = value.as_object() else {
        return false;
    };
    tags(branch).any(|(name, tag)| match members.get(name) {
        Some(member) => member != tag,
        None => branch.required().any(|required| required == name),
    })
}

/// Returns the names and values of a branch's tags. A tag is a member that allows only one value.
pub(crate) fn tags(branch: &Value) -> impl Iterator<Item = (&str, &Value)> {
    branch
        .named("properties")
        .filter_map(|(name, schema)| match schema.only_values()? {
            [tag] => Some((name.as_str(), tag)),
            _ => None,
        })
}

/// Returns whether the value has the type and every tag of the branch. If the branch has `properties` but no
/// tags, and requires exactly one member, an object must have that member.
fn is_selected(branch: &Value, value: &Value, root: &Map<String, Value>) -> bool {
    let branch = resolve(branch, root);
    if !is_of_type(branch, value) {
        return false;
    }
    let (Some(_), Some(members)) = (branch.get("properties"), value.as_object()) else {
        return true;
    };
    let mut tags = tags(branch).peekable();
    if tags.peek().is_some() {
        return tags.all(|(name, tag)| members.get(name) == Some(tag));
    }
    // For an externally tagged enum, the name of the only member identifies the branch.
    match branch.list("required") {
        [Value::String(name)] => members.contains_key(name),
        _ => true,
    }
}

/// Returns the branches among `possible` that the value selects. If several match, as in a flattened enum,
/// keeps only those whose required members the value has.
pub(crate) fn selected<'a, T>(
    mut possible: Vec<(&'a Value, T)>,
    value: &Value,
    root: &Map<String, Value>,
) -> Vec<(&'a Value, T)> {
    possible.retain(|(branch, _)| is_selected(branch, value, root));
    if possible.len() > 1 {
        possible.retain(|(branch, _)| {
            let mut names = resolve(branch, root).required();
            names.all(|name| value.get(name).is_some())
        });
    }
    possible
}

pub(crate) fn is_of_kind(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => true,
    }
}

pub(crate) fn is_of_type(schema: &Value, value: &Value) -> bool {
    let mut types = schema.types().peekable();
    types.peek().is_none() || types.any(|kind| is_of_kind(value, kind))
}
