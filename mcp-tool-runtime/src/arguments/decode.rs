use serde::de::{DeserializeOwned, Error, Expected, Unexpected};
use serde_json::Value;

use super::deserializer::Slot;
use super::fault::Problem;

/// Decodes one argument by its type.
///
/// A value that does not decode as it is may still have been meant: `3.0` is an integer for JSON
/// Schema but not for what serde keeps in a buffer of its own, and some clients send objects,
/// arrays and numbers as JSON inside a string. Each is decoded once more; if that fails too, the
/// first problem is the one that is reported. A type that takes the value, or that takes a string,
/// never comes to the second try.
pub(super) fn decode<T: DeserializeOwned>(mut value: Value) -> Result<T, Problem> {
    let spare = has_integral_float(&value).then(|| value.clone());
    let problem = match T::deserialize(Slot::new(&mut value)) {
        Ok(decoded) => return Ok(decoded),
        Err(problem) => problem,
    };
    let second = match spare {
        Some(mut spare) => {
            write_integers(&mut spare);
            Some(spare)
        }
        None => unwrap_json(&value),
    };
    if let Some(mut second) = second
        && let Ok(decoded) = T::deserialize(Slot::new(&mut second))
    {
        return Ok(decoded);
    }
    Err(problem.with_value(value))
}

/// The JSON inside a string, unless that is a string again.
fn unwrap_json(value: &Value) -> Option<Value> {
    let text = value.as_str()?;
    let mut inner: Value = serde_json::from_str(text).ok()?;
    write_integers(&mut inner);
    (!inner.is_string()).then_some(inner)
}

fn integral(value: &Value) -> Option<i64> {
    // Each integer up to here is one float, and the other way round.
    const EXACT: f64 = 9_007_199_254_740_992.0;

    let Value::Number(number) = value else {
        return None;
    };
    let value = number.as_f64().filter(|_| number.is_f64())?;
    (value.fract() == 0.0 && value.abs() <= EXACT).then_some(value as i64)
}

fn has_integral_float(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_integral_float),
        Value::Object(members) => members.values().any(has_integral_float),
        other => integral(other).is_some(),
    }
}

fn write_integers(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(write_integers),
        Value::Object(members) => members.values_mut().for_each(write_integers),
        other => {
            if let Some(integer) = integral(other) {
                *other = Value::from(integer);
            }
        }
    }
}

/// A value of the wrong kind.
pub(super) fn wrong_kind(value: &Value, expected: &dyn Expected) -> Problem {
    Problem::invalid_type(unexpected(value), expected)
}

/// A value in serde's terms.
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
