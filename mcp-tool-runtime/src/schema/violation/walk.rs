//! A walk through a value, along the schema that it is held against.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use serde_json::Value;

use super::numbers::{compare, is_multiple, whole};
use super::{Broken, Check, Violation, Violations, ends, is_marked, reference};
use crate::schema::LISTED;
use crate::schema::misfit::{Place, is_meant, is_of_type, is_ruled_out, tags};
use crate::schema::resolve;

/// The work that any value may cost: a unit is a look at one place or at a few characters.
pub(super) const WORK: usize = 10_000;

/// The work that a value may cost for each unit of its size: the forms of an enum that contains
/// itself multiply with each level, and a peer chooses the number of levels.
pub(super) const WORK_PER_UNIT: usize = 32;

/// The characters, in bytes, that are a unit of work.
const UNIT: usize = 16;

/// The number of schemas inside each other. JSON is read to a depth of 128.
const DEPTH: usize = 600;

/// There is no work left.
pub(super) struct Exhausted;

/// A walk through one value.
pub(super) struct Walk<'v> {
    check: &'v Check,
    value: &'v Value,
    /// The work that is left.
    pub(super) work: usize,
    /// Whether the size of the value was taken into account.
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

    /// Does what is to be done one schema further in.
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

    /// Collects the rules that a value breaks, of which its type knows nothing.
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
        for branch in branches(schema, "allOf") {
            self.collect(branch, value)?;
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = branches(schema, keyword);
            if branches.iter().any(is_marked) {
                self.choose(schema, branches, value)?;
            }
        }
        match value {
            Value::Object(members) => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (name, schema) in known.into_iter().flatten() {
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
                        if let Some(schema) = item_schema(schema, position) {
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

    /// Collects from the one form that a value has, if it breaks rules in every form.
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
            // The type takes more than its schema says, by another name of a member perhaps.
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

    /// Whether a form is named by something else than a text: in a buffer, serde takes the position of a
    /// variant for its name, which would lead around the rules of the form.
    fn has_odd_tag(&self, branch: &Value, value: &Value) -> bool {
        tags(resolve(branch, &self.check.root)).any(|(name, tag)| {
            let given = value.get(name);
            tag.is_string() && given.is_some_and(|given| !given.is_string())
        })
    }

    /// Whether a value is what a schema describes, with or without its rules.
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
        for branch in branches(schema, "allOf") {
            if !self.fits(branch, value, rules)? {
                return Ok(false);
            }
        }
        match value {
            Value::Object(members) => {
                let required = schema.get("required").and_then(Value::as_array);
                let mut required = required.into_iter().flatten().filter_map(Value::as_str);
                if !required.all(|name| members.contains_key(name)) {
                    return Ok(false);
                }
                let known = schema.get("properties").and_then(Value::as_object);
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
                    if let Some(schema) = item_schema(schema, position)
                        && !self.fits(schema, item, rules)?
                    {
                        return Ok(false);
                    }
                }
            }
            _ => {}
        }
        'forms: for keyword in ["anyOf", "oneOf"] {
            let branches = branches(schema, keyword);
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

    /// Whether a member has a schema of its own: here, or in a form of the same object where the
    /// schema of all others asks for it.
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
        let mut forms = forms.flat_map(|keyword| branches(schema, keyword));
        forms.any(|form| self.has_property(form, name, depth))
            || self
                .target(schema)
                .is_some_and(|target| self.has_property(target, name, depth))
    }

    /// The rule of a schema's own that a value breaks.
    fn broken(&mut self, schema: &'v Value, value: &'v Value) -> Result<Option<Broken>, Exhausted> {
        let length = |least, most, length: usize, unit| {
            let bound = |keyword| schema.get(keyword).and_then(Value::as_u64);
            let length_u64 = length as u64;
            (bound(least).is_some_and(|least| length_u64 < least)
                || bound(most).is_some_and(|most| length_u64 > most))
            .then_some(Broken::Length(length, unit))
        };
        Ok(match value {
            Value::Number(number) => {
                let is_kept = |keyword, kept: fn(Ordering) -> bool| {
                    let bound = schema.get(keyword).and_then(Value::as_number);
                    bound.is_none_or(|bound| compare(number, bound).is_some_and(kept))
                };
                let multiple = schema.get("multipleOf").and_then(Value::as_number);
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
        let pattern = schema.get("pattern").and_then(Value::as_str);
        let regex = pattern.and_then(|pattern| self.check.patterns.get(pattern));
        regex.is_none_or(|regex| regex.is_match(text))
    }

    /// No registry with a pattern is built.
    #[cfg(not(feature = "regex"))]
    fn matches(&self, _: &Value, _: &str) -> bool {
        true
    }

    /// The positions of two items that are equal: by digests, so that no two others are compared.
    fn repeated(&mut self, items: &'v [Value]) -> Result<Option<(usize, usize)>, Exhausted> {
        let state = RandomState::new();
        let mut digests = Vec::new();
        for (position, item) in items.iter().enumerate() {
            digests.push((self.digest(&state, item)?, position));
        }
        digests.sort_unstable();
        let same = digests.windows(2).filter_map(|pair| match pair {
            [(one, first), (other, second)] if one == other => Some((*first, *second)),
            _ => None,
        });
        Ok(same.min())
    }

    /// A digest that equal values share: `1` and `1.0` are equal, and so are objects with the same
    /// members. It is keyed anew for each list, so that nobody can make two others share one.
    fn digest(&mut self, state: &RandomState, value: &Value) -> Result<u64, Exhausted> {
        self.spend(1)?;
        Ok(match value {
            Value::Null => state.hash_one(0_u8),
            Value::Bool(value) => state.hash_one((1_u8, value)),
            Value::Number(number) => match whole(number) {
                Some(whole) => state.hash_one((2_u8, whole)),
                None => state.hash_one((3_u8, number.as_f64().map(f64::to_bits))),
            },
            Value::String(text) => {
                self.spend(text.len() / UNIT)?;
                state.hash_one((4_u8, text))
            }
            Value::Array(items) => {
                let mut hasher = state.build_hasher();
                (5_u8, items.len()).hash(&mut hasher);
                for item in items {
                    self.digest(state, item)?.hash(&mut hasher);
                }
                hasher.finish()
            }
            Value::Object(members) => {
                let mut sum = 0_u64;
                for (name, member) in members {
                    self.spend(name.len() / UNIT)?;
                    let member = self.digest(state, member)?;
                    sum = sum.wrapping_add(state.hash_one((6_u8, name, member)));
                }
                state.hash_one((7_u8, members.len(), sum))
            }
        })
    }
}

/// The size of a value in units of work.
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

fn branches<'s>(schema: &'s Value, keyword: &str) -> &'s [Value] {
    let branches = schema.get(keyword).and_then(Value::as_array);
    branches.map_or(&[], Vec::as_slice)
}

/// The schema of members without one of their own. The names of those with a pattern were decoded,
/// and all have the same schema.
fn others(schema: &Value) -> Option<&Value> {
    let patterns = schema.get("patternProperties").and_then(Value::as_object);
    patterns
        .and_then(|patterns| patterns.values().next())
        .or_else(|| schema.get("additionalProperties"))
        .or_else(|| schema.get("unevaluatedProperties"))
}

fn item_schema(schema: &Value, position: usize) -> Option<&Value> {
    let first = schema.get("prefixItems").and_then(Value::as_array);
    first
        .and_then(|first| first.get(position))
        .or_else(|| schema.get("items"))
}

fn is_listed(schema: &Value, value: &Value) -> bool {
    let same = |only: &Value| match (only, value) {
        (Value::Number(only), Value::Number(value)) => {
            compare(only, value).is_some_and(Ordering::is_eq)
        }
        (only, value) => only == value,
    };
    let listed = schema.get("enum").and_then(Value::as_array);
    schema.get("const").is_none_or(same) && listed.is_none_or(|listed| listed.iter().any(same))
}

fn is_in_format(schema: &Value, value: &Value) -> bool {
    let (Value::Number(number), Some((low, high))) = (value, ends(schema)) else {
        return true;
    };
    whole(number).is_some_and(|number| (low..=high).contains(&number))
}
