//! Compares a value with a schema until the first violation.
//!
//! serde reads some types into a buffer, such as untagged enums and flattened structs. An error inside the
//! buffer has no path, so the registry uses the schema to find the path.
//!
//! The comparison ignores keywords such as `not`, `if` and `contains`, and treats `oneOf` like `anyOf`.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::branches::{is_of_type, is_ruled_out, selected};
use crate::definitions::definition_name;
use crate::keywords::Keywords;
use crate::numbers::{canonical, compare, integer_value, is_multiple, limits_of_format, same};
use crate::pattern_matcher::Patterns;
use crate::suggestion::nearest;

/// A place in a value where the schema rejects the value.
pub struct Mismatch<'a> {
    /// The steps to the place, outermost first.
    pub path: Vec<PathStep<'a>>,
    pub schema: &'a Value,
    pub what: MismatchKind<'a>,
}

#[derive(Clone, Copy)]
pub enum PathStep<'a> {
    Member(&'a str),
    Item(usize),
}

pub enum MismatchKind<'a> {
    /// The schema of the place rejects this value.
    Wrong(&'a Value),
    /// The object at the place lacks the required member `name`.
    Lacks {
        name: &'a str,
        members: &'a Map<String, Value>,
        properties: &'a Map<String, Value>,
    },
    /// The object at the place has the member `name`, which its schema does not allow.
    Unknown {
        name: &'a str,
        properties: &'a Map<String, Value>,
    },
}

impl<'a> MismatchKind<'a> {
    /// For a missing member, returns the name of a similar unknown member, if any, such as `old_text` for
    /// `oldText`. The search takes time, so call this only for a mismatch that the registry reports.
    pub fn instead(&self) -> Option<&'a str> {
        let MismatchKind::Lacks {
            name,
            members,
            properties,
        } = self
        else {
            return None;
        };
        let others = members.keys().map(String::as_str);
        nearest(name, others.filter(|name| !properties.contains_key(*name)))
    }
}

/// Returns the first mismatch, if it can be determined. For an enum, returns only a mismatch in the variant that
/// the value selects, for example by its tag.
pub fn first_mismatch<'a>(
    schema: &'a Value,
    value: &'a Value,
    root: &'a Map<String, Value>,
) -> Option<Mismatch<'a>> {
    match Matcher::new(root).match_value(schema, value, Rules::Range) {
        Err(Stop::Wrong(mismatch)) => Some(mismatch),
        _ => None,
    }
}

/// Returns `true` if a schema certainly accepts a value, apart from rules such as length and pattern. Returns
/// `false` if the schema rejects the value, or in case of doubt.
pub fn accepts(schema: &Value, value: &Value, root: &Map<String, Value>) -> bool {
    let matched = Matcher::new(root).match_value(schema, value, Rules::Range);
    matches!(matched, Ok(true))
}

/// Returns `true` if a value certainly satisfies all rules of a schema. Returns `false` if the value violates
/// a rule, or in case of doubt. The schema must not have patterns or references, because this function
/// ignores them.
pub fn satisfies_rules(schema: &Value, value: &Value) -> bool {
    let root = Map::new();
    let matched = Matcher::new(&root).match_value(schema, value, Rules::All);
    matches!(matched, Ok(true))
}

/// The rules to check in addition to types, listed values and integer formats.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rules {
    Ignored,
    /// `minimum` and `maximum`.
    Range,
    All,
}

/// The way in which a value violates a rule.
#[derive(Clone, Copy)]
pub enum BrokenRule {
    /// The value violates a bound, a pattern or another rule for the value itself.
    Value,
    /// The length is out of bounds. The fields are the length and its unit.
    Length(usize, &'static str),
    /// Two items of a list are equal. The fields are their positions.
    Repeated(usize, usize),
}

/// The reason to stop before the end of a value.
pub(crate) enum Stop<'v> {
    Wrong(Mismatch<'v>),
    /// The budget of work is used up, or the schemas are nested too deeply.
    Exhausted,
}

/// The basic budget of work, regardless of the value's size. One unit pays for a single step, such as
/// entering a schema, or for a few characters.
pub(crate) const WORK: usize = 10_000;

/// The additional budget for each unit of a value's size. The work needs a limit, because the client chooses
/// the number of levels of a recursive enum. Each level can multiply the work by the number of variants.
pub(crate) const WORK_PER_UNIT: usize = 32;

/// The number of text bytes that cost one unit of work.
const UNIT: usize = 16;

/// The maximum nesting of schemas. serde_json limits values to 128 levels, but one level can pass through
/// several schemas.
const DEPTH: usize = 600;

/// Compares one value with a schema.
pub(crate) struct Matcher<'v> {
    pub(crate) root: &'v Map<String, Value>,
    patterns: Option<&'v Patterns>,
    /// The value whose size extends the budget when the basic budget is used up. `None` if no extension
    /// remains.
    sized: Option<&'v Value>,
    /// The remaining budget of work.
    pub(crate) work: usize,
    depth: usize,
}

