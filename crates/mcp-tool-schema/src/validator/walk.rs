//! Walks through a value and its schema.

use std::collections::HashMap;
use std::ptr;
use std::sync::LazyLock;

use serde_json::{Map, Number, Value};

use super::bounds::{broken_rule, is_in_format};
use super::doubts::{doubt, doubt_optional};
use super::unsupported::unsupported_keyword;
use super::work::{Stop, UNIT, WORK, WORK_PER_UNIT, Walked, size};
use super::{Fault, FaultKind, PathStep, Validator};
use crate::definitions::target;
use crate::dialect::Dialect;
use crate::keywords::Keywords as _;
use crate::numbers::{count, is_of_type, is_safe, same};
use crate::pattern_matcher::matches;

/// Whether a schema accepts a value.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Verdict {
    Accepts,
    Rejects,
    Unknown,
}

/// The maximum nesting of schemas. serde_json limits values to 128 levels, but one level can pass through
/// several schemas.
const DEPTH: usize = 600;

/// The object that stands for the schema `false` in a fault.
static FALSE: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

/// The walk through one value.
pub(super) struct Walk<'v, 'l> {
    pub(super) validator: Validator<'v>,
    /// Receives the faults. If `None`, the walk stops at the first fault.
    pub(super) list: Option<&'l mut dyn FnMut(Fault<'v>)>,
    /// Whether the walk met a keyword that it cannot evaluate.
    pub(super) is_unknown: bool,
    /// Whether the faults are doubts: see [`Validator::lists_doubts`].
    pub(super) is_in_doubt: bool,
    path: Vec<PathStep<'v>>,
    /// The value whose size extends the budget when the basic budget is used up. `None` if no extension
    /// remains.
    sized: Option<&'v Value>,
    pub(super) work: usize,
    depth: usize,
    /// The verdicts on lists and objects, by the addresses of schema and value, and whether rules were ignored.
    /// Without them, each level of a recursive enum would multiply the work.
    verdicts: HashMap<(*const Value, *const Value, bool), Verdict>,
}

