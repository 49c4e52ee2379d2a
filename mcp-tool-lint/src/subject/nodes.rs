//! Every schema inside of a schema, and where it stands.

use std::collections::{HashMap, HashSet};

use mcp_tool_rules::schema::{Holds, holds};
use serde_json::{Map, Value};

use super::Side;

/// Which of a keyword's schemas it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part<'s> {
    Only,
    Name(&'s str),
    At(usize),
}

/// Returns the schemas that a keyword holds.
fn inner<'s>(keyword: &str, value: &'s Value) -> Vec<(Part<'s>, &'s Value)> {
    match (holds(keyword), value) {
        (Some(Holds::Named), Value::Object(named)) => named
            .iter()
            // In `dependencies`, a list holds names.
            .filter(|(_, schema)| keyword != "dependencies" || !schema.is_array())
            .map(|(name, schema)| (Part::Name(name), schema))
            .collect(),
        (Some(Holds::Listed | Holds::OneOrListed), Value::Array(listed)) => {
            let listed = listed.iter().enumerate();
            listed.map(|(at, schema)| (Part::At(at), schema)).collect()
        }
        (Some(Holds::One | Holds::OneOrListed), schema) => vec![(Part::Only, schema)],
        _ => Vec::new(),
    }
}

/// Schemas nested deeper than this are not looked into.
pub(crate) const MAX_LEVEL: usize = 128;

/// Keywords about members and items that no other keyword describes.
const OTHERS: &[&str] = &[
    "additionalProperties",
    "unevaluatedProperties",
    "additionalItems",
    "unevaluatedItems",
];

/// The schemas of the arguments, or of the answer: the root first, the inner ones behind the outer.
pub(crate) struct Schemas<'l> {
    side: Side,
    root: String,
    pub(crate) nodes: Vec<Node<'l>>,
    /// The first schema that was not looked into because of its depth.
    pub(crate) too_deep: Option<usize>,
    /// For each schema, whether it is in an unused definition.
    pub(super) unused: Vec<bool>,
}

/// A schema, and where it stands.
pub(crate) struct Node<'l> {
    pub(crate) schema: &'l Value,
    pub(crate) index: usize,
    pub(crate) parent: Option<usize>,
    keyword: &'l str,
    pub(crate) part: Part<'l>,
    pub(crate) side: Side,
    /// How many objects and lists are around it.
    pub(crate) depth: usize,
    /// How many schemas are around it.
    level: usize,
    /// The argument that it belongs to: the first property on the way to it.
    pub(crate) argument: Option<&'l str>,
    /// Whether it is in a definition, so that its properties are not arguments.
    defined: bool,
    /// Its role in the schema around it.
    pub(crate) role: Role<'l>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role<'l> {
    Root,
    /// A property of this name, and whether it must be there.
    Property {
        name: &'l str,
        required: bool,
    },
    /// The schema of all other properties.
    OtherProperties,
    /// The items of a list.
    Items,
    /// A branch of `anyOf`, `oneOf` or `allOf`.
    Branch,
    Definition,
    Other,
}

impl<'l> Node<'l> {
    pub(crate) fn object(&self) -> Option<&'l Map<String, Value>> {
        self.schema.as_object()
    }

    pub(crate) fn get(&self, keyword: &str) -> Option<&'l Value> {
        self.schema.get(keyword)
    }

    pub(crate) fn has(&self, keyword: &str) -> bool {
        self.get(keyword).is_some()
    }

    pub(crate) fn has_any(&self, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.has(keyword))
    }

    /// Whether `type` is this, or has it in its list.
    pub(crate) fn is(&self, kind: &str) -> bool {
        match self.get("type") {
            Some(Value::String(only)) => only == kind,
            Some(Value::Array(kinds)) => kinds.iter().any(|other| other == kind),
            _ => false,
        }
    }

    pub(crate) fn list(&self, keyword: &str) -> &'l [Value] {
        self.get(keyword)
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice)
    }
}

impl<'l> Schemas<'l> {
    pub(super) fn new(side: Side, schema: Option<&'l Value>, root: String) -> Self {
        let mut schemas = Schemas {
            side,
            root,
            nodes: Vec::new(),
            too_deep: None,
            unused: Vec::new(),
        };
        if let Some(schema) = schema {
            schemas.nodes.push(Node {
                schema,
                index: 0,
                parent: None,
                keyword: "",
                part: Part::Only,
                side,
                depth: 0,
                level: 0,
                argument: None,
                defined: false,
                role: Role::Root,
            });
        }
        let mut next = 0;
        while next < schemas.nodes.len() {
            if let Some(object) = schemas.nodes[next].object() {
                if schemas.nodes[next].level < MAX_LEVEL {
                    for (keyword, value) in object {
                        schemas.inner(next, keyword, value);
                    }
                } else {
                    schemas.too_deep.get_or_insert(next);
                }
            }
            next += 1;
        }
        schemas.give_arguments_to_definitions();
        schemas.unused = schemas.unreached();
        schemas
    }

