//! The walk through a value along its schema.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde_json::Value;

use super::{Broken, Check, Violation, Violations, ends, is_marked, reference};
use crate::schema::LISTED;
use crate::schema::keywords::Keywords as _;
use crate::schema::misfit::{Place, is_meant, is_of_type, is_ruled_out, tags};
use crate::schema::numbers::{canonical, compare, is_multiple, same, whole};
use crate::schema::resolve;

/// The work for any value. A unit is a place or a few characters.
pub(super) const WORK: usize = 10_000;

/// The additional work for each unit of a value's size. The variants of a recursive enum multiply
/// with each level, and a peer chooses the number of levels.
pub(super) const WORK_PER_UNIT: usize = 32;

/// The number of bytes in a unit of work.
const UNIT: usize = 16;

/// The maximum nesting of schemas. serde_json reads 128 levels of values.
const DEPTH: usize = 600;

/// No work is left.
pub(super) struct Exhausted;

/// The walk through one value.
pub(super) struct Walk<'v> {
    check: &'v Check,
    value: &'v Value,
    /// The work that is left.
    pub(super) work: usize,
    /// Whether the work includes the size of the value.
    is_extended: bool,
    depth: usize,
    path: Vec<Place<'v>>,
    pub(super) found: Violations<'v>,
}

impl<'v> Walk<'v> {
    pub(super) fn new(check: &'v Check, value: &'v Value) -> Self {
        Walk {
            check,
            value,
            work: WORK,
            is_extended: false,
            depth: 0,
            path: Vec::new(),
            found: Violations::default(),
        }
    }

    fn spend(&mut self, work: usize) -> Result<(), Exhausted> {
        if self.work < work && !self.is_extended {
            self.is_extended = true;
            self.work += size(self.value).saturating_mul(WORK_PER_UNIT);
        }
        self.work = self.work.checked_sub(work).ok_or(Exhausted)?;
        Ok(())
    }

    /// Runs `then` one schema further in.
    fn inside<T>(
        &mut self,
        then: impl FnOnce(&mut Self) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        self.spend(1)?;
        if self.depth == DEPTH {
            return Err(Exhausted);
        }
        self.depth += 1;
        let done = then(self);
        self.depth -= 1;
        done
    }

