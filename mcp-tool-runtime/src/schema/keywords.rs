//! Keywords of schemas, and the schemas that they hold.

use mcp_tool_rules::schema::{Holds, holds};
use serde_json::{Map, Number, Value};

/// Reads the keywords of a schema. A keyword with a value of another kind counts as absent.
pub(crate) trait Keywords {
    fn keyword(&self, name: &str) -> Option<&Value>;

    fn text(&self, name: &str) -> Option<&str> {
        self.keyword(name)?.as_str()
    }

    fn count(&self, name: &str) -> Option<u64> {
        self.keyword(name)?.as_u64()
    }

    fn number(&self, name: &str) -> Option<&Number> {
        self.keyword(name)?.as_number()
    }

    fn float(&self, name: &str) -> Option<f64> {
        self.keyword(name)?.as_f64()
    }

    fn array(&self, name: &str) -> Option<&Vec<Value>> {
        self.keyword(name)?.as_array()
    }

    fn object(&self, name: &str) -> Option<&Map<String, Value>> {
        self.keyword(name)?.as_object()
    }

    /// Returns the schemas or values that a keyword lists.
    fn list(&self, name: &str) -> &[Value] {
        self.array(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the names and schemas under a keyword such as `properties`.
    fn named<'s>(&'s self, name: &str) -> impl Iterator<Item = (&'s String, &'s Value)> {
        self.object(name).into_iter().flatten()
    }

    /// Returns the names of the members that an object must have.
    fn required(&self) -> impl Iterator<Item = &str> {
        self.list("required").iter().filter_map(Value::as_str)
    }

    /// Returns the schema of an item of an array.
    fn item(&self, position: usize) -> Option<&Value> {
        let own = self.list("prefixItems").get(position);
        own.or_else(|| self.keyword("items"))
    }

    /// Returns the only values that the schema admits, if it lists them.
    fn only_values(&self) -> Option<&[Value]> {
        match self.keyword("const") {
            Some(only) => Some(std::slice::from_ref(only)),
            None => self.array("enum").map(Vec::as_slice),
        }
    }
}

impl Keywords for Value {
    fn keyword(&self, name: &str) -> Option<&Value> {
        self.get(name)
    }
}

impl Keywords for Map<String, Value> {
    fn keyword(&self, name: &str) -> Option<&Value> {
        self.get(name)
    }
}

/// The place of a schema under its keyword.
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
            // It is a keyword of draft-07.
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