    pub(crate) fn root(&self) -> Option<&Node<'l>> {
        self.nodes.first()
    }

    pub(crate) fn parent(&self, node: &Node<'_>) -> Option<&Node<'l>> {
        node.parent.map(|parent| &self.nodes[parent])
    }

    /// Returns the place of a schema in the result of `tools/list`.
    pub(crate) fn pointer(&self, node: &Node<'_>) -> String {
        format!("{}{}", self.root, self.pointer_from_root(node))
    }

    pub(super) fn pointer_from_root(&self, node: &Node<'_>) -> String {
        let mut steps = Vec::new();
        let mut index = Some(node.index);
        while let Some(at) = index {
            let node = &self.nodes[at];
            match node.part {
                _ if node.parent.is_none() => {}
                Part::Only => steps.push(escaped(node.keyword)),
                Part::Name(name) => {
                    steps.push(format!("{}/{}", escaped(node.keyword), escaped(name)));
                }
                Part::At(at) => steps.push(format!("{}/{at}", escaped(node.keyword))),
            }
            index = node.parent;
        }
        let mut pointer = String::new();
        for step in steps.iter().rev() {
            pointer.push('/');
            pointer.push_str(step);
        }
        pointer
    }

    /// Where a schema stands inside of its argument, or of the answer, as `filters[].kind`.
    pub(crate) fn path(&self, node: &Node<'_>) -> Option<String> {
        let mut steps: Vec<String> = Vec::new();
        let mut index = Some(node.index);
        while let Some(at) = index {
            let node = &self.nodes[at];
            match (node.role, node.part) {
                (Role::Property { name, .. }, _) => steps.push(format!(".{name}")),
                (Role::Items, Part::At(at)) => steps.push(format!("[{at}]")),
                (Role::Items, _) => steps.push("[]".to_owned()),
                (Role::OtherProperties, _) => steps.push(".*".to_owned()),
                (Role::Definition, Part::Name(name)) => {
                    // The schema around a definition does not change its role.
                    steps.push(name.to_owned());
                    break;
                }
                _ => {}
            }
            index = node.parent;
        }
        // The first property is the argument itself.
        if node.argument.is_some() && !node.defined {
            steps.pop();
        }
        let path: String = steps.iter().rev().map(String::as_str).collect();
        let path = path.strip_prefix('.').unwrap_or(&path);
        (!path.is_empty()).then(|| path.to_owned())
    }

    /// Adds the schemas of a keyword.
    fn inner(&mut self, parent: usize, keyword: &'l str, value: &'l Value) {
        // A boolean here only opens or closes the object.
        if OTHERS.contains(&keyword) && value.is_boolean() {
            return;
        }
        let required: HashSet<&str> = match keyword {
            "properties" => {
                let required = self.nodes[parent].list("required").iter();
                required.filter_map(Value::as_str).collect()
            }
            _ => HashSet::new(),
        };
        for (part, schema) in inner(keyword, value) {
            let (role, deeper) = match (keyword, part) {
                ("properties", Part::Name(name)) => {
                    let required = required.contains(name);
                    (Role::Property { name, required }, 1)
                }
                ("patternProperties" | "additionalProperties" | "unevaluatedProperties", _) => {
                    (Role::OtherProperties, 1)
                }
                ("prefixItems" | "items" | "additionalItems" | "unevaluatedItems", _) => {
                    (Role::Items, 1)
                }
                ("anyOf" | "oneOf" | "allOf", _) => (Role::Branch, 0),
                ("$defs" | "definitions", _) => (Role::Definition, 0),
                ("contains", _) => (Role::Other, 1),
                _ => (Role::Other, 0),
            };
            self.add(parent, keyword, part, schema, role, deeper);
        }
    }

    fn add(
        &mut self,
        parent: usize,
        keyword: &'l str,
        part: Part<'l>,
        schema: &'l Value,
        role: Role<'l>,
        deeper: usize,
    ) {
        let outer = &self.nodes[parent];
        let defined = outer.defined || role == Role::Definition;
        let argument = outer.argument.or(match role {
            Role::Property { name, .. } if self.side == Side::Input && !defined => Some(name),
            _ => None,
        });
        self.nodes.push(Node {
            schema,
            index: self.nodes.len(),
            parent: Some(parent),
            keyword,
            part,
            side: self.side,
            depth: outer.depth + deeper,
            level: outer.level + 1,
            argument,
            defined,
            role,
        });
    }

    /// A definition belongs to the first argument that refers to it.
    fn give_arguments_to_definitions(&mut self) {
        if self.side == Side::Output || !self.nodes.iter().any(|node| node.has("$ref")) {
            return;
        }
        // The outermost definition around each schema, and the schemas in each.
        let mut around: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut inside: HashMap<usize, Vec<usize>> = HashMap::new();
        for node in &self.nodes {
            let outer = node.parent.and_then(|parent| around[parent]);
            let own = (node.role == Role::Definition).then_some(node.index);
            around.push(outer.or(own));
            if let Some(definition) = outer.or(own) {
                inside.entry(definition).or_default().push(node.index);
            }
        }
        let targets = self.targets();
        let target = |index: usize| {
            let target = targets.get(self.nodes[index].get("$ref")?.as_str()?)?;
            around[*target]
        };
        let mut given: HashMap<usize, &'l str> = HashMap::new();
        let mut open: Vec<(usize, &'l str)> = Vec::new();
        for node in &self.nodes {
            if let (Some(argument), Some(definition)) = (node.argument, target(node.index)) {
                open.push((definition, argument));
            }
        }
        open.reverse();
        while let Some((definition, argument)) = open.pop() {
            if given.contains_key(&definition) {
                continue;
            }
            given.insert(definition, argument);
            for index in inside.get(&definition).into_iter().flatten() {
                if let Some(next) = target(*index) {
                    open.push((next, argument));
                }
            }
        }
        for (definition, argument) in given {
            for index in inside.get(&definition).into_iter().flatten() {
                self.nodes[*index].argument.get_or_insert(argument);
            }
        }
    }
}

/// A part of a JSON pointer.
pub(crate) fn escaped(part: &str) -> String {
    part.replace('~', "~0").replace('/', "~1")
}
