use serde::de::{DeserializeOwned, Error, Unexpected};
use serde_json::Value;

use super::deserializer::Slot;
use super::fault::Problem;

/// Decodes one argument by its type.
///
/// Some clients send objects, arrays and numbers as JSON inside a string. A string that does not
/// decode is therefore read as JSON and decoded once more; if that fails too, the first problem
/// is the one that is reported. A type that takes a string never comes to the second try.
pub(super) fn decode<T: DeserializeOwned>(mut value: Value) -> Result<T, Problem> {
    match T::deserialize(Slot::new(&mut value)) {
        Ok(decoded) => Ok(decoded),
        Err(problem) => match unwrap_json(&value) {
            Some(mut inner) => T::deserialize(Slot::new(&mut inner)).map_err(|_| problem),
            None => Err(problem),
        },
    }
}

/// The JSON inside a string, unless that is a string again.
fn unwrap_json(value: &Value) -> Option<Value> {
    let text = value.as_str()?;
    serde_json::from_str(text)
        .ok()
        .filter(|inner: &Value| !inner.is_string())
}

/// A value of the wrong kind.
pub(super) fn wrong_kind(value: &Value, expected: &dyn serde::de::Expected) -> Problem {
    Problem::invalid_type(
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
        },
        expected,
    )
}
