//! Decides which integers JSON numbers are, and which values are equal. Follows JSON Schema: `3` equals `3.0`, and
//! 0.3 is a multiple of 0.1.

use std::cmp::Ordering;

use mcp_tool_rules::schema::integer_limits;
use serde_json::{Number, Value};

use crate::json_values::to_json;
use crate::keywords::Keywords;
use crate::safe_int::SafeInt;

/// Returns the integer that a number is equal to. Returns `None` for a fraction, and for a float beyond
/// ±2^64.
#[inline(never)] // It has many callers.
pub fn integer_value(number: &Number) -> Option<i128> {
    const TWO_64: f64 = 18_446_744_073_709_551_616.0;

    let unsigned = number.as_u64().map(i128::from);
    unsigned
        .or_else(|| number.as_i64().map(i128::from))
        .or_else(|| {
            let float = number.as_f64()?;
            (float.fract() == 0.0 && float.abs() <= TWO_64).then_some(float as i128)
        })
}

/// Returns the integer of 64 bits that a float is equal to. Returns `None` for any other number, and for −2^63,
/// because serde_json also reads smaller integers as this float. A large float may be the rounded form of another
/// integer: see [`is_safe`].
pub fn integer_of_float(number: &Number) -> Option<Number> {
    let integer = integer_value(number).filter(|_| number.is_f64())?;
    Number::from_i128(integer).filter(|_| integer != i64::MIN.into())
}

/// Returns whether every JSON parser represents the number exactly: whether it is from −(2^53 − 1) to 2^53 − 1.
/// Some JSON parsers read every number as a float.
pub fn is_safe(number: &Number) -> bool {
    let most = SafeInt::MAX.get() as f64;
    number.as_f64().is_some_and(|number| number.abs() <= most)
}

/// Returns the smallest and the largest integer that the `format` of a schema allows. For example, `uint8`
/// allows 0 to 255. Returns `None` without an integer format.
pub(crate) fn limits_of_format(schema: &impl Keywords) -> Option<(i128, i128)> {
    integer_limits(schema.text("format")?)
}

/// Compares two numbers. Compares integers exactly, and other numbers as floats.
#[inline(never)] // It has many callers, and much code for integers of 128 bits.
pub fn compare(one: &Number, other: &Number) -> Option<Ordering> {
    match (integer_value(one), integer_value(other)) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

/// Returns whether a number is a multiple of `divisor`. Uses decimal digits where possible, to avoid the rounding
/// errors of floats.
pub(crate) fn is_multiple(number: &Number, divisor: &Number) -> bool {
    is_decimal_multiple(number, divisor).unwrap_or_else(|| {
        let floats = number.as_f64().zip(divisor.as_f64());
        floats.is_none_or(|(number, divisor)| number % divisor == 0.0)
    })
}

fn is_decimal_multiple(number: &Number, divisor: &Number) -> Option<bool> {
    let ((digits, scale), (divisor, divisor_scale)) = (decimal(number)?, decimal(divisor)?);
    let common = scale.max(divisor_scale);
    let factor = u32::try_from(common - divisor_scale).ok()?;
    let divisor = divisor.checked_mul(10_i128.checked_pow(factor)?)?;
    if divisor == 0 {
        return Some(true);
    }
    let mut remainder = digits % divisor;
    for _ in scale..common {
        remainder = remainder.checked_mul(10)? % divisor;
    }
    Some(remainder == 0)
}

/// Returns the digits of a number as an integer, and the count of decimal places. For 12.5, returns 125 and 1. For
/// 1e30, returns 1 and -30. Returns `None` if the number has too many digits or places.
fn decimal(number: &Number) -> Option<(i128, i32)> {
    const PLACES: i32 = 400;

    if let Some(integer) = integer_value(number) {
        return Some((integer, 0));
    }
    let text = number.to_string();
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text.as_str(), 0),
    };
    let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
    let places = i32::try_from(after.len()).ok()?.checked_sub(exponent)?;
    let digits = format!("{before}{after}").parse().ok()?;
    (-PLACES..=PLACES)
        .contains(&places)
        .then_some((digits, places))
}

/// Returns the value of a keyword that is a count, such as `maxLength`.
pub fn count(schema: &impl Keywords, keyword: &str) -> Option<u64> {
    integer_value(schema.number(keyword)?)?.try_into().ok()
}

/// Returns whether a value is of a type of JSON Schema. Any other name of a type accepts every value.
pub fn is_of_kind(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => true,
    }
}

/// Returns whether a value has one of the types in the keyword `type`.
pub fn is_of_type(schema: &impl Keywords, value: &Value) -> bool {
    let mut types = schema.types().peekable();
    types.peek().is_none() || types.any(|kind| is_of_kind(value, kind))
}

/// Returns whether two values are equal.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            compare(one, other).is_some_and(Ordering::is_eq)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_same = |(name, value)| other.get(name).is_some_and(|other| same(value, other));
            one.len() == other.len() && one.iter().all(is_same)
        }
        (one, other) => one == other,
    }
}

/// Returns the canonical JSON text of a value. Equal values, such as `1` and `1.0`, have the same text.
pub fn canonical(mut value: Value) -> String {
    fn write_integers(value: &mut Value) {
        match value {
            Value::Number(number) => {
                if let Some(integer) = integer_value(number).and_then(Number::from_i128) {
                    *number = integer;
                }
            }
            Value::Array(items) => items.iter_mut().for_each(write_integers),
            Value::Object(members) => members.values_mut().for_each(write_integers),
            _ => {}
        }
    }
    write_integers(&mut value);
    value.sort_all_objects();
    to_json(&value)
}
