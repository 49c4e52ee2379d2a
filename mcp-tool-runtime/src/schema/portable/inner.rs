//! The schemas around a schema that describe the same value.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// What holds for a schema because of those around it that describe the same value.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    /// The names of members that the value must have.
    required: BTreeSet<String>,
    /// Whether somebody asks which members were looked at.
    pub(super) is_watched: bool,
    /// Whether somebody asks it of what a reference leads to, as far as is known.
    watches_references: bool,
    /// Whether this is asked of the value and not demanded, as under `not`: to say less there is to
    /// say more.
    pub(super) is_asked: bool,
}

impl Around {
    /// What holds for a whole document; `asks` is whether others that refer to it ask for names.
    pub(super) fn document(schema: &Map<String, Value>, asks: bool) -> Around {
        let watches_references = asks || asks_for_names(schema);
        Around {
            is_watched: asks || watches_references && refers_to_itself(schema),
            watches_references,
            ..Around::default()
        }
    }

    /// Returns the names that the value must have, or may have to.
    pub(super) fn required(&self, schema: &Map<String, Value>) -> BTreeSet<String> {
        let mut names = self.required.clone();
        demands(schema, &|_| true, &mut names);
        names
    }

    /// Returns what holds for the schemas under each keyword that describes the same value.
    pub(super) fn in_place(&self, schema: &Map<String, Value>) -> Vec<(&'static str, Around)> {
        let keywords = schema.keys();
        let keywords = keywords.filter_map(|key| IN_PLACE.iter().find(|keyword| *keyword == key));
        let around = |keyword: &&'static str| {
            // Of several forms, each stands for itself.
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

    /// Returns what holds for the schemas of another value, under any other keyword.
    pub(super) fn below(&self, keyword: &str) -> Around {
        Around {
            is_asked: self.is_asked,
            is_watched: self.watches_references && matches!(keyword, "$defs" | "definitions"),
            watches_references: self.watches_references,
            required: BTreeSet::new(),
        }
    }
}

/// Whether something in a schema asks which members were looked at.
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

/// Keywords whose schemas describe the same value as the schema they stand in.
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

/// Adds the names that a schema demands of the value, itself or below those keywords.
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
