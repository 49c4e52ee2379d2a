//! Keywords of schemas, and the schemas inside them.

use std::fmt::{self, Display, Formatter};

use mcp_tool_rules::schema::{Holds, holds};
use serde_json::{Map, Number, Value};

/// Reads the keywords of a schema. A keyword whose value has the wrong type counts as absent.
pub trait Keywords {
    fn keyword(&self, name: &str) -> Option<&Value>;

    fn text(&self, name: &str) -> Option<&str> {
        self.keyword(name)?.as_str()
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

    /// Returns the schema of the array item at `position`, if any.
    fn item(&self, position: usize) -> Option<&Value> {
        let own = self.list("prefixItems").get(position);
        own.or_else(|| self.keyword("items"))
    }

    /// Returns the types in the keyword `type`.
    fn types(&self) -> impl Iterator<Item = &str> {
        let types = match self.keyword("type") {
            Some(Value::Array(types)) => types.as_slice(),
            Some(only) => std::slice::from_ref(only),
            None => &[],
        };
        types.iter().filter_map(Value::as_str)
    }

    /// Returns the allowed values, if the schema has `const` or `enum`.
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

/// The path from a document to a schema inside it. Its `Display` is a reference such as `#/properties/a`.
pub struct Path<'p> {
    outer: Option<&'p Path<'p>>,
    keyword: &'p str,
    position: Position<'p>,
}

/// The position of a schema in its keyword's value: the whole value, a named member, or an array item.
#[derive(Clone, Copy)]
pub enum Position<'p> {
    Only,
    Name(&'p str),
    At(usize),
}

impl Path<'_> {
    const ROOT: Path<'static> = Path {
        outer: None,
        keyword: "#",
        position: Position::Only,
    };

    /// Returns whether `keyword` is the first keyword after the root.
    pub fn is_below(&self, keyword: &str) -> bool {
        self.outer.is_some_and(|outer| match outer.outer {
            None => self.keyword == keyword,
            Some(_) => outer.is_below(keyword),
        })
    }

    /// Returns the name of the argument that the schema describes, or of the definition that it is part of.
    pub fn argument(&self) -> &str {
        let own = match self.position {
            Position::Name(name) => name,
            _ => "",
        };
        let outer = self.outer.map_or("", Path::argument);
        if outer.is_empty() { own } else { outer }
    }

    /// Converts the path of a schema to the path of the value that the schema describes, such as
    /// `.list[].name`.
    pub(crate) fn value_place(&self) -> String {
        let step = match (self.keyword, &self.position) {
            ("properties", Position::Name(name)) => format!(".{name}"),
            ("prefixItems", Position::At(position)) => format!("[{position}]"),
            ("items", _) => "[]".to_owned(),
            ("patternProperties" | "additionalProperties" | "unevaluatedProperties", _) => {
                ".*".to_owned()
            }
            _ => String::new(),
        };
        let outer = self.outer.map(Path::value_place).unwrap_or_default();
        outer + &step
    }
}

impl Display for Path<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(outer) = self.outer {
            write!(f, "{outer}/")?;
        }
        match self.position {
            Position::Only => f.write_str(self.keyword),
            Position::Name(name) => write!(f, "{}/{name}", self.keyword),
            Position::At(position) => write!(f, "{}/{position}", self.keyword),
        }
    }
}

type Find<'f, 's, T> = dyn FnMut(&'s Map<String, Value>, &Path<'_>) -> Option<T> + 'f;

/// Calls `find` for a schema, and then for the schemas at any depth inside it, until `find` returns a value.
/// Skips the schemas `true` and `false`.
pub fn find_schema<'s, T>(schema: &'s Map<String, Value>, find: &mut Find<'_, 's, T>) -> Option<T> {
    let mut found = None;
    find_below(schema, &Path::ROOT, &mut |schema, path| {
        found = find(schema, path);
        found.is_some()
    });
    found
}

fn find_below<'s>(
    schema: &'s Map<String, Value>,
    path: &Path<'_>,
    is_found: &mut dyn FnMut(&'s Map<String, Value>, &Path<'_>) -> bool,
) -> bool {
    if is_found(schema, path) {
        return true;
    }
    // Only objects and arrays contain object schemas.
    let is_container = |value: &Value| value.is_object() || value.is_array();
    let mut keywords = schema.iter().filter(|(_, value)| is_container(value));
    keywords.any(|(keyword, value)| {
        let mut inner = subschemas(keyword, value).into_iter();
        inner.any(|(position, inner)| {
            let path = Path {
                outer: Some(path),
                keyword,
                position,
            };
            let inner = inner.as_object();
            inner.is_some_and(|inner| find_below(inner, &path, is_found))
        })
    })
}

/// Returns the schemas in the value of a keyword.
pub fn subschemas<'s>(keyword: &str, value: &'s Value) -> Vec<(Position<'s>, &'s Value)> {
    match (holds(keyword), value) {
        (Some(Holds::Named), Value::Object(members)) => members
            .iter()
            // In `dependencies`, an array contains names of properties, not schemas.
            .filter(|(_, schema)| keyword != "dependencies" || !schema.is_array())
            .map(|(name, schema)| (Position::Name(name), schema))
            .collect(),
        (Some(Holds::Listed | Holds::OneOrListed), Value::Array(items)) => items
            .iter()
            .enumerate()
            .map(|(at, schema)| (Position::At(at), schema))
            .collect(),
        (Some(Holds::One | Holds::OneOrListed), one) => vec![(Position::Only, one)],
        _ => Vec::new(),
    }
}

/// Calls `then` with each schema directly inside a JSON Schema 2020-12 schema. Also passes the keyword that
/// contains the inner schema.
pub(crate) fn each_inner(schema: &mut Map<String, Value>, then: &mut dyn FnMut(&str, &mut Value)) {
    for (keyword, value) in schema {
        if value.is_string() || value.is_number() {
            continue;
        }
        match (holds(keyword), value) {
            // Skip `dependencies`, because JSON Schema 2020-12 does not have this keyword.
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

/// Returns whether the schema under a keyword is a condition. If a rewrite loosened a condition, the schema around
/// it could reject more values.
pub(crate) fn is_condition(keyword: &str) -> bool {
    matches!(keyword, "not" | "if")
}

/// Works like [`each_inner`], but skips schemas that are not objects.
pub(crate) fn each_inner_object(
    schema: &mut Map<String, Value>,
    then: &mut dyn FnMut(&str, &mut Map<String, Value>),
) {
    each_inner(schema, &mut |keyword, inner| {
        if let Some(inner) = inner.as_object_mut() {
            then(keyword, inner);
        }
    });
}