impl<'v> Walk<'v, '_> {
    pub(super) fn new(validator: Validator<'v>, value: &'v Value) -> Self {
        Walk {
            validator,
            list: None,
            is_unknown: false,
            is_in_doubt: false,
            path: Vec::new(),
            sized: Some(value),
            work: WORK,
            depth: 0,
            verdicts: HashMap::new(),
        }
    }

    pub(super) fn spend(&mut self, work: usize) -> Walked {
        if self.work < work
            && let Some(value) = self.sized.take()
        {
            self.work += size(value).saturating_mul(WORK_PER_UNIT);
        }
        self.work = self.work.checked_sub(work).ok_or(Stop::Exhausted)?;
        Ok(())
    }

    pub(super) fn fault(
        &mut self,
        schema: &'v Map<String, Value>,
        value: &'v Value,
        kind: FaultKind<'v>,
    ) -> Walked {
        let Some(list) = self.list.as_deref_mut() else {
            return Err(Stop::Rejected);
        };
        list(Fault {
            path: self.path.clone(),
            value,
            schema,
            kind,
            is_doubt: self.is_in_doubt,
        });
        Ok(())
    }

    pub(super) fn lists_doubts(&self) -> bool {
        self.validator.lists_doubts && self.list.is_some()
    }

    /// Visits a part of the value.
    pub(super) fn at(
        &mut self,
        step: PathStep<'v>,
        visit: impl FnOnce(&mut Self) -> Walked,
    ) -> Walked {
        self.path.push(step);
        visit(self)?;
        self.path.pop();
        Ok(())
    }

    /// Returns whether a schema accepts a value, without a list of faults.
    pub(super) fn verdict(&mut self, schema: &'v Value, value: &'v Value) -> Result<Verdict, Stop> {
        let key = (
            ptr::from_ref(schema),
            ptr::from_ref(value),
            self.validator.ignores_rules,
        );
        if let Some(verdict) = self.verdicts.get(&key).copied() {
            self.spend(1)?;
            return Ok(verdict);
        }
        let list = self.list.take();
        let was_unknown = std::mem::take(&mut self.is_unknown);
        let (depth, length) = (self.depth, self.path.len());
        let walked = self.visit(schema, value);
        (self.list, self.depth) = (list, depth);
        self.path.truncate(length);
        let is_unknown = std::mem::replace(&mut self.is_unknown, was_unknown);
        let verdict = match walked {
            Ok(()) if is_unknown => Verdict::Unknown,
            Ok(()) => Verdict::Accepts,
            Err(Stop::Rejected) => Verdict::Rejects,
            Err(Stop::Exhausted) => return Err(Stop::Exhausted),
        };
        if value.is_array() || value.is_object() {
            self.verdicts.insert(key, verdict);
        }
        Ok(verdict)
    }

    /// Validates a value. Returns an error only at a limit, or at the first fault if there is no list.
    pub(super) fn visit(&mut self, schema: &'v Value, value: &'v Value) -> Walked {
        self.spend(1)?;
        match schema {
            Value::Object(schema) => self.visit_object_schema(schema, value),
            Value::Bool(true) => Ok(()),
            _ => self.fault(&FALSE, value, FaultKind::Value),
        }
    }

    pub(super) fn visit_object_schema(
        &mut self,
        schema: &'v Map<String, Value>,
        value: &'v Value,
    ) -> Walked {
        if schema.is_empty() {
            return Ok(());
        }
        if self.depth == DEPTH {
            return Err(Stop::Exhausted);
        }
        self.depth += 1;
        self.visit_keywords(schema, value)?;
        self.depth -= 1;
        Ok(())
    }

    /// Validates the members of an object for which `is_member` is true, with the schemas in the document's
    /// `properties` and `additionalProperties`.
    pub(super) fn visit_arguments(
        &mut self,
        value: &'v Value,
        is_member: &dyn Fn(&str) -> bool,
    ) -> Walked {
        let root = self.validator.root;
        doubt_optional(self, root, value, is_member)?;
        let others = root.get("additionalProperties").filter(|it| it.is_object());
        for (name, member) in value.as_object().into_iter().flatten() {
            if self.is_absent(root, name, member) {
                continue;
            }
            let own = root.object("properties").and_then(|it| it.get(name));
            let own = own.map_or(others, |own| is_member(name).then_some(own));
            if let Some(schema) = own {
                self.visit_member(root, value, name, schema, member)?;
            }
        }
        Ok(())
    }

    fn visit_keywords(&mut self, schema: &'v Map<String, Value>, value: &'v Value) -> Walked {
        let is_root = ptr::eq(schema, self.validator.root);
        match Dialect::of_schema(schema) {
            Ok(Dialect::Draft2020) => {}
            // Most keywords of a draft-07 document have the same meaning in 2020-12.
            Ok(Dialect::Draft7) if is_root => {}
            _ => {
                self.is_unknown = true;
                return Ok(());
            }
        }
        let is_value = is_of_type(schema, value)
            && schema.get("const").is_none_or(|only| same(only, value))
            && schema
                .array("enum")
                .is_none_or(|listed| listed.iter().any(|one| same(one, value)))
            && is_in_format(schema, value);
        if !is_value {
            return self.fault(schema, value, FaultKind::Value);
        }
        self.is_unknown |= unsupported_keyword(schema, self.validator.root).is_some();
        if !self.validator.ignores_rules
            && let Some(kind) = broken_rule(schema, value, &mut |work| self.spend(work))?
        {
            self.fault(schema, value, kind)?;
        }
        let is_doubtful =
            |number: &Number| !is_safe(number) && schema.types().any(|kind| kind == "integer");
        if self.lists_doubts() && value.as_number().is_some_and(is_doubtful) {
            doubt(self, schema, value, FaultKind::Doubtful)?;
        }
        if let Some(reference) = schema.text("$ref") {
            match target(reference, self.validator.root) {
                Some(target) => self.visit(target, value)?,
                None if reference == "#" => self.visit_object_schema(self.validator.root, value)?,
                None => {}
            }
        }
        for branch in schema.list("allOf") {
            self.visit(branch, value)?;
        }
        self.visit_choice("anyOf", schema, value)?;
        self.visit_choice("oneOf", schema, value)?;
        self.visit_conditions(schema, value)?;
        match value {
            Value::Object(members) => self.visit_members(schema, value, members),
            Value::Array(items) => self.visit_items(schema, value, items),
            _ => Ok(()),
        }
    }

    fn visit_members(
        &mut self,
        schema: &'v Map<String, Value>,
        value: &'v Value,
        members: &'v Map<String, Value>,
    ) -> Walked {
        let properties = schema.object("properties");
        let patterns = schema.object("patternProperties");
        let others = schema.get("additionalProperties");
        let mut left = Vec::new();
        for (name, member) in members {
            self.spend(1)?;
            let own = properties.and_then(|properties| properties.get(name));
            if self.is_absent(schema, name, member) {
                continue;
            }
            let mut is_described = own.is_some();
            if let Some(own) = own {
                self.visit_member(schema, value, name, own, member)?;
            }
            for (pattern, of_pattern) in patterns.into_iter().flatten() {
                self.spend(name.len() / UNIT)?;
                // A closed map rejects a name that does not match its only pattern. So without the feature
                // `regex`, it always has a fault if the pattern's schema rejects the member.
                let is_closed = others == Some(&Value::Bool(false));
                let is_only = patterns.is_some_and(|patterns| patterns.len() == 1);
                let is_match = matches(pattern, name);
                is_described |= is_match != Some(false);
                if is_match.unwrap_or(is_closed && is_only) {
                    self.visit_member(schema, value, name, of_pattern, member)?;
                }
            }
            match others {
                _ if is_described => {}
                Some(others) => self.visit_member(schema, value, name, others, member)?,
                None => left.push((name, member)),
            }
        }
        for name in schema.required() {
            if !members.contains_key(name) {
                self.fault(schema, value, FaultKind::missing(name, properties))?;
            }
        }
        doubt_optional(self, schema, value, &|_| true)?;
        if let Some(names) = schema.get("propertyNames") {
            for name in members.keys() {
                match self.verdict_of_name(names, name)? {
                    Verdict::Rejects if !self.validator.ignores_rules => {
                        self.fault(schema, value, FaultKind::Keyword("propertyNames"))?;
                    }
                    verdict => self.is_unknown |= verdict == Verdict::Unknown,
                }
            }
        }
        for (name, needed) in schema.named("dependentRequired") {
            let needed = needed.as_array().into_iter().flatten();
            let mut needed = needed.filter_map(Value::as_str);
            if members.contains_key(name) && !needed.all(|name| members.contains_key(name)) {
                self.fault(schema, value, FaultKind::Keyword("dependentRequired"))?;
            }
        }
        for (name, dependent) in schema.named("dependentSchemas") {
            if members.contains_key(name) {
                self.visit(dependent, value)?;
            }
        }
        if let Some(others) = schema
            .get("unevaluatedProperties")
            .filter(|_| !left.is_empty())
        {
            let mut evaluating = Vec::new();
            self.collect_evaluating(schema, value, &mut evaluating)?;
            for (name, member) in left {
                let mut evaluating = evaluating.iter();
                if !self.is_unknown && !evaluating.any(|schema| evaluates(schema, name)) {
                    self.visit_member(schema, value, name, others, member)?;
                }
            }
        }
        Ok(())
    }

    /// Returns whether a member is a `null` that stands for the absence of an optional member.
    fn is_absent(&self, schema: &Map<String, Value>, name: &str, member: &Value) -> bool {
        self.validator.null_is_absent
            && member.is_null()
            && has_property(schema, name)
            && schema.required().all(|required| required != name)
    }

    /// Validates a member. A schema that accepts nothing forbids the member itself.
    fn visit_member(
        &mut self,
        outer: &'v Map<String, Value>,
        value: &'v Value,
        name: &'v str,
        schema: &'v Value,
        member: &'v Value,
    ) -> Walked {
        if *schema == Value::Bool(false) {
            let properties = outer.object("properties");
            return self.fault(outer, value, FaultKind::Unknown { name, properties });
        }
        self.at(PathStep::Member(name), |walk| walk.visit(schema, member))
    }

    fn verdict_of_name(&mut self, names: &'v Value, name: &str) -> Result<Verdict, Stop> {
        let name = Value::from(name);
        let mut walk = Walk::new(self.validator, &name);
        walk.work = self.work;
        let verdict = walk.verdict(names, &name);
        self.work = walk.work;
        verdict
    }

    /// Collects the schemas that evaluate further members of an object: those that `schema` applies to the
    /// object, directly or through others, and that accept it.
    fn collect_evaluating(
        &mut self,
        schema: &'v Map<String, Value>,
        value: &'v Value,
        found: &mut Vec<&'v Map<String, Value>>,
    ) -> Walked {
        self.spend(1)?;
        let root = self.validator.root;
        let target = schema.text("$ref").and_then(|it| target(it, root));
        let lists = ["allOf", "anyOf", "oneOf"].into_iter();
        let mut applied: Vec<_> = lists.flat_map(|keyword| schema.list(keyword)).collect();
        applied.extend(target);
        let dependent = schema.named("dependentSchemas");
        applied.extend(dependent.filter_map(|(name, it)| value.get(name).map(|_| it)));
        if let Some(condition) = schema.get("if") {
            let holds = self.verdict(condition, value)? == Verdict::Accepts;
            applied.push(condition);
            applied.extend(schema.get(if holds { "then" } else { "else" }));
        }
        for inner in applied {
            let verdict = self.verdict(inner, value)?;
            self.is_unknown |= verdict == Verdict::Unknown;
            if let Some(inner) = inner.as_object().filter(|_| verdict != Verdict::Rejects) {
                found.push(inner);
                self.collect_evaluating(inner, value, found)?;
            }
        }
        Ok(())
    }

    fn visit_items(
        &mut self,
        schema: &'v Map<String, Value>,
        value: &'v Value,
        items: &'v [Value],
    ) -> Walked {
        if schema.array("items").is_none()
            && schema.get("items").or(schema.get("prefixItems")).is_some()
        {
            for (position, item) in items.iter().enumerate() {
                let Some(of_item) = schema.item(position) else {
                    break;
                };
                self.at(PathStep::Item(position), |walk| walk.visit(of_item, item))?;
            }
        }
        let Some(contained) = schema
            .get("contains")
            .filter(|_| !self.validator.ignores_rules)
        else {
            return Ok(());
        };
        let (mut certain, mut possible) = (0, 0);
        for item in items {
            match self.verdict(contained, item)? {
                Verdict::Accepts => certain += 1,
                Verdict::Rejects => {}
                Verdict::Unknown => possible += 1,
            }
        }
        let least = count(schema, "minContains").unwrap_or(1);
        let most = count(schema, "maxContains").unwrap_or(u64::MAX);
        if certain + possible < least || certain > most {
            return self.fault(schema, value, FaultKind::Keyword("contains"));
        }
        self.is_unknown |= possible > 0;
        Ok(())
    }
}

/// Returns whether `properties` has a schema for a member.
fn has_property(schema: &Map<String, Value>, name: &str) -> bool {
    let properties = schema.object("properties");
    properties.is_some_and(|properties| properties.contains_key(name))
}

/// Returns whether a schema itself evaluates a member that it does not forbid.
fn evaluates(schema: &Map<String, Value>, name: &str) -> bool {
    let mut patterns = schema.named("patternProperties");
    let closes = ["additionalProperties", "unevaluatedProperties"];
    has_property(schema, name)
        || patterns.any(|(pattern, _)| matches(pattern, name) != Some(false))
        || closes.iter().any(|keyword| {
            let others = schema.get(*keyword);
            others.is_some_and(|others| *others != Value::Bool(false))
        })
}
