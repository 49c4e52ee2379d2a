//! OpenAI's strict mode.

use serde_json::{Value, json};

use super::super::Options;
use super::super::rule::Hit;
use super::super::subject::{Role, Subject};

pub(in crate::lint) fn object(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in &tool.input {
        if let Role::Property {
            required: false, ..
        } = node.role
        {
            hits.push(tool.hit(node, "it is not required"));
        }
        let is_object = node.is("object") || node.has("properties");
        if is_object && node.get("additionalProperties") != Some(&json!(false)) {
            hits.push(tool.hit(node, "an object is not closed"));
        }
    }
}

/// What strict mode does not have at all.
const UNKNOWN: &[&str] = &[
    "allOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
    "prefixItems",
    "default",
    "minLength",
    "maxLength",
    "uniqueItems",
    "propertyNames",
    "contains",
];

pub(in crate::lint) fn keyword(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    const FORMATS: &[&str] = &[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    ];
    for node in &tool.input {
        for keyword in UNKNOWN {
            if node.has(keyword) {
                hits.push(Hit {
                    pointer: format!("{}/{keyword}", node.pointer),
                    ..tool.hit(node, format!("`{keyword}` is used"))
                });
            }
        }
        if let Some(format) = node.get("format").and_then(Value::as_str)
            && node.is("string")
            && !FORMATS.contains(&format)
        {
            hits.push(Hit {
                pointer: format!("{}/format", node.pointer),
                ..tool.hit(node, format!("the format `{format}` is used"))
            });
        }
    }
}

pub(in crate::lint) fn size(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let Some(root) = tool.input.first() else {
        return;
    };
    let properties = || {
        let properties = tool.input.iter();
        properties.filter(|node| matches!(node.role, Role::Property { .. }))
    };
    let values = || tool.input.iter().flat_map(|node| node.branches("enum"));
    let names = properties().map(|node| match node.role {
        Role::Property { name, .. } => name.chars().count(),
        _ => 0,
    });
    let texts = values()
        .filter_map(Value::as_str)
        .map(|text| text.chars().count());
    let characters: usize = names.chain(texts).sum();
    let depth = tool.input.iter().map(|node| node.depth).max().unwrap_or(0);
    let measured = [
        (depth, 10, "levels"),
        (properties().count(), 5_000, "properties"),
        (values().count(), 1_000, "enum values"),
        (characters, 120_000, "characters in names and enum values"),
    ];
    for (found, limit, unit) in measured {
        if found > limit {
            hits.push(tool.hit(
                root,
                format!("its input has {found} {unit}, more than {limit}"),
            ));
        }
    }
}
