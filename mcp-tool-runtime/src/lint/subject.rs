//! A list of tools as it is looked at: every schema in it, with its place.

use serde_json::{Map, Value};

use super::rule::Hit;

/// One tool of a list.
pub(super) struct Subject<'l> {
    pub(super) position: usize,
    pub(super) name: &'l str,
    /// `/tools/0`
    pub(super) pointer: String,
    pub(super) tool: &'l Value,
    pub(super) input: Vec<Node<'l>>,
    pub(super) output: Vec<Node<'l>>,
}

impl<'l> Subject<'l> {
    pub(super) fn new(position: usize, tool: &'l Value) -> Self {
        let pointer = format!("/tools/{position}");
        let nodes = |key: &str| match tool.get(key) {
            Some(schema) => nodes(schema, format!("{pointer}/{key}")),
            None => Vec::new(),
        };
        Subject {
            position,
            name: tool.get("name").and_then(Value::as_str).unwrap_or_default(),
            input: nodes("inputSchema"),
            output: nodes("outputSchema"),
            pointer,
            tool,
        }
    }

    pub(super) fn text(&self, key: &str) -> &'l str {
        self.tool
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// Something at a schema of the tool.
    pub(super) fn hit(&self, node: &Node<'_>, what: impl Into<String>) -> Hit {
        Hit {
            argument: node.argument.map(str::to_owned),
            ..self.hit_at(node.pointer.clone(), what)
        }
    }

    /// Something at another place of the tool.
    pub(super) fn hit_at(&self, pointer: String, what: impl Into<String>) -> Hit {
        Hit {
            tool: Some((self.position, self.name.to_owned())),
            pointer,
            argument: None,
            what: what.into(),
        }
    }

    /// Every schema of the tool.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &Node<'l>> {
        self.input.iter().chain(&self.output)
    }
}

/// A schema, and where it stands.
#[derive(Clone)]
pub(super) struct Node<'l> {
    pub(super) schema: &'l Value,
    pub(super) pointer: String,
    /// How many objects and lists are around it.
    pub(super) depth: usize,
    /// The argument that it belongs to: the first property on the way to it.
    pub(super) argument: Option<&'l str>,
    /// What it is in the schema around it.
    pub(super) role: Role<'l>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role<'l> {
    Root,
    /// A property of this name, and whether it must be there.
    Property {
        name: &'l str,
        required: bool,
    },
    /// What other properties have to be.
    OtherProperties,
    /// A branch of `anyOf`, `oneOf` or `allOf`.
    Branch,
    Definition,
    Other,
}

impl<'l> Node<'l> {
    pub(super) fn object(&self) -> Option<&'l Map<String, Value>> {
        self.schema.as_object()
    }

    pub(super) fn get(&self, keyword: &str) -> Option<&'l Value> {
        self.schema.get(keyword)
    }

    pub(super) fn has(&self, keyword: &str) -> bool {
        self.get(keyword).is_some()
    }

    /// Whether `type` is this, or has it in its list.
    pub(super) fn is(&self, kind: &str) -> bool {
        match self.get("type") {
            Some(Value::String(only)) => only == kind,
            Some(Value::Array(kinds)) => kinds.iter().any(|other| other == kind),
            _ => false,
        }
    }

    pub(super) fn branches(&self, keyword: &str) -> &'l [Value] {
        self.get(keyword)
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice)
    }
}

/// Schemas nested deeper than this are not looked into.
const MAX_DEPTH: usize = 128;

fn nodes(root: &Value, pointer: String) -> Vec<Node<'_>> {
    let mut nodes = vec![Node {
        schema: root,
        pointer,
        depth: 0,
        argument: None,
        role: Role::Root,
    }];
    let mut next = 0;
    while let Some(node) = nodes.get(next).cloned() {
        next += 1;
        if let Some(object) = node.object()
            && node.depth < MAX_DEPTH
        {
            for (keyword, value) in object {
                inner(&node, keyword, value, &mut nodes);
            }
        }
    }
    nodes
}

fn inner<'l>(node: &Node<'l>, keyword: &'l str, value: &'l Value, nodes: &mut Vec<Node<'l>>) {
    let mut add = |part: Option<&str>, schema: &'l Value, role: Role<'l>, deeper: usize| {
        let mut pointer = format!("{}/{}", node.pointer, escaped(keyword));
        if let Some(part) = part {
            pointer = format!("{pointer}/{}", escaped(part));
        }
        let argument = node.argument.or(match role {
            Role::Property { name, .. } => Some(name),
            _ => None,
        });
        nodes.push(Node {
            schema,
            pointer,
            depth: node.depth + deeper,
            argument,
            role,
        });
    };
    match (keyword, value) {
        ("properties", Value::Object(members)) => {
            let required: Vec<&str> = node
                .branches("required")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            for (name, schema) in members {
                let required = required.contains(&name.as_str());
                add(Some(name), schema, Role::Property { name, required }, 1);
            }
        }
        ("patternProperties", Value::Object(members)) => {
            for (name, schema) in members {
                add(Some(name), schema, Role::OtherProperties, 1);
            }
        }
        ("$defs" | "definitions", Value::Object(members)) => {
            for (name, schema) in members {
                add(Some(name), schema, Role::Definition, 1);
            }
        }
        ("dependentSchemas", Value::Object(members)) => {
            for (name, schema) in members {
                add(Some(name), schema, Role::Other, 0);
            }
        }
        ("anyOf" | "oneOf" | "allOf", Value::Array(branches)) => {
            for (at, schema) in branches.iter().enumerate() {
                add(Some(&at.to_string()), schema, Role::Branch, 0);
            }
        }
        ("prefixItems" | "items", Value::Array(items)) => {
            for (at, schema) in items.iter().enumerate() {
                add(Some(&at.to_string()), schema, Role::Other, 1);
            }
        }
        ("additionalProperties" | "unevaluatedProperties", Value::Object(_)) => {
            add(None, value, Role::OtherProperties, 1);
        }
        ("items" | "contains" | "additionalItems" | "unevaluatedItems", _) => {
            add(None, value, Role::Other, 1);
        }
        ("not" | "if" | "then" | "else" | "propertyNames", _) => {
            add(None, value, Role::Other, 0);
        }
        _ => {}
    }
}

/// A part of a JSON pointer.
fn escaped(part: &str) -> String {
    part.replace('~', "~0").replace('/', "~1")
}
