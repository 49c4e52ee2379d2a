//! Names the type of a JSON value for an error message.

use serde_json::Value;

pub(crate) fn of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Returns the type of a JSON value from its text.
pub(crate) fn of_text(json: &str) -> &'static str {
    match json.as_bytes().first() {
        Some(b'n') => "null",
        Some(b't' | b'f') => "a boolean",
        Some(b'"') => "a string",
        Some(b'[') => "an array",
        Some(b'{') => "an object",
        _ => "a number",
    }
}

/// Returns the message for a value of the wrong type. `found` equals `expected` if the value has another
/// fault, such as half a surrogate pair. The message then names only the expected type.
pub(crate) fn mismatch(name: &str, expected: &str, found: &str) -> String {
    if found == expected {
        return format!("`{name}` must be {expected}");
    }
    format!("`{name}` must be {expected}, not {found}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_and_its_text_have_the_same_json_kind() {
        for value in [
            json!(null),
            json!(true),
            json!(false),
            json!(-7),
            json!(1.5),
            json!("a"),
            json!([]),
            json!({}),
        ] {
            assert_eq!(of(&value), of_text(&value.to_string()), "{value}");
        }
    }
}
