//! A parameter whose members are arguments of the tool: each of them is read as leniently as an
//! argument of its own would be.

use serde_json::{Map, Value};

use super::decode::unwrap_json;
use super::fault::Problem;
use crate::schema::misfit;

/// Decodes an object that arguments were joined to, with `decode`.
///
/// Where that fails, a `null` for a member that may be absent is taken for an absent one, and the
/// JSON inside a string for the value that was meant.
pub(super) fn decode_joined(
    decode: &mut dyn FnMut(Value) -> Result<(), Problem>,
    members: Value,
    required: &[String],
    properties: &Map<String, Value>,
) -> Result<(), Problem> {
    let spare = has_another_meaning(&members, required).then(|| members.clone());
    let Err(mut problem) = decode(members) else {
        return Ok(());
    };
    let Some(Value::Object(mut members)) = spare else {
        return Err(problem);
    };
    if members.values().any(Value::is_null) {
        members.retain(|name, value| !value.is_null() || required.contains(name));
        match decode(Value::Object(members.clone())) {
            Ok(()) => return Ok(()),
            Err(next) => problem = next,
        }
    }
    // The problems of strings as they came: what is wrong with the JSON inside is not the point.
    let mut originals: Vec<(String, Problem)> = Vec::new();
    while let Some((name, inner)) = inner_json(&members, &problem, &originals) {
        match properties.contains_key(&name) {
            // As many times as the type has members, at most.
            true => {
                members.insert(name.clone(), inner);
            }
            // As many as a peer likes: all at once.
            false => {
                let inner = strings_with_json(&members, properties);
                members.extend(inner);
            }
        }
        originals.push((name, problem.without_value()));
        match decode(Value::Object(members.clone())) {
            Ok(()) => return Ok(()),
            Err(next) => problem = next,
        }
    }
    // In a buffer of its own, serde loses the way to the member; the schema knows it.
    let meant = match problem.member() {
        None => meant(&members, properties),
        Some(_) => Vec::new(),
    };
    if !meant.is_empty() {
        members.extend(meant);
        match decode(Value::Object(members)) {
            Ok(()) => return Ok(()),
            Err(next) => problem = next,
        }
    }
    let original = originals
        .into_iter()
        .find(|(name, _)| problem.member() == Some(name));
    Err(original.map_or(problem, |(_, original)| original))
}

fn has_another_meaning(members: &Value, required: &[String]) -> bool {
    members.as_object().is_some_and(|members| {
        members.iter().any(|(name, value)| match value {
            Value::Null => !required.contains(name),
            Value::String(text) => text
                .trim_start()
                .starts_with(|first: char| "[{-tfn".contains(first) || first.is_ascii_digit()),
            _ => false,
        })
    })
}

/// The JSON in each string that its schema does not admit, where it admits what is inside.
fn meant(members: &Map<String, Value>, properties: &Map<String, Value>) -> Vec<(String, Value)> {
    let no_definitions = Map::new();
    let inner = |name: &String, value: &Value| {
        let schema = properties.get(name)?;
        misfit(schema, value, &no_definitions)?;
        let inner = unwrap_json(value)?;
        let fits = misfit(schema, &inner, &no_definitions).is_none();
        fits.then_some(inner)
    };
    members
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), inner(name, value)?)))
        .collect()
}

/// The JSON in each string whose name the type does not have.
fn strings_with_json(
    members: &Map<String, Value>,
    properties: &Map<String, Value>,
) -> Vec<(String, Value)> {
    members
        .iter()
        .filter(|(name, _)| !properties.contains_key(*name))
        .filter_map(|(name, value)| Some((name.clone(), unwrap_json(value)?)))
        .collect()
}

/// The JSON in the string where the problem is, unless it has been tried.
fn inner_json(
    members: &Map<String, Value>,
    problem: &Problem,
    tried: &[(String, Problem)],
) -> Option<(String, Value)> {
    let name = problem.member()?;
    if tried.iter().any(|(tried, _)| tried == name) {
        return None;
    }
    let inner = unwrap_json(members.get(name)?)?;
    Some((name.to_owned(), inner))
}
