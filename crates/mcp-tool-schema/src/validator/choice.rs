//! The branches of `anyOf` and `oneOf`, the branch that a value means, and conditions.

use std::cmp::Reverse;
use std::iter;

use serde_json::{Map, Value};

use super::doubts::doubt_choice;
use super::walk::{Verdict, Walk};
use super::work::{Stop, Walked};
use super::{FaultKind, PathStep};
use crate::definitions::{resolve, target};
use crate::keywords::Keywords as _;
use crate::numbers::{is_of_type, same};

impl<'v> Walk<'v, '_> {
    /// Validates a value with the branches of `anyOf` or `oneOf`.
    pub(super) fn visit_choice(
        &mut self,
        keyword: &'static str,
        schema: &'v Map<String, Value>,
        value: &'v Value,
    ) -> Walked {
        let branches = schema.list(keyword);
        if branches.is_empty() {
            return Ok(());
        }
        let (mut accepted, mut accepting, mut is_unknown) = (0, None, false);
        for branch in branches {
            match self.verdict(branch, value)? {
                Verdict::Accepts if keyword == "anyOf" => {
                    return doubt_choice(self, schema, branches, branch, value);
                }
                Verdict::Accepts => {
                    accepted += 1;
                    accepting = Some(branch);
                }
                Verdict::Rejects => {}
                Verdict::Unknown => is_unknown = true,
            }
        }
        match accepted {
            // A rewrite, an alias or bounds that are ignored may let a second branch accept the value.
            1 if is_unknown => self.is_unknown = true,
            1 => {
                if let Some(accepting) = accepting {
                    doubt_choice(self, schema, branches, accepting, value)?;
                }
            }
            0 if is_unknown => self.is_unknown = true,
            0 if self.list.is_none() => return Err(Stop::Rejected),
            0 => self.explain_choice(schema, &branches.iter().collect::<Vec<_>>(), value)?,
            _ if self.validator.ignores_rules => {}
            _ => self.fault(schema, value, FaultKind::Keyword("oneOf"))?,
        }
        Ok(())
    }

    /// Validates a value with `not`, and with `if`, `then` and `else`.
    pub(super) fn visit_conditions(
        &mut self,
        schema: &'v Map<String, Value>,
        value: &'v Value,
    ) -> Walked {
        if let Some(not) = schema.get("not").filter(|_| !self.validator.ignores_rules) {
            match self.verdict(not, value)? {
                Verdict::Accepts => self.fault(schema, value, FaultKind::Keyword("not"))?,
                Verdict::Rejects => {}
                Verdict::Unknown => self.is_unknown = true,
            }
        }
        if let Some(condition) = schema.get("if") {
            let then = match self.verdict(condition, value)? {
                Verdict::Accepts => schema.get("then"),
                Verdict::Rejects => schema.get("else"),
                Verdict::Unknown => {
                    self.is_unknown = true;
                    None
                }
            };
            if let Some(then) = then {
                self.visit(then, value)?;
            }
        }
        Ok(())
    }

    /// Lists the faults of a value that no branch accepts: those in the branch that it means, or else one for
    /// the whole value.
    pub(super) fn explain_choice(
        &mut self,
        schema: &'v Map<String, Value>,
        branches: &[&'v Value],
        value: &'v Value,
    ) -> Walked {
        let root = self.validator.root;
        let of_type = |branch: &&Value| is_of_type(resolve(branch, root), value);
        let of_type: Vec<_> = branches.iter().copied().filter(of_type).collect();
        if of_type.is_empty() {
            return self.fault(schema, value, FaultKind::Value);
        }
        let possible: Vec<_> = of_type
            .iter()
            .copied()
            .filter(|branch| !has_other_tag(branch, value, root))
            .collect();
        match possible.as_slice() {
            [] => return self.explain_tag(schema, &of_type, value),
            [only] => return self.visit(only, value),
            _ => {}
        }
        let mut alike = Vec::new();
        let validator = self.validator;
        self.validator.ignores_rules = true;
        for branch in &possible {
            if self.verdict(branch, value)? != Verdict::Rejects {
                alike.push(*branch);
            }
        }
        self.validator = validator;
        let by_rules = !alike.is_empty();
        let candidates = if by_rules { alike } else { possible };
        match best_fit(&candidates, value, root) {
            Some(branch) => self.visit(branch, value),
            None => self.fault(schema, value, FaultKind::NoBranch { by_rules }),
        }
    }

    /// Lists a fault of the member that selects the branch, if all branches have such a member.
    fn explain_tag(
        &mut self,
        schema: &'v Map<String, Value>,
        branches: &[&'v Value],
        value: &'v Value,
    ) -> Walked {
        let root = self.validator.root;
        for (name, _, properties) in tags(branches[0], root) {
            let tag = |branch: &&'v Value| {
                let mut tags = tags(branch, root);
                tags.find(|(other, ..)| *other == name)
                    .map(|(_, tag, _)| tag)
            };
            let Some(allowed) = branches.iter().map(tag).collect::<Option<Vec<_>>>() else {
                continue;
            };
            if let Some(given) = value.get(name) {
                let tag = FaultKind::Tag(allowed);
                return self.at(PathStep::Member(name), |walk| {
                    walk.fault(schema, given, tag)
                });
            }
            let missing = FaultKind::Missing {
                name,
                properties: Some(properties),
                tags: allowed,
            };
            return self.fault(schema, value, missing);
        }
        self.fault(schema, value, FaultKind::NoBranch { by_rules: false })
    }
}

