//! Targets of `$ref`.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::{Node, Role, Schemas};

/// The target of one `$ref`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reference<'l> {
    /// To a schema of the same document.
    Inside(&'l str),
    /// To another document.
    Elsewhere(&'l str),
    /// To nothing.
    Nowhere(&'l str),
}

impl<'l> Schemas<'l> {
    /// The schemas that references lead to, by what the references say.
    pub(super) fn targets(&self) -> HashMap<&'l str, usize> {
        let said = self.nodes.iter().filter_map(|node| text(node, "$ref"));
        let mut wanted: HashMap<String, Vec<&'l str>> = HashMap::new();
        for said in said {
            if let Some(pointer) = pointer(said) {
                wanted.entry(pointer).or_default().push(said);
            }
        }
        let mut targets = HashMap::new();
        if wanted.is_empty() {
            return targets;
        }
        for node in &self.nodes {
            for said in wanted
                .remove(&self.pointer_from_root(node))
                .unwrap_or_default()
            {
                targets.insert(said, node.index);
            }
            for anchor in ["$anchor", "$id", "id"]
                .iter()
                .filter_map(|key| text(node, key))
            {
                let anchor = anchor.strip_prefix('#').unwrap_or(anchor);
                for said in wanted.remove(&format!("#{anchor}")).unwrap_or_default() {
                    targets.insert(said, node.index);
                }
            }
        }
        targets
    }

    /// The schema itself, or the one that its `$ref` leads to.
    pub(crate) fn resolved<'n>(&'n self, node: &'n Node<'l>) -> &'n Node<'l> {
        let target = text(node, "$ref").and_then(|said| self.targets().get(said).copied());
        target.map_or(node, |index| &self.nodes[index])
    }

    /// Every reference, with the schema in which it stands.
    pub(crate) fn references(&self) -> Vec<(&Node<'l>, Reference<'l>)> {
        let targets = self.targets();
        let has_ids = self.nodes.iter().any(|node| text(node, "$id").is_some());
        let mut references = Vec::new();
        for node in &self.nodes {
            let Some(said) = text(node, "$ref") else {
                continue;
            };
            let is_there = || {
                let root = self.root().map(|root| root.schema);
                let path = pointer(said).filter(|path| !path.starts_with('#'));
                root.zip(path)
                    .is_some_and(|(root, path)| root.pointer(&path).is_some())
            };
            let reference = if targets.contains_key(said) || is_there() {
                Reference::Inside(said)
            } else if !said.starts_with('#') {
                // The document may name itself.
                match has_ids {
                    true => Reference::Inside(said),
                    false => Reference::Elsewhere(said),
                }
            } else {
                Reference::Nowhere(said)
            };
            references.push((node, reference));
        }
        references
    }

    /// Returns the definitions without a reference; the outer one stands for those inside.
    pub(crate) fn unused_definitions(&self) -> Vec<&Node<'l>> {
        let is_outer = |node: &&Node<'l>| node.parent == Some(0) && node.role == Role::Definition;
        let outer = self.nodes.iter().filter(is_outer);
        outer.filter(|node| self.is_unused(node)).collect()
    }

    pub(crate) fn is_unused(&self, node: &Node<'_>) -> bool {
        self.unused.get(node.index).copied().unwrap_or_default()
    }

    /// Returns for each schema whether nothing leads to it: neither the root, nor a reference in a
    /// schema that the root leads to.
    pub(super) fn unreached(&self) -> Vec<bool> {
        let mut unreached = vec![false; self.nodes.len()];
        if !self.nodes.iter().any(|node| node.role == Role::Definition) {
            return unreached;
        }
        unreached.fill(true);
        let targets = self.targets();
        let mut inner: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for node in &self.nodes {
            let target = text(node, "$ref").and_then(|said| targets.get(said));
            inner[node.index].extend(target);
            match node.parent {
                Some(parent) if node.role != Role::Definition => inner[parent].push(node.index),
                _ => {}
            }
        }
        let mut open = vec![0];
        while let Some(index) = open.pop() {
            if std::mem::replace(&mut unreached[index], false) {
                open.extend(&inner[index]);
            }
        }
        unreached
    }

    /// Returns the first reference of each circle; and for every schema, whether it leads to a
    /// circle.
    pub(crate) fn circles(&self) -> (Vec<usize>, Vec<bool>) {
        let targets = self.targets();
        let target = |index: usize| targets.get(text(&self.nodes[index], "$ref")?).copied();
        let mut inner: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for node in &self.nodes {
            if let Some(parent) = node.parent {
                inner[parent].push(node.index);
            }
            if let Some(target) = target(node.index) {
                inner[node.index].push(target);
            }
        }
        let group = groups(&inner);
        let mut first = Vec::new();
        let mut seen = HashSet::new();
        for node in &self.nodes {
            if let Some(target) = target(node.index)
                && group[target] == group[node.index]
                && seen.insert(group[target])
            {
                first.push(node.index);
            }
        }
        let leads_into = |node: &Node<'_>| {
            target(node.index).is_some_and(|target| seen.contains(&group[target]))
        };
        let in_circle = self.nodes.iter().map(leads_into).collect();
        (first, in_circle)
    }
}

/// Returns a number for each node, the same for those that can be reached from one another. Kosaraju's
/// algorithm, without recursion, because schemas may be deep.
fn groups(inner: &[Vec<usize>]) -> Vec<usize> {
    let mut finished = Vec::new();
    let mut seen = vec![false; inner.len()];
    let mut outer: Vec<Vec<usize>> = vec![Vec::new(); inner.len()];
    for start in 0..inner.len() {
        let mut open = vec![(start, false)];
        while let Some((node, is_finished)) = open.pop() {
            if is_finished {
                finished.push(node);
            } else if !std::mem::replace(&mut seen[node], true) {
                open.push((node, true));
                for &child in &inner[node] {
                    outer[child].push(node);
                    open.push((child, false));
                }
            }
        }
    }
    let mut group = vec![None; inner.len()];
    for start in finished.into_iter().rev() {
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            if group[node].is_none() {
                group[node] = Some(start);
                open.extend(&outer[node]);
            }
        }
    }
    // Each node was finished, so each has a group.
    group.into_iter().flatten().collect()
}

fn text<'l>(node: &Node<'l>, key: &str) -> Option<&'l str> {
    node.get(key).and_then(Value::as_str)
}

/// Returns the target of a reference into the same document: a JSON pointer, or `#` and an anchor.
fn pointer(reference: &str) -> Option<String> {
    let path = reference.strip_prefix('#')?;
    match path.is_empty() || path.starts_with('/') {
        true => Some(unescaped(path)),
        false => Some(format!("#{path}")),
    }
}

/// Without the percent signs of an address.
fn unescaped(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = (*first == b'%').then(|| after.get(..2)).flatten();
        let hex = hex.and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| path.to_owned())
}
