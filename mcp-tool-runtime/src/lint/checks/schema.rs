//! Keywords inside schemas.

use serde_json::Value;

use super::super::Options;
use super::super::rule::Hit;
use super::super::subject::{Node, Role, Subject};
use crate::schema::FORMATS;

/// Each schema of the tool for which there is something to say.
fn each(
    tool: &Subject<'_>,
    hits: &mut Vec<Hit>,
    keyword: &str,
    what: impl Fn(&Node<'_>) -> Option<String>,
) {
    for node in tool.nodes() {
        if let Some(what) = what(node) {
            let pointer = match keyword {
                "" => node.pointer.clone(),
                keyword => format!("{}/{keyword}", node.pointer),
            };
            hits.push(Hit {
                pointer,
                ..tool.hit(node, what)
            });
        }
    }
}

pub(in crate::lint) fn boolean(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "", |node| match node.schema {
        Value::Bool(any) => Some(format!("its schema is `{any}`")),
        _ => None,
    });
}

pub(in crate::lint) fn reference(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "$ref", |node| {
        let reference = node.get("$ref")?;
        Some(format!("it refers to {reference}"))
    });
}

pub(in crate::lint) fn recursion(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in tool.nodes() {
        // A reference to what stands around it, or to a definition from inside that definition.
        if let Some(target) = node.get("$ref").and_then(Value::as_str)
            && let Some(path) = target.strip_prefix('#')
            && leads_back(tool, node, path)
        {
            hits.push(Hit {
                pointer: format!("{}/$ref", node.pointer),
                ..tool.hit(node, format!("what `{target}` describes contains itself"))
            });
        }
    }
}

/// Whether something below the target of a reference refers to that target again, also by way of
/// other definitions.
fn leads_back(tool: &Subject<'_>, node: &Node<'_>, path: &str) -> bool {
    let nodes = if node
        .pointer
        .starts_with(&format!("{}/inputSchema", tool.pointer))
    {
        &tool.input
    } else {
        &tool.output
    };
    let Some(root) = nodes.first() else {
        return false;
    };
    let mut open = vec![path.to_owned()];
    let mut seen: Vec<String> = Vec::new();
    while let Some(target) = open.pop() {
        let start = format!("{}{target}", root.pointer);
        let inside = nodes.iter().filter(|inner| {
            inner.pointer == start || inner.pointer.starts_with(&format!("{start}/"))
        });
        for reference in inside.filter_map(|inner| inner.get("$ref")?.as_str()?.strip_prefix('#')) {
            if reference == path {
                return true;
            }
            if !seen.iter().any(|known| known == reference) {
                seen.push(reference.to_owned());
                open.push(reference.to_owned());
            }
        }
    }
    false
}

pub(in crate::lint) fn constant(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "const", |node| {
        Some(format!("the value {} is a `const`", node.get("const")?))
    });
    each(tool, hits, "enum", |node| {
        let other = node
            .branches("enum")
            .iter()
            .find(|value| !value.is_string())?;
        Some(format!("its `enum` has {other}, which is no string"))
    });
}

pub(in crate::lint) fn several_types(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "type", |node| {
        let kinds = node.get("type").filter(|kinds| kinds.is_array())?;
        Some(format!("its type is {kinds}"))
    });
}

pub(in crate::lint) fn optional_null(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in &tool.input {
        let is_null = |branch: &Value| branch.get("type").is_some_and(|kind| kind == "null");
        if let Role::Property {
            required: false, ..
        } = node.role
            && ["anyOf", "oneOf"]
                .iter()
                .any(|keyword| node.branches(keyword).iter().any(is_null))
        {
            hits.push(tool.hit(node, "it is optional, and may be `null` besides"));
        }
    }
}

pub(in crate::lint) fn array_items(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "", |node| {
        let has_items = node.get("items").is_some_and(|items| !items.is_array());
        let is_tuple = node.has("prefixItems") || node.get("items").is_some_and(Value::is_array);
        match node.is("array") && !has_items {
            true if is_tuple => {
                Some("its items are told one by one, and not by `items`".to_owned())
            }
            true => Some("its items are not described".to_owned()),
            false => None,
        }
    });
}

fn format<'l>(node: &Node<'l>) -> Option<&'l str> {
    node.get("format")?.as_str()
}

pub(in crate::lint) fn invented_format(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "format", |node| {
        let format = format(node).filter(|format| !FORMATS.contains(format))?;
        Some(format!("its format is `{format}`"))
    });
}

pub(in crate::lint) fn gemini_format(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    const KNOWN: &[&str] = &["date-time", "float", "double", "int32", "int64"];
    each(tool, hits, "format", |node| {
        let format = format(node).filter(|format| !KNOWN.contains(format))?;
        Some(format!("its format is `{format}`"))
    });
}

pub(in crate::lint) fn exclusive_bound(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for keyword in ["exclusiveMinimum", "exclusiveMaximum", "multipleOf"] {
        each(tool, hits, keyword, |node| {
            node.has(keyword).then(|| format!("`{keyword}` is used"))
        });
    }
}

pub(in crate::lint) fn dialect(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "$schema", |node| {
        Some(format!("it names its dialect, {}", node.get("$schema")?))
    });
}

pub(in crate::lint) fn condition(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    const CONDITIONS: &[&str] = &[
        "oneOf",
        "allOf",
        "not",
        "if",
        "dependentRequired",
        "dependentSchemas",
    ];
    for node in &tool.input {
        for keyword in CONDITIONS {
            if node.has(keyword) {
                hits.push(Hit {
                    pointer: format!("{}/{keyword}", node.pointer),
                    ..tool.hit(node, format!("`{keyword}` is used"))
                });
            }
        }
    }
}