impl<'v> Matcher<'v> {
    fn new(root: &'v Map<String, Value>) -> Self {
        Matcher {
            root,
            patterns: None,
            sized: None,
            work: WORK,
            depth: 0,
        }
    }

    /// Creates a validator that also checks patterns, and has a larger budget for a large value.
    pub(crate) fn for_rules(
        root: &'v Map<String, Value>,
        patterns: &'v Patterns,
        value: &'v Value,
    ) -> Self {
        Matcher {
            patterns: Some(patterns),
            sized: Some(value),
            ..Matcher::new(root)
        }
    }

    pub(crate) fn spend(&mut self, work: usize) -> Result<(), Stop<'v>> {
        if self.work < work
            && let Some(value) = self.sized.take()
        {
            self.work += size(value).saturating_mul(WORK_PER_UNIT);
        }
        self.work = self.work.checked_sub(work).ok_or(Stop::Exhausted)?;
        Ok(())
    }

    /// Enters an inner schema. Each call needs a matching [`leave`](Self::leave).
    pub(crate) fn enter(&mut self) -> Result<(), Stop<'v>> {
        self.spend(1)?;
        if self.depth == DEPTH {
            return Err(Stop::Exhausted);
        }
        self.depth += 1;
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Returns the definition that a schema refers to, if any.
    pub(crate) fn target(&self, schema: &Value) -> Option<&'v Value> {
        let name = definition_name(schema.text("$ref")?)?;
        self.root.get("$defs")?.get(&name)
    }

    /// Returns `true` if a schema certainly accepts a value. Returns `false` if the schema rejects the value,
    /// or in case of doubt.
    pub(crate) fn accepts(
        &mut self,
        schema: &'v Value,
        value: &'v Value,
        rules: Rules,
    ) -> Result<bool, Stop<'v>> {
        match self.match_value(schema, value, rules) {
            Err(Stop::Wrong(_)) => Ok(false),
            other => other,
        }
    }

    /// Compares a value with a schema. Returns `true` if the schema certainly accepts the value. Returns
    /// [`Stop::Wrong`] for a known place that the schema rejects. Returns `false` if the schema may reject
    /// the value, but the place is unknown.
    fn match_value(
        &mut self,
        schema: &'v Value,
        value: &'v Value,
        rules: Rules,
    ) -> Result<bool, Stop<'v>> {
        self.enter()?;
        let matched = self.match_schema(schema, value, rules);
        self.leave();
        matched
    }

    fn match_schema(
        &mut self,
        schema: &'v Value,
        value: &'v Value,
        rules: Rules,
    ) -> Result<bool, Stop<'v>> {
        let is_admitted = is_of_type(schema, value)
            && is_listed(schema, value)
            && is_in_format(schema, value)
            && self.broken_rule(schema, value, rules)?.is_none();
        if !is_admitted {
            return Err(mismatch_at(schema, MismatchKind::Wrong(value)));
        }
        let mut is_clear = *schema != Value::Bool(false);
        if let Some(target) = self.target(schema) {
            is_clear &= self.match_value(target, value, rules)?;
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = schema.list(keyword);
            is_clear &= branches.is_empty() || self.match_branches(branches, value, rules)?;
        }
        for branch in schema.list("allOf") {
            is_clear &= self.match_value(branch, value, rules)?;
        }
        match value {
            Value::Object(members) => is_clear &= self.match_members(schema, members, rules)?,
            Value::Array(items) => {
                for (position, item) in items.iter().enumerate() {
                    if let Some(schema) = schema.item(position) {
                        is_clear &= self.match_at(PathStep::Item(position), schema, item, rules)?;
                    }
                }
            }
            _ => {}
        }
        Ok(is_clear)
    }

    fn match_branches(
        &mut self,
        branches: &'v [Value],
        value: &'v Value,
        rules: Rules,
    ) -> Result<bool, Stop<'v>> {
        let mut mismatches = Vec::new();
        let mut is_clear = true;
        for branch in branches {
            self.spend(1)?;
            if is_ruled_out(branch, value, self.root) {
                continue;
            }
            match self.match_value(branch, value, rules) {
                Ok(true) => return Ok(true),
                Ok(false) => is_clear = false,
                Err(Stop::Wrong(mismatch)) => mismatches.push((branch, mismatch)),
                Err(Stop::Exhausted) => return Err(Stop::Exhausted),
            }
        }
        let mut selected = selected(mismatches, value, self.root);
        match selected.pop() {
            Some((_, mismatch)) if is_clear && selected.is_empty() => Err(Stop::Wrong(mismatch)),
            _ => Ok(false),
        }
    }

    fn match_members(
        &mut self,
        schema: &'v Value,
        members: &'v Map<String, Value>,
        rules: Rules,
    ) -> Result<bool, Stop<'v>> {
        let mut is_clear = true;
        let properties = schema.object("properties");
        let others = schema_of_others(schema);
        let mut unknown = None;
        for (name, member) in members {
            self.spend(1)?;
            let own = properties.and_then(|properties| properties.get(name));
            let Some(schema) = own.or_else(|| others.filter(|_| !self.is_described(schema, name)))
            else {
                continue;
            };
            if *schema == Value::Bool(false) {
                unknown = unknown.or(Some(name));
            } else {
                is_clear &= self.match_at(PathStep::Member(name), schema, member, rules)?;
            }
        }
        if let Some(name) = schema.required().find(|name| !members.contains_key(*name)) {
            let own = properties.and_then(|known| Some((known, known.get(name)?)));
            return own.map_or(Ok(false), |(properties, own)| {
                let what = MismatchKind::Lacks {
                    name,
                    members,
                    properties,
                };
                Err(mismatch_at(own, what))
            });
        }
        let is_closed = schema.get("additionalProperties") == others;
        match (unknown, properties) {
            (Some(name), Some(properties)) if is_closed => {
                let what = MismatchKind::Unknown { name, properties };
                Err(mismatch_at(schema, what))
            }
            _ => Ok(is_clear && unknown.is_none()),
        }
    }

    fn match_at(
        &mut self,
        step: PathStep<'v>,
        schema: &'v Value,
        value: &'v Value,
        rules: Rules,
    ) -> Result<bool, Stop<'v>> {
        let mut matched = self.match_value(schema, value, rules);
        if let Err(Stop::Wrong(mismatch)) = &mut matched {
            mismatch.path.insert(0, step);
        }
        matched
    }

    /// Returns whether a schema describes a member. If the schema has `unevaluatedProperties`, also looks
    /// into branches and references.
    pub(crate) fn is_described(&self, schema: &Value, name: &str) -> bool {
        let covers_branches = schema.get("unevaluatedProperties").is_some();
        self.has_property(schema, name, if covers_branches { 4 } else { 0 })
    }

    fn has_property(&self, schema: &Value, name: &str, depth: usize) -> bool {
        let properties = schema.object("properties");
        if properties.is_some_and(|properties| properties.contains_key(name)) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let keywords = ["allOf", "anyOf", "oneOf"].into_iter();
        let mut branches = keywords.flat_map(|keyword| schema.list(keyword));
        branches.any(|branch| self.has_property(branch, name, depth))
            || self
                .target(schema)
                .is_some_and(|target| self.has_property(target, name, depth))
    }

    /// Returns a rule of `schema` that a value violates, if any. Ignores the rules of inner schemas.
    pub(crate) fn broken_rule(
        &mut self,
        schema: &'v Value,
        value: &'v Value,
        rules: Rules,
    ) -> Result<Option<BrokenRule>, Stop<'v>> {
        let length = |least, most, length: usize, unit| {
            let bound = |keyword| schema.count(keyword);
            let length_u64 = length as u64;
            (bound(least).is_some_and(|least| length_u64 < least)
                || bound(most).is_some_and(|most| length_u64 > most))
            .then_some(BrokenRule::Length(length, unit))
        };
        Ok(match value {
            _ if rules == Rules::Ignored => None,
            Value::Number(number) => {
                let is_kept = |keyword, kept: fn(Ordering) -> bool| {
                    let bound = schema.number(keyword);
                    bound.is_none_or(|bound| compare(number, bound).is_some_and(kept))
                };
                let multiple = schema.number("multipleOf");
                let is_kept = is_kept("minimum", Ordering::is_ge)
                    && is_kept("maximum", Ordering::is_le)
                    && (rules == Rules::Range
                        || is_kept("exclusiveMinimum", Ordering::is_gt)
                            && is_kept("exclusiveMaximum", Ordering::is_lt)
                            && multiple.is_none_or(|multiple| is_multiple(number, multiple)));
                (!is_kept).then_some(BrokenRule::Value)
            }
            _ if rules == Rules::Range => None,
            Value::String(text) => {
                let has = |keyword| schema.get(keyword).is_some();
                if !has("minLength") && !has("maxLength") && !has("pattern") {
                    return Ok(None);
                }
                self.spend(text.len() / UNIT)?;
                let count = text.chars().count();
                let matches = |pattern| self.patterns.is_none_or(|it| it.matches(pattern, text));
                match length("minLength", "maxLength", count, "character") {
                    None if !schema.text("pattern").is_none_or(matches) => Some(BrokenRule::Value),
                    broken => broken,
                }
            }
            Value::Array(items) => match length("minItems", "maxItems", items.len(), "item") {
                None if schema.get("uniqueItems").is_some() => self
                    .repeated(items)?
                    .map(|(one, other)| BrokenRule::Repeated(one, other)),
                broken => broken,
            },
            Value::Object(members) => {
                length("minProperties", "maxProperties", members.len(), "member")
            }
            Value::Null | Value::Bool(_) => None,
        })
    }

    /// Returns the positions of two equal items, if any.
    fn repeated(&mut self, items: &'v [Value]) -> Result<Option<(usize, usize)>, Stop<'v>> {
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

fn mismatch_at<'v>(schema: &'v Value, what: MismatchKind<'v>) -> Stop<'v> {
    Stop::Wrong(Mismatch {
        path: Vec::new(),
        schema,
        what,
    })
}

/// Returns the size of a value in units of work.
pub(crate) fn size(value: &Value) -> usize {
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

/// Returns the schema for members that `properties` does not list. If `patternProperties` exists, returns its
/// first schema for every name, because the decoder checks the names of such members.
pub(crate) fn schema_of_others(schema: &Value) -> Option<&Value> {
    let patterns = schema.object("patternProperties");
    let of_pattern = patterns.and_then(|patterns| patterns.values().next());
    of_pattern
        .or_else(|| schema.get("additionalProperties"))
        .or_else(|| schema.get("unevaluatedProperties"))
}

fn is_listed(schema: &Value, value: &Value) -> bool {
    let listed = schema.array("enum");
    schema.get("const").is_none_or(|only| same(only, value))
        && listed.is_none_or(|listed| listed.iter().any(|one| same(one, value)))
}

fn is_in_format(schema: &Value, value: &Value) -> bool {
    let (Value::Number(number), Some((low, high))) = (value, limits_of_format(schema)) else {
        return true;
    };
    integer_value(number).is_some_and(|number| (low..=high).contains(&number))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn place(schema: &Value, value: &Value) -> Option<String> {
        let root = Map::new();
        let mismatch = first_mismatch(schema, value, &root)?;
        let mut text: String = mismatch
            .path
            .iter()
            .map(|place| match place {
                PathStep::Member(name) => format!(".{name}"),
                PathStep::Item(position) => format!("[{position}]"),
            })
            .collect();
        text.push_str(&match mismatch.what {
            MismatchKind::Wrong(value) => format!(" is {value}"),
            MismatchKind::Unknown { name, .. } => format!(" has {name}"),
            MismatchKind::Lacks { name, .. } => match mismatch.what.instead() {
                Some(other) => format!(" lacks {name}, has {other}"),
                None => format!(" lacks {name}"),
            },
        });
        Some(text)
    }

    #[test]
    fn only_the_intended_branch_counts() {
        let form = |tag: &str, member: &str| {
            json!({
                "type": "object",
                "properties": { "type": { "const": tag }, member: { "type": "number" } },
                "required": ["type", member],
            })
        };
        let shape = json!({ "oneOf": [form("circle", "radius"), form("square", "side")] });
        let found = |value| place(&shape, &value);
        assert_eq!(found(json!({ "type": "circle", "radius": 1 })), None);
        assert_eq!(
            found(json!({ "type": "circle", "radius": "x" })).as_deref(),
            Some(".radius is \"x\""),
        );
        assert_eq!(
            found(json!({ "type": "square" })).as_deref(),
            Some(" lacks side")
        );
        assert_eq!(
            found(json!({ "type": "square", "sides": 4 })).as_deref(),
            Some(" lacks side, has sides")
        );
        // Without the tag `type`, no branch is clearly the intended one. So the validator reports
        // no mismatch.
        assert_eq!(found(json!({ "radius": 1 })), None);

        let list = json!({ "type": "array", "items": shape });
        assert_eq!(
            place(
                &list,
                &json!([{ "type": "circle", "radius": 1 }, { "type": "square", "side": [] }])
            )
            .as_deref(),
            Some("[1].side is []"),
        );
    }

    #[test]
    fn any_of_selects_the_branch_by_json_type() {
        let either = json!({ "anyOf": [
            { "type": "string" },
            { "type": "object", "properties": { "n": { "type": "integer", "maximum": 9 } } },
        ] });
        assert_eq!(place(&either, &json!("x")), None);
        assert_eq!(
            place(&either, &json!({ "n": 10 })).as_deref(),
            Some(".n is 10")
        );
        assert_eq!(place(&either, &json!(true)), None);
    }
}
