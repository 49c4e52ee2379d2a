//! The context of a schema: facts that come from the schemas around this schema.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    /// The members that outer schemas require in the value that this schema describes.
    required: BTreeSet<String>,
    /// Whether the schema is part of a condition, such as `not`. If a rewrite loosened a condition, the outer
    /// schema could reject more values.
    pub(super) in_condition: bool,
}

impl Context {
    /// Returns the members that `schema` or its outer schemas require in the value. Includes members that
    /// they require only in some cases.
    pub(super) fn required(&self, schema: &Map<String, Value>) -> BTreeSet<String> {
        let mut names = self.required.clone();
        add_required(schema, &|_| true, &mut names);
        names
    }

    /// Returns each keyword whose inner schemas describe the same value as `schema`, with the context of
    /// those inner schemas.
    pub(super) fn in_place(&self, schema: &Map<String, Value>) -> Vec<(&'static str, Context)> {
        let in_place = |key| IN_PLACE.iter().find(|keyword| *keyword == key);
        let context = |keyword: &&'static str| {
            // In a choice, the requirements of one branch do not apply to the others.
            let is_choice = matches!(*keyword, "anyOf" | "oneOf");
            let mut required = self.required.clone();
            add_required(
                schema,
                &|other| !(is_choice && other == *keyword),
                &mut required,
            );
            let context = Context {
                required,
                in_condition: self.in_condition || is_condition(keyword),
            };
            (*keyword, context)
        };
        schema.keys().filter_map(in_place).map(context).collect()
    }

    /// Returns the context of an inner schema that describes a different value, such as a property.
    pub(super) fn below(&self) -> Context {
        Context {
            in_condition: self.in_condition,
            required: BTreeSet::new(),
        }
    }
}

/// Returns whether the schema under a keyword is a condition.
pub(super) fn is_condition(keyword: &str) -> bool {
    matches!(keyword, "not" | "if")
}

/// Keywords whose inner schemas describe the same value as the outer schema.
const IN_PLACE: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
];

/// Adds the members that a schema requires, directly or in an inner schema for the same value. Skips `not`
/// and `if`. Enters `allOf`, `anyOf` or `oneOf` of `schema` only if `below` returns `true` for the keyword.
fn add_required(
    schema: &Map<String, Value>,
    below: &dyn Fn(&str) -> bool,
    names: &mut BTreeSet<String>,
) {
    let texts = |value: &Value, names: &mut BTreeSet<String>| {
        let listed = value.as_array().into_iter().flatten();
        names.extend(listed.filter_map(|name| name.as_str().map(str::to_owned)));
    };
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("required", listed) => texts(listed, names),
            ("dependentRequired", Value::Object(lists)) => {
                lists.values().for_each(|listed| texts(listed, names));
            }
            ("allOf" | "anyOf" | "oneOf", Value::Array(branches)) if below(keyword) => {
                let branches = branches.iter().filter_map(Value::as_object);
                branches.for_each(|branch| add_required(branch, &|_| true, names));
            }
            ("dependentSchemas", Value::Object(named)) => {
                let inner = named.values().filter_map(Value::as_object);
                inner.for_each(|inner| add_required(inner, &|_| true, names));
            }
            ("then" | "else", Value::Object(inner)) => add_required(inner, &|_| true, names),
            _ => {}
        }
    }
}
