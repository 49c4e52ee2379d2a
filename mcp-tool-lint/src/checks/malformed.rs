//! Values that are not a definition, or not JSON Schema.

use std::collections::HashSet;

use serde_json::Value;

use crate::Options;
use crate::rule::Hit;
use crate::rules::{CLOSED_LIST, TWICE_IN_ENUM};
use crate::subject::{Node, Role, Subject};
use crate::written::brief;

/// Whether a value is of the type that it should be.
type IsRight = fn(&Value) -> bool;

/// The parts of a definition beside its schemas.
pub(crate) fn tool(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let Some(definition) = tool.tool.as_object() else {
        let what = format!("it is {}, and no object", brief(tool.tool));
        return hits.push(tool.hit_at(tool.pointer.clone(), what));
    };
    match definition.get("name") {
        Some(Value::String(name)) if !name.is_empty() => {}
        Some(Value::String(_)) => {
            hits.push(tool.hit_at(format!("{}/name", tool.pointer), "its name is empty"));
        }
        Some(other) => {
            let what = format!("its name is {}, and no string", brief(other));
            hits.push(tool.hit_at(format!("{}/name", tool.pointer), what));
        }
        None => hits.push(tool.hit_at(tool.pointer.clone(), "it has no name")),
    }
    let kinds: [(&str, IsRight, &str); 6] = [
        ("title", Value::is_string, "string"),
        ("description", Value::is_string, "string"),
        ("annotations", Value::is_object, "object"),
        ("_meta", Value::is_object, "object"),
        ("execution", Value::is_object, "object"),
        ("icons", Value::is_array, "list"),
    ];
    for (key, is_right, kind) in kinds {
        if let Some(value) = definition.get(key).filter(|value| !is_right(value)) {
            let what = format!("its `{key}` is {}, and no {kind}", brief(value));
            hits.push(tool.hit_at(format!("{}/{key}", tool.pointer), what));
        }
    }
    let annotations = definition.get("annotations").and_then(Value::as_object);
    for (hint, value) in annotations.into_iter().flatten() {
        if hint == "title" && !value.is_string() {
            let what = format!(
                "the title in its annotations is {}, and no string",
                brief(value)
            );
            hits.push(tool.hit_at(format!("{}/annotations/title", tool.pointer), what));
        }
        if hint.ends_with("Hint") && !value.is_boolean() {
            let what = format!(
                "its `{hint}` is {}, and neither true nor false",
                brief(value)
            );
            hits.push(tool.hit_at(format!("{}/annotations/{hint}", tool.pointer), what));
        }
    }
}

const TYPES: &[&str] = &[
    "string", "number", "integer", "boolean", "object", "array", "null",
];

/// Keywords whose values are not what JSON Schema 2020-12 says.
pub(crate) fn keyword(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in tool.nodes() {
        let Some(object) = node.object() else {
            // The roots have rules of their own.
            if !node.schema.is_boolean() && node.role != Role::Root {
                let what = format!("{} stands where a schema belongs", brief(node.schema));
                hits.push(tool.hit(node, "", what));
            }
            continue;
        };
        for (keyword, value) in object {
            if let Some(wanted) = misfit(keyword, value) {
                let what = format!("`{keyword}` is {}, and not {wanted}", brief(value));
                hits.push(tool.hit(node, keyword, what));
            }
        }
    }
}

/// Returns the kind of value that a keyword needs, if it has another.
fn misfit(keyword: &str, value: &Value) -> Option<&'static str> {
    let strings = |value: &Value| {
        let items = value.as_array();
        items.is_some_and(|items| items.iter().all(Value::is_string))
    };
    let (is_right, wanted) = match keyword {
        "type" => {
            let known = |kind: &Value| kind.as_str().is_some_and(|kind| TYPES.contains(&kind));
            let several = value.as_array();
            let is_right = known(value)
                || several.is_some_and(|kinds| !kinds.is_empty() && kinds.iter().all(known));
            (is_right, "a type of JSON")
        }
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
            (value.is_object(), "an object")
        }
        "dependentRequired" => {
            let lists = value.as_object();
            let is_right = lists.is_some_and(|lists| lists.values().all(strings));
            (is_right, "an object of lists of names")
        }
        "required" => (strings(value), "a list of names"),
        "enum" | "examples" => (value.is_array(), "a list"),
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => {
            let branches = value.as_array();
            (
                branches.is_some_and(|branches| !branches.is_empty()),
                "a list of schemas",
            )
        }
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
            (value.is_number(), "a number")
        }
        "multipleOf" => (
            value.as_f64().is_some_and(|step| step > 0.0),
            "a number above 0",
        ),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => (
            value.as_f64().is_some_and(|n| n >= 0.0 && n.fract() == 0.0),
            "a count",
        ),
        "title" | "description" | "pattern" | "format" | "$ref" | "$schema" => {
            (value.is_string(), "a string")
        }
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => {
            (value.is_boolean(), "true or false")
        }
        _ => return None,
    };
    (!is_right).then_some(wanted)
}

/// Draft-07's way to describe a tuple.
pub(crate) fn item_list(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in tool.nodes() {
        if node.get("items").is_some_and(Value::is_array) {
            hits.push(tool.hit(node, "items", "its `items` is a list of schemas"));
        }
    }
}

pub(crate) fn twice(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in tool.nodes() {
        for keyword in ["required", "type", "enum"] {
            let mut seen = HashSet::new();
            let mut values = node.list(keyword).iter();
            if let Some(value) = values.find(|value| !seen.insert(value.to_string())) {
                let what = format!("{} stands in `{keyword}` twice", brief(value));
                let hit = tool.hit(node, keyword, what);
                hits.push(match keyword {
                    "enum" if !hit.in_answer => hit.with(TWICE_IN_ENUM),
                    _ => hit,
                });
            }
        }
    }
}

pub(crate) fn undefined_required(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in tool.nodes() {
        // A branch may require a member of the schema around it.
        let properties = node.get("properties").and_then(Value::as_object);
        if !is_whole(tool, node) || node.has_any(&["patternProperties", "allOf", "anyOf", "$ref"]) {
            continue;
        }
        for name in node.list("required").iter().filter_map(Value::as_str) {
            if !properties.is_some_and(|members| members.contains_key(name)) {
                let what = format!("`{name}` is required, and not in `properties`");
                hits.push(tool.hit(node, "required", what));
            }
        }
    }
}

/// Returns whether this schema lists all properties of an object, so that it is not a branch or a
/// condition.
fn is_whole(tool: &Subject<'_>, node: &Node<'_>) -> bool {
    let schemas = tool.schemas(node.side);
    let mut node = Some(node);
    while let Some(inner) = node {
        match inner.role {
            Role::Branch | Role::Other => {
                // A branch with a type of its own counts by itself.
                return inner.is("object") && inner.has("properties") && inner.role == Role::Branch;
            }
            Role::Root | Role::Definition | Role::Property { .. } | Role::Items => return true,
            Role::OtherProperties => node = schemas.parent(inner),
        }
    }
    true
}

pub(crate) fn empty_enum(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in tool.nodes() {
        if node
            .get("enum")
            .and_then(Value::as_array)
            .is_some_and(Vec::is_empty)
        {
            hits.push(tool.hit(node, "enum", "its `enum` is empty"));
        }
    }
}

pub(crate) fn too_deep(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for schemas in [&tool.input, &tool.output] {
        if let Some(index) = schemas.too_deep {
            let node = &schemas.nodes[index];
            let what = "it is nested so deep that it was not looked into";
            let hit = tool.hit(node, "", what);
            hits.push(hit.with(CLOSED_LIST));
        }
    }
}
