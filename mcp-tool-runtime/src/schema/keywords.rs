//! The schemas inside of a schema.

use mcp_tool_rules::schema::{Holds, holds};
use serde_json::Value;

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
