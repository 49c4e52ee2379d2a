//! Decodes one argument, also from JSON inside a string. Decodes a flattened parameter, whose members are
//! arguments of the tool. Limits the memory of values that serde copies for each level of nesting.

use std::any::Any;

use mcp_tool_schema::definitions::{properties, required};
use mcp_tool_schema::validator::Validator;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::deserializer::{Buffered, Slot};
use super::fault::{Problem, Reason};
use super::parameter::AnyParameter;
use crate::json::exact_integers;

/// Decodes a value into the type `T`. See [`decode_value`].
pub(crate) fn decode<T: DeserializeOwned>(value: &Value) -> Result<T, Problem> {
    let mut read = None;
    let mut keep = |value: &Value, buffered: &Buffered| {
        read = Some(T::deserialize(Slot::new(value, buffered))?);
        Ok(())
    };
    decode_value(&mut keep, value, &mut Decoded::default())?;
    read.ok_or_else(Problem::missing)
}

/// What was decoded.
#[derive(Default)]
pub struct Decoded {
    /// The value that was decoded, if it is not the given one.
    pub(super) instead: Option<Box<Value>>,
    /// The parts of the decoded value that serde has buffered.
    pub(in crate::arguments) buffered: Buffered,
    /// The number of problems that serde has dropped: it tries the variants of an untagged enum, and takes `None`
    /// for a flattened `Option` with a problem.
    pub(super) dropped: usize,
}

/// Decodes a value with `read`, which keeps the result, and writes to `decoded` what was decoded.
///
/// Some clients send objects, arrays and numbers as JSON inside a string. So if a string does not decode, the
/// function parses the string as JSON and decodes the content. If the content is an object or array, as the type
/// expects, errors describe the content instead of the string.
pub(super) fn decode_value(
    read: &mut dyn FnMut(&Value, &Buffered) -> Result<(), Problem>,
    value: &Value,
    decoded: &mut Decoded,
) -> Result<(), Problem> {
    let (result, dropped) = Problem::count_created(|| read(value, &decoded.buffered));
    decoded.dropped = dropped;
    let Err(problem) = result else {
        return Ok(());
    };
    if let Some(inner) = unwrap_json(value).map(Box::new) {
        decoded.buffered = Buffered::default();
        let (result, dropped) = Problem::count_created(|| read(&inner, &decoded.buffered));
        decoded.dropped = dropped;
        match result {
            Ok(()) => {
                decoded.instead = Some(inner);
                return Ok(());
            }
            Err(problem)
                if !problem.is_of_the_whole_type() && (inner.is_object() || inner.is_array()) =>
            {
                return Err(problem.with_value(*inner));
            }
            Err(_) => {}
        }
    }
    Err(problem.with_value(value.clone()))
}

/// Returns the JSON value inside a string. Returns `None` if `value` is not a string, or if the string
/// contains no JSON or only another JSON string.
pub(super) fn unwrap_json(value: &Value) -> Option<Value> {
    let inner: Value = exact_integers::parse(value.as_str()?).ok()?;
    (!inner.is_string()).then_some(inner)
}

/// Decodes an object of flattened arguments into `out`, and writes to `decoded` what was decoded.
///
/// First converts each member to a value that fits the member's schema, if possible. Without this step, serde
/// would decode a flattened `Option` with a wrong member as `None`. If the converted object does not decode,
/// decodes the original one.
pub(super) fn decode_joined(
    parameter: &dyn AnyParameter,
    value: &Value,
    schema: &Map<String, Value>,
    out: &mut dyn Any,
    decoded: &mut Decoded,
) -> Result<(), Problem> {
    let members = value.as_object();
    let Some(resolved) = members.and_then(|members| with_parsed_members(members, schema)) else {
        return parameter.decode(value, out, decoded);
    };
    // `with_parsed_members` changes values that the schema does not allow, but a type can accept such a value
    // unchanged. So if decoding `resolved` fails, decode `value`.
    let resolved = Box::new(resolved);
    match parameter.decode(&resolved, out, decoded) {
        Ok(()) => {
            decoded.instead = Some(resolved);
            Ok(())
        }
        Err(problem) => {
            *decoded = Decoded::default();
            parameter.decode(value, out, decoded).map_err(|_| problem)
        }
    }
}

