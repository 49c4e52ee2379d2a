//! The place where a value departs from its schema.
//!
//! serde reads some types into a buffer: tagged and untagged enums, and flattened structs. An error
//! inside the buffer has no position, so this module finds the position by the schema.

use std::cell::Cell;

use serde_json::{Map, Value};

use super::keywords::Keywords as _;
use super::resolve;
use crate::suggestion::nearest;

/// A place in a value that its schema rejects.
pub(crate) struct Misfit<'a> {
    /// The steps to the place, outermost first.
    pub(crate) path: Vec<Place<'a>>,
    pub(crate) schema: &'a Value,
    pub(crate) what: What<'a>,
}

#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    Member(&'a str),
    Item(usize),
}

pub(crate) enum What<'a> {
    /// The schema of the place rejects this value.
    Wrong(&'a Value),
    /// The object at the place lacks this member.
    Lacks {
        name: &'a str,
        members: &'a Map<String, Value>,
        properties: &'a Map<String, Value>,
    },
    /// The object at the place has this unknown member.
    Unknown {
        name: &'a str,
        properties: &'a Map<String, Value>,
    },
}

impl<'a> Misfit<'a> {
    fn new(schema: &'a Value, what: What<'a>) -> Self {
        Misfit {
            path: Vec::new(),
            schema,
            what,
        }
    }
}

impl<'a> What<'a> {
    /// Returns an unknown member with a similar name, such as `old_text` for `oldText`. Computed
    /// only for a fault that is reported.
    pub(crate) fn instead(&self) -> Option<&'a str> {
        match self {
            What::Wrong(_) | What::Unknown { .. } => None,
            What::Lacks {
                name,
                members,
                properties,
            } => {
                let others = members.keys().map(String::as_str);
                nearest(name, others.filter(|name| !properties.contains_key(*name)))
            }
        }
    }
}

/// Returns the first misfit, if it can be determined. Among the variants of an enum, only the
/// intended one counts.
pub(crate) fn misfit<'a>(
    schema: &'a Value,
    value: &'a Value,
    root: &'a Map<String, Value>,
) -> Option<Misfit<'a>> {
    find(schema, value, root, 32, &Cell::new(STEPS))
}

/// The maximum number of places to look at. The variants of a recursive enum multiply with each
/// level, and a peer chooses the number of levels.
const STEPS: u32 = 10_000;

fn find<'a>(
    schema: &'a Value,
    value: &'a Value,
    root: &'a Map<String, Value>,
    depth: usize,
    steps: &Cell<u32>,
) -> Option<Misfit<'a>> {
    let depth = depth.checked_sub(1)?;
    steps.set(steps.get().checked_sub(1)?);
    let schema = resolve(schema, root);
    if !admits_surface(schema, value) {
        return Some(Misfit::new(schema, What::Wrong(value)));
    }
    for keyword in ["anyOf", "oneOf"] {
        let branches = schema.list(keyword);
        // Skips branches that the value rules out at its surface.
        let mut misfits = Vec::new();
        let mut fits = branches.is_empty();
        for branch in branches {
            if !is_ruled_out(branch, value, root) {
                match find(branch, value, root, depth, steps) {
                    Some(misfit) => misfits.push((branch, misfit)),
                    None => fits = true,
                }
            }
            if fits {
                break;
            }
        }
        if !fits {
            misfits.retain(|(branch, _)| is_meant(branch, value, root));
            if misfits.len() > 1 {
                // Required members decide among the branches of a flattened enum.
                misfits.retain(|(branch, _)| {
                    let mut names = resolve(branch, root).required();
                    names.all(|name| value.get(name).is_some())
                });
            }
            return match misfits.len() {
                1 => misfits.pop().map(|(_, misfit)| misfit),
                _ => None,
            };
        }
    }
    let mut all = schema.list("allOf").iter();
    all.find_map(|branch| find(branch, value, root, depth, steps))
        .or_else(|| inside(schema, value, root, depth, steps))
}

/// Looks into members or items.
fn inside<'a>(
    schema: &'a Value,
    value: &'a Value,
    root: &'a Map<String, Value>,
    depth: usize,
    steps: &Cell<u32>,
) -> Option<Misfit<'a>> {
    let look = |place, schema, value| {
        let mut misfit = find(schema, value, root, depth, steps)?;
        misfit.path.insert(0, place);
        Some(misfit)
    };
    match value {
        Value::Object(members) => {
            let properties = schema.object("properties");
            let others = schema.get("additionalProperties");
            let open = others.filter(|others| others.is_object());
            for (name, member) in members {
                let own = properties.and_then(|properties| properties.get(name));
                let schema = own.or(open);
                let found = schema.and_then(|schema| look(Place::Member(name), schema, member));
                if found.is_some() {
                    return found;
                }
            }
            let properties = properties?;
            if let Some(name) = schema.required().find(|name| !members.contains_key(*name)) {
                let what = What::Lacks {
                    name,
                    members,
                    properties,
                };
                return Some(Misfit::new(properties.get(name)?, what));
            }
            let is_closed = others == Some(&Value::Bool(false));
            let is_open = !is_closed || schema.get("patternProperties").is_some();
            let mut names = members.keys().filter(|_| !is_open);
            let name = names.find(|name| !properties.contains_key(*name))?;
            Some(Misfit::new(schema, What::Unknown { name, properties }))
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(position, item)| look(Place::Item(position), schema.item(position)?, item)),
        _ => None,
    }
}

