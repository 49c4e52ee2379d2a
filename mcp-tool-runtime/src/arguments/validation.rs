//! Validates arguments with the published schema: for the faults that decoding does not report, and for the rules
//! that a type publishes, but does not enforce.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::ptr;

use mcp_tool_schema::definitions::resolve;
use mcp_tool_schema::keywords::Keywords as _;
use mcp_tool_schema::validator::{Fault, FaultKind, PathStep, Report, Validator};
use serde::de::Error as _;
use serde_json::{Map, Value, json};

use super::decode::Decoded;
use super::deserializer::Buffered;
use super::fault::{Problem, Problems, Reason, Step};
use super::input::{Holds, InputSlot};
use super::parameter::AnyParameter;

/// The number of buffered parts that all trials of a call may decode again.
const TRIAL_PARTS: usize = 20_000;

/// The maximum number of trials of a call.
const MOST_TRIALS: usize = 100;

/// A parameter, and the published schema of all arguments.
pub(super) struct Validation<'s> {
    pub(super) slot: &'s InputSlot,
    pub(super) root: &'s Map<String, Value>,
}

impl<'s> Validation<'s> {
    /// Returns the problems of a value that decoding has accepted: each rule that it violates, if the parameter
    /// has rules, and each part that serde has dropped.
    pub(super) fn of_decoded(
        &self,
        value: &Value,
        decoded: &Decoded,
        parameter: &dyn AnyParameter,
    ) -> Problems {
        let (has_rules, buffered) = (self.slot.has_rules, &decoded.buffered);
        if parameter.is_described_by_hand() {
            return Problems::default();
        }
        let may_have_dropped = decoded.dropped > 0 && buffered.len() > 0;
        let mut trials = Trials::new(value, decoded, parameter);
        let mut keep = |fault: &Fault<'_>| {
            let is_rule = has_rules && fault.kind.is_rule() && !fault.is_doubt;
            is_rule || trials.is_loophole(fault, self.root) || trials.is_dropped(fault)
        };
        let mut report = self.report(value, may_have_dropped, &mut keep);
        if may_have_dropped && report.is_exhausted {
            report = self.report(value, false, &mut keep);
        }
        let mut problems = self.problems(&report);
        if report.is_exhausted && has_rules && problems.is_empty() {
            let message = "is too large, or has too many possible forms, to be checked; \
                         send a smaller or simpler value";
            problems.listed.push(Problem::custom(message));
        }
        problems
    }

    /// Returns all problems of a value that decoding has rejected, in the order of the value. `first` is the
    /// problem that decoding has found.
    pub(super) fn of_rejected(&self, first: Problem) -> Problems {
        let Some(value) = first.value().cloned() else {
            return first.into();
        };
        let report = self.report(&value, false, &mut |_| true);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let path: Vec<_> = first.steps().cloned().collect();
        let mut is_explained = false;
        for fault in &report.faults {
            let steps: Vec<_> = fault.path.iter().map(|step| Step::from(*step)).collect();
            let is_around = steps.len() <= path.len() && path.starts_with(&steps);
            if is_around && !fault.kind.is_about_a_member() {
                // Decoding knows the place better, or has the same fault with better words.
                continue;
            }
            is_explained |= steps.starts_with(&path) && first.may_be_explained_by(fault);
            let problem = self.problem(fault);
            match order(&value, &steps, &path) {
                Ordering::Less => before.push(problem),
                _ => after.push(problem),
            }
        }
        if !is_explained {
            before.push(first);
        }
        before.extend(after);
        Problems {
            listed: before,
            more: report.more,
        }
    }

    /// Returns whether the schema has no fault to find in a value.
    pub(super) fn accepts(&self, value: &Value) -> bool {
        self.report(value, false, &mut |_| true).faults.is_empty()
    }

    /// Returns the problems of the arguments of a tool whose author supplied the whole input schema.
    pub(super) fn of_all(&self, value: &Value) -> Problems {
        self.problems(&self.report(value, false, &mut |_| true))
    }

    fn report<'v>(
        &self,
        value: &'v Value,
        lists_doubts: bool,
        keep: &mut dyn FnMut(&Fault<'v>) -> bool,
    ) -> Report<'v>
    where
        's: 'v,
    {
        let mut validator = Validator::new(self.root).null_is_absent();
        validator.lists_doubts = lists_doubts;
        if self.slot.row.is_none() {
            return Validator::new(self.root).validate_document(value);
        }
        let properties = self.root.object("properties");
        match &self.slot.holds {
            Holds::One(name) => match properties.and_then(|properties| properties.get(name)) {
                Some(schema) => validator.faults(schema, value, keep),
                None => Report::default(),
            },
            Holds::Joined { names, .. } => {
                let is_member = |name: &str| names.iter().any(|known| known == name);
                validator.argument_faults(value, &is_member, keep)
            }
        }
    }

    fn problems(&self, report: &Report<'_>) -> Problems {
        Problems {
            listed: report
                .faults
                .iter()
                .map(|fault| self.problem(fault))
                .collect(),
            more: report.more,
        }
    }

    fn problem(&self, fault: &Fault<'_>) -> Problem {
        let problem = match (&self.slot.holds, &fault.kind) {
            (Holds::Joined { .. }, FaultKind::Missing { name, .. }) if fault.path.is_empty() => {
                Problem::missing().inside(Step::Key((*name).to_owned()))
            }
            _ => Problem::new(Reason::Schema(fault.words(self.root))),
        };
        let steps = fault.path.iter().rev();
        steps.fold(problem, |problem, step| problem.inside(Step::from(*step)))
    }
}

