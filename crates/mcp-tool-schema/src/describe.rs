//! Describes schemas in words for messages and descriptions.

use serde_json::{Map, Number, Value};

use crate::definitions::resolve;
use crate::example::describe_format_of;
use crate::json_values::to_json;
use crate::keywords::Keywords;
use crate::numbers::{self, is_safe};
use crate::portable::{distinct, is_any};

/// The shortest decimal number that rounds to `f32::MAX` as an `f32`. As an `f64`, this number is slightly
/// larger than `f32::MAX`.
pub const F32_MAX: f64 = 3.402_823_5e38;

/// The maximum number of values or faults that a message lists.
pub const LISTED: usize = 20;

/// Describes the values that a schema accepts, in a few words that follow "expected". Returns `None` if there
/// are no such words, for example if the schema accepts any JSON.
pub fn describe(schema: &Value, root: &Map<String, Value>) -> Option<String> {
    words(schema, root, 3)
}

/// Describes the range of a numeric type, for an error about the value `got`. `expected` is serde's name of
/// the type. Returns words only for `f32` and for integers of 64 or 128 bits, and only if some JSON parsers
/// cannot represent the number `got`. The words state the bounds, because the published schema does not
/// contain them. The words limit 128-bit integers to 64 bits, because the registry decodes no larger
/// integers.
pub fn limits_in_words(expected: &str, got: &str) -> Option<String> {
    let words = match expected.strip_prefix("a nonzero ").unwrap_or(expected) {
        "u64" | "u128" | "usize" => "an integer from 0 to 18446744073709551615",
        "i64" | "isize" => "an integer from -9223372036854775808 to 9223372036854775807",
        "i128" => "an integer from -9223372036854775808 to 18446744073709551615",
        "f32" => "a number from -3.4028235e38 to 3.4028235e38",
        _ => return None,
    };
    is_large(got).then(|| words.to_owned())
}

fn is_large(got: &str) -> bool {
    let number = got.parse::<Number>();
    number.is_ok_and(|number| !is_safe(&number))
}

fn words(schema: &Value, root: &Map<String, Value>, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let schema = resolve(schema, root);
    if let Some(value) = schema.get("const") {
        return Some(to_json(value));
    }
    if let Some(values) = schema.array("enum") {
        return Some(one_of(values.iter().map(to_json).collect()));
    }
    if is_any(schema) {
        return None;
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(branches) = schema.array(keyword) {
            let constants: Option<Vec<_>> = branches
                .iter()
                .map(|branch| branch.get("const").map(to_json))
                .collect();
            if let Some(constants) = constants {
                return Some(one_of(constants));
            }
            let parts: Option<Vec<_>> = branches
                .iter()
                .map(|branch| words(branch, root, depth))
                .collect();
            // Omit duplicate texts. `words` often returns the same text, such as `an object`, for
            // several variants of an enum.
            return parts.map(|parts| or(&distinct(parts)));
        }
    }
    let parts: Vec<_> = schema
        .types()
        .map(|kind| kind_words(kind, schema, root, depth))
        .collect();
    (!parts.is_empty()).then(|| or(&parts))
}

fn kind_words(kind: &str, schema: &Value, root: &Map<String, Value>, depth: usize) -> String {
    match kind {
        "integer" => format!("an integer{}", range(schema)),
        "number" => format!("a number{}", range(schema)),
        "boolean" => "true or false".to_owned(),
        "null" => "null".to_owned(),
        "string" => text(schema),
        "array" => array(schema, root, depth),
        "object" => object(schema),
        other => other.to_owned(),
    }
}

fn range(schema: &Value) -> String {
    let mut text = bounds(schema);
    if let Some(of) = schema.get("multipleOf") {
        text.push_str(&format!(" that is a multiple of {}", to_json(of)));
    }
    text
}

