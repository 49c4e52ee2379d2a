//! Findings as JSON, and values in messages.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{Finding, Loss, Profile};

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({
            "rule": self.rule.id,
            "severity": self.severity(),
            "tool": self.tool,
            "argument": self.argument,
            "path": self.path,
            "inAnswer": self.in_answer,
            "rustType": self.rust_type,
            "pointer": self.pointer,
            "what": self.what,
            "repair": self.repair,
            "clients": self.effects,
            "since": self.rule.since,
            "sources": self.rule.sources,
        })
        .serialize(serializer)
    }
}

impl Serialize for Loss {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Profile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Writes a value for a message, in at most about 60 characters.
pub(super) fn brief(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = match value {
        Value::Object(_) => return "an object".to_owned(),
        Value::Array(items) if items.len() > 8 || items.iter().any(is_large) => {
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
pub(super) fn is_large(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_told_shortly() {
        assert_eq!(brief(&json!(["string", "null"])), r#"["string","null"]"#);
        assert_eq!(brief(&json!([[]])), "a list of 1");
        assert_eq!(brief(&json!("ü".repeat(99))).chars().count(), 61);
    }
}