/// Returns the order of two places in a value. A value comes before its parts.
fn order(value: &Value, one: &[Step], other: &[Step]) -> Ordering {
    let Some(((first, one), (second, other))) = one.split_first().zip(other.split_first()) else {
        return one.len().cmp(&other.len());
    };
    let position = |step: &Step| match (step, value) {
        (Step::Index(index), _) => Some(*index),
        (Step::Key(key), Value::Object(members)) => members.keys().position(|name| name == key),
        _ => None,
    };
    if first != second {
        return position(first).cmp(&position(second));
    }
    let inner = match first {
        Step::Key(key) => value.get(key),
        Step::Index(index) => value.get(index),
    };
    order(inner.unwrap_or(&Value::Null), one, other)
}

/// Returns the values from the whole to the place of a fault.
fn values_to<'v>(value: &'v Value, fault: &Fault<'_>) -> Vec<&'v Value> {
    let mut values = vec![value];
    for step in &fault.path {
        let outer = values[values.len() - 1];
        values.extend(match step {
            PathStep::Member(name) => outer.get(name),
            PathStep::Item(position) => outer.get(position),
        });
    }
    values
}

/// Finds out whether serde has dropped parts of a value, instead of accepting them on purpose. Decodes the value
/// again with changed parts.
struct Trials<'v> {
    value: &'v Value,
    parameter: &'v dyn AnyParameter,
    decoded: &'v Decoded,
    /// The parts that serde has buffered.
    parts: OnceCell<HashSet<*const Value>>,
    /// The problems that serde drops when it decodes the value.
    dropped: OnceCell<Vec<String>>,
    /// The number of trials that remain.
    left: usize,
    /// The last answer for each schema.
    answers: HashMap<*const Map<String, Value>, bool>,
}

impl<'v> Trials<'v> {
    fn new(value: &'v Value, decoded: &'v Decoded, parameter: &'v dyn AnyParameter) -> Self {
        Trials {
            value,
            parameter,
            decoded,
            parts: OnceCell::new(),
            dropped: OnceCell::new(),
            left: (TRIAL_PARTS / decoded.buffered.len().max(1)).clamp(1, MOST_TRIALS),
            answers: HashMap::new(),
        }
    }

    fn is_buffered(&self, part: &Value) -> bool {
        let parts = self.parts.get_or_init(|| self.decoded.buffered.parts());
        parts.contains(&ptr::from_ref(part))
    }

