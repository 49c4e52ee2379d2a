//! The dialect of a schema that was written by hand, and the keywords that belong to it (R20 to R23,
//! R32).

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::keywords::{Part, inner};

/// The two that a schema may be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// What a schema is in that names none.
    Draft2020,
    Draft7,
}

use Dialect::{Draft7, Draft2020};

/// A keyword that means nothing in a dialect.
struct Foreign {
    to: Dialect,
    keyword: &'static str,
    /// What says the same there; where one of them stands beside it, the rule is kept.
    instead: &'static [&'static str],
}

const fn foreign(to: Dialect, keyword: &'static str, instead: &'static [&'static str]) -> Foreign {
    Foreign {
        to,
        keyword,
        instead,
    }
}

const FOREIGN: &[Foreign] = &[
    foreign(
        Draft2020,
        "dependencies",
        &["dependentRequired", "dependentSchemas"],
    ),
    foreign(Draft2020, "additionalItems", &["items"]),
    foreign(Draft7, "prefixItems", &["items"]),
    foreign(Draft7, "dependentRequired", &["dependencies"]),
    foreign(Draft7, "dependentSchemas", &["dependencies"]),
    foreign(Draft7, "unevaluatedProperties", &["additionalProperties"]),
    foreign(Draft7, "unevaluatedItems", &["additionalItems"]),
];

impl Dialect {
    /// The dialect that a schema says it is in.
    pub(super) fn of(root: &Map<String, Value>) -> Result<Dialect, String> {
        let Some(dialect) = root.get("$schema") else {
            return Ok(Draft2020);
        };
        let name = dialect.as_str().map(|name| name.trim_end_matches('#'));
        match name {
            Some("https://json-schema.org/draft/2020-12/schema") => Ok(Draft2020),
            Some("http://json-schema.org/draft-07/schema") => Ok(Draft7),
            _ => Err(format!(
                "its dialect {dialect} is not supported; write JSON Schema 2020-12, which needs no `$schema`"
            )),
        }
    }

    /// Every keyword of the schema means something: one that does not is a rule that nobody keeps.
    pub(super) fn check(self, schema: &Map<String, Value>) -> Result<(), String> {
        self.check_at(schema, &mut String::from("#"))
    }

    fn check_at(self, schema: &Map<String, Value>, place: &mut String) -> Result<(), String> {
        if self == Draft2020 && schema.get("items").is_some_and(Value::is_array) {
            return Err(self.fault("items` as a list", place, &["prefixItems"]));
        }
        for foreign in FOREIGN.iter().filter(|foreign| foreign.to == self) {
            if foreign.counts(schema) {
                let keyword = format!("{}`", foreign.keyword);
                return Err(self.fault(&keyword, place, foreign.instead));
            }
        }
        for (keyword, value) in schema {
            let length = place.len();
            // Writing to a string cannot fail.
            let _ = write!(place, "/{keyword}");
            self.check_below(keyword, value, place)?;
            place.truncate(length);
        }
        Ok(())
    }

    /// The schemas below a keyword that has some.
    fn check_below(self, keyword: &str, value: &Value, place: &mut String) -> Result<(), String> {
        for (part, inner) in inner(keyword, value) {
            let Some(inner) = inner.as_object() else {
                continue;
            };
            let length = place.len();
            // Writing to a string cannot fail.
            let _ = match part {
                Part::Only => Ok(()),
                Part::Name(name) => write!(place, "/{name}"),
                Part::At(position) => write!(place, "/{position}"),
            };
            self.check_at(inner, place)?;
            place.truncate(length);
        }
        Ok(())
    }

    /// `what` begins inside of a pair of backticks.
    fn fault(self, what: &str, place: &str, instead: &[&str]) -> String {
        let (name, other) = match self {
            Draft2020 => (
                "2020-12",
                "say `\"$schema\": \"http://json-schema.org/draft-07/schema#\"` at its root",
            ),
            Draft7 => ("draft-07", "leave out `$schema`, for 2020-12"),
        };
        format!(
            "its `{what} at `{place}` means nothing in JSON Schema {name}; write `{}` in its place, \
             or {other}",
            instead.join("` or `")
        )
    }
}

impl Foreign {
    /// Whether the keyword stands in a schema as a rule that is lost.
    fn counts(&self, schema: &Map<String, Value>) -> bool {
        let says_something = schema
            .get(self.keyword)
            .is_some_and(|value| *value != json!(true) && *value != json!({}));
        let is_kept = match self.keyword {
            // Beside plain `items` it meant nothing in draft-07 either, and some generators write it.
            "additionalItems" => {
                !schema.contains_key("prefixItems") || schema.contains_key("items")
            }
            "prefixItems" => schema.get("items").is_some_and(Value::is_array),
            _ => self.instead.iter().any(|other| schema.contains_key(*other)),
        };
        says_something && !is_kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAFT_7: &str = "http://json-schema.org/draft-07/schema#";

    fn fault(schema: &Value) -> Option<String> {
        let root = schema.as_object().unwrap();
        Dialect::of(root).unwrap().check(root).err()
    }

    /// R32
    #[test]
    fn a_keyword_of_the_other_dialect() {
        let newer = [
            (
                json!({ "dependencies": { "a": ["b"] } }),
                "its `dependencies` at `#` means nothing in JSON Schema 2020-12; \
                 write `dependentRequired` or `dependentSchemas` in its place, \
                 or say `\"$schema\": \"http://json-schema.org/draft-07/schema#\"` at its root",
            ),
            (
                json!({ "properties": { "a": { "items": [{}] } } }),
                "its `items` as a list at `#/properties/a` means nothing",
            ),
            (
                json!({ "$defs": { "A": { "prefixItems": [{}], "additionalItems": false } } }),
                "its `additionalItems` at `#/$defs/A` means nothing in JSON Schema 2020-12; write `items` in",
            ),
        ];
        let older = [
            (
                json!({ "anyOf": [{}, { "prefixItems": [{}] }] }),
                "its `prefixItems` at `#/anyOf/1` means nothing in JSON Schema draft-07; \
                 write `items` in its place, or leave out `$schema`, for 2020-12",
            ),
            (
                json!({ "not": { "dependentRequired": { "a": ["b"] } } }),
                "its `dependentRequired` at `#/not`",
            ),
            (
                json!({ "dependentSchemas": { "a": { "required": ["b"] } } }),
                "write `dependencies`",
            ),
            (
                json!({ "unevaluatedProperties": false }),
                "write `additionalProperties`",
            ),
            (
                json!({ "additionalProperties": { "unevaluatedItems": false } }),
                "its `unevaluatedItems` at `#/additionalProperties`",
            ),
        ];
        for (schema, words) in newer {
            let found = fault(&schema).unwrap_or_default();
            assert!(found.contains(words), "{schema}: {found}");
            let mut other = schema.clone();
            other["$schema"] = json!(DRAFT_7);
            let found = fault(&other);
            assert!(
                found.is_none_or(|found| found.contains("prefixItems")),
                "{other}"
            );
        }
        for (schema, words) in older {
            assert_eq!(fault(&schema), None, "{schema}");
            let mut schema = schema;
            schema["$schema"] = json!(DRAFT_7);
            let found = fault(&schema).unwrap_or_default();
            assert!(found.contains(words), "{schema}: {found}");
        }
    }

    /// R32: what is found by reference, what says nothing, and what is said in both spellings.
    #[test]
    fn what_does_no_harm() {
        for schema in [
            json!({ "definitions": { "A": {} }, "$ref": "#/definitions/A" }),
            json!({ "$schema": DRAFT_7, "$defs": { "A": {} }, "$ref": "#/$defs/A" }),
            json!({ "items": {}, "additionalItems": false }),
            json!({ "prefixItems": [{}], "items": false, "additionalItems": false }),
            json!({ "dependencies": {} }),
            json!({ "dependencies": { "a": ["b"] }, "dependentRequired": { "a": ["b"] } }),
            json!({ "$schema": DRAFT_7, "unevaluatedProperties": true }),
            json!({ "properties": { "dependencies": {}, "items": { "const": { "items": [1] } } } }),
            json!({ "default": { "dependencies": { "a": ["b"] } } }),
            json!({ "x-elsewhere": { "items": [{}] } }),
        ] {
            assert_eq!(fault(&schema), None, "{schema}");
        }
    }
}
