//! What Gemini's own kind of schema does not have.

use serde_json::Value;

use super::super::Options;
use super::super::rule::Hit;
use super::super::subject::{Node, Subject};
use super::super::written::is_large;
use super::schema::{format, is_nullable, is_optional_null};
use crate::schema::FORMATS;

/// Whether Gemini has this format.
pub(super) fn knows(node: &Node<'_>, format: &str) -> bool {
    match format {
        "date-time" | "enum" => !node.is("number") && !node.is("integer"),
        "float" | "double" | "int32" | "int64" => !node.is("string"),
        _ => false,
    }
}

/// A format that JSON Schema has. Others have a rule of their own.
pub(in crate::lint) fn unknown_format(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in &tool.input.nodes {
        let format = format(node).filter(|format| FORMATS.contains(format));
        if let Some(format) = format.filter(|format| !knows(node, format)) {
            hits.push(tool.hit(node, "format", format!("its format is `{format}`")));
        }
    }
}

pub(in crate::lint) fn keyword(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    const UNKNOWN: &[&str] = &[
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "uniqueItems",
        "contains",
        "minContains",
        "maxContains",
        "patternProperties",
        "propertyNames",
        "unevaluatedProperties",
        "unevaluatedItems",
        "additionalItems",
        "contentEncoding",
        "contentMediaType",
    ];
    for node in &tool.input.nodes {
        for keyword in UNKNOWN {
            let is_off =
                node.get(keyword) == Some(&Value::Bool(false)) && *keyword == "uniqueItems";
            if node.has(keyword) && !is_off {
                hits.push(tool.hit(node, keyword, format!("`{keyword}` is used")));
            }
        }
        // What is left of `oneOf` where nothing else is said of it.
        if node.has("oneOf") && is_nullable(node) && !is_optional_null(node) {
            hits.push(tool.hit(node, "oneOf", "`oneOf` is used"));
        }
        // Items that are told one by one, and by `items` besides.
        if node.has("prefixItems") && node.has("items") {
            hits.push(tool.hit(node, "prefixItems", "`prefixItems` is used"));
        }
    }
}

pub(in crate::lint) fn beside_any_of(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    const MAY: &[&str] = &[
        "anyOf",
        "title",
        "description",
        "default",
        "nullable",
        "examples",
        "$schema",
        "deprecated",
    ];
    for node in tool.input.nodes.iter().filter(|node| node.parent.is_some()) {
        let mut keywords = node.object().into_iter().flat_map(|object| object.keys());
        let beside = keywords.find(|keyword| !MAY.contains(&keyword.as_str()));
        if let Some(beside) = beside.filter(|_| node.has("anyOf")) {
            let what = format!("`{beside}` stands beside `anyOf`");
            hits.push(tool.hit(node, "anyOf", what));
        }
    }
}

pub(in crate::lint) fn empty_value(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in &tool.input.nodes {
        if node.list("enum").iter().any(|value| value == "") {
            hits.push(tool.hit(node, "enum", "its `enum` has the empty string"));
        }
    }
}

/// Members or items of what is something else.
pub(in crate::lint) fn misplaced(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let kinds = [
        ("properties", "object"),
        ("required", "object"),
        ("items", "array"),
    ];
    for node in &tool.input.nodes {
        for (keyword, kind) in kinds {
            // What is malformed besides has a rule of its own.
            let is_there = node.get(keyword).is_some_and(is_large);
            if is_there && node.has("type") && !node.is(kind) {
                let what = format!("it has `{keyword}`, and its type is not `{kind}`");
                hits.push(tool.hit(node, keyword, what));
            }
        }
    }
}