fn bounds(schema: &Value) -> String {
    let bound = |keyword| {
        let bound = schema.get(keyword).filter(|bound| bound.is_number());
        bound.map(to_json)
    };
    let (low, above) = (bound("minimum"), bound("exclusiveMinimum"));
    let (high, below) = (bound("maximum"), bound("exclusiveMaximum"));
    match (above, low, high, below) {
        (Some(above), _, Some(high), _) => format!(" above {above} and at most {high}"),
        (Some(above), _, None, Some(below)) => format!(" above {above} and below {below}"),
        (Some(above), _, None, None) => format!(" above {above}"),
        (None, Some(low), _, Some(below)) => format!(" from {low} to below {below}"),
        (None, None, _, Some(below)) => format!(" below {below}"),
        (None, Some(low), Some(high), None) => format!(" from {low} to {high}"),
        (None, Some(low), None, None) => format!(" of at least {low}"),
        (None, None, Some(high), None) => format!(" of at most {high}"),
        (None, None, None, None) => String::new(),
    }
}

fn array(schema: &Value, root: &Map<String, Value>, depth: usize) -> String {
    if let Some(items) = schema.array("prefixItems") {
        let number = count(items.len() as u64, "item");
        let parts: Option<Vec<_>> = items.iter().map(|item| words(item, root, depth)).collect();
        return match parts {
            Some(parts) => format!("an array of {number}: {}", parts.join(", ")),
            None => format!("an array of {number}"),
        };
    }
    let length = length_in_words(schema, "minItems", "maxItems", "item");
    let differ = schema.get("uniqueItems") == Some(&Value::Bool(true));
    let items = schema.get("items");
    match (items.and_then(|items| words(items, root, depth)), differ) {
        (Some(items), false) => format!("an array{length} whose items are each {items}"),
        (Some(items), true) => {
            format!("an array{length} whose items all differ and are each {items}")
        }
        (None, false) => format!("an array{length}"),
        (None, true) => format!("an array{length} whose items all differ"),
    }
}
fn text(schema: &Value) -> String {
    let mut words = match (describe_format_of(schema), schema.text("format")) {
        (Some((what, example)), _) => format!("{what} such as \"{example}\""),
        (None, Some(format)) => format!("a string in the format `{format}`"),
        (None, None) => "a string".to_owned(),
    };
    if let Some(pattern) = schema.text("pattern") {
        words.push_str(&format!(" matching `{pattern}`"));
    }
    words.push_str(&length_in_words(
        schema,
        "minLength",
        "maxLength",
        "character",
    ));
    words
}

/// Returns a length range such as ` of 1 to 8 characters`, or an empty string without bounds. `least` and
/// `most` are the keywords of the bounds.
pub fn length_in_words(schema: &impl Keywords, least: &str, most: &str, unit: &str) -> String {
    let bound = |keyword| numbers::count(schema, keyword);
    match (bound(least), bound(most)) {
        (Some(low), Some(high)) if low == high => format!(" of {}", count(low, unit)),
        (Some(low), Some(high)) => format!(" of {low} to {}", count(high, unit)),
        (Some(low), None) => format!(" of at least {}", count(low, unit)),
        (None, Some(high)) => format!(" of at most {}", count(high, unit)),
        (None, None) => String::new(),
    }
}

pub(crate) fn count(number: u64, unit: &str) -> String {
    match (number, unit.strip_suffix('y')) {
        (1, _) => format!("1 {unit}"),
        (number, Some(stem)) => format!("{number} {stem}ies"),
        (number, None) => format!("{number} {unit}s"),
    }
}

fn object(schema: &Value) -> String {
    let required: Vec<_> = schema.required().map(|name| format!("`{name}`")).collect();
    let length = length_in_words(schema, "minProperties", "maxProperties", "member");
    match required.as_slice() {
        [] => format!("an object{length}"),
        names => format!("an object{length} with {}", names.join(", ")),
    }
}