/// Returns whether the value rules a branch out: by its type, by its tag, or by lacking a required
/// tag.
pub(super) fn is_ruled_out(branch: &Value, value: &Value, root: &Map<String, Value>) -> bool {
    let branch = resolve(branch, root);
    if !is_of_type(branch, value) {
        return true;
    }
    let Some(members) = value.as_object() else {
        return false;
    };
    tags(branch).any(|(name, tag)| match members.get(name) {
        Some(member) => member != tag,
        None => branch.required().any(|required| required == name),
    })
}

/// Returns the members of a branch that have a single value.
pub(super) fn tags(branch: &Value) -> impl Iterator<Item = (&str, &Value)> {
    branch
        .named("properties")
        .filter_map(|(name, schema)| match schema.only_values()? {
            [tag] => Some((name.as_str(), tag)),
            _ => None,
        })
}

/// Returns whether the value selects a branch: by a tag, or by its type.
pub(super) fn is_meant(branch: &Value, value: &Value, root: &Map<String, Value>) -> bool {
    let branch = resolve(branch, root);
    if !is_of_type(branch, value) {
        return false;
    }
    let (Some(_), Some(members)) = (branch.get("properties"), value.as_object()) else {
        return true;
    };
    let mut tags = tags(branch).peekable();
    if tags.peek().is_some() {
        return tags.all(|(name, tag)| members.get(name) == Some(tag));
    }
    // Externally tagged: the only member names the branch.
    match branch.list("required") {
        [Value::String(name)] => members.contains_key(name),
        _ => true,
    }
}

/// Returns whether a schema admits the value as a whole. Its members and items do not count.
pub(crate) fn admits_itself(schema: &Value, value: &Value, root: &Map<String, Value>) -> bool {
    fn admits(schema: &Value, value: &Value, root: &Map<String, Value>, depth: usize) -> bool {
        let schema = resolve(schema, root);
        let one = |branch| admits(branch, value, root, depth - 1);
        let branches = |keyword| schema.array(keyword);
        depth == 0
            || admits_surface(schema, value)
                && ["anyOf", "oneOf"]
                    .into_iter()
                    .filter_map(branches)
                    .all(|branches| branches.iter().any(one))
                && branches("allOf").is_none_or(|branches| branches.iter().all(one))
    }
    admits(schema, value, root, 8)
}

/// Returns whether a schema without its branches admits the value as a whole.
fn admits_surface(schema: &Value, value: &Value) -> bool {
    if !is_of_type(schema, value) {
        return false;
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return false;
    }
    let listed = schema.array("enum");
    if listed.is_some_and(|listed| !listed.contains(value)) {
        return false;
    }
    let bound = |keyword| schema.float(keyword);
    match value.as_f64() {
        Some(number) => {
            bound("minimum").is_none_or(|low| number >= low)
                && bound("maximum").is_none_or(|high| number <= high)
        }
        None => true,
    }
}

pub(super) fn is_of_kind(value: &Value, kind: &str) -> bool {
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

pub(super) fn is_of_type(schema: &Value, value: &Value) -> bool {
    let is = |kind: &Value| kind.as_str().is_none_or(|kind| is_of_kind(value, kind));
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(is),
        Some(kind) => is(kind),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn place(schema: &Value, value: &Value) -> Option<String> {
        let root = Map::new();
        let misfit = misfit(schema, value, &root)?;
        let mut text: String = misfit
            .path
            .iter()
            .map(|place| match place {
                Place::Member(name) => format!(".{name}"),
                Place::Item(position) => format!("[{position}]"),
            })
            .collect();
        text.push_str(&match misfit.what {
            What::Wrong(value) => format!(" is {value}"),
            What::Unknown { name, .. } => format!(" has {name}"),
            What::Lacks { name, .. } => match misfit.what.instead() {
                Some(other) => format!(" lacks {name}, has {other}"),
                None => format!(" lacks {name}"),
            },
        });
        Some(text)
    }

    #[test]
    fn the_form_that_is_meant_counts() {
        let form = |tag: &str, member: &str| {
            json!({
                "type": "object",
                "properties": { "type": { "const": tag }, member: { "type": "number" } },
                "required": ["type", member],
            })
        };
        let shape = json!({ "oneOf": [form("circle", "radius"), form("square", "side")] });
        let found = |value| place(&shape, &value);
        assert_eq!(found(json!({ "type": "circle", "radius": 1 })), None);
        assert_eq!(
            found(json!({ "type": "circle", "radius": "x" })).as_deref(),
            Some(".radius is \"x\""),
        );
        assert_eq!(
            found(json!({ "type": "square" })).as_deref(),
            Some(" lacks side")
        );
        assert_eq!(
            found(json!({ "type": "square", "sides": 4 })).as_deref(),
            Some(" lacks side, has sides")
        );
        // The intended branch is unknown.
        assert_eq!(found(json!({ "radius": 1 })), None);

        let list = json!({ "type": "array", "items": shape });
        assert_eq!(
            place(
                &list,
                &json!([{ "type": "circle", "radius": 1 }, { "type": "square", "side": [] }])
            )
            .as_deref(),
            Some("[1].side is []"),
        );
    }

    #[test]
    fn one_form_for_each_kind_of_json() {
        let either = json!({ "anyOf": [
            { "type": "string" },
            { "type": "object", "properties": { "n": { "type": "integer", "maximum": 9 } } },
        ] });
        assert_eq!(place(&either, &json!("x")), None);
        assert_eq!(
            place(&either, &json!({ "n": 10 })).as_deref(),
            Some(".n is 10")
        );
        assert_eq!(place(&either, &json!(true)), None);
    }
}
