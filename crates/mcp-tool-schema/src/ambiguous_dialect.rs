//! Rewrites schemas for clients of protocol versions up to 2025-06-18. They name no JSON Schema dialect, so
//! some clients use draft-07, and others use 2020-12. The rewritten schema accepts every value that the
//! original accepts. It means the same in both dialects, except below `not` and `if`, and except for rare
//! keywords such as `dependentRequired`.

use serde_json::{Map, Value, json};

use crate::additions::{add_all_of, add_any_of, describe_further};
use crate::describe::describe;
use crate::keywords::{Keywords as _, each_inner_object, find_schema};
use crate::portable::{distinct, is_annotation, one_of_these};

/// Returns whether a schema has no keyword that [`either_dialect`] may rewrite.
pub fn fits_either_dialect(schema: &Map<String, Value>) -> bool {
    let has_one = |schema: &Map<String, Value>| KEYWORDS.iter().any(|it| schema.contains_key(*it));
    find_schema(schema, &mut |schema, _| has_one(schema).then_some(())).is_none()
}

const KEYWORDS: &[&str] = &[
    "$ref",
    "prefixItems",
    "unevaluatedProperties",
    "unevaluatedItems",
];

/// Rewrites a generated schema for both dialects. Drops or loosens rules that only 2020-12 can express.
pub fn either_dialect(schema: &mut Map<String, Value>) {
    let definitions = schema
        .get_key_value("$defs")
        .into_iter()
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    rewrite(schema, true, &definitions);
}

/// Rewrites a schema. Returns whether the new schema may accept more values than the old one. Below `not` and
/// `if`, a looser schema could make the whole schema stricter, so `may_loosen` is false there.
fn rewrite(
    schema: &mut Map<String, Value>,
    may_loosen: bool,
    definitions: &Map<String, Value>,
) -> bool {
    let mut loosened = false;
    let mut in_choice = false;
    each_inner_object(schema, &mut |keyword, inner| {
        let may_loosen = may_loosen && !matches!(keyword, "not" | "if");
        let inner = rewrite(inner, may_loosen, definitions);
        in_choice |= inner && keyword == "oneOf";
        loosened |= inner;
    });
    // If a branch of `oneOf` is now looser, a value could match two branches. `oneOf` would
    // reject such a value, so replace `oneOf` with `anyOf`.
    if in_choice && let Some(branches) = schema.remove("oneOf") {
        add_any_of(schema, branches);
    }
    reference(schema);
    if may_loosen {
        loosened |= tuple(schema, definitions);
        for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
            loosened |= schema.remove(keyword).is_some();
        }
    }
    loosened
}

/// Moves `$ref` into `allOf` if the schema has other keywords, because draft-07 ignores keywords beside
/// `$ref`. Annotations and `$defs` do not count.
fn reference(schema: &mut Map<String, Value>) {
    let says_more =
        |keyword: &String| !is_annotation(keyword) && !matches!(keyword.as_str(), "$ref" | "$defs");
    if schema.keys().any(says_more)
        && let Some(reference) = schema.remove("$ref")
    {
        add_all_of(schema, json!({ "$ref": reference }));
    }
}

/// Rewrites `prefixItems`, which draft-07 does not have. In the new schema, an item at any position must
/// match one of the item schemas. If the items after those of `prefixItems` are unrestricted, all items are.
/// If the item schemas differ, the description states their order. Returns whether the schema had
/// `prefixItems`.
fn tuple(schema: &mut Map<String, Value>, definitions: &Map<String, Value>) -> bool {
    let Some(Value::Array(each)) = schema.remove("prefixItems") else {
        return false;
    };
    if each.iter().any(|item| *item != each[0]) {
        let in_words = |item| describe(item, definitions).unwrap_or_else(|| "anything".to_owned());
        let words: Vec<_> = each.iter().map(in_words).collect();
        describe_further(schema, &format!("In this order: {}.", words.join("; ")));
    }
    let rest = schema.remove("items");
    if rest == Some(json!(false)) {
        schema.entry("maxItems").or_insert(json!(each.len()));
    }
    let most = schema.count("maxItems");
    let ends = most.is_some_and(|most| most <= each.len() as u64);
    let rest = match rest {
        _ if ends => None,
        Some(rest @ Value::Object(_)) => Some(rest),
        // The original schema accepts any value after the items of `prefixItems`. The new `items`
        // applies to every position, so `items` must accept any value.
        _ => {
            schema.insert("items".to_owned(), json!({}));
            return true;
        }
    };
    let mut different = distinct(each.into_iter().chain(rest));
    let items = match different.len() {
        1 => different.remove(0),
        _ => one_of_these(different),
    };
    schema.insert("items".to_owned(), items);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(mut schema: Value) -> Value {
        either_dialect(schema.as_object_mut().unwrap());
        let once = schema.clone();
        either_dialect(schema.as_object_mut().unwrap());
        assert_eq!(schema, once, "there is nothing to do a second time");
        schema
    }

    /// R25
    #[test]
    fn keywords_of_one_dialect_only() {
        let (text, number) = (json!({ "type": "string" }), json!({ "type": "integer" }));
        let cases = [
            (
                json!({ "prefixItems": [text, number, text], "minItems": 3, "maxItems": 3 }),
                json!({
                    "description": "In this order: a string; an integer; a string.",
                    "items": { "anyOf": [text, number] },
                    "minItems": 3,
                    "maxItems": 3,
                }),
            ),
            (
                json!({ "prefixItems": [text, text], "items": number, "maxItems": 2 }),
                json!({ "items": text, "maxItems": 2 }),
            ),
            // In the next three cases, the items after the first one are integers, forbidden, and
            // unrestricted.
            (
                json!({ "prefixItems": [text], "items": number }),
                json!({ "items": { "anyOf": [text, number] } }),
            ),
            (
                json!({ "prefixItems": [text], "items": false }),
                json!({ "items": text, "maxItems": 1 }),
            ),
            (json!({ "prefixItems": [text] }), json!({ "items": {} })),
            (
                json!({ "$ref": "#/$defs/A", "description": "An a", "$defs": {} }),
                json!({ "$ref": "#/$defs/A", "description": "An a", "$defs": {} }),
            ),
            (
                json!({ "properties": { "a": { "$ref": "#/$defs/A", "required": ["b"] } } }),
                json!({ "properties": {
                    "a": { "allOf": [{ "$ref": "#/$defs/A" }], "required": ["b"] },
                } }),
            ),
            (json!({ "unevaluatedProperties": false }), json!({})),
            // The schema below `not` stays unchanged, because a looser schema below `not` makes
            // `not` reject more values.
            (
                json!({ "not": { "prefixItems": [text] } }),
                json!({ "not": { "prefixItems": [text] } }),
            ),
            // A value can match both loosened branches. `oneOf` rejects such a value, so `anyOf`
            // replaces `oneOf`.
            (
                json!({ "oneOf": [{ "prefixItems": [text] }, { "prefixItems": [number] }] }),
                json!({ "anyOf": [{ "items": {} }, { "items": {} }] }),
            ),
            (
                json!({ "oneOf": [text, number] }),
                json!({ "oneOf": [text, number] }),
            ),
        ];
        for (schema, expected) in cases {
            assert_eq!(rewritten(schema.clone()), expected, "{schema}");
            let fits = fits_either_dialect(schema.as_object().unwrap());
            assert!(!fits || schema == expected, "{schema}");
        }
    }
}
