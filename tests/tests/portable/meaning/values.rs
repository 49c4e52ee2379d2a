//! Generates random values. Most of them are valid or almost valid under a schema.

use serde_json::{Map, Value, json};

use super::choices::Choices;

pub(super) fn candidate(schema: &Value, root: &Value, choices: &mut Choices) -> Value {
    let mut value = admitted(schema, root, choices, 5);
    for _ in 0..choices.below(3) {
        disturb(&mut value, choices);
    }
    value
}

fn admitted(schema: &Value, root: &Value, choices: &mut Choices, depth: usize) -> Value {
    let (Some(schema), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
        return choices.value();
    };
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        return choices.pick(values);
    }
    let mut whole = by_kind(schema, root, choices, depth);
    if let Some(Value::String(reference)) = schema.get("$ref") {
        let target = root.pointer(&reference[1..]).unwrap_or(&Value::Null);
        whole = merged(whole, admitted(target, root, choices, depth));
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = schema.get(keyword) else {
            continue;
        };
        let only = choices.below(branches.len());
        for (position, branch) in branches.iter().enumerate() {
            if keyword == "allOf" || position == only {
                whole = merged(whole, admitted(branch, root, choices, depth));
            }
        }
    }
    for keyword in ["if", "then", "else"] {
        if let Some(inner) = schema.get(keyword)
            && choices.one_in(2)
        {
            whole = merged(whole, admitted(inner, root, choices, depth));
        }
    }
    whole
}

fn merged(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            for (name, member) in other {
                let both = match one.remove(&name) {
                    Some(known) => merged(known, member),
                    None => member,
                };
                one.insert(name, both);
            }
            Value::Object(one)
        }
        (_, other) => other,
    }
}

fn by_kind(
    schema: &Map<String, Value>,
    root: &Value,
    choices: &mut Choices,
    depth: usize,
) -> Value {
    let kind = match schema.get("type") {
        Some(Value::Array(kinds)) => choices.pick(kinds),
        Some(kind) => kind.clone(),
        None if schema.contains_key("properties") || schema.contains_key("required") => {
            json!("object")
        }
        None => return choices.value(),
    };
    match kind.as_str() {
        Some("null") => Value::Null,
        Some("boolean") => json!(choices.one_in(2)),
        Some("string") => choices
            .pick(&["x", "y", "", "zz", "2026-01-31", "xyz"])
            .into(),
        Some("integer") => number(schema, choices, false),
        Some("number") => number(schema, choices, true),
        Some("array") => {
            let prefix = schema.get("prefixItems").and_then(Value::as_array);
            let bound = |keyword| schema.get(keyword).and_then(Value::as_u64);
            let least = bound("minItems").unwrap_or(0);
            let prefix_length = prefix.map_or(0, Vec::len);
            let count = match choices.below(4) {
                0 => least as usize,
                1 => prefix_length,
                _ => choices.below(4),
            };
            let any = json!({});
            (0..count)
                .map(|position| {
                    let inner = prefix
                        .and_then(|prefix| prefix.get(position))
                        .or_else(|| schema.get("items"))
                        .or_else(|| schema.get("contains"));
                    admitted(inner.unwrap_or(&any), root, choices, depth)
                })
                .collect()
        }
        _ => {
            let mut members = Map::new();
            let required = schema.get("required").and_then(Value::as_array);
            let required: Vec<_> = required
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let known = schema.get("properties").and_then(Value::as_object);
            let any = json!({});
            for name in &required {
                let inner = known.and_then(|known| known.get(*name)).unwrap_or(&any);
                members.insert((*name).to_owned(), admitted(inner, root, choices, depth));
            }
            for (name, inner) in known.into_iter().flatten() {
                if !members.contains_key(name) && choices.one_in(2) {
                    members.insert(name.clone(), admitted(inner, root, choices, depth));
                }
            }
            let others = schema.get("additionalProperties");
            let patterns = schema.get("patternProperties").and_then(Value::as_object);
            let patterns = patterns.and_then(|patterns| patterns.values().next());
            if let Some(others) = others.or(patterns)
                && choices.one_in(2)
            {
                let value = admitted(others, root, choices, depth);
                members.insert(choices.name(), value);
            }
            Value::Object(members)
        }
    }
}

fn number(schema: &Map<String, Value>, choices: &mut Choices, fractions: bool) -> Value {
    let mut numbers = vec![
        json!(1),
        json!(0),
        json!(2),
        json!(-1),
        json!(2.0),
        json!(256),
    ];
    for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
        if let Some(bound) = schema.get(keyword) {
            numbers.push(bound.clone());
            if let Some(bound) = bound.as_i64() {
                numbers.extend(bound.checked_add(1).map(Value::from));
                numbers.extend(bound.checked_sub(1).map(Value::from));
            }
        }
    }
    if fractions {
        numbers.extend([json!(2.5), json!(-0.5), json!(4e38)]);
    }
    choices.pick(&numbers)
}

/// Changes a value a little.
fn disturb(value: &mut Value, choices: &mut Choices) {
    match value {
        Value::Object(members) if !members.is_empty() && choices.one_in(2) => {
            let names: Vec<_> = members.keys().cloned().collect();
            let name = choices.pick(&names);
            match choices.below(5) {
                0 => {
                    members.remove(&name);
                }
                1 => {
                    members.insert(name, Value::Null);
                }
                2 => {
                    members.insert(choices.name(), choices.value());
                }
                _ => {
                    if let Some(member) = members.get_mut(&name) {
                        disturb(member, choices);
                    }
                }
            }
        }
        Value::Object(members) => {
            members.insert(choices.name(), choices.value());
        }
        Value::Array(items) if !items.is_empty() && choices.one_in(2) => {
            let position = choices.below(items.len());
            match choices.below(3) {
                0 => items.push(items[position].clone()),
                1 => {
                    items.remove(position);
                }
                _ => disturb(&mut items[position], choices),
            }
        }
        other if choices.one_in(2) => *other = choices.value(),
        _ => {}
    }
}