fn one_of(mut values: Vec<String>) -> String {
    let count = values.len();
    if count == 1 {
        return values.swap_remove(0);
    }
    values.truncate(LISTED);
    let more = if count > LISTED { ", …" } else { "" };
    format!("one of {}{more}", values.join(", "))
}

fn or(parts: &[String]) -> String {
    match parts {
        [] => "a value".to_owned(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schemas_as_text() {
        let schema = json!({ "$defs": { "Tree": { "type": "object", "required": ["leaf"] } } });
        let root = schema.as_object().unwrap();
        let cases = [
            (
                json!({ "type": "integer", "minimum": 1, "maximum": 14 }),
                "an integer from 1 to 14",
            ),
            (
                json!({ "type": "number", "minimum": 0 }),
                "a number of at least 0",
            ),
            (
                json!({ "type": "number", "minimum": 0, "exclusiveMaximum": 1 }),
                "a number from 0 to below 1",
            ),
            (
                json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 1 }),
                "a number above 0 and at most 1",
            ),
            (
                json!({ "type": "integer", "minimum": 5, "multipleOf": 5 }),
                "an integer of at least 5 that is a multiple of 5",
            ),
            (json!({ "type": "boolean" }), "true or false"),
            (json!({ "enum": ["a", "b"] }), r#"one of "a", "b""#),
            (
                json!({ "oneOf": [{ "const": "a" }, { "const": "b" }] }),
                r#"one of "a", "b""#,
            ),
            (
                json!({ "type": "string", "minLength": 1, "maxLength": 1 }),
                "a string of 1 character",
            ),
            (
                json!({ "type": "string", "maxLength": 8 }),
                "a string of at most 8 characters",
            ),
            (
                json!({ "type": "string", "format": "date-time" }),
                r#"a date and time such as "2026-01-31T12:00:00Z""#,
            ),
            (
                json!({ "type": "string", "format": "byte" }),
                "a string in the format `byte`",
            ),
            (
                json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "integer" }] }),
                "an array of 2 items: a string, an integer",
            ),
            (
                json!({ "type": "array", "items": { "type": "integer" }, "minItems": 1 }),
                "an array of at least 1 item whose items are each an integer",
            ),
            (
                json!({ "type": "array", "items": { "type": "integer" }, "uniqueItems": true }),
                "an array whose items all differ and are each an integer",
            ),
            (
                json!({ "type": "object", "minProperties": 1, "maxProperties": 2 }),
                "an object of 1 to 2 members",
            ),
            (
                json!({ "anyOf": [{ "$ref": "#/$defs/Tree" }, { "type": "null" }] }),
                "an object with `leaf` or null",
            ),
            (
                json!({ "oneOf": [
                    { "type": "object", "required": ["leaf"] },
                    { "type": "object", "required": ["leaf"], "properties": {} },
                    { "type": "string" },
                ] }),
                "an object with `leaf` or a string",
            ),
        ];
        for (schema, words) in cases {
            assert_eq!(describe(&schema, root).as_deref(), Some(words));
        }
        assert_eq!(describe(&json!({}), root), None);
    }

    /// Schemas do not contain 64-bit bounds, so the error message for a number outside the bounds states
    /// them.
    #[test]
    fn limits_of_64_bit_numbers_are_described() {
        for (expected, words) in [
            ("u64", "an integer from 0 to 18446744073709551615"),
            (
                "a nonzero i64",
                "an integer from -9223372036854775808 to 9223372036854775807",
            ),
            ("f32", "a number from -3.4028235e38 to 3.4028235e38"),
        ] {
            for got in ["-1", "1.5", "9007199254740991", "\"a\"", "[1e30]"] {
                assert_eq!(limits_in_words(expected, got), None);
            }
            for got in [
                "18446744073709551616",
                "1e30",
                "-1e19",
                "9223372036854775808",
            ] {
                assert_eq!(limits_in_words(expected, got).as_deref(), Some(words));
            }
        }
        assert_eq!(limits_in_words("u8", "1e30"), None);
    }
}
