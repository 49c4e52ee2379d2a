use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::strict_json::StrictJson;

/// A value that has been written as JSON once; the text block and `structuredContent` share it.
///
/// `null` is a value here, different from no structured content at all (R104).
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct StructuredContent(Box<RawValue>);

impl StructuredContent {
    /// Writes `value` as JSON.
    ///
    /// # Errors
    ///
    /// Fails where `value` cannot be written as JSON: a map whose keys are no strings, a number that
    /// is not finite, an integer outside of `i64::MIN..=u64::MAX`, a flattened map that repeats a member.
    pub fn new<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::value::to_raw_value(&StrictJson(value)).map(StructuredContent)
    }

    pub(crate) fn wrap(&mut self, name: &str) {
        let name = Value::from(name);
        let object = format!("{{{name}:{}}}", self.as_str());
        // A name and a value that is JSON make an object that is JSON.
        if let Ok(object) = RawValue::from_string(object) {
            self.0 = object;
        }
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Whether the value is a JSON object, the only kind that the revisions before 2026-07-28
    /// allow as structured content.
    pub fn is_object(&self) -> bool {
        self.as_str().starts_with('{')
    }

    /// The JSON as a value.
    pub fn to_value(&self) -> Value {
        // The text was written by serde_json; only nesting beyond its limit cannot be read back.
        serde_json::from_str(self.as_str()).unwrap_or_default()
    }
}

impl PartialEq for StructuredContent {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}
