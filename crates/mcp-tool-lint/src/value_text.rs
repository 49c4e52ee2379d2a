//! Values in messages.

use serde_json::Value;

/// Returns a value as text for a message. Long JSON is cut after 60 characters. Objects and large or nested
/// arrays are only summarized.
pub(super) fn shorten(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = match value {
        Value::Object(_) => return "an object".to_owned(),
        Value::Array(items) if items.len() > 8 || items.iter().any(is_container) => {
            return format!("a list of {}", items.len());
        }
        other => other.to_string(),
    };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Returns whether a value can contain other values.
pub(super) fn is_container(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn long_values_are_shortened() {
        assert_eq!(shorten(&json!(["string", "null"])), r#"["string","null"]"#);
        assert_eq!(shorten(&json!([[]])), "a list of 1");
        assert_eq!(shorten(&json!("ü".repeat(99))).chars().count(), 61);
    }
}
