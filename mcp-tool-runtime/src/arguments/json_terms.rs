//! Describes values, names and types in JSON terms, for messages about arguments.

use serde::de::Unexpected;
use serde_json::Value;

/// Converts a JSON value to serde's `Unexpected`, for messages.
pub(super) fn unexpected(value: &Value) -> Unexpected<'_> {
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
pub(super) fn count(number: usize, unit: &str) -> String {
    match number {
        1 => format!("1 {unit}"),
        number => format!("{number} {unit}s"),
    }
}

/// Describes a value in JSON terms: a scalar by its text, an array or object by its type. Shortens a long
/// string.
pub(super) fn show(got: Unexpected<'_>) -> String {
    match got {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => value.to_string(),
        Unexpected::Signed(value) => value.to_string(),
        // Convert the float to a JSON `Value`, because serde_json writes 10^300 with an exponent.
        // Rust's `Display` for `f64` would write all 301 digits.
        Unexpected::Float(value) => Value::from(value).to_string(),
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
pub(super) fn quote(text: &str) -> String {
    Value::from(shorten(text)).to_string()
}

/// Truncates a string of more than 64 characters, and appends `…`.
pub(super) fn shorten(text: &str) -> String {
    crate::error::shorten(text, 64)
}

/// Translates serde's description of an expected type into JSON terms. Returns an unknown description
/// unchanged.
pub(super) fn in_json_terms(expected: &str) -> String {
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
