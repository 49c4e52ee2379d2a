//! Walks through a value and its schema, and collects the violated rules.

use serde_json::Value;

use super::{Check, Violation, Violations, is_marked};
use crate::branches::{is_ruled_out, selected, tags};
use crate::definitions::resolve;
use crate::describe::LISTED;
use crate::keywords::Keywords as _;
use crate::mismatch::{BrokenRule, Matcher, PathStep, Rules, Stop, schema_of_others};

/// The walk through one value.
pub(super) struct Walk<'v> {
    pub(super) matcher: Matcher<'v>,
    path: Vec<PathStep<'v>>,
    pub(super) found: Violations<'v>,
}

impl<'v> Walk<'v> {
    pub(super) fn new(check: &'v Check, value: &'v Value) -> Self {
        Walk {
            matcher: Matcher::for_rules(&check.root, &check.patterns, value),
            path: Vec::new(),
            found: Violations::default(),
        }
    }

    /// Collects the violated rules that the decoder does not enforce.
    pub(super) fn collect(&mut self, schema: &'v Value, value: &'v Value) -> Result<(), Stop<'v>> {
        if !is_marked(schema) {
            return Ok(());
        }
        self.matcher.enter()?;
        self.collect_here(schema, value)?;
        self.matcher.leave();
        Ok(())
    }

    fn collect_here(&mut self, schema: &'v Value, value: &'v Value) -> Result<(), Stop<'v>> {
        if let Some(broken) = self.matcher.broken_rule(schema, value, Rules::All)? {
            self.push(schema, value, broken);
        }
        if let Some(target) = self.matcher.target(schema) {
            self.collect(target, value)?;
        }
        for branch in schema.list("allOf") {
            self.collect(branch, value)?;
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = schema.list(keyword);
            if branches.iter().any(is_marked) {
                self.choose(schema, branches, value)?;
            }
        }
        match value {
            Value::Object(members) => {
                for (name, schema) in schema.named("properties") {
                    if let Some((name, member)) = members.get_key_value(name) {
                        self.step(PathStep::Member(name), schema, member)?;
                    }
                }
                if let Some(others) = schema_of_others(schema).filter(|others| is_marked(others)) {
                    for (name, member) in members {
                        self.matcher.spend(1)?;
                        if !self.matcher.is_described(schema, name) {
                            self.step(PathStep::Member(name), others, member)?;
                        }
                    }
                }
            }
            Value::Array(items) => {
                let parts = [schema.get("prefixItems"), schema.get("items")];
                if parts.into_iter().flatten().any(|part| match part {
                    Value::Array(parts) => parts.iter().any(is_marked),
                    part => is_marked(part),
                }) {
                    for (position, item) in items.iter().enumerate() {
                        if let Some(schema) = schema.item(position) {
                            self.step(PathStep::Item(position), schema, item)?;
                        }
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn step(
        &mut self,
        place: PathStep<'v>,
        schema: &'v Value,
        value: &'v Value,
    ) -> Result<(), Stop<'v>> {
        self.path.push(place);
        self.collect(schema, value)?;
        self.path.pop();
        Ok(())
    }

    fn push(&mut self, schema: &'v Value, value: &'v Value, broken: BrokenRule) {
        if self.found.listed.len() == LISTED {
            self.found.more += 1;
            return;
        }
        self.found.listed.push(Violation {
            path: self.path.clone(),
            value,
            broken,
            schema,
        });
    }

    /// Collects nothing if the value fits a branch of `anyOf` or `oneOf`. Otherwise, looks for the branches
    /// that the value would fit if they had no rules. If none exists, looks for the branches that the value's
    /// tag or type selects. If exactly one branch remains, collects its violated rules. Otherwise, adds one
    /// violation of `schema` if several branches would fit, or if a branch requires a string as tag, but the
    /// value's tag is not a string.
    fn choose(
        &mut self,
        schema: &'v Value,
        branches: &'v [Value],
        value: &'v Value,
    ) -> Result<(), Stop<'v>> {
        let mut possible = Vec::new();
        for branch in branches {
            self.matcher.spend(1)?;
            if is_ruled_out(branch, value, self.matcher.root) {
                continue;
            }
            if self.matcher.accepts(branch, value, Rules::All)? {
                return Ok(());
            }
            possible.push((branch, ()));
        }
        let mut alike = Vec::new();
        for branch in &possible {
            if self.matcher.accepts(branch.0, value, Rules::Ignored)? {
                alike.push(*branch);
            }
        }
        let fits = !alike.is_empty();
        if !fits {
            // No branch matches, even if its rules are ignored. The decoder can still accept the
            // value, for example if a member has a serde alias that the schema does not contain.
            // So check the rules of the branch that the tag or type of the value selects.
            alike = selected(possible, value, self.matcher.root);
        }
        let is_odd = |branch| self.has_odd_tag(branch, value);
        match alike.as_slice() {
            [(only, ())] => self.collect(only, value)?,
            _ if fits || branches.iter().any(is_odd) => self.push(schema, value, BrokenRule::Value),
            _ => {}
        }
        Ok(())
    }

    /// Returns whether the value's tag is not a string, although the branch requires a string. If serde
    /// buffers the input, its decoder accepts the index of a variant as the tag. Such a value must not bypass
    /// the rules of the variant.
    fn has_odd_tag(&self, branch: &Value, value: &Value) -> bool {
        tags(resolve(branch, self.matcher.root)).any(|(name, tag)| {
            let given = value.get(name);
            tag.is_string() && given.is_some_and(|given| !given.is_string())
        })
    }
}
