//! Keywords that Gemini's own kind of schema does not have.

use mcp_tool_rules::schema::FORMATS;
use serde_json::{Map, Value};

use super::schema::{beside, format, is_optional_null};
use super::union;
use crate::Options;
use crate::rule::Hit;
use crate::subject::{Node, Role, Subject};
use crate::written::is_large;

/// Whether Gemini has this format.
pub(super) fn knows(node: &Node<'_>, format: &str) -> bool {
    match format {
        "date-time" | "enum" => node.is("string"),
        "float" | "double" => node.is("number"),
        "int32" | "int64" => node.is("integer"),
        _ => false,
    }
}

/// A format that JSON Schema has. Others have a rule of their own.
pub(crate) fn unknown_format(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in &tool.input.nodes {
        let format = format(node).filter(|format| FORMATS.contains(format));
        if let Some(format) = format.filter(|format| !knows(node, format)) {
            hits.push(tool.hit(node, "format", format!("its format is `{format}`")));
        }
    }
}

/// Keywords of Gemini's schemas, and keywords of other rules.
const TOLD_ELSEWHERE_OR_KNOWN: &[&str] = &[
    // Known.
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "propertyOrdering",
    "minProperties",
    "maxProperties",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "anyOf",
    "default",
    "example",
    // Some refuse it, and nearly every host removes it: an object is open without it.
    "additionalProperties",
    // Told by other rules.
    "$schema",
    "$ref",
    "$defs",
    "definitions",
    "const",
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "prefixItems",
];

pub(crate) fn keyword(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let Some(root) = tool.input.root() else {
        return;
    };
    for node in &tool.input.nodes {
        for (keyword, value) in node.object().into_iter().flatten() {
            let is_unknown = match keyword.as_str() {
                // The rest of `oneOf`, if no other rule reports it.
                "oneOf" => {
                    let branches = node.list("oneOf");
                    let is_plain = branches.len() > 1 && union::is_plain(root.schema, branches);
                    is_plain && node.role != Role::Root && !is_optional_null(node)
                }
                // Conditions have a rule of their own; these are none.
                "then" | "else" => !node.has("if"),
                "not" => value.as_object().is_some_and(Map::is_empty),
                "uniqueItems" => value != &Value::Bool(false),
                known => !TOLD_ELSEWHERE_OR_KNOWN.contains(&known),
            };
            if is_unknown {
                let mut hit = tool.hit(node, keyword, format!("`{keyword}` is used"));
                hit.repair = match keyword.as_str() {
                    "exclusiveMinimum" => Some("write `minimum`"),
                    "exclusiveMaximum" => Some("write `maximum`"),
                    "oneOf" => Some("write `anyOf`"),
                    _ => None,
                };
                hits.push(hit);
            }
        }
    }
}

pub(crate) fn beside_any_of(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    // No report has a description alone; of what Gemini does not know, another rule tells.
    const MAY: &[&str] = &["title", "description"];
    for node in tool.input.nodes.iter().filter(|node| node.parent.is_some()) {
        let unknown = |keyword: &str| !TOLD_ELSEWHERE_OR_KNOWN.contains(&keyword);
        let object = node.object().into_iter().flatten();
        let may: Vec<&str> = object
            .map(|(keyword, _)| keyword.as_str())
            .filter(|it| unknown(it) || MAY.contains(it))
            .collect();
        if let Some(beside) = beside(node, "anyOf", &may) {
            let what = format!("`{beside}` stands beside `anyOf`");
            hits.push(tool.hit(node, "anyOf", what));
        }
    }
}

pub(crate) fn empty_value(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in &tool.input.nodes {
        if node.list("enum").iter().any(|value| value == "") {
            hits.push(tool.hit(node, "enum", "its `enum` has the empty string"));
        }
    }
}

/// Members or items of what is something else.
pub(crate) fn misplaced(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let kinds = [
        ("properties", "object"),
        ("required", "object"),
        ("items", "array"),
    ];
    for node in &tool.input.nodes {
        for (keyword, kind) in kinds {
            // Malformed values have a rule of their own.
            let is_there = node.get(keyword).is_some_and(is_large);
            if is_there && node.has("type") && !node.is(kind) {
                let what = format!("it has `{keyword}`, and its type is not `{kind}`");
                hits.push(tool.hit(node, keyword, what));
            }
        }
    }
}