/// Returns a schema and the targets of its references. The parts of a variant can stand beside `$ref`.
pub(super) fn layers<'s>(
    schema: &'s Value,
    root: &'s Map<String, Value>,
) -> impl Iterator<Item = &'s Value> {
    let next = |schema: &&'s Value| target(schema.text("$ref")?, root);
    // Stop after eight references, because a longer chain is probably a cycle.
    iter::successors(Some(schema), next).take(8)
}

/// Returns the names and values of a branch's tags, and the members beside them. A tag is a member that allows only
/// one value.
fn tags<'s>(
    branch: &'s Value,
    root: &'s Map<String, Value>,
) -> impl Iterator<Item = (&'s str, &'s Value, &'s Map<String, Value>)> {
    let properties = layers(branch, root).filter_map(|layer| layer.object("properties"));
    properties.flat_map(|properties| {
        properties.iter().filter_map(move |(name, schema)| {
            let [tag] = schema.only_values()? else {
                return None;
            };
            Some((name.as_str(), tag, properties))
        })
    })
}

/// Returns the names of the members that a branch requires.
fn required<'s>(branch: &'s Value, root: &'s Map<String, Value>) -> impl Iterator<Item = &'s str> {
    layers(branch, root).flat_map(|layer| layer.required())
}

/// Returns whether a tag of the value rules out the branch. A missing tag does so only if the branch requires
/// it.
fn has_other_tag(branch: &Value, value: &Value, root: &Map<String, Value>) -> bool {
    let Some(members) = value.as_object() else {
        return false;
    };
    tags(branch, root).any(|(name, tag, _)| match members.get(name) {
        Some(member) => !same(member, tag),
        None => required(branch, root).any(|required| required == name),
    })
}

/// Returns the branch that a value fits best. Returns `None` if several fit equally well.
fn best_fit<'v>(
    branches: &[&'v Value],
    value: &Value,
    root: &Map<String, Value>,
) -> Option<&'v Value> {
    let score = |branch: &&'v Value| {
        let has = |name: &str| value.get(name).is_some();
        let listed = layers(branch, root).flat_map(|layer| layer.named("properties"));
        let known = listed.filter(|(name, _)| has(name));
        let missing = required(branch, root).filter(|name| !has(name));
        (known.count(), Reverse(missing.count()))
    };
    let best = branches.iter().map(score).max()?;
    let mut fitting = branches.iter().filter(|branch| score(branch) == best);
    let only = fitting.next()?;
    let is_object_without_its_members = value.is_object() && best.0 == 0 && branches.len() > 1;
    (fitting.next().is_none() && !is_object_without_its_members).then_some(only)
}
