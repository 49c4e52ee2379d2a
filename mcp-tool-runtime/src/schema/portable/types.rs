//! One type for each schema: some clients reject a list of types.

use serde_json::{Map, Value, json};

use super::composition::{also_any_of, move_up, only_branch};
use super::conjoin::is_annotation;
use super::disjoint::are_disjoint;
use crate::schema::branches::is_of_kind;

/// Replaces a list of types by a choice, with the keywords of each type in its branch.
pub(super) fn one_type_each(schema: &mut Map<String, Value>) {
    let Some(Value::Array(kinds)) = schema.get("type") else {
        return;
    };
    if let [only] = kinds.as_slice() {
        let only = only.clone();
        schema.insert("type".to_owned(), only);
        return;
    }
    let Some(kinds) = kinds
        .iter()
        .map(|kind| kind.as_str().map(str::to_owned))
        .collect::<Option<Vec<_>>>()
    else {
        return;
    };
    // Keywords for every type would have to be repeated in each branch.
    let is_plain = |keyword: &String| {
        is_annotation(keyword)
            || matches!(keyword.as_str(), "type" | "enum" | "const")
            || kind_of(keyword).is_some()
    };
    if !schema.keys().all(is_plain) {
        schema.remove("type");
        let kinds = kinds.iter().map(|kind| json!({ "type": kind }));
        also_any_of(schema, kinds.collect());
        return;
    }
    let forms: Vec<Value> = kinds
        .iter()
        .filter_map(|kind| form(kind, schema))
        .map(Value::Object)
        .collect();
    schema.retain(|keyword, _| is_annotation(keyword));
    match forms.is_empty() {
        // None of the listed values has one of the types.
        true => schema.extend([("not".to_owned(), json!({}))]),
        false => schema.extend([("anyOf".to_owned(), Value::Array(forms))]),
    }
}

/// Returns the branch for one type, or `None` if no listed value has it.
fn form(kind: &str, schema: &Map<String, Value>) -> Option<Map<String, Value>> {
    let mut form = Map::new();
    form.insert("type".to_owned(), json!(kind));
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("enum", Value::Array(values)) => {
                let own = values.iter().filter(|value| is_of_kind(value, kind));
                let own: Vec<_> = own.cloned().collect();
                match (own.is_empty(), kind) {
                    (true, _) => return None,
                    (false, "null") => {}
                    (false, _) => {
                        form.insert(keyword.clone(), Value::Array(own));
                    }
                }
            }
            ("const", value) => {
                if !is_of_kind(value, kind) {
                    return None;
                }
                form.insert(keyword.clone(), value.clone());
            }
            (_, _) if kind_of(keyword).is_some_and(|of| of.contains(&kind)) => {
                form.insert(keyword.clone(), value.clone());
            }
            _ => {}
        }
    }
    Some(form)
}

/// Returns the types that a keyword restricts.
fn kind_of(keyword: &str) -> Option<&'static [&'static str]> {
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

/// Removes `null` from a schema that admits other values.
pub(crate) fn without_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(kinds)) = schema.get_mut("type")
        && kinds.len() > 1
    {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && values.len() > 1
    {
        values.retain(|value| !value.is_null());
    }
    if schema.get("default") == Some(&Value::Null) {
        schema.remove("default");
    }
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = schema.get_mut(keyword) else {
            continue;
        };
        // In `oneOf`, another branch could admit `null`, too.
        let can_go = keyword == "anyOf" || are_disjoint(branches);
        if can_go && !branches.iter().all(is_null) {
            branches.retain(|branch| !is_null(branch));
        }
        merge_only_branch(schema, keyword);
    }
}

/// Merges the branch that is left. Annotations of the outer schema win.
fn merge_only_branch(schema: &mut Map<String, Value>, keyword: &str) {
    let Some(mut only) = only_branch(schema, keyword) else {
        return;
    };
    only.retain(|key, _| !is_annotation(key) || !schema.contains_key(key));
    move_up(schema, keyword, &only);
}

fn is_null(schema: &Value) -> bool {
    schema.get("type") == Some(&json!("null"))
        || schema.get("const") == Some(&Value::Null)
        || schema.get("enum") == Some(&json!([null]))
}
