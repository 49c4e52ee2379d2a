//! The dialect of a handwritten schema, and keywords without meaning in that dialect.

use serde_json::{Map, Value, json};

use crate::json_values::to_json;
use crate::keywords::Path;

/// The supported dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// JSON Schema 2020-12, which is also the default for a schema without `$schema`.
    Draft2020,
    Draft7,
}

use Dialect::{Draft7, Draft2020};

/// Each entry has a dialect, a keyword without meaning in that dialect, and the keywords that replace it
/// there. A schema with both the keyword and a replacement usually loses no rule.
const FOREIGN: &[(Dialect, &str, &[&str])] = &[
    (
        Draft2020,
        "dependencies",
        &["dependentRequired", "dependentSchemas"],
    ),
    (Draft2020, "additionalItems", &["items"]),
    (Draft7, "prefixItems", &["items"]),
    (Draft7, "dependentRequired", &["dependencies"]),
    (Draft7, "dependentSchemas", &["dependencies"]),
    (Draft7, "unevaluatedProperties", &["additionalProperties"]),
    (Draft7, "unevaluatedItems", &["additionalItems"]),
];

impl Dialect {
    /// Returns the dialect that `$schema` names, or 2020-12 without `$schema`. Returns a fault for an
    /// unsupported dialect.
    pub(crate) fn of_schema(root: &Map<String, Value>) -> Result<Dialect, String> {
        let Some(dialect) = root.get("$schema") else {
            return Ok(Draft2020);
        };
        let name = dialect.as_str().map(|name| name.trim_end_matches('#'));
        match name {
            Some("https://json-schema.org/draft/2020-12/schema") => Ok(Draft2020),
            Some("http://json-schema.org/draft-07/schema") => Ok(Draft7),
            _ => Err(format!(
                "its dialect {} is not supported; write JSON Schema 2020-12, which needs no `$schema`",
                to_json(dialect)
            )),
        }
    }

    /// Returns a fault if the schema loses a rule because a keyword has no meaning in this dialect. Clients
    /// ignore such a keyword.
    pub(crate) fn fault(self, schema: &Map<String, Value>, place: &Path<'_>) -> Option<String> {
        if self == Draft2020 && schema.get("items").is_some_and(Value::is_array) {
            return Some(self.words("items` as a list", place, &["prefixItems"]));
        }
        let (_, keyword, instead) = FOREIGN.iter().find(|(dialect, keyword, instead)| {
            *dialect == self && loses_rule(schema, keyword, instead)
        })?;
        Some(self.words(&format!("{keyword}`"), place, instead))
    }

    /// Writes the message for a fault. The message has an opening backtick before `what`, and `what` must
    /// contain the closing one.
    fn words(self, what: &str, place: &Path<'_>, instead: &[&str]) -> String {
        let (name, other) = match self {
            Draft2020 => (
                "2020-12",
                "write `\"$schema\": \"http://json-schema.org/draft-07/schema#\"` at its root",
            ),
            Draft7 => ("draft-07", "leave out `$schema`, for 2020-12"),
        };
        format!(
            "its `{what} at `{place}` has no meaning in JSON Schema {name}; write `{}` in its place, \
             or {other}",
            instead.join("` or `")
        )
    }
}

/// Returns whether the schema loses a rule because the dialect ignores the keyword.
fn loses_rule(schema: &Map<String, Value>, keyword: &str, instead: &[&str]) -> bool {
    let says_something = schema
        .get(keyword)
        .is_some_and(|value| *value != json!(true) && *value != json!({}));
    let is_kept = match keyword {
        // Authors write `additionalItems` to restrict the items after those of `prefixItems`. If
        // `prefixItems` is absent, there are no such items. If `items` is present, `items`
        // restricts the same items.
        "additionalItems" => !schema.contains_key("prefixItems") || schema.contains_key("items"),
        "prefixItems" => schema.get("items").is_some_and(Value::is_array),
        _ => instead.iter().any(|other| schema.contains_key(*other)),
    };
    says_something && !is_kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keywords::find_schema;

    const DRAFT_7: &str = "http://json-schema.org/draft-07/schema#";

    fn fault(schema: &Value) -> Option<String> {
        let root = schema.as_object().unwrap();
        let dialect = Dialect::of_schema(root).unwrap();
        find_schema(root, &mut |inner, place| dialect.fault(inner, place))
    }

    /// R32
    #[test]
    fn a_keyword_of_the_other_dialect_is_reported() {
        let newer = [
            (
                json!({ "dependencies": { "a": ["b"] } }),
                "its `dependencies` at `#` has no meaning in JSON Schema 2020-12; \
                 write `dependentRequired` or `dependentSchemas` in its place, \
                 or write `\"$schema\": \"http://json-schema.org/draft-07/schema#\"` at its root",
            ),
            (
                json!({ "properties": { "a": { "items": [{}] } } }),
                "its `items` as a list at `#/properties/a` has no meaning",
            ),
            (
                json!({ "$defs": { "A": { "prefixItems": [{}], "additionalItems": false } } }),
                "its `additionalItems` at `#/$defs/A` has no meaning in JSON Schema 2020-12; write `items` in",
            ),
        ];
        let older = [
            (
                json!({ "anyOf": [{}, { "prefixItems": [{}] }] }),
                "its `prefixItems` at `#/anyOf/1` has no meaning in JSON Schema draft-07; \
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

    /// R32: a keyword of the other dialect is allowed if it adds no rule, or a replacement repeats its rule.
    #[test]
    fn harmless_differences() {
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
