//! Describes values, names and types in JSON terms, for messages about arguments.

use serde::de::Unexpected;
use serde_json::Value;

use crate::describe::{self, LISTED};
use crate::json_values::to_json;
use crate::suggestion::nearest;

/// Converts a JSON value to serde's `Unexpected`, for messages.
pub fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(value), _, _) => Unexpected::Unsigned(value),
            (_, Some(value), _) => Unexpected::Signed(value),
            (_, _, Some(value)) => Unexpected::Float(value),
            _ => Unexpected::Other("a number"),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

/// Formats a count with its unit: `1 item`, `2 items`.
pub fn count(number: usize, unit: &str) -> String {
    describe::count(number as u64, unit)
}

/// Describes a value in JSON terms: a scalar by its text, an array or object by its type. Shortens a long
/// string.
pub fn show(got: Unexpected<'_>) -> String {
    match got {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => value.to_string(),
        Unexpected::Signed(value) => value.to_string(),
        // Convert the float to a JSON `Value`, because serde_json writes 10^300 with an exponent.
        // Rust's `Display` for `f64` would write all 301 digits.
        Unexpected::Float(value) => to_json(&Value::from(value)),
        Unexpected::Char(value) => quote(value.encode_utf8(&mut [0; 4])),
        Unexpected::Str(value) => quote(value),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "an array".to_owned(),
        Unexpected::Map | Unexpected::NewtypeStruct | Unexpected::StructVariant => {
            "an object".to_owned()
        }
        other => other.to_string(),
    }
}

/// Shortens a long string, and returns the result as a JSON string.
pub fn quote(text: &str) -> String {
    to_json(&Value::from(shorten(text)))
}

/// Truncates a string of more than 64 characters, and appends `…`.
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(64) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Translates serde's description of an expected type into JSON terms. Returns an unknown description
/// unchanged.
pub fn in_json_terms(expected: &str) -> String {
    let words = match expected.strip_prefix("a nonzero ").unwrap_or(expected) {
        "u8" => "an integer from 0 to 255",
        "u16" => "an integer from 0 to 65535",
        "u32" => "an integer from 0 to 4294967295",
        "u64" | "u128" | "usize" => "an integer of at least 0",
        "i8" => "an integer from -128 to 127",
        "i16" => "an integer from -32768 to 32767",
        "i32" => "an integer from -2147483648 to 2147483647",
        "i64" | "i128" | "isize" => "an integer",
        "a character" => "a single character",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "an array",
        "a map" => "an object",
        "unit" => "null",
        "variant identifier" | "field identifier" => "a name, as a string",
        _ if expected.starts_with("struct ") => "an object",
        _ if expected.starts_with("a tuple") || expected.starts_with("tuple struct") => "an array",
        _ if expected.starts_with("enum ") => "one of the allowed values",
        _ => return expected.to_owned(),
    };
    words.to_owned()
}

/// Returns advice about an unknown name: the name in `known` that is similar to it, otherwise the first 20 names
/// in `known`, or `none` if `known` is empty.
pub fn allowed(got: &str, known: &[&str], none: &str) -> String {
    if let Some(near) = nearest(got, known.iter().copied()) {
        return format!("; did you mean `{near}`?");
    }
    let known = known.iter().take(LISTED);
    let known: Vec<_> = known.map(|it| format!("`{it}`")).collect();
    match known.as_slice() {
        [] => format!("; {none}"),
        [only] => format!("; the only known name is {only}"),
        known => format!("; the known names are {}", known.join(", ")),
    }
}

/// Returns the words for a text that is none of the allowed ones, with the allowed text that is similar to it.
pub fn unknown_variant(got: &str, allowed: &[&str]) -> String {
    let listed: Vec<_> = allowed.iter().take(LISTED).map(|it| quote(it)).collect();
    let advice = nearest(got, allowed.iter().copied())
        .map(|near| format!("; did you mean {}?", quote(near)));
    format!(
        "got {}, expected one of {}{}",
        quote(got),
        listed.join(", "),
        advice.unwrap_or_default()
    )
}

/// Returns the part of a message that describes the expected value. Returns an empty string for `None`.
pub fn expectation(expected: Option<String>) -> String {
    expected.map_or_else(String::new, |words| format!("; expected {words}"))
}