    /// Returns whether serde has buffered a value on the path to a fault, and the innermost member on this path.
    fn buffered_member<'f>(&self, fault: &Fault<'f>) -> (bool, Option<Member<'f>>)
    where
        'v: 'f,
    {
        let values = values_to(self.value, fault);
        let steps = fault.path.iter().zip(&values[1..]);
        let mut members = steps.filter_map(|(step, value)| match step {
            PathStep::Member(name) => Some((*name, *value)),
            PathStep::Item(_) => None,
        });
        let is_buffered = values.iter().any(|value| self.is_buffered(value));
        (is_buffered, members.next_back().filter(|_| is_buffered))
    }

    /// Decodes the value, with other members in place of one. Returns whether the type accepts it, and the problems
    /// that serde has dropped.
    fn decode(&mut self, member: &Value, by: &[(&str, &Value)]) -> (bool, Vec<String>) {
        self.left = self.left.saturating_sub(1);
        let by = by
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).clone()));
        let buffered = Buffered::replacing(member, by.collect());
        let decode = || self.parameter.decodes(self.value, &buffered);
        let (is_accepted, dropped) = Problem::recorded(decode);
        (is_accepted == Some(true), dropped)
    }

    /// Returns whether serde's buffer accepts a form that a type does not accept otherwise: the index of a variant in
    /// place of its name, or an array in place of an object.
    fn is_loophole(&mut self, fault: &Fault<'_>, root: &Map<String, Value>) -> bool {
        let is_object = |schema: &Value| resolve(schema, root).types().any(|kind| kind == "object");
        let is_array_for_object = || {
            fault.value.is_array()
                && (fault.schema.types().any(|kind| kind == "object")
                    || ["anyOf", "oneOf"]
                        .iter()
                        .any(|it| fault.schema.list(it).iter().any(is_object)))
        };
        let is_loophole = match fault.kind {
            FaultKind::Tag(_) => !fault.value.is_string(),
            FaultKind::Value => is_array_for_object(),
            _ => false,
        };
        if !is_loophole {
            return false;
        }
        // A decoder that accepts arrays on purpose reads no fields of a struct from them.
        match (self.buffered_member(fault), fault.path.last()) {
            ((_, Some((name, member))), Some(PathStep::Member(_)))
                if fault.value.is_array() && self.left > 0 =>
            {
                let (_, problems) = self.decode(member, &[(name, &json!([])), (name, member)]);
                let starts = ["expected struct ", "missing field "];
                let is_struct = |problem: &String| starts.iter().any(|it| problem.starts_with(it));
                problems.iter().any(is_struct)
            }
            // serde reads the tag of an enum from the first item, and buffers the others.
            ((is_buffered, _), _) => {
                let mut items = fault.value.as_array().into_iter().flatten();
                is_buffered || items.any(|item| self.is_buffered(item))
            }
        }
    }

    /// Returns whether serde has dropped the part with this fault.
    fn is_dropped(&mut self, fault: &Fault<'_>) -> bool {
        if self.decoded.dropped == 0 {
            return false;
        }
        // A group that lacks a member is faulty only if the object has another member of the group.
        let mut missing = None;
        let is_null = |name: &str| fault.value.get(name).is_some_and(Value::is_null);
        let members = match &fault.kind {
            FaultKind::Missing { name, .. }
                if fault.is_doubt && !is_null(name) && !self.drops_missing(name) =>
            {
                return false;
            }
            FaultKind::Missing {
                name,
                properties,
                tags,
            } if fault.is_doubt && tags.is_empty() => {
                missing = Some(*name);
                let is_listed = |name: &str| properties.is_some_and(|it| it.contains_key(name));
                self.buffered_members(fault, &is_listed)
            }
            FaultKind::Missing { .. } | FaultKind::NoBranch { .. } if fault.is_doubt => {
                self.buffered_members(fault, &|_| true)
            }
            _ => Vec::new(),
        };
        let is_inside = !members.is_empty();
        let member = self.buffered_member(fault).1.filter(|_| !is_inside);
        let schema = ptr::from_ref(fault.schema);
        if self.left == 0 {
            let answer = self.answers.get(&schema).copied();
            return (is_inside || member.is_some()) && answer.unwrap_or(!fault.is_doubt);
        }
        let answer = members.into_iter().chain(member).any(|member| {
            let problems = self.problems_without(member);
            problems.is_some_and(|problems| match missing.filter(|_| is_inside) {
                Some(missing) => {
                    let is_null = is_null(missing);
                    self.is_beside(member, missing, is_null, &problems)
                }
                None => true,
            })
        });
        self.answers.insert(schema, answer);
        answer
    }

    /// Returns the members of a faulty object that serde has buffered.
    fn buffered_members<'f>(
        &self,
        fault: &Fault<'f>,
        is_listed: &dyn Fn(&str) -> bool,
    ) -> Vec<Member<'f>> {
        let members = fault.value.as_object().into_iter().flatten();
        let members = members.map(|(name, member)| (name.as_str(), member));
        let members = members.filter(|(name, member)| {
            is_listed(name) && !member.is_null() && self.is_buffered(member)
        });
        members.collect()
    }

    fn dropped(&self) -> &[String] {
        self.dropped.get_or_init(|| {
            let decode = || self.parameter.decodes(self.value, &Buffered::default());
            Problem::recorded(decode).1
        })
    }

    /// Returns whether serde drops the problem that a member is missing.
    fn drops_missing(&self, name: &str) -> bool {
        self.dropped().contains(&Problem::missing_field_text(name))
    }

    /// If the type does not use a member, returns the problems that serde drops with an unacceptable value for this
    /// member.
    ///
    /// If the type uses the member, it rejects an unacceptable one before or behind it, which is one problem
    /// more. A flattened enum looks only at the first of the two, and a decoder with a default may only reject the
    /// second one.
    fn problems_without(&mut self, (name, member): Member<'_>) -> Option<Vec<String>> {
        let most = self.dropped().len();
        let mut problems = |values: [&Value; 2]| {
            let (is_accepted, dropped) = self.decode(member, &values.map(|value| (name, value)));
            (is_accepted && dropped.len() <= most).then_some(dropped)
        };
        problems([member, &unacceptable()])?;
        problems([&unacceptable(), member])
    }

    /// Returns whether an unused member belongs to the same struct as a missing one, or is not even read. `problems`
    /// are those with an unacceptable value for the unused member.
    fn is_beside(
        &mut self,
        (name, member): Member<'_>,
        missing: &str,
        is_null: bool,
        problems: &[String],
    ) -> bool {
        if problems == self.dropped() {
            return true;
        }
        let text = Problem::missing_field_text(missing);
        let count = |problems: &[String]| problems.iter().filter(|it| **it == text).count();
        if !is_null && count(problems) >= count(self.dropped()) {
            return false;
        }
        // A struct reads its members in order, and those of flattened fields behind its own. So only the same
        // struct notices the value for the missing member first.
        let other = json!({ "": [[]] });
        let by = [(missing, &other), (name, &unacceptable()), (name, member)];
        self.decode(member, &by).1 != problems
    }
}

/// A member of an object: its name and its value.
type Member<'v> = (&'v str, &'v Value);

/// Returns a value that hardly any type accepts.
fn unacceptable() -> Value {
    json!([[{ "": [] }]])
}
