//! Applies the intended differences of the transformation to the original schema. The changed original and
//! the transformed schema must accept the same values.

use serde_json::{Map, Value, json};

/// The intended differences between an original schema and its transformed schema.
#[derive(Clone, Copy)]
pub(super) struct Differences {
    /// Whether the schema is for input. The transformation removes `uniqueItems` from input schemas, because
    /// decoding accepts repeated items.
    pub(super) for_input: bool,
    /// Whether to reject `null` in optional members that also allow other values. Transformed input schemas
    /// do not allow this `null`.
    pub(super) without_null: bool,
}

pub(super) fn reference(schema: &Value, differences: Differences) -> Value {
    let mut schema = each_name_once(schema.clone());
    differences.apply(&mut schema);
    schema
}

/// Removes repeated names from `required`. JSON Schema forbids repeated names. Their removal does not change
/// which values the schema accepts.
pub(super) fn each_name_once(mut value: Value) -> Value {
    match &mut value {
        Value::Array(values) => {
            let all = values.drain(..).map(each_name_once).collect();
            *values = all;
        }
        Value::Object(members) => {
            for member in members.values_mut() {
                *member = each_name_once(member.take());
            }
            if let Some(Value::Array(names)) = members.get_mut("required") {
                names.sort_by_key(Value::to_string);
                names.dedup();
            }
        }
        _ => {}
    }
    value
}

/// Returns whether two values are equal in JSON Schema, in which `1` equals `1.0`. For objects, uses `==`.
pub(super) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (one, other) => one == other,
    }
}

impl Differences {
    fn apply(self, schema: &mut Value) {
        let Some(schema) = schema.as_object_mut() else {
            return;
        };
        in_both_dialects(schema);
        if let Some(branches) = schema.remove("oneOf") {
            if schema.contains_key("anyOf") {
                add_all_of(schema, json!({ "anyOf": branches }));
            } else {
                schema.insert("anyOf".to_owned(), branches);
            }
        }
        for (keyword, value) in schema.iter_mut() {
            match (keyword.as_str(), value) {
                (
                    "properties" | "patternProperties" | "dependentSchemas" | "$defs",
                    Value::Object(named),
                ) => named.values_mut().for_each(|inner| self.apply(inner)),
                ("prefixItems" | "allOf" | "anyOf", Value::Array(inner)) => {
                    inner.iter_mut().for_each(|inner| self.apply(inner));
                }
                (
                    "items"
                    | "contains"
                    | "additionalProperties"
                    | "propertyNames"
                    | "then"
                    | "else",
                    inner,
                ) => self.apply(inner),
                _ => {}
            }
        }
        let required = schema.get("required").cloned().unwrap_or_default();
        if self.without_null
            && let Some(Value::Object(members)) = schema.get_mut("properties")
        {
            let is_required = |name: &String| {
                let mut names = required.as_array().into_iter().flatten();
                names.any(|required| required == name)
            };
            for (name, member) in members {
                if !is_required(name) && lists_null(member) {
                    *member = json!({ "allOf": [member], "not": { "type": "null" } });
                }
            }
        }
        if self.for_input {
            schema.remove("uniqueItems");
        }
        bounds_in_place_of_format(schema);
    }
}

/// Loosens keywords that draft-07 does not have.
fn in_both_dialects(schema: &mut Map<String, Value>) {
    const EVALUATING: &[&str] = &[
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "$ref",
        "dependentSchemas",
        "additionalProperties",
    ];
    schema.remove("unevaluatedItems");
    if let Some(others) = schema.remove("unevaluatedProperties")
        && !EVALUATING
            .iter()
            .any(|keyword| schema.contains_key(*keyword))
    {
        schema.insert("additionalProperties".to_owned(), others);
    }
}

fn add_all_of(schema: &mut Map<String, Value>, more: Value) {
    match schema.get_mut("allOf") {
        Some(Value::Array(branches)) => branches.push(more),
        _ => drop(schema.insert("allOf".to_owned(), json!([more]))),
    }
}

fn lists_null(schema: &Value) -> bool {
    let listed = |keyword: &str, null: &Value| match &schema[keyword] {
        Value::Array(listed) => listed.len() > 1 && listed.contains(null),
        _ => false,
    };
    let is_null = |schema: &Value| {
        schema["type"] == "null"
            || schema.get("const") == Some(&Value::Null)
            || schema["enum"] == json!([null])
    };
    let in_branches = |keyword: &str| match &schema[keyword] {
        Value::Array(branches) => {
            branches.len() > 1 && branches.iter().any(is_null) || branches.iter().any(lists_null)
        }
        _ => false,
    };
    listed("type", &json!("null"))
        || listed("enum", &Value::Null)
        || ["anyOf", "oneOf", "allOf"].into_iter().any(in_branches)
}

fn bounds_in_place_of_format(schema: &mut Map<String, Value>) {
    let (low, high) = match schema.get("format").and_then(Value::as_str) {
        Some("uint8") => (json!(0), json!(255)),
        Some("int32") => (json!(i32::MIN), json!(i32::MAX)),
        Some("uint64") => (json!(0), Value::Null),
        _ => return,
    };
    let mut bounds = json!({ "minimum": low });
    if !high.is_null() {
        bounds["maximum"] = high;
    }
    add_all_of(schema, bounds);
}
