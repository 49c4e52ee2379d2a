//! What changed between two sets of definitions, and whether a caller can notice.

use std::fmt;

use serde_json::{Map, Value};

/// One change.
#[derive(Debug, PartialEq)]
pub(super) struct Change {
    /// The tool, then a JSON pointer into its definition.
    pub(super) place: String,
    pub(super) what: String,
    /// Whether a call that was right can be wrong now, or an answer that was understood is not.
    pub(super) breaking: bool,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// Which way values go through a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// From the caller: what admits less can break.
    In,
    /// To the caller: what admits more can break.
    Out,
}

/// The changes from definitions by name to others.
pub(super) fn changes(old: &Value, new: &Value) -> Vec<Change> {
    let none = Map::new();
    let (old, new) = (
        old.as_object().unwrap_or(&none),
        new.as_object().unwrap_or(&none),
    );
    let mut changes = Vec::new();
    for (name, tool) in old {
        match new.get(name) {
            None => changes.push(change(format!("`{name}`"), "the tool is gone", true)),
            Some(now) => of_tool(name, tool, now, &mut changes),
        }
    }
    for name in new.keys().filter(|name| !old.contains_key(*name)) {
        changes.push(change(format!("`{name}`"), "the tool is new", false));
    }
    changes
}

fn change(place: String, what: impl Into<String>, breaking: bool) -> Change {
    Change {
        place,
        what: what.into(),
        breaking,
    }
}

fn of_tool(name: &str, old: &Value, new: &Value, changes: &mut Vec<Change>) {
    for key in keys(old, new) {
        let (was, is) = (old.get(&key), new.get(&key));
        let place = format!("`{name}` /{key}");
        match (key.as_str(), was, is) {
            (_, was, is) if was == is => {}
            ("inputSchema", Some(was), Some(is)) => {
                of_schema(place, was, is, Direction::In, changes);
            }
            ("outputSchema", Some(was), Some(is)) => {
                of_schema(place, was, is, Direction::Out, changes);
            }
            // Callers may rely on the structure.
            ("outputSchema", Some(_), None) => {
                changes.push(change(place, "there is no output schema any more", true));
            }
            (_, was, is) => changes.push(change(place, from_to(was, is), false)),
        }
    }
}

fn from_to(was: Option<&Value>, is: Option<&Value>) -> String {
    match (was, is) {
        (Some(was), Some(is)) => format!("from {was} to {is}"),
        (Some(was), None) => format!("{was} is gone"),
        (None, Some(is)) => format!("{is} is new"),
        (None, None) => String::new(),
    }
}

/// The keys of both, in order.
fn keys(old: &Value, new: &Value) -> Vec<String> {
    let of = |value: &Value| {
        let members = value.as_object().into_iter().flatten();
        members.map(|(key, _)| key.clone()).collect::<Vec<_>>()
    };
    let mut keys = of(old);
    keys.extend(of(new));
    keys.sort();
    keys.dedup();
    keys
}

/// What says something to a reader and nothing to a validator.
const ANNOTATIONS: &[&str] = &["title", "description", "examples", "default", "deprecated"];

fn of_schema(
    place: String,
    old: &Value,
    new: &Value,
    direction: Direction,
    changes: &mut Vec<Change>,
) {
    let (Value::Object(_), Value::Object(_)) = (old, new) else {
        return changes.push(change(place, from_to(Some(old), Some(new)), true));
    };
    for key in keys(old, new) {
        let (was, is) = (old.get(&key), new.get(&key));
        let place = format!("{place}/{key}");
        match (key.as_str(), was, is) {
            (_, was, is) if was == is => {}
            ("properties", Some(was), Some(is)) => {
                members(&place, was, is, new, direction, changes)
            }
            ("required", was, is) => required(&place, (was, old), (is, new), direction, changes),
            ("enum", Some(was), Some(is)) => values(&place, was, is, direction, changes),
            ("anyOf", Some(Value::Array(was)), Some(Value::Array(is))) => {
                forms(&place, was, is, direction, changes);
            }
            ("items", Some(was), Some(is)) => of_schema(place, was, is, direction, changes),
            ("additionalProperties", Some(Value::Object(_)), Some(Value::Object(_))) => {
                let (was, is) = (&old[&key], &new[&key]);
                of_schema(place, was, is, direction, changes);
            }
            ("$defs" | "definitions", Some(was), Some(is)) => {
                definitions(&place, was, is, direction, changes);
            }
            (key, was, is) if ANNOTATIONS.contains(&key) => {
                changes.push(change(place, from_to(was, is), false));
            }
            (key, was, is) => {
                // A bound that goes admits more, one that comes less; any other change may do
                // either.
                let narrower = is.is_some();
                let wider = was.is_some();
                let (admits_more, admits_less) = admission(key, was, is);
                let breaking = match direction {
                    Direction::In if KNOWN.contains(&key) => admits_less,
                    Direction::Out if KNOWN.contains(&key) => admits_more,
                    _ if key == "$ref" => true,
                    Direction::In => narrower && !is_wider(key, was, is),
                    Direction::Out => wider && !is_wider(key, is, was),
                };
                changes.push(change(place, from_to(was, is), breaking));
            }
        }
    }
}

/// Keywords whose changes are understood whole.
const KNOWN: &[&str] = &["type", "additionalProperties"];

