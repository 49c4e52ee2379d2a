//! The targets of `$ref`, and circles of references.

use std::collections::{HashMap, HashSet};

use mcp_tool_schema::definitions::percent_decode;

use super::{Role, Schemas, Side};

/// The kind of a `$ref`, by its target.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reference {
    /// The target is probably in the same document, and does not contain itself.
    Resolved,
    /// The target contains itself, and another `$ref` is the first of the circle.
    Recursive,
    /// The target contains itself, and this is the first `$ref` of the circle. The linter reports each circle
    /// once, at this `$ref`.
    ClosesCircle,
    /// The target should be in the same document, but does not exist.
    Missing,
    /// The target is in another document.
    OtherDocument,
}

impl<'l> Schemas<'l> {
    /// Finds the target and the kind of each `$ref`, the unused definitions, and the argument of each definition.
    pub(super) fn follow_references(&mut self) {
        self.find_targets();
        let edges = self.edges();
        let mut is_used: Vec<bool> = vec![false; self.nodes.len()];
        let mut open: Vec<usize> = self.root().into_iter().map(|root| root.index).collect();
        while let Some(index) = open.pop() {
            if !std::mem::replace(&mut is_used[index], true) {
                open.extend(&edges[index]);
            }
        }
        for (node, is_used) in self.nodes.iter_mut().zip(is_used) {
            node.is_unused = !is_used;
        }
        if self.side == Side::Input {
            self.give_arguments_to_definitions(&edges);
        }
        self.classify(&edges);
    }

    /// Finds targets by their JSON pointer, anchor or id. If two schemas share an anchor, the first schema is
    /// the target.
    fn find_targets(&mut self) {
        let mut targets: HashMap<String, usize> = HashMap::new();
        for node in &self.nodes {
            let anchors = ["$anchor", "$id", "id"]
                .iter()
                .filter_map(|key| node.text(key))
                .map(|it| format!("#{}", it.strip_prefix('#').unwrap_or(it)));
            for name in anchors.chain([node.pointer.clone()]) {
                targets.entry(name).or_insert(node.index);
            }
        }
        for node in &mut self.nodes {
            let name = node.text("$ref").and_then(target_name);
            node.target = name.and_then(|name| targets.get(&name).copied());
        }
    }

    /// Returns, for each schema, the indexes of its `$ref` target and its subschemas. Definitions do not
    /// count as subschemas.
    fn edges(&self) -> Vec<Vec<usize>> {
        let targets = self.nodes.iter().map(|node| Vec::from_iter(node.target));
        let mut edges: Vec<Vec<usize>> = targets.collect();
        for node in &self.nodes {
            if let Some(parent) = node.parent
                && !matches!(node.role, Role::Definition(_))
            {
                edges[parent].push(node.index);
            }
        }
        edges
    }

    /// Assigns each definition to the first argument that refers to it.
    fn give_arguments_to_definitions(&mut self, edges: &[Vec<usize>]) {
        for index in 0..self.nodes.len() {
            let node = &self.nodes[index];
            let argument = node.argument.filter(|_| !node.is_defined);
            let mut open = Vec::from_iter(node.target.filter(|_| argument.is_some()));
            while let Some(index) = open.pop() {
                let node = &mut self.nodes[index];
                if node.is_defined && node.argument.is_none() {
                    node.argument = argument;
                    open.extend(&edges[index]);
                }
            }
        }
    }

    /// Sets the kind of each `$ref`.
    fn classify(&mut self, edges: &[Vec<usize>]) {
        let group = connected_groups(edges);
        let circular = self.nodes.iter().filter_map(|node| {
            let target = group[node.target?];
            (target == group[node.index]).then_some(target)
        });
        let circles: HashSet<usize> = circular.collect();
        let mut closed = HashSet::new();
        // If a schema has an `$id`, a `$ref` that does not start with `#` can point to this
        // schema. The linter does not compare such a `$ref` with the `$id`. So if any schema has
        // an `$id`, every `$ref` that does not start with `#` counts as resolved.
        let has_id = self.nodes.iter().any(|node| node.text("$id").is_some());
        let root = self.root().map(|root| root.schema);
        let exists = |path: &str| root.is_some_and(|root| root.pointer(path).is_some());
        for node in &mut self.nodes {
            let Some(reference) = node.text("$ref") else {
                continue;
            };
            let target = node.target.map(|target| group[target]);
            node.reference = Some(match (target, target_name(reference)) {
                (Some(target), _) if circles.contains(&target) => {
                    if target == group[node.index] && closed.insert(target) {
                        Reference::ClosesCircle
                    } else {
                        Reference::Recursive
                    }
                }
                (None, Some(path)) if !exists(&path) => Reference::Missing,
                (None, None) if !has_id => Reference::OtherDocument,
                _ => Reference::Resolved,
            });
        }
    }
}

/// Returns the strongly connected component of each node, by Kosaraju's algorithm. The function does not recurse,
/// because schemas can be deep.
fn connected_groups(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut finished = Vec::new();
    let mut seen = vec![false; edges.len()];
    let mut reversed: Vec<Vec<usize>> = vec![Vec::new(); edges.len()];
    for start in 0..edges.len() {
        let mut open = vec![(start, false)];
        while let Some((node, is_finished)) = open.pop() {
            if is_finished {
                finished.push(node);
            } else if !std::mem::replace(&mut seen[node], true) {
                open.push((node, true));
                for &child in &edges[node] {
                    reversed[child].push(node);
                    open.push((child, false));
                }
            }
        }
    }
    let mut group = vec![None; edges.len()];
    for start in finished.into_iter().rev() {
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            if group[node].is_none() {
                group[node] = Some(start);
                open.extend(&reversed[node]);
            }
        }
    }
    // `flatten` drops no node: `finished` contains every node, so the second loop puts each node
    // into a group.
    group.into_iter().flatten().collect()
}

/// Returns the target of a reference into the same document: a JSON pointer, or `#` and an anchor. Returns
/// `None` for any other reference.
fn target_name(reference: &str) -> Option<String> {
    let path = reference.strip_prefix('#')?;
    if path.is_empty() || path.starts_with('/') {
        Some(percent_decode(path).unwrap_or_else(|| path.to_owned()))
    } else {
        Some(format!("#{path}"))
    }
}
