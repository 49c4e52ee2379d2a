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
    let mut schema = schema.clone();
    each_name_once(&mut schema);
    differences.apply(&mut schema, &[]);
    schema
}

/// Removes repeated names from `required`. JSON Schema forbids repeated names. Their removal does not change
/// which values the schema accepts.
fn each_name_once(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(each_name_once),
        Value::Object(members) => {
            members.values_mut().for_each(each_name_once);
            if let Some(Value::Array(names)) = members.get_mut("required") {
                names.sort_by_key(Value::to_string);
                names.dedup();
            }
        }
        _ => {}
    }
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
    /// Applies the differences to a schema. `required` lists the members that the enclosing schemas require
    /// in the same object.
    fn apply(self, schema: &mut Value, required: &[String]) {
        let Some(schema) = schema.as_object_mut() else {
            return;
        };
        let demanded = demanded(schema);
        let all: Vec<String> = required.iter().chain(&demanded).cloned().collect();
        let by_keyword: Vec<(String, Vec<String>)> = IN_PLACE
            .iter()
            .filter_map(|keyword| Some((*keyword, schema.get(*keyword)?)))
            .map(|(keyword, inner)| (keyword.to_owned(), inner_demands(inner)))
            .collect();
        for (keyword, value) in schema.iter_mut() {
            // Returns the members that can be required in the same object: by the enclosing
            // schemas (`required`), by `schema` (`demanded`), and by the other keywords of
            // `schema`. If `or_itself` is true, the result also contains the members that the
            // current `keyword` can require. Pass false for `anyOf` and `oneOf`, because a member
            // that one branch requires can be optional in another branch.
            let beside = |or_itself: bool| -> Vec<String> {
                let others = by_keyword
                    .iter()
                    .filter(|(other, _)| or_itself || other != keyword);
                let others = others.flat_map(|(_, names)| names.clone());
                required
                    .iter()
                    .cloned()
                    .chain(own(&demanded))
                    .chain(others)
                    .collect()
            };
            match (keyword.as_str(), value) {
                ("properties" | "patternProperties" | "$defs", Value::Object(named)) => {
                    named.values_mut().for_each(|inner| self.apply(inner, &[]))
                }
                ("prefixItems", Value::Array(inner)) => {
                    inner.iter_mut().for_each(|inner| self.apply(inner, &[]));
                }
                ("allOf", Value::Array(inner)) => {
                    let names = beside(true);
                    inner.iter_mut().for_each(|inner| self.apply(inner, &names));
                }
                ("anyOf" | "oneOf", Value::Array(inner)) => {
                    let names = beside(false);
                    inner.iter_mut().for_each(|inner| self.apply(inner, &names));
                }
                ("dependentSchemas", Value::Object(inner)) => {
                    let names = beside(true);
                    inner
                        .values_mut()
                        .for_each(|inner| self.apply(inner, &names));
                }
                ("then" | "else", inner) => {
                    let names = beside(true);
                    self.apply(inner, &names);
                }
                (
                    "items"
                    | "unevaluatedItems"
                    | "contains"
                    | "additionalProperties"
                    | "unevaluatedProperties"
                    | "propertyNames",
                    inner,
                ) => self.apply(inner, &[]),
                _ => {}
            }
        }
        let inside = by_keyword
            .into_iter()
            .filter(|(keyword, _)| keyword == "allOf");
        let inside = inside.flat_map(|(_, names)| names);
        let all: Vec<String> = all.into_iter().chain(inside).collect();
        if self.without_null
            && let Some(Value::Object(members)) = schema.get_mut("properties")
        {
            for (name, member) in members {
                if !all.contains(name) && lists_null(member) {
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

const IN_PLACE: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "then",
    "else",
    "dependentSchemas",
    "dependentRequired",
];

fn own(names: &[String]) -> impl Iterator<Item = String> + '_ {
    names.iter().cloned()
}

fn demanded(schema: &Map<String, Value>) -> Vec<String> {
    let names = schema.get("required").and_then(Value::as_array);
    let names = names.into_iter().flatten().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

/// Returns the members that `inner`, the value of a keyword in `IN_PLACE`, may require. Considers only schemas
/// that apply to the same object.
fn inner_demands(inner: &Value) -> Vec<String> {
    match inner {
        Value::Array(all) => all.iter().flat_map(inner_demands).collect(),
        Value::Object(schema) => {
            let deeper = IN_PLACE.iter().filter_map(|keyword| schema.get(*keyword));
            let deeper = deeper.flat_map(inner_demands);
            // `schema` can also be the value of the keyword `dependentSchemas` or
            // `dependentRequired`. In `dependentSchemas`, each member is a schema, so collect the
            // names in its `required`. In `dependentRequired`, each member is a list of required
            // names.
            let named = schema.values().flat_map(|named| match named {
                Value::Object(named) if named.contains_key("required") => demanded(named),
                Value::Array(names) => names
                    .iter()
                    .filter_map(|name| Some(name.as_str()?.to_owned()))
                    .collect(),
                _ => Vec::new(),
            });
            deeper.chain(named).chain(demanded(schema)).collect()
        }
        _ => Vec::new(),
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
    match schema.get_mut("allOf") {
        Some(Value::Array(branches)) => branches.push(bounds),
        _ => {
            schema.insert("allOf".to_owned(), json!([bounds]));
        }
    }
}
