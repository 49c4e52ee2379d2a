//! `StructuredContent`: a value that serde has written as JSON.

use mcp_tool_schema::json_values::to_json;
use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::json::StrictJson;

/// A value that serde has written as JSON. `structuredContent` and the text block of a result share this JSON
/// text, so serde writes the value only once.
///
/// A `null` value counts as structured content. It differs from missing structured content.
#[derive(Clone, Debug, PartialEq)]
pub struct StructuredContent(String);

impl StructuredContent {
    /// Writes `value` as JSON.
    ///
    /// # Errors
    ///
    /// Returns an error for a number that is not finite, and for an integer outside of
    /// `i64::MIN..=u64::MAX`. Also returns an error for a map key that cannot become a string, and for a
    /// flattened map with a key that is also a field of the struct.
    pub fn new<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::to_string(&StrictJson(value)).map(StructuredContent)
    }

    /// Replaces the value with an object. The object's only member has the key `name` and holds the old
    /// value.
    pub(crate) fn wrap(&mut self, name: &str) {
        let name = to_json(&Value::from(name));
        self.0 = format!("{{{name}:{}}}", self.0);
    }

    /// Returns the JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the value is a JSON object. Protocol versions before 2026-07-28 allow no other
    /// structured content.
    pub fn is_object(&self) -> bool {
        self.as_str().starts_with('{')
    }

    /// Parses the JSON text into a [`Value`]. Returns `Value::Null` if the text is nested too deeply for
    /// serde_json.
    pub fn to_value(&self) -> Value {
        // The text is valid JSON, because serde_json wrote the text. So parsing fails only at
        // serde_json's nesting limit.
        serde_json::from_str(self.as_str()).unwrap_or_default()
    }
}

impl Serialize for StructuredContent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(S::Error::custom)?;
        raw.serialize(serializer)
    }
}
