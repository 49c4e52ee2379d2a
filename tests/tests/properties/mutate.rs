//! Changes valid values a little, so that some become invalid.

use serde_json::{Map, Value, json};

use crate::choices::Choices;

/// Makes a few random edits anywhere inside `arguments`.
pub(crate) fn mutate(arguments: &mut Value, choices: &mut Choices) {
    for _ in 0..=choices.below(3) {
        if choices.one_in(12) {
            let before = arguments.clone();
            edit_members(arguments, choices);
            // Keep the arguments an object, because the registry rejects anything else before it
            // calls the tool.
            if !arguments.is_object() {
                *arguments = before;
            }
        } else if let Some(inside) = descend(arguments, choices) {
            edit(inside, choices);
        }
    }
}

/// Returns a random value inside `value`, at any depth. Returns `None` if `value` contains no value.
fn descend<'v>(value: &'v mut Value, choices: &mut Choices) -> Option<&'v mut Value> {
    let count = match value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    if count == 0 {
        return None;
    }
    let position = choices.below(count);
    let inside = match value {
        Value::Array(items) => items.get_mut(position)?,
        Value::Object(members) => members.values_mut().nth(position)?,
        _ => return None,
    };
    let has_inside = match inside {
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => false,
    };
    match has_inside && !choices.one_in(3) {
        true => descend(inside, choices),
        false => Some(inside),
    }
}

fn edit(value: &mut Value, choices: &mut Choices) {
    match choices.below(8) {
        0 => *value = Value::Null,
        1 => *value = choices.anything(2),
        // Some clients send JSON inside a string.
        2 => *value = Value::String(value.to_string()),
        3 => *value = json!([value.take()]),
        4 => *value = Value::Object(Map::from_iter([(choices.name(), value.take())])),
        _ => match value {
            Value::Number(_) => *value = choices.number(),
            Value::String(text) => edit_text(text, choices),
            Value::Array(items) => edit_items(items, choices),
            Value::Object(_) => edit_members(value, choices),
            Value::Bool(_) | Value::Null => *value = choices.anything(0),
        },
    }
}

fn edit_text(text: &mut String, choices: &mut Choices) {
    match choices.below(4) {
        0 => *text = choices.text(),
        1 => text.push(choices.letter()),
        2 => *text = text.to_uppercase(),
        _ => {
            text.pop();
        }
    }
}

fn edit_items(items: &mut Vec<Value>, choices: &mut Choices) {
    match choices.below(4) {
        0 => items.push(choices.anything(1)),
        1 => {
            items.pop();
        }
        2 => items.extend(items.last().cloned()),
        _ => items.reverse(),
    }
}

fn edit_members(value: &mut Value, choices: &mut Choices) {
    let Value::Object(members) = value else {
        return;
    };
    let position = choices.below(members.len());
    let name = members.keys().nth(position).cloned();
    match (choices.below(4), name) {
        (0, Some(name)) => {
            members.remove(&name);
        }
        (1, Some(name)) => {
            let member = members.remove(&name).unwrap_or_default();
            members.insert(choices.name(), member);
        }
        // Replace the object with an array of its values, because serde often accepts such an
        // array.
        (2, Some(_)) => {
            *value = members.values().cloned().collect();
        }
        _ => {
            let member = choices.anything(1);
            members.insert(choices.name(), member);
        }
    }
}
