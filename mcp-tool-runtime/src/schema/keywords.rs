//! The schemas inside of a schema.

use mcp_tool_rules::schema::{Holds, holds};
use serde_json::{Map, Value};

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

/// Calls `then` with each schema directly inside of a schema of 2020-12, and with its keyword.
pub(super) fn each_inner(schema: &mut Map<String, Value>, then: &mut dyn FnMut(&str, &mut Value)) {
    for (keyword, value) in schema {
        match (holds(keyword), value) {
            // Only draft-07 has it.
            _ if keyword == "dependencies" => {}
            (Some(Holds::Named), Value::Object(named)) => {
                named.values_mut().for_each(|inner| then(keyword, inner));
            }
            (Some(Holds::Listed | Holds::OneOrListed), Value::Array(listed)) => {
                listed.iter_mut().for_each(|inner| then(keyword, inner));
            }
            (Some(Holds::One | Holds::OneOrListed), inner) => then(keyword, inner),
            _ => {}
        }
    }
}

/// As [`each_inner`], for the schemas that are objects.
pub(super) fn each_inner_object(
    schema: &mut Map<String, Value>,
    then: &mut dyn FnMut(&str, &mut Map<String, Value>),
) {
    each_inner(schema, &mut |keyword, inner| {
        if let Some(inner) = inner.as_object_mut() {
            then(keyword, inner);
        }
    });
}

fn is_list_of_names(keyword: &str, schema: &Value) -> bool {
    keyword == "dependencies" && schema.is_array()
}
