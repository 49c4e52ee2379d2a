use serde_json::{Map, Value};

use super::input::{Holds, Input, InputSlot, required};
use crate::guard::catch;
use crate::schema::Example;

/// Texts that a type may have wanted whose schema says no more than "a string".
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

/// The smallest arguments that this very tool accepts, if examples can be found for all that it
/// requires. Each is decoded before it is shown.
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
    // A longer one would hide what is wrong.
    let call = Value::Object(call);
    (call.to_string().len() <= 1000).then_some(call)
}

fn accepted(slot: &InputSlot, example: Value) -> Option<Value> {
    let Some(row) = slot.row else {
        // The handler of a tool by value is not tried out.
        return Some(example);
    };
    let texts = if example.is_string() { TEXTS } else { &[] };
    std::iter::once(example)
        .chain(texts.iter().map(|text| Value::from(*text)))
        // A decoder of the user's runs here, outside of the call.
        .filter(|example| {
            slot.check
                .as_ref()
                .is_none_or(|check| check.admits(example))
        })
        .find(|example| catch(|| row.parameter.accepts(example.clone())).unwrap_or(false))
}
