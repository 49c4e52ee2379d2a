//! Finds a minimal valid call, which the message about wrong arguments shows.

use mcp_tool_schema::definitions::required;
use serde_json::{Map, Value};

use super::input::{Holds, Input, InputSlot};
use crate::error::catch;

/// The strings to try if the type or one of its rules rejects the example string from the schema.
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

/// Returns a minimal set of arguments that the tool accepts. If a Rust type decodes an argument, tests the
/// example with this type. Returns `None` if a required argument has no valid example, or if the set exceeds
/// 1000 bytes.
pub(super) fn minimal_call(input: &Input, input_schema: &Map<String, Value>) -> Option<Value> {
    let mut call = Map::new();
    for slot in input.slots() {
        if let Holds::One(name) = &slot.holds
            && !required(input_schema).any(|required| required == name)
        {
            continue;
        }
        let example = accepted(slot, input.example_of_slot(slot, input_schema)?)?;
        match (&slot.holds, example) {
            (Holds::One(name), example) => call.extend([(name.clone(), example)]),
            (Holds::Joined { .. }, Value::Object(members)) => call.extend(members),
            _ => {}
        }
    }
    // Return `None` for a call of more than 1000 bytes. An error message shows the call, and a
    // long call distracts from the fault.
    let call = Value::Object(call);
    (call.to_string().len() <= 1000).then_some(call)
}

fn accepted(slot: &InputSlot, example: Value) -> Option<Value> {
    let Some(row) = slot.row else {
        // A slot has no row if the tool's author supplied the whole input schema. Then no Rust
        // type can check the example.
        return Some(example);
    };
    let texts = if example.is_string() { TEXTS } else { &[] };
    let check = slot.check.as_ref();
    std::iter::once(example)
        .chain(texts.iter().map(|text| Value::from(*text)))
        .filter(|example| check.is_none_or(|check| check.admits(example)))
        // `accepts` runs the user's `Deserialize`, which can panic.
        .find(|example| catch(|| row.parameter.accepts(example.clone())).unwrap_or(false))
}
