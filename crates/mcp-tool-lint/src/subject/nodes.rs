//! Every schema inside a schema, with its place.

use std::collections::HashSet;

use mcp_tool_schema::definitions::escape_pointer;
use mcp_tool_schema::keywords::{Keywords as _, Position, subschemas};
use serde_json::{Map, Value};

use super::{Reference, Side};

/// The depth to which the linter reads nested schemas.
const MAX_LEVEL: usize = 128;

/// Keywords for all properties or items that other keywords, such as `properties`, do not describe.
const CATCH_ALL: &[&str] = &[
    "additionalProperties",
    "unevaluatedProperties",
    "additionalItems",
    "unevaluatedItems",
];

/// All schemas of `inputSchema` or `outputSchema`. The root comes first, and each schema before its subschemas.
pub(crate) struct Schemas<'l> {
    pub(super) side: Side,
    pub(crate) nodes: Vec<Node<'l>>,
}

/// A schema and its place.
pub(crate) struct Node<'l> {
    pub(crate) schema: &'l Value,
    pub(crate) index: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) side: Side,
    /// The number of schemas that contain this schema.
    level: usize,
    /// The place in the root schema, such as `/properties/limit`.
    pub(crate) pointer: String,
    /// The path inside the argument or the result, such as `filters[].kind`. In a definition, the path starts with
    /// the definition's name.
    pub(crate) path: String,
    /// The argument that contains the schema. For a schema in a definition, the first argument that refers to
    /// the schema, directly or through other schemas.
    pub(crate) argument: Option<&'l str>,
    /// Whether the schema is in a definition. Properties in a definition are not arguments.
    pub(super) is_defined: bool,
    /// Whether the schema is in an unused definition: no chain of references leads there from the root.
    pub(crate) is_unused: bool,
    /// The index of the schema to which `$ref` refers, if the linter found it.
    pub(crate) target: Option<usize>,
    /// The kind of the `$ref`.
    pub(crate) reference: Option<Reference>,
    /// The role of the schema in the schema that contains it.
    pub(crate) role: Role<'l>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role<'l> {
    Root,
    /// A property, with its name, and whether its parent requires it.
    Property {
        name: &'l str,
        required: bool,
    },
    /// A schema in `patternProperties`, `additionalProperties` or `unevaluatedProperties`.
    OtherProperties,
    /// The item at this position of an array. `None` stands for all items that have no schema of their own.
    Items(Option<usize>),
    /// A branch of `anyOf`, `oneOf` or `allOf`.
    Branch,
    /// A definition of this name.
    Definition(&'l str),
    Other,
}

impl<'l> Node<'l> {
    pub(crate) fn object(&self) -> Option<&'l Map<String, Value>> {
        self.schema.as_object()
    }

    pub(crate) fn get(&self, keyword: &str) -> Option<&'l Value> {
        self.schema.get(keyword)
    }

    pub(crate) fn text(&self, keyword: &str) -> Option<&'l str> {
        self.get(keyword)?.as_str()
    }

    pub(crate) fn has(&self, keyword: &str) -> bool {
        self.get(keyword).is_some()
    }

    pub(crate) fn has_any(&self, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.has(keyword))
    }

    /// Returns whether the keyword `type` is `kind`, or a list that contains `kind`.
    pub(crate) fn is(&self, kind: &str) -> bool {
        self.schema.types().any(|other| other == kind)
    }

    /// Returns whether the linter skips the subschemas, because the schema is nested too deep.
    pub(crate) fn is_too_deep(&self) -> bool {
        self.level >= MAX_LEVEL && self.schema.is_object()
    }

    /// Returns whether the schema describes a property that is not required.
    pub(crate) fn is_optional(&self) -> bool {
        let role = self.role;
        matches!(role, Role::Property { required, .. } if !required)
    }

    /// Returns the name of the property that the schema describes.
    pub(crate) fn property(&self) -> Option<&'l str> {
        match self.role {
            Role::Property { name, .. } => Some(name),
            _ => None,
        }
    }

    pub(crate) fn list(&self, keyword: &str) -> &'l [Value] {
        self.schema.list(keyword)
    }
}

/// Returns whether a schema is `true` or `{}`.
pub(crate) fn accepts_all(schema: &Value) -> bool {
    schema == true || schema.as_object().is_some_and(Map::is_empty)
}

