//! The context of a schema: the schemas around it that describe the same value.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// The context of a schema.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    /// The members that the value must have.
    required: BTreeSet<String>,
    /// Whether a schema further out depends on the evaluated members.
    pub(super) is_watched: bool,
    /// Whether such a schema may lead here by reference.
    watches_references: bool,
    /// Whether the schema is part of a condition, such as `not`. A looser condition would admit
    /// less.
    pub(super) is_asked: bool,
}

impl Around {
    /// Returns the context of a document. `asks` is whether a schema outside depends on evaluated
    /// members.
    pub(super) fn document(schema: &Map<String, Value>, asks: bool) -> Around {
        let watches_references = asks || asks_for_names(schema);
        Around {
            is_watched: asks || watches_references && refers_to_itself(schema),
            watches_references,
            ..Around::default()
        }
    }

    /// Returns the members that the value must have, or may have to.
    pub(super) fn required(&self, schema: &Map<String, Value>) -> BTreeSet<String> {
        let mut names = self.required.clone();
        demands(schema, &|_| true, &mut names);
        names
    }

    /// Returns the context under each keyword that describes the same value.
    pub(super) fn in_place(&self, schema: &Map<String, Value>) -> Vec<(&'static str, Around)> {
        let keywords = schema.keys();
        let keywords = keywords.filter_map(|key| IN_PLACE.iter().find(|keyword| *keyword == key));
        let around = |keyword: &&'static str| {
            // The branches of a choice do not depend on each other.
            let is_choice = matches!(*keyword, "anyOf" | "oneOf");
            let mut required = self.required.clone();
            demands(
                schema,
                &|other| !(is_choice && other == *keyword),
                &mut required,
            );
            let around = Around {
                required,
                is_watched: self.is_watched || schema.contains_key("unevaluatedProperties"),
                watches_references: self.watches_references,
                is_asked: self.is_asked || matches!(*keyword, "not" | "if"),
            };
            (*keyword, around)
        };
        keywords.map(around).collect()
    }

    /// Returns the context under any other keyword, for another value.
    pub(super) fn below(&self, keyword: &str) -> Around {
        Around {
            is_asked: self.is_asked,
            is_watched: self.watches_references && matches!(keyword, "$defs" | "definitions"),
            watches_references: self.watches_references,
            required: BTreeSet::new(),
        }
    }
}

/// Returns whether any schema depends on the evaluated members.
pub(in crate::schema) fn asks_for_names(schema: &Map<String, Value>) -> bool {
    somewhere(schema, &|schema| {
        schema.contains_key("unevaluatedProperties")
    })
}

fn refers_to_itself(schema: &Map<String, Value>) -> bool {
    somewhere(schema, &|schema| {
        schema.get("$ref").is_some_and(|target| target == "#")
    })
}

fn somewhere(schema: &Map<String, Value>, holds: &dyn Fn(&Map<String, Value>) -> bool) -> bool {
    let in_value = |value: &Value| match value {
        Value::Object(inner) => somewhere(inner, holds),
        Value::Array(values) => {
            let mut inner = values.iter().filter_map(Value::as_object);
            inner.any(|inner| somewhere(inner, holds))
        }
        _ => false,
    };
    holds(schema) || schema.values().any(in_value)
}

/// Keywords whose schemas describe the same value.
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

/// Adds the members that a schema requires, itself or in these keywords.
fn demands(
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
                branches.for_each(|branch| demands(branch, &|_| true, names));
            }
            ("dependentSchemas", Value::Object(named)) => {
                let inner = named.values().filter_map(Value::as_object);
                inner.for_each(|inner| demands(inner, &|_| true, names));
            }
            ("then" | "else", Value::Object(inner)) => demands(inner, &|_| true, names),
            _ => {}
        }
    }
}
