//! Compositions that say which types there are, and nothing else.

use serde_json::{Map, Value};

/// Whether no value can be of two of the branches, because their types differ, or what a member of
/// each says that it is.
pub(super) fn is_plain(root: &Value, branches: &[Value]) -> bool {
    let branches: Vec<_> = branches.iter().map(|it| resolved(root, it)).collect();
    branches.iter().enumerate().all(|(at, one)| {
        let mut others = branches[at + 1..].iter();
        others.all(|other| one.zip(*other).is_some_and(|(a, b)| are_apart(root, a, b)))
    })
}

/// A schema, or the one that it refers to.
fn resolved<'l>(root: &'l Value, schema: &'l Value) -> Option<&'l Map<String, Value>> {
    let target = match schema.get("$ref") {
        Some(said) => root.pointer(said.as_str()?.strip_prefix('#')?)?,
        None => schema,
    };
    target.as_object()
}

fn are_apart(root: &Value, one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let (types, others) = (types(one), types(other));
    if types.is_empty() || others.is_empty() {
        return false;
    }
    if !types.iter().any(|kind| others.contains(kind)) {
        return true;
    }
    let members = one.get("properties").and_then(Value::as_object);
    let mut tags = members.into_iter().flatten();
    let other_tag = |name: &str| tag(root, other.get("properties")?.get(name)?);
    let are_objects = types == ["object"] && others == ["object"];
    are_objects
        && tags.any(|(name, schema)| {
            let tags = tag(root, schema).zip(other_tag(name));
            tags.is_some_and(|(one, other)| one != other)
        })
}

/// The types that a schema admits; every integer is a number.
fn types(schema: &Map<String, Value>) -> Vec<&str> {
    let kinds = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.as_slice(),
        Some(kind) => std::slice::from_ref(kind),
        None if schema.contains_key("properties") => return vec!["object"],
        None if schema.get("const") == Some(&Value::Null) => return vec!["null"],
        None => &[],
    };
    let kinds = kinds.iter().filter_map(Value::as_str);
    let kinds = kinds.map(|kind| if kind == "integer" { "number" } else { kind });
    kinds.collect()
}

/// The only value that a member may have.
fn tag<'l>(root: &'l Value, schema: &'l Value) -> Option<&'l Value> {
    let schema = resolved(root, schema)?;
    let values = schema.get("enum").and_then(Value::as_array);
    match values.map(Vec::as_slice) {
        Some([only]) => Some(only),
        _ => schema.get("const"),
    }
}
