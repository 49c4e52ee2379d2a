//! Recursive types whose values serde copies once for each level.
//!
//! serde reads untagged enums, and structs with a flattened map, into a buffer. It reads the same
//! type further inside from a copy of a part of that buffer.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::document::definition_name;
use super::keywords::Keywords as _;

/// Returns the arguments with such types. `None` stands for unknown arguments of an open document.
pub(crate) fn copied_per_level(root: &Map<String, Value>) -> Vec<Option<&str>> {
    let Some(definitions) = root.object("$defs") else {
        return Vec::new();
    };
    let graph: Links = definitions
        .iter()
        .map(|(name, schema)| (name.clone(), links(schema)))
        .collect();
    let copied: BTreeSet<&String> = graph
        .iter()
        .filter(|(name, to)| {
            let mut forms = to.iter().filter(|link| link.from_form);
            forms.any(|link| reached(&link.name, &graph).contains(*name))
        })
        .map(|(name, _)| name)
        .collect();
    if copied.is_empty() {
        return Vec::new();
    }
    let holds_copied = |schema: &Value| {
        let mut links = links(schema).into_iter();
        links.any(|link| !reached(&link.name, &graph).is_disjoint(&copied))
    };
    let named = root.named("properties");
    let named = named.map(|(name, schema)| (Some(name.as_str()), schema));
    named
        .chain(
            root.get("additionalProperties")
                .map(|others| (None, others)),
        )
        .filter(|(_, schema)| holds_copied(schema))
        .map(|(name, _)| name)
        .collect()
}

/// The references of each definition.
type Links = BTreeMap<String, Vec<Link>>;

struct Link {
    name: String,
    /// Whether the reference is inside something that serde reads from a buffer.
    from_form: bool,
}

fn links(schema: &Value) -> Vec<Link> {
    let mut links = Vec::new();
    let mut left = vec![(schema, false)];
    while let Some((schema, in_form)) = left.pop() {
        match schema {
            Value::Object(members) => {
                let target = members.text("$ref");
                links.extend(target.and_then(definition_name).map(|name| Link {
                    name,
                    from_form: in_form,
                }));
                left.extend(
                    members.iter().map(|(keyword, inner)| {
                        (inner, in_form || is_form(keyword, inner, members))
                    }),
                );
            }
            Value::Array(items) => left.extend(items.iter().map(|item| (item, in_form))),
            _ => {}
        }
    }
    links
}

/// Returns whether a keyword has several branches, or the unknown members of a struct. An option
/// has one branch.
fn is_form(keyword: &str, inner: &Value, schema: &Map<String, Value>) -> bool {
    match (keyword, inner) {
        ("anyOf" | "oneOf", Value::Array(branches)) => {
            let is_null = |branch: &&Value| branch.get("type") == Some(&Value::from("null"));
            branches.iter().filter(|branch| !is_null(branch)).count() > 1
        }
        ("additionalProperties", Value::Object(_)) => schema.contains_key("properties"),
        _ => false,
    }
}

/// Returns a definition and everything that it refers to.
fn reached<'l>(name: &str, links: &'l Links) -> BTreeSet<&'l String> {
    let mut reached = BTreeSet::new();
    let mut left = vec![name];
    while let Some(name) = left.pop() {
        if let Some((name, to)) = links.get_key_value(name)
            && reached.insert(name)
        {
            left.extend(to.iter().map(|link| link.name.as_str()));
        }
    }
    reached
}
