//! Validates arguments with the published schema: for the faults that decoding does not report, and for the rules
//! that a type publishes, but does not enforce.

use std::cell::LazyCell;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::ptr;

use mcp_tool_schema::definitions::resolve;
use mcp_tool_schema::keywords::Keywords as _;
use mcp_tool_schema::validator::{Fault, FaultKind, PathStep, Report, Validator};
use serde::de::Error as _;
use serde_json::{Map, Value};

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
        if !has_rules && buffered.len() == 0 || parameter.is_described_by_hand() {
            return Problems::default();
        }
        let may_have_dropped = decoded.dropped > 0 && buffered.len() > 0;
        let mut trials = Trials::new(value, decoded, parameter);
        let parts = LazyCell::new(|| buffered.parts());
        let mut keep = |fault: &Fault<'_>| {
            let is_rule = has_rules && fault.kind.is_rule();
            is_rule
                || is_buffered(value, fault, &parts)
                    && (is_loophole(fault, self.root) || trials.is_dropped(fault))
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

    /// Returns whether a value violates none of the parameter's rules.
    pub(super) fn accepts(&self, value: &Value) -> bool {
        let has_rules = self.slot.has_rules;
        let report = self.report(value, false, &mut |fault| has_rules && fault.kind.is_rule());
        report.faults.is_empty()
    }

    /// Returns the problems of the arguments of a tool whose author supplied the whole input schema.
    pub(super) fn of_all(&self, value: &Value) -> Problems {
        self.problems(&Validator::new(self.root).validate_document(value))
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
        let problem = Problem::new(Reason::Schema(fault.words(self.root)));
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

fn is_buffered(value: &Value, fault: &Fault<'_>, parts: &HashSet<*const Value>) -> bool {
    let mut values = values_to(value, fault).into_iter();
    values.any(|value| parts.contains(&ptr::from_ref(value)))
}

/// Returns whether serde's buffer accepts a form that a type does not accept otherwise: the index of a variant in
/// place of its name, or an array in place of an object.
fn is_loophole(fault: &Fault<'_>, root: &Map<String, Value>) -> bool {
    let is_object = |schema: &Value| resolve(schema, root).types().any(|kind| kind == "object");
    match fault.kind {
        FaultKind::Tag(_) => !fault.value.is_string(),
        FaultKind::Value if fault.value.is_array() => {
            fault.schema.types().any(|kind| kind == "object")
                || fault.schema.list("anyOf").iter().any(is_object)
        }
        _ => false,
    }
}

/// Finds out whether serde has dropped faulty parts of a value, instead of accepting them on purpose.
struct Trials<'v> {
    value: &'v Value,
    parameter: &'v dyn AnyParameter,
    /// The number of trials that remain.
    left: usize,
    /// The number of problems that serde drops when it decodes the value.
    dropped: usize,
    /// The last answer for each schema.
    answers: HashMap<*const Map<String, Value>, bool>,
}

impl<'v> Trials<'v> {
    fn new(value: &'v Value, decoded: &Decoded, parameter: &'v dyn AnyParameter) -> Self {
        Trials {
            value,
            parameter,
            left: (TRIAL_PARTS / decoded.buffered.len().max(1)).clamp(1, MOST_TRIALS),
            dropped: decoded.dropped,
            answers: HashMap::new(),
        }
    }

    /// Returns whether serde has dropped the part with this fault.
    ///
    /// Decodes the argument again, with a second member of the same name behind the faulty one. If the type
    /// accepts the faulty member, it then rejects the second one, which is one problem more. If it rejects the
    /// faulty member, it never reads the second one.
    fn is_dropped(&mut self, fault: &Fault<'_>) -> bool {
        let values = values_to(self.value, fault);
        let steps = fault.path.iter().zip(&values[1..]);
        let mut members = steps.filter(|(step, _)| matches!(step, PathStep::Member(_)));
        let Some((_, member)) = members.next_back().filter(|_| self.dropped > 0) else {
            return false;
        };
        let schema = ptr::from_ref(fault.schema);
        if self.left == 0 {
            return self.answers.get(&schema).copied().unwrap_or(true);
        }
        self.left -= 1;
        let buffered = Buffered::repeating(member);
        let decode = || self.parameter.decodes(self.value, &buffered);
        let (_, dropped) = Problem::count_created(decode);
        let answer = dropped == self.dropped;
        self.answers.insert(schema, answer);
        answer
    }
}