impl<'l> Schemas<'l> {
    pub(super) fn new(side: Side, schema: Option<&'l Value>) -> Self {
        let root = schema.map(|schema| Node {
            schema,
            index: 0,
            parent: None,
            side,
            level: 0,
            pointer: String::new(),
            path: String::new(),
            argument: None,
            is_defined: false,
            is_unused: false,
            target: None,
            reference: None,
            role: Role::Root,
        });
        let mut schemas = Schemas {
            side,
            nodes: Vec::from_iter(root),
        };
        let mut next = 0;
        while let Some(node) = schemas.nodes.get(next) {
            let object = node.object().filter(|_| !node.is_too_deep());
            for (keyword, value) in object.into_iter().flatten() {
                schemas.add(next, keyword, value);
            }
            next += 1;
        }
        schemas.follow_references();
        schemas
    }

    pub(crate) fn root(&self) -> Option<&Node<'l>> {
        self.nodes.first()
    }

    pub(crate) fn parent(&self, node: &Node<'_>) -> Option<&Node<'l>> {
        node.parent.map(|parent| &self.nodes[parent])
    }

    /// Returns the schema, the target of its `$ref`, the target of the target's `$ref`, and so on.
    pub(crate) fn targets<'s>(&'s self, node: &'s Node<'l>) -> impl Iterator<Item = &'s Node<'l>> {
        let target = |node: &&Node<'l>| node.target.map(|target| &self.nodes[target]);
        // Limit the number of steps, because references can form a circle.
        std::iter::successors(Some(node), target).take(MAX_LEVEL)
    }

    /// Adds the schemas of a keyword.
    fn add(&mut self, parent: usize, keyword: &'l str, value: &'l Value) {
        // Skip booleans and `{}`, which means `true`: they only allow or forbid further properties or
        // items, and every client accepts them.
        if CATCH_ALL.contains(&keyword) && (value.is_boolean() || accepts_all(value)) {
            return;
        }
        let required: HashSet<&str> = if keyword == "properties" {
            self.nodes[parent].schema.required().collect()
        } else {
            HashSet::new()
        };
        for (position, schema) in subschemas(keyword, value) {
            let role = match (keyword, position) {
                ("properties", Position::Name(name)) => Role::Property {
                    name,
                    required: required.contains(name),
                },
                ("patternProperties" | "additionalProperties" | "unevaluatedProperties", _) => {
                    Role::OtherProperties
                }
                ("prefixItems" | "items", Position::At(at)) => Role::Items(Some(at)),
                ("items" | "additionalItems" | "unevaluatedItems", _) => Role::Items(None),
                ("anyOf" | "oneOf" | "allOf", _) => Role::Branch,
                ("$defs" | "definitions", Position::Name(name)) => Role::Definition(name),
                _ => Role::Other,
            };
            let outer = &self.nodes[parent];
            let mut pointer = format!("{}/{}", outer.pointer, escape_pointer(keyword));
            match position {
                Position::Only => {}
                Position::Name(name) => pointer = format!("{pointer}/{}", escape_pointer(name)),
                Position::At(at) => pointer = format!("{pointer}/{at}"),
            }
            let is_defined = outer.is_defined || matches!(role, Role::Definition(_));
            let is_in_argument =
                self.side == Side::Output || is_defined || outer.argument.is_some();
            let member = |name: &str| match outer.path.as_str() {
                "" => name.to_owned(),
                path => format!("{path}.{name}"),
            };
            let (argument, path) = match role {
                Role::Property { name, .. } if !is_in_argument => (Some(name), String::new()),
                Role::Property { name, .. } => (None, member(name)),
                Role::OtherProperties => (None, member("*")),
                Role::Items(Some(at)) => (None, format!("{}[{at}]", outer.path)),
                Role::Items(None) => (None, format!("{}[]", outer.path)),
                Role::Definition(name) => (None, name.to_owned()),
                Role::Root | Role::Branch | Role::Other => (None, outer.path.clone()),
            };
            self.nodes.push(Node {
                schema,
                index: self.nodes.len(),
                parent: Some(parent),
                side: self.side,
                level: outer.level + 1,
                pointer,
                path,
                argument: outer.argument.or(argument),
                is_defined,
                is_unused: false,
                target: None,
                reference: None,
                role,
            });
        }
    }
}
