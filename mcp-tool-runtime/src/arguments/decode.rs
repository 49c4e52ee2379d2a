//! Decodes one argument, also from JSON inside a string.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::deserializer::Slot;
use super::fault::Problem;
use crate::json::exact_integers;

/// Decodes one argument into the type `T`.
///
/// Some clients send objects, arrays and numbers as JSON inside a string. So if a string does not decode, the
/// function parses the string as JSON and decodes the content. If the content is an object or array, as `T`
/// expects, errors describe the content instead of the string.
pub(crate) fn decode<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    decode_seen(|value| T::deserialize(Slot::new(value)), value, None)
}

/// An optional function that receives the argument before decoding. If a string does not decode, the function
/// then receives the JSON inside the string. After a success, the last received value is the decoded one.
pub(super) type Look<'l> = Option<&'l mut dyn FnMut(&Value)>;

/// Decodes an argument with `read`. Before each attempt, passes the value to `look`: first the argument, then
/// any JSON inside a string.
pub(super) fn decode_seen<T>(
    read: fn(&mut Value) -> Result<T, Problem>,
    mut value: Value,
    mut look: Look<'_>,
) -> Result<T, Problem> {
    if let Some(look) = &mut look {
        look(&value);
    }
    let problem = match read(&mut value) {
        Ok(decoded) => return Ok(decoded),
        Err(problem) => problem,
    };
    if let Some(inner) = unwrap_json(&value) {
        let has_parts = inner.is_object() || inner.is_array();
        match decode_seen(read, inner, look) {
            Err(fault) if !has_parts || fault.is_of_the_whole_type() => {}
            decided => return decided,
        }
    }
    Err(problem.with_value(value))
}

/// Returns the JSON value inside a string. Returns `None` if `value` is not a string, or if the string
/// contains no JSON or only another JSON string.
pub(super) fn unwrap_json(value: &Value) -> Option<Value> {
    let inner: Value = exact_integers::parse(value.as_str()?).ok()?;
    (!inner.is_string()).then_some(inner)
}
