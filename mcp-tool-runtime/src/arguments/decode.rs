//! Decodes one argument, also from JSON inside a string. Decodes a flattened parameter, whose members are
//! arguments of the tool. Limits the memory of values that serde copies for each level of nesting.

use mcp_tool_schema::definitions::{properties, required};
use mcp_tool_schema::mismatch::{MismatchKind, accepts, first_mismatch};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::deserializer::Slot;
use super::fault::{Problem, Reason};
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
pub(super) type Observer<'l> = Option<&'l mut dyn FnMut(&Value)>;

/// Decodes an argument with `read`. Before each attempt, passes the value to `observer`: first the argument, then
/// any JSON inside a string.
pub(super) fn decode_seen<T>(
    read: fn(&mut Value) -> Result<T, Problem>,
    mut value: Value,
    mut observer: Observer<'_>,
) -> Result<T, Problem> {
    if let Some(observe) = &mut observer {
        observe(&value);
    }
    let problem = match read(&mut value) {
        Ok(decoded) => return Ok(decoded),
        Err(problem) => problem,
    };
    if let Some(inner) = unwrap_json(&value) {
        let has_parts = inner.is_object() || inner.is_array();
        match decode_seen(read, inner, observer) {
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

/// Decodes an object of flattened arguments with `decode`.
///
/// First converts each member to a value that fits the member's schema, if possible. Without this step, serde
/// would silently decode a flattened `Option` with a wrong member as `None`. If the converted object does not
/// decode, decodes the original one.
pub(super) fn decode_joined(
    decode: &mut dyn FnMut(Value) -> Result<(), Problem>,
    members: Value,
    schema: &Map<String, Value>,
) -> Result<(), Problem> {
    let Some(resolved) = members
        .as_object()
        .and_then(|members| with_parsed_members(members, schema))
    else {
        return decode(members);
    };
    // `with_parsed_members` changes values that the schema does not allow, but a type can accept such a value
    // unchanged. So if decoding `resolved` fails, decode `members`.
    decode(resolved).or_else(|problem| decode(members).map_err(|_| problem))
}

/// Removes each `null` and each text `null` that means absence. Parses a string as JSON if the member's schema rejects the string,
/// but accepts at least the type of the parsed value. Returns `None` if no member changes.
fn with_parsed_members(members: &Map<String, Value>, schema: &Map<String, Value>) -> Option<Value> {
    let changes: Vec<_> = members
        .iter()
        .filter_map(|(name, value)| {
            let known = properties(schema).and_then(|properties| properties.get(name));
            let member = known.or_else(|| schema.get("additionalProperties"))?;
            if accepts(member, value, schema) {
                return None;
            }
            let inner = unwrap_json(value);
            let is_null_text =
                || inner == Some(Value::Null) && !accepts(member, &Value::Null, schema);
            if value.is_null() || is_null_text() {
                let is_optional = required(schema).all(|required| required != name);
                return is_optional.then_some((name, None));
            }
            let inner = inner?;
            let is_meant = match first_mismatch(member, &inner, schema) {
                None => accepts(member, &inner, schema),
                // If the schema rejects `inner` itself, for example because of the wrong type,
                // keep the string. If a member or an item of `inner` is wrong, missing or
                // unknown, use `inner`, because the client sent an object or an array as JSON in
                // a string.
                Some(fault) => {
                    !fault.path.is_empty() || !matches!(fault.what, MismatchKind::Wrong(_))
                }
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
            (json!([[1, 2], [[3]]]), 256, 3),
            (json!({ "a": { "bc": "d" } }), 32 + 33 + 32 + 34 + 33, 2),
        ] {
            assert_eq!(measure(&value), (size, depth), "{value}");
        }
    }
}
