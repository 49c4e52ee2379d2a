//! The smallest valid call, for the message about wrong arguments.

use serde_json::{Map, Value};

use super::input::{Holds, Input, InputSlot};
use crate::error::catch;
use crate::schema::Example;
use crate::schema::document::{properties, required};

/// Strings to try for a type whose schema says only that it is a string.
const TEXTS: &[&str] = &[
    "a",
    "1",
    "2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00",
    "2026-01-31",
    "12:00:00",
    "192.0.2.1",
    "https://example.com/",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
];

/// Returns the smallest arguments that the tool accepts, if there is an example for each required
/// one. Each example is decoded first.
pub(super) fn minimal_call(input: &Input, input_schema: &Map<String, Value>) -> Option<Value> {
    let example = |name: &str| {
        if let Some(example) = input.example(name) {
            return Some(example.clone());
        }
        let schema = input_schema.get("properties")?.get(name)?;
        Example::new(input_schema).of(name, schema)
    };
    let mut call = Map::new();
    for slot in input.slots() {
        match &slot.holds {
            Holds::One(name) if required(input_schema).any(|required| required == name) => {
                let example = accepted(slot, example(name)?)?;
                call.insert(name.clone(), example);
            }
            Holds::One(_) => {}
            Holds::Joined { required, .. } => {
                let members: Option<Map<_, _>> = required
                    .iter()
                    .map(|name| Some((name.clone(), example(name)?)))
                    .collect();
                if let Value::Object(members) = accepted(slot, Value::Object(members?))? {
                    call.extend(members);
                }
            }
        }
    }
    // A longer one would hide the fault.
    let call = Value::Object(call);
    (call.to_string().len() <= 1000).then_some(call)
}

/// Returns the arguments whose type rejects a member of its own schema, and the reason. serde's
/// derive does so for `deny_unknown_fields` with a flattened enum.
///
/// An example may be rejected for another reason, because a type may have rules of its own.
pub(crate) fn refused_members(
    input: &Input,
    input_schema: &Map<String, Value>,
) -> Vec<(String, String)> {
    let Some(properties) = properties(input_schema) else {
        return Vec::new();
    };
    let example = |name: &str| Example::new(input_schema).of(name, properties.get(name)?);
    let refused = |slot: &InputSlot| {
        let row = slot.row?;
        let example = match &slot.holds {
            Holds::One(name) => example(name)?,
            Holds::Joined { required, .. } => {
                let members = required.iter();
                members
                    .map(|name| Some((name.clone(), example(name)?)))
                    .collect::<Option<_>>()?
            }
        };
        // The user's `Deserialize` runs here, and may panic.
        let problems = catch(|| row.parameter.problems(example)).ok()?;
        let member = problems.first()?.unknown_member()?;
        has_member(input_schema, member).then(|| {
            let reason = format!(
                "its schema has the member `{member}`, and its type refuses that as unknown; remove \
                 `#[serde(deny_unknown_fields)]` where a member is a flattened enum, or remove \
                 `#[serde(flatten)]` from it"
            );
            (row.name.to_owned(), reason)
        })
    };
    let definitions = input_schema.get("$defs").into_iter();
    match definitions.chain(properties.values()).any(is_closed) {
        true => input.slots().iter().filter_map(refused).collect(),
        false => Vec::new(),
    }
}

/// Returns whether a part of a schema rejects unknown members.
fn is_closed(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            let keywords = ["additionalProperties", "unevaluatedProperties"];
            let closes = |keyword| members.get(keyword) == Some(&Value::Bool(false));
            keywords.into_iter().any(closes) || members.values().any(is_closed)
        }
        Value::Array(items) => items.iter().any(is_closed),
        _ => false,
    }
}

/// Whether an object in a schema has a member of the name.
fn has_member(schema: &Map<String, Value>, name: &str) -> bool {
    fn inside(value: &Value, name: &str) -> bool {
        match value {
            Value::Object(members) => has_member(members, name),
            Value::Array(items) => items.iter().any(|item| inside(item, name)),
            _ => false,
        }
    }
    properties(schema).is_some_and(|properties| properties.contains_key(name))
        || schema.values().any(|value| inside(value, name))
}

fn accepted(slot: &InputSlot, example: Value) -> Option<Value> {
    let Some(row) = slot.row else {
        // The handler of a tool by value is not called.
        return Some(example);
    };
    let texts = if example.is_string() { TEXTS } else { &[] };
    std::iter::once(example)
        .chain(texts.iter().map(|text| Value::from(*text)))
        // The user's decoder runs here, outside of the call.
        .filter(|example| {
            slot.check
                .as_ref()
                .is_none_or(|check| check.admits(example))
        })
        .find(|example| catch(|| row.parameter.accepts(example.clone())).unwrap_or(false))
}
