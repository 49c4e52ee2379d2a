//! The JSON text of values.

use serde::Serialize;

/// Returns the JSON of a text or a value. `Display` of `Value` would bring two more serializers into the program.
pub(crate) fn to_json(value: &(impl Serialize + ?Sized)) -> String {
    // JSON values with text keys always serialize.
    serde_json::to_string(value).unwrap_or_default()
}