    fn target(&self, schema: &Value) -> Option<&'v Value> {
        let definitions = self.check.root.get("$defs")?;
        definitions.get(reference(schema)?)
    }

    /// Collects the broken rules that the decoder does not enforce.
    pub(super) fn collect(&mut self, schema: &'v Value, value: &'v Value) -> Result<(), Exhausted> {
        if !is_marked(schema) {
            return Ok(());
        }
        self.inside(|walk| walk.collect_here(schema, value))
    }

    fn collect_here(&mut self, schema: &'v Value, value: &'v Value) -> Result<(), Exhausted> {
        if let Some(broken) = self.broken(schema, value)? {
            self.push(schema, value, broken);
        }
        if let Some(target) = self.target(schema) {
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
                        self.step(Place::Member(name), schema, member)?;
                    }
                }
                if let Some(others) = others(schema).filter(|others| is_marked(others)) {
                    for (name, member) in members {
                        self.spend(1)?;
                        if !self.is_described(schema, name) {
                            self.step(Place::Member(name), others, member)?;
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
                            self.step(Place::Item(position), schema, item)?;
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
        place: Place<'v>,
        schema: &'v Value,
        value: &'v Value,
    ) -> Result<(), Exhausted> {
        self.path.push(place);
        self.collect(schema, value)?;
        self.path.pop();
        Ok(())
    }

    fn push(&mut self, schema: &'v Value, value: &'v Value, broken: Broken) {
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

    /// Collects from the intended branch, if the value breaks rules in every branch.
    fn choose(
        &mut self,
        schema: &'v Value,
        branches: &'v [Value],
        value: &'v Value,
    ) -> Result<(), Exhausted> {
        let mut possible = Vec::new();
        for branch in branches {
            self.spend(1)?;
            if is_ruled_out(branch, value, &self.check.root) {
                continue;
            }
            if self.fits(branch, value, true)? {
                return Ok(());
            }
            possible.push(branch);
        }
        let mut alike = Vec::new();
        for branch in &possible {
            if self.fits(branch, value, false)? {
                alike.push(*branch);
            }
        }
        if alike.is_empty() {
            // The type admits more than its schema, perhaps an alias of a member.
            possible.retain(|branch| is_meant(branch, value, &self.check.root));
            return match possible.as_slice() {
                [only] => self.collect(only, value),
                _ => {
                    if branches
                        .iter()
                        .any(|branch| self.has_odd_tag(branch, value))
                    {
                        self.push(schema, value, Broken::Value);
                    }
                    Ok(())
                }
            };
        }
        match alike.as_slice() {
            [only] => self.collect(only, value),
            _ => {
                self.push(schema, value, Broken::Value);
                Ok(())
            }
        }
    }

    /// Returns whether the tag is not a string. In a buffer, serde reads an integer as the position
    /// of a variant, which would bypass the rules of the variant.
    fn has_odd_tag(&self, branch: &Value, value: &Value) -> bool {
        tags(resolve(branch, &self.check.root)).any(|(name, tag)| {
            let given = value.get(name);
            tag.is_string() && given.is_some_and(|given| !given.is_string())
        })
    }

    /// Returns whether a schema admits a value, with or without its rules.
    fn fits(
        &mut self,
        schema: &'v Value,
        value: &'v Value,
        rules: bool,
    ) -> Result<bool, Exhausted> {
        self.inside(|walk| walk.fits_here(schema, value, rules))
    }

    fn fits_here(
        &mut self,
        schema: &'v Value,
        value: &'v Value,
        rules: bool,
    ) -> Result<bool, Exhausted> {
        if *schema == Value::Bool(false)
            || !is_of_type(schema, value)
            || !is_listed(schema, value)
            || !is_in_format(schema, value)
            || (rules && self.broken(schema, value)?.is_some())
        {
            return Ok(false);
        }
        if let Some(target) = self.target(schema)
            && !self.fits(target, value, rules)?
        {
            return Ok(false);
        }
        for branch in schema.list("allOf") {
            if !self.fits(branch, value, rules)? {
                return Ok(false);
            }
        }
        match value {
            Value::Object(members) => {
                if !schema.required().all(|name| members.contains_key(name)) {
                    return Ok(false);
                }
                let known = schema.object("properties");
                let others = others(schema);
                for (name, member) in members {
                    self.spend(1)?;
                    let schema = match known.and_then(|known| known.get(name)) {
                        Some(schema) => Some(schema),
                        None => others.filter(|_| !self.is_described(schema, name)),
                    };
                    if let Some(schema) = schema
                        && !self.fits(schema, member, rules)?
                    {
                        return Ok(false);
                    }
                }
            }
            Value::Array(items) => {
                for (position, item) in items.iter().enumerate() {
                    if let Some(schema) = schema.item(position)
                        && !self.fits(schema, item, rules)?
                    {
                        return Ok(false);
                    }
                }
            }
            _ => {}
        }
        'forms: for keyword in ["anyOf", "oneOf"] {
            let branches = schema.list(keyword);
            if branches.is_empty() {
                continue;
            }
            for branch in branches {
                self.spend(1)?;
                if !is_ruled_out(branch, value, &self.check.root)
                    && self.fits(branch, value, rules)?
                {
                    continue 'forms;
                }
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// Returns whether a member has a schema, here or in a branch that `unevaluatedProperties`
    /// covers.
    fn is_described(&self, schema: &Value, name: &str) -> bool {
        let asks = schema.get("unevaluatedProperties").is_some();
        self.has_property(schema, name, if asks { 4 } else { 0 })
    }

    fn has_property(&self, schema: &Value, name: &str, depth: usize) -> bool {
        let properties = schema.get("properties");
        if properties.is_some_and(|properties| properties.get(name).is_some()) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let forms = ["allOf", "anyOf", "oneOf"].into_iter();
        let mut forms = forms.flat_map(|keyword| schema.list(keyword));
        forms.any(|form| self.has_property(form, name, depth))
            || self
                .target(schema)
                .is_some_and(|target| self.has_property(target, name, depth))
    }

    /// Returns the rule of the schema itself that a value breaks.
    fn broken(&mut self, schema: &'v Value, value: &'v Value) -> Result<Option<Broken>, Exhausted> {
        let length = |least, most, length: usize, unit| {
            let bound = |keyword| schema.count(keyword);
            let length_u64 = length as u64;
            (bound(least).is_some_and(|least| length_u64 < least)
                || bound(most).is_some_and(|most| length_u64 > most))
            .then_some(Broken::Length(length, unit))
        };
        Ok(match value {
            Value::Number(number) => {
                let is_kept = |keyword, kept: fn(Ordering) -> bool| {
                    let bound = schema.number(keyword);
                    bound.is_none_or(|bound| compare(number, bound).is_some_and(kept))
                };
                let multiple = schema.number("multipleOf");
                let is_kept = is_kept("minimum", Ordering::is_ge)
                    && is_kept("maximum", Ordering::is_le)
                    && is_kept("exclusiveMinimum", Ordering::is_gt)
                    && is_kept("exclusiveMaximum", Ordering::is_lt)
                    && multiple.is_none_or(|multiple| is_multiple(number, multiple));
                (!is_kept).then_some(Broken::Value)
            }
            Value::String(text) => {
                let has = |keyword| schema.get(keyword).is_some();
                if !has("minLength") && !has("maxLength") && !has("pattern") {
                    return Ok(None);
                }
                self.spend(text.len() / UNIT)?;
                let count = text.chars().count();
                match length("minLength", "maxLength", count, "character") {
                    None if !self.matches(schema, text) => Some(Broken::Value),
                    broken => broken,
                }
            }
            Value::Array(items) => match length("minItems", "maxItems", items.len(), "item") {
                None if schema.get("uniqueItems").is_some() => self
                    .repeated(items)?
                    .map(|(one, other)| Broken::Repeated(one, other)),
                broken => broken,
            },
            Value::Object(members) => {
                length("minProperties", "maxProperties", members.len(), "member")
            }
            Value::Null | Value::Bool(_) => None,
        })
    }

    #[cfg(feature = "regex")]
    fn matches(&self, schema: &Value, text: &str) -> bool {
        let pattern = schema.text("pattern");
        let regex = pattern.and_then(|pattern| self.check.patterns.get(pattern));
        regex.is_none_or(|regex| regex.is_match(text))
    }

    /// A registry with a pattern does not build.
    #[cfg(not(feature = "regex"))]
    fn matches(&self, _: &Value, _: &str) -> bool {
        true
    }

    /// Returns the positions of two items that are equal.
    fn repeated(&mut self, items: &'v [Value]) -> Result<Option<(usize, usize)>, Exhausted> {
        let mut seen = HashMap::new();
        let mut first = None;
        for (position, item) in items.iter().enumerate() {
            self.spend(size(item))?;
            let earlier = *seen.entry(canonical(item)).or_insert(position);
            if earlier < position && first.is_none_or(|(found, _)| earlier < found) {
                first = Some((earlier, position));
            }
        }
        Ok(first)
    }
}

/// Returns the size of a value in units of work.
pub(super) fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => 1 + text.len() / UNIT,
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => {
            let of = |(name, member): (&String, &Value)| name.len() / UNIT + size(member);
            1 + members.iter().map(of).sum::<usize>()
        }
        _ => 1,
    }
}

/// Returns the schema of members without one of their own. The decoder checks the names of those
/// with a pattern.
fn others(schema: &Value) -> Option<&Value> {
    let patterns = schema.object("patternProperties");
    patterns
        .and_then(|patterns| patterns.values().next())
        .or_else(|| schema.get("additionalProperties"))
        .or_else(|| schema.get("unevaluatedProperties"))
}

fn is_listed(schema: &Value, value: &Value) -> bool {
    let listed = schema.array("enum");
    schema.get("const").is_none_or(|only| same(only, value))
        && listed.is_none_or(|listed| listed.iter().any(|one| same(one, value)))
}

fn is_in_format(schema: &Value, value: &Value) -> bool {
    let (Value::Number(number), Some((low, high))) = (value, ends(schema)) else {
        return true;
    };
    whole(number).is_some_and(|number| (low..=high).contains(&number))
}
