//! Numbers that some JSON parsers cannot represent.
//!
//! Clients and model APIs parse the numbers in a tool definition into their own number types. Some clients
//! and APIs reject the whole request if an integer needs more than 64 bits. All of these number types
//! represent integers within ±(2^53 − 1) exactly.

use mcp_tool_rules::schema::holds;
use serde_json::{Map, Number, Value};

use crate::additions::{add_any_of, describe_further};
use crate::json_values::{retain, to_json};
use crate::keywords::each_inner_object;
use crate::numbers::is_safe;

/// Searches `value` for numbers that some JSON parsers cannot represent, and returns the first one.
pub fn large_number(value: &Value) -> Option<&Number> {
    match value {
        Value::Number(number) => (!is_safe(number)).then_some(number),
        Value::Array(items) => items.iter().find_map(large_number),
        Value::Object(members) => members.values().find_map(large_number),
        _ => None,
    }
}

/// Keywords whose large numbers move into the description. The second text of an entry introduces the number
/// there.
const IN_WORDS: &[(&str, &str)] = &[
    ("minimum", "At least"),
    ("exclusiveMinimum", "More than"),
    ("maximum", "At most"),
    ("exclusiveMaximum", "Less than"),
    ("multipleOf", "A multiple of"),
    ("const", "Always"),
    ("enum", "One of"),
    ("default", "Default:"),
];

/// Moves large numbers from the keywords in `IN_WORDS` into descriptions, and removes large numbers in other
/// keywords. The changed schema may accept more values than the original. The registry still enforces the removed bounds of arguments. `docs/SCHEMA-LIMITS.md` documents this difference from the
/// published schema.
pub fn large_numbers_in_words(schema: &mut Map<String, Value>) {
    if !schema.values().any(|value| large_number(value).is_some()) {
        return;
    }
    let has_large =
        |schema: &Map<String, Value>, keyword| schema.get(keyword).and_then(large_number).is_some();
    // Remove the whole condition, because a looser `not` or `if` can make the schema stricter.
    for condition in ["not", "if"] {
        if has_large(schema, condition) {
            schema.remove(condition);
        }
    }
    // If a branch of `oneOf` becomes looser, a value could match two branches. `oneOf` would
    // reject such a value, so replace `oneOf` with `anyOf`.
    if has_large(schema, "oneOf")
        && let Some(branches) = schema.remove("oneOf")
    {
        add_any_of(schema, branches);
    }
    each_inner_object(schema, &mut |_, inner| large_numbers_in_words(inner));
    if let Some(Value::Array(examples)) = schema.get_mut("examples") {
        examples.retain(|example| large_number(example).is_none());
    }
    let mut sentences = Vec::new();
    for (keyword, words) in IN_WORDS {
        let value = schema.get(*keyword);
        sentences.extend(value.filter(|it| large_number(it).is_some()).map(|value| {
            let values = value
                .as_array()
                .map_or(std::slice::from_ref(value), Vec::as_slice);
            let texts: Vec<_> = values.iter().map(to_json).collect();
            format!("{words} {}.", texts.join(", "))
        }));
    }
    // Remove each keyword with a large number, except keywords that contain schemas. If a removed
    // keyword is not in `IN_WORDS`, such as `maxLength`, the description does not mention the
    // keyword.
    retain(schema, &mut |keyword, value| {
        holds(keyword).is_some() || large_number(value).is_none()
    });
    if !sentences.is_empty() {
        describe_further(schema, &sentences.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn large_bounds_move_into_the_description() {
        let large = json!(9_007_199_254_740_993_u64);
        let cases = [
            (
                json!({ "minimum": -9_007_199_254_740_991_i64, "maximum": 9_007_199_254_740_991_i64 }),
                json!({ "minimum": -9_007_199_254_740_991_i64, "maximum": 9_007_199_254_740_991_i64 }),
            ),
            (
                json!({ "description": "An id", "minimum": 1, "maximum": u64::MAX }),
                json!({ "description": "An id\n\nAt most 18446744073709551615.", "minimum": 1 }),
            ),
            (
                json!({ "minimum": i64::MIN, "exclusiveMaximum": 1e300 }),
                json!({ "description": "At least -9223372036854775808. Less than 1e+300." }),
            ),
            (
                json!({ "enum": [1, large], "default": { "id": large }, "examples": [large, 1] }),
                json!({
                    "description": "One of 1, 9007199254740993. Default: {\"id\":9007199254740993}.",
                    "examples": [1],
                }),
            ),
            (
                json!({ "const": large }),
                json!({ "description": "Always 9007199254740993." }),
            ),
            (
                json!({ "maxLength": u64::MAX, "minItems": 1 }),
                json!({ "minItems": 1 }),
            ),
            (
                json!({ "not": { "items": { "maximum": large } }, "type": "array" }),
                json!({ "type": "array" }),
            ),
            (
                json!({ "oneOf": [{ "maximum": large }, { "minimum": 1e300 }] }),
                json!({ "anyOf": [
                    { "description": "At most 9007199254740993." },
                    { "description": "At least 1e+300." },
                ] }),
            ),
            (
                json!({ "oneOf": [{ "not": { "const": large } }, { "const": 1 }] }),
                json!({ "anyOf": [{}, { "const": 1 }] }),
            ),
            // The schema already has an `anyOf`, so the branches of `oneOf` go into an `anyOf`
            // inside `allOf`.
            (
                json!({ "anyOf": [{}], "oneOf": [{ "maximum": large }, { "minimum": 1 }] }),
                json!({
                    "anyOf": [{}],
                    "allOf": [{ "anyOf": [
                        { "description": "At most 9007199254740993." },
                        { "minimum": 1 },
                    ] }],
                }),
            ),
            (
                json!({ "x-size": { "most": large }, "type": "string" }),
                json!({ "type": "string" }),
            ),
            // The outer `maximum` is the name of a member and stays. Only the inner `maximum` is
            // a keyword.
            (
                json!({ "properties": { "maximum": { "maximum": large } } }),
                json!({ "properties": { "maximum": { "description": "At most 9007199254740993." } } }),
            ),
        ];
        for (mut schema, expected) in cases {
            let before = schema.to_string();
            large_numbers_in_words(schema.as_object_mut().unwrap());
            assert_eq!(schema, expected, "{before}");
            large_numbers_in_words(schema.as_object_mut().unwrap());
            assert_eq!(schema, expected, "there is nothing to do a second time");
        }
    }
}