/// Removes each `null` and each text `null` that means absence. Parses a string as JSON if the member's schema rejects the string,
/// but accepts at least the type of the parsed value. Returns `None` if no member changes.
fn with_parsed_members(members: &Map<String, Value>, schema: &Map<String, Value>) -> Option<Value> {
    let validator = Validator::new(schema).without_rules();
    let changes: Vec<_> = members
        .iter()
        .filter_map(|(name, value)| {
            let known = properties(schema).and_then(|properties| properties.get(name));
            let member = known.or_else(|| schema.get("additionalProperties"))?;
            if validator.accepts(member, value) {
                return None;
            }
            let inner = unwrap_json(value);
            let is_null_text =
                || inner == Some(Value::Null) && !validator.accepts(member, &Value::Null);
            if value.is_null() || is_null_text() {
                let is_optional = required(schema).all(|required| required != name);
                return is_optional.then_some((name, None));
            }
            let inner = inner?;
            let report = validator.validate(member, &inner);
            // If the schema rejects `inner` itself, for example because of the wrong type,
            // keep the string. If a member or an item of `inner` is wrong, missing or
            // unknown, use `inner`, because the client sent an object or an array as JSON in
            // a string.
            let is_meant = match report.faults.first() {
                None => report.is_complete,
                Some(fault) => !fault.path.is_empty() || fault.kind.is_about_a_member(),
            };
            is_meant.then_some((name, Some(inner)))
        })
        .collect();
    if changes.is_empty() {
        return None;
    }
    let mut resolved = members.clone();
    for (name, change) in changes {
        match change {
            Some(value) => resolved.insert(name.clone(), value),
            None => resolved.remove(name),
        };
    }
    Some(Value::Object(resolved))
}

/// The maximum size of an argument of a recursive type, multiplied by its levels of nesting: 192 MiB.
///
/// serde reads some types into a buffer, such as untagged enums and structs with a flattened map. If the type
/// contains itself, serde copies the inner values at each level. The JSON parser allows at most 128 levels, so
/// 40,000 numbers stay below the limit at any depth.
const MAX_COPIES: usize = 192 << 20;

/// The size in bytes of one value in serde's buffers, without the text of a string.
const VALUE_SIZE: usize = 32;

/// Rejects a value if serde's copies of the inner values could use too much memory. For JSON inside a string,
/// measures the parsed JSON.
pub(super) fn check_nesting(value: &Value) -> Result<(), Problem> {
    let inner = unwrap_json(value);
    let (size, depth) = measure(inner.as_ref().unwrap_or(value));
    if size.saturating_mul(depth) > MAX_COPIES {
        return Err(Problem::new(Reason::Custom(
            "is nested too deeply for its size; send less, or fewer levels".to_owned(),
        )));
    }
    Ok(())
}

/// Returns the memory of a value in serde's buffers, and its levels of nesting.
fn measure(value: &Value) -> (usize, usize) {
    let (mut size, mut depth) = (VALUE_SIZE, 0);
    let mut add = |child: &Value| {
        let (inner, below) = measure(child);
        size += inner;
        depth = depth.max(below + 1);
    };
    match value {
        Value::Array(items) => items.iter().for_each(add),
        Value::Object(members) => {
            members.values().for_each(&mut add);
            let names = members.keys().map(|name| VALUE_SIZE + name.len());
            size += names.sum::<usize>();
        }
        Value::String(text) => size += text.len(),
        _ => {}
    }
    (size, depth)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_has_a_size_and_a_depth() {
        for (value, size, depth) in [
            (json!(1), 32, 0),
            (json!("abc"), 35, 0),
            (json!([1, 2]), 96, 1),
            (json!([[1, 2], [[3]]]), 224, 3),
            (json!({ "a": { "bc": "d" } }), 32 + 33 + 32 + 34 + 33, 2),
        ] {
            assert_eq!(measure(&value), (size, depth), "{value}");
        }
    }
}
