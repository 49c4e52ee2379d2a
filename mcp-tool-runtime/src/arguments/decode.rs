use serde::de::{DeserializeOwned, Error, Expected, Unexpected};
use serde_json::{Number, Value};

use super::deserializer::Slot;
use super::fault::Problem;

/// Decodes one argument by its type.
///
/// A value that does not decode as it is may still have been meant, and is decoded once more:
///
/// - `3.0` is an integer for JSON Schema, but not for what serde keeps in a buffer of its own;
/// - some clients send objects, arrays and numbers as JSON inside a string. If that does not
///   decode either, the problem of the string is the one to report.
///
/// A type that takes the value, or that takes a string, never comes to the second try.
pub(crate) fn decode<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    decode_seen(value, None)
}

/// Sees a value before it is decoded. The value seen last is the one that was taken.
pub(super) type Look<'l> = Option<&'l mut dyn FnMut(&Value)>;

/// The same, with a look at each value that may be the one.
pub(super) fn decode_seen<T: DeserializeOwned>(
    mut value: Value,
    mut look: Look<'_>,
) -> Result<T, Problem> {
    if let Some(look) = &mut look {
        look(&value);
    }
    let spare = has_integral_float(&value).then(|| value.clone());
    let problem = match T::deserialize(Slot::new(&mut value)) {
        Ok(decoded) => return Ok(decoded),
        Err(problem) => problem,
    };
    if let Some(mut integers) = spare {
        write_integers(&mut integers);
        return T::deserialize(Slot::new(&mut integers))
            .map_err(|problem| problem.with_value(integers));
    }
    if let Some(mut inner) = unwrap_json(&value) {
        if let Some(look) = look {
            look(&inner);
        }
        if let Ok(decoded) = T::deserialize(Slot::new(&mut inner)) {
            return Ok(decoded);
        }
    }
    Err(problem.with_value(value))
}

/// The JSON inside a string, unless that is a string again.
pub(super) fn unwrap_json(value: &Value) -> Option<Value> {
    let text = value.as_str()?;
    let mut inner: Value = serde_json::from_str(text).ok()?;
    write_integers(&mut inner);
    (!inner.is_string()).then_some(inner)
}

/// The integer that a float without a fraction is, in 64 bits. Beyond them a number has lost its
/// last digits before it came here.
pub(super) fn integral(number: &Number) -> Option<Number> {
    const TWO_63: f64 = 9_223_372_036_854_775_808.0;

    let value = number.as_f64().filter(|_| number.is_f64())?;
    if value.fract() != 0.0 {
        None
    } else if value > -TWO_63 && value < TWO_63 {
        // The lowest is left out: what is one less reads as the same float.
        Some(Number::from(value as i64))
    } else if (TWO_63..2.0 * TWO_63).contains(&value) {
        Some(Number::from(value as u64))
    } else {
        None
    }
}

fn has_integral_float(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_integral_float),
        Value::Object(members) => members.values().any(has_integral_float),
        Value::Number(number) => integral(number).is_some(),
        _ => false,
    }
}

fn write_integers(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(write_integers),
        Value::Object(members) => members.values_mut().for_each(write_integers),
        Value::Number(number) => {
            if let Some(integer) = integral(number) {
                *number = integer;
            }
        }
        _ => {}
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
