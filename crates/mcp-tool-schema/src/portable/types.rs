//! Replaces lists of types with choices, and removes `null`. Some clients reject a list of types.

use serde_json::{Map, Value, json};

use super::composition::{move_up, only_branch};
use super::conjoin::is_annotation;
use crate::additions::add_any_of;
use crate::json_values::{object_of, retain};
use crate::keywords::Keywords as _;
use crate::numbers::is_of_kind;

/// Replaces a list of types with a choice of one branch per type. Moves each keyword except annotations into
/// the branches of the types to which the keyword applies. If a keyword such as `$ref` may apply to every
/// type, all keywords except `type` stay beside the choice.
pub(super) fn split_types(schema: &mut Map<String, Value>) -> bool {
    if !schema.get("type").is_some_and(Value::is_array) {
        return false;
    }
    let types: Vec<String> = schema.types().map(str::to_owned).collect();
    if let [only] = types.as_slice() {
        schema.insert("type".to_owned(), only.as_str().into());
        return true;
    }
    // `types_of` names no types for a keyword such as `$ref` or `not`, so this function cannot
    // choose branches of the new `anyOf` for the keyword. If the schema has such a keyword, keep
    // all keywords except `type` beside the new `anyOf`.
    let is_plain = |keyword: &String| {
        is_annotation(keyword)
            || matches!(keyword.as_str(), "type" | "enum" | "const")
            || types_of(keyword).is_some()
    };
    if !schema.keys().all(is_plain) {
        schema.remove("type");
        let branches = types.into_iter().map(|one| object_of("type", one.into()));
        add_any_of(schema, branches.collect());
        return true;
    }
    let branches: Vec<Value> = types
        .iter()
        .filter_map(|one| branch_of_type(one, schema))
        .map(Value::Object)
        .collect();
    retain(schema, &mut |keyword, _| is_annotation(keyword));
    if branches.is_empty() {
        // No value in `enum` or `const` has one of the types, so the schema accepts no value.
        schema.extend([("not".to_owned(), json!({}))]);
    } else {
        schema.extend([("anyOf".to_owned(), Value::Array(branches))]);
    }
    true
}

/// Returns the branch for one type. Returns `None` if the schema lists values, and none of them has that
/// type.
fn branch_of_type(kind: &str, schema: &Map<String, Value>) -> Option<Map<String, Value>> {
    let mut branch = Map::new();
    branch.insert("type".to_owned(), kind.into());
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("enum", Value::Array(values)) => {
                let mut of_kind = values.clone();
                of_kind.retain(|value| is_of_kind(value, kind));
                if of_kind.is_empty() {
                    return None;
                }
                if kind != "null" {
                    branch.insert(keyword.clone(), Value::Array(of_kind));
                }
            }
            ("const", value) if !is_of_kind(value, kind) => return None,
            ("const", value) => drop(branch.insert(keyword.clone(), value.clone())),
            _ if types_of(keyword).is_some_and(|types| types.contains(&kind)) => {
                branch.insert(keyword.clone(), value.clone());
            }
            _ => {}
        }
    }
    Some(branch)
}

/// Returns the types to which a keyword applies, or `None` if the keyword may apply to every type.
fn types_of(keyword: &str) -> Option<&'static [&'static str]> {
    Some(match keyword {
        "minLength" | "maxLength" | "pattern" | "contentEncoding" | "contentMediaType" => {
            &["string"]
        }
        "format" => &["string", "number", "integer"],
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            &["number", "integer"]
        }
        "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" | "contains"
        | "minContains" | "maxContains" => &["array"],
        "properties"
        | "required"
        | "additionalProperties"
        | "patternProperties"
        | "propertyNames"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired" => &["object"],
        _ => return None,
    })
}

/// Removes `null` from a schema that also accepts other values. Always removes the default `null`. Returns whether
/// anything changed.
pub(crate) fn without_null(schema: &mut Map<String, Value>) -> bool {
    let mut changed = false;
    for (keyword, value) in schema.iter_mut() {
        let is_null: fn(&Value) -> bool = match keyword.as_str() {
            "type" => |kind| kind == "null",
            "enum" => Value::is_null,
            "anyOf" | "oneOf" => accepts_only_null,
            _ => continue,
        };
        let Value::Array(listed) = value else {
            continue;
        };
        let before = listed.len();
        if !listed.iter().all(is_null) {
            listed.retain(|it| !is_null(it));
        }
        changed |= listed.len() < before;
        if let ("type", [only]) = (keyword.as_str(), listed.as_slice()) {
            *value = only.clone();
        }
    }
    if schema.get("default") == Some(&Value::Null) {
        changed |= schema.remove("default").is_some();
    }
    changed |= merge_only_branch(schema, "anyOf");
    changed | merge_only_branch(schema, "oneOf")
}

/// If a choice has only one branch left, merges that branch into the schema. The annotations of the outer
/// schema take precedence. Returns whether anything changed.
fn merge_only_branch(schema: &mut Map<String, Value>, keyword: &str) -> bool {
    let Some(mut only) = only_branch(schema, keyword) else {
        return false;
    };
    retain(&mut only, &mut |key, _| {
        !is_annotation(key) || !schema.contains_key(key)
    });
    move_up(schema, keyword, &only)
}

fn accepts_only_null(schema: &Value) -> bool {
    schema.text("type") == Some("null")
        || schema.get("const") == Some(&Value::Null)
        || matches!(schema.list("enum"), [Value::Null])
}
