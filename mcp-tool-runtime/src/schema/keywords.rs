//! Which keywords of JSON Schema hold schemas, and which hold values.

use serde_json::Value;

/// How a keyword holds its schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// An object, whose names are the author's.
    Named,
    /// A list.
    Listed,
    /// One schema, or a list in draft-07.
    OneOrListed,
    One,
}

/// Returns how a keyword holds schemas, if it does.
pub(crate) fn holds(keyword: &str) -> Option<Holds> {
    Some(match keyword {
        // `dependencies` is draft-07's.
        "properties" | "patternProperties" | "dependentSchemas" | "dependencies" | "$defs"
        | "definitions" => Holds::Named,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Holds::Listed,
        "items" => Holds::OneOrListed,
        "additionalItems"
        | "unevaluatedItems"
        | "contains"
        | "additionalProperties"
        | "unevaluatedProperties"
        | "propertyNames"
        | "contentSchema"
        | "not"
        | "if"
        | "then"
        | "else" => Holds::One,
        _ => return None,
    })
}

/// Whether what a keyword holds is a value, in which nothing is a keyword.
pub(crate) fn holds_values(keyword: &str) -> bool {
    matches!(keyword, "const" | "enum" | "default" | "examples")
}

/// Which of a keyword's schemas it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part<'s> {
    Only,
    Name(&'s str),
    At(usize),
}

/// Returns the schemas that a keyword holds.
pub(crate) fn inner<'s>(keyword: &str, value: &'s Value) -> Vec<(Part<'s>, &'s Value)> {
    match (holds(keyword), value) {
        (Some(Holds::Named), Value::Object(named)) => named
            .iter()
            .filter(|(_, schema)| !is_list_of_names(keyword, schema))
            .map(|(name, schema)| (Part::Name(name), schema))
            .collect(),
        (Some(Holds::Listed | Holds::OneOrListed), Value::Array(listed)) => {
            let listed = listed.iter().enumerate();
            listed.map(|(at, schema)| (Part::At(at), schema)).collect()
        }
        (Some(Holds::One | Holds::OneOrListed), schema) => vec![(Part::Only, schema)],
        _ => Vec::new(),
    }
}

/// As [`inner`], to change them.
pub(crate) fn inner_mut<'s>(keyword: &str, value: &'s mut Value) -> Vec<&'s mut Value> {
    match (holds(keyword), value) {
        (Some(Holds::Named), Value::Object(named)) => named
            .values_mut()
            .filter(|schema| !is_list_of_names(keyword, schema))
            .collect(),
        (Some(Holds::Listed | Holds::OneOrListed), Value::Array(listed)) => {
            listed.iter_mut().collect()
        }
        (Some(Holds::One | Holds::OneOrListed), schema) => vec![schema],
        _ => Vec::new(),
    }
}

fn is_list_of_names(keyword: &str, schema: &Value) -> bool {
    keyword == "dependencies" && schema.is_array()
}