/// Whether such a change lets more through, and whether it lets less.
fn admission(key: &str, was: Option<&Value>, is: Option<&Value>) -> (bool, bool) {
    // What is not said is not limited.
    match (key, was, is) {
        ("type", Some(was), Some(is)) => {
            let (was, is) = (types(was), types(is));
            let lets = |from: &[&str], to: &[&str]| {
                let has =
                    |one: &&str| to.contains(one) || *one == "integer" && to.contains(&"number");
                !from.iter().all(has)
            };
            (lets(&is, &was), lets(&was, &is))
        }
        ("type", was, _) => (was.is_some(), was.is_none()),
        (_, was, is) => {
            let is_closed = |value: Option<&Value>| value == Some(&Value::Bool(false));
            let is_open =
                |value: Option<&Value>| value.is_none_or(|value| *value == Value::Bool(true));
            match (is_open(was), is_open(is)) {
                (true, true) => (false, false),
                (true, false) => (false, true),
                (false, true) => (true, false),
                // From one schema to another, either may be.
                (false, false) => (!is_closed(is), !is_closed(was)),
            }
        }
    }
}

fn types(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        other => other.as_str().into_iter().collect(),
    }
}

/// Whether a bound lets more through than it did.
fn is_wider(key: &str, was: Option<&Value>, is: Option<&Value>) -> bool {
    let (Some(was), Some(is)) = (was.and_then(Value::as_f64), is.and_then(Value::as_f64)) else {
        return false;
    };
    match key {
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => is <= was,
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => is >= was,
        _ => false,
    }
}

fn members(
    place: &str,
    old: &Value,
    new: &Value,
    schema: &Value,
    direction: Direction,
    changes: &mut Vec<Change>,
) {
    for name in keys(old, new) {
        let place = format!("{place}/{name}");
        match (old.get(&name), new.get(&name)) {
            (Some(was), Some(is)) if was == is => {}
            (Some(was), Some(is)) => of_schema(place, was, is, direction, changes),
            (Some(_), None) => changes.push(change(place, "it is gone", true)),
            (None, _) => {
                let breaking = direction == Direction::In && requires(schema, &name);
                let what = if breaking {
                    "it is new, and required"
                } else {
                    "it is new"
                };
                changes.push(change(place, what, breaking));
            }
        }
    }
}

/// What refers to a definition that comes or goes has changed, too, and is told.
fn definitions(
    place: &str,
    old: &Value,
    new: &Value,
    direction: Direction,
    changes: &mut Vec<Change>,
) {
    for name in keys(old, new) {
        let place = format!("{place}/{name}");
        match (old.get(&name), new.get(&name)) {
            (was, is) if was == is => {}
            (Some(was), Some(is)) => of_schema(place, was, is, direction, changes),
            (Some(_), None) => changes.push(change(place, "the definition is gone", false)),
            (None, _) => changes.push(change(place, "the definition is new", false)),
        }
    }
}

fn requires(schema: &Value, name: &str) -> bool {
    let names = schema.get("required").and_then(Value::as_array);
    names.is_some_and(|names| names.iter().any(|other| other == name))
}

/// Of both, the list and the schema that has it.
fn required(
    place: &str,
    (was, old): (Option<&Value>, &Value),
    (is, new): (Option<&Value>, &Value),
    direction: Direction,
    changes: &mut Vec<Change>,
) {
    let names = |list: Option<&Value>| -> Vec<String> {
        let names = list.and_then(Value::as_array).into_iter().flatten();
        names
            .filter_map(|name| name.as_str().map(str::to_owned))
            .collect()
    };
    let (was, is) = (names(was), names(is));
    let is_member = |schema: &Value, name: &String| {
        let all = schema.get("properties");
        all.is_some_and(|all| all.get(name).is_some())
    };
    // One that comes or goes altogether has been told.
    let comes = |name: &&String| is_member(new, name) && !is_member(old, name);
    for name in is.iter().filter(|name| !was.contains(name) && !comes(name)) {
        let what = format!("`{name}` is required now");
        changes.push(change(place.to_owned(), what, direction == Direction::In));
    }
    for name in was
        .iter()
        .filter(|name| !is.contains(name) && is_member(new, name))
    {
        let what = format!("`{name}` may be left out now");
        changes.push(change(place.to_owned(), what, direction == Direction::Out));
    }
}

/// One of several forms, such as the variants of an enum with data. Where as many come as go, they
/// are taken to be the same ones, changed.
fn forms(
    place: &str,
    was: &[Value],
    is: &[Value],
    direction: Direction,
    changes: &mut Vec<Change>,
) {
    let gone: Vec<_> = was.iter().filter(|form| !is.contains(form)).collect();
    let come = is.iter().enumerate();
    let come: Vec<_> = come.filter(|(_, form)| !was.contains(form)).collect();
    if gone.is_empty() && come.is_empty() {
        let what = "the same forms are in another order, or told more than once";
        return changes.push(change(place.to_owned(), what, false));
    }
    if gone.len() == come.len() {
        for (was, (position, is)) in gone.into_iter().zip(come) {
            of_schema(format!("{place}/{position}"), was, is, direction, changes);
        }
        return;
    }
    for form in gone {
        let what = format!("{form} is not admitted any more");
        changes.push(change(place.to_owned(), what, direction == Direction::In));
    }
    for (_, form) in come {
        let what = format!("{form} is admitted now");
        changes.push(change(place.to_owned(), what, direction == Direction::Out));
    }
}

fn values(place: &str, was: &Value, is: &Value, direction: Direction, changes: &mut Vec<Change>) {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (was, is) = (list(was), list(is));
    for value in was.iter().filter(|value| !is.contains(value)) {
        let what = format!("{value} is not admitted any more");
        changes.push(change(place.to_owned(), what, direction == Direction::In));
    }
    for value in is.iter().filter(|value| !was.contains(value)) {
        let what = format!("{value} is admitted now");
        changes.push(change(place.to_owned(), what, direction == Direction::Out));
    }
}
