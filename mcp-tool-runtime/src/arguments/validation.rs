//! Validates arguments with the published schema: for the faults that decoding does not report, and for the rules
//! that a type publishes, but does not enforce.

use std::cmp::Ordering;
use std::ptr;

use mcp_tool_schema::definitions::resolve;
use mcp_tool_schema::keywords::Keywords as _;
use mcp_tool_schema::validator::{Fault, FaultKind, PathStep, Report, Validator};
use serde::de::Error as _;
use serde_json::{Map, Value, json};

use super::deserializer::Buffered;
use super::fault::{Problem, Problems, Reason, Step};
use super::input::{Holds, InputSlot};
use super::parameter::AnyParameter;

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
        buffered: &Buffered,
        parameter: &dyn AnyParameter,
    ) -> Problems {
        let has_rules = self.slot.has_rules;
        if !has_rules && buffered.is_empty() || parameter.is_described_by_hand() {
            return Problems::default();
        }
        let mut answers = Vec::new();
        let report = self.report(value, &mut |fault| {
            has_rules && fault.kind.is_rule()
                || is_buffered(value, fault, buffered)
                    && (is_loophole(fault, self.root)
                        || is_dropped(value, fault, parameter, &mut answers))
        });
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
        let report = self.report(&value, &mut |fault| {
            !matches!(fault.kind, FaultKind::Doubtful)
        });
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let path: Vec<_> = first.steps().cloned().collect();
        let mut is_explained = false;
        for fault in &report.faults {
            let steps: Vec<_> = fault.path.iter().map(|step| Step::from(*step)).collect();
            let is_about_members = matches!(
                fault.kind,
                FaultKind::Missing { .. } | FaultKind::Unknown { .. }
            );
            if steps == path && !is_about_members
                || steps.len() < path.len() && path.starts_with(&steps) && !is_about_members
            {
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
        let report = self.report(value, &mut |fault| has_rules && fault.kind.is_rule());
        report.faults.is_empty()
    }

    /// Returns the problems of the arguments of a tool whose author supplied the whole input schema.
    pub(super) fn of_all(&self, value: &Value) -> Problems {
        self.problems(&Validator::new(self.root).validate_document(value))
    }

    fn report<'v>(&self, value: &'v Value, keep: &mut dyn FnMut(&Fault<'v>) -> bool) -> Report<'v>
    where
        's: 'v,
    {
        let validator = Validator::new(self.root).null_is_absent().with_doubts();
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

fn is_buffered(value: &Value, fault: &Fault<'_>, buffered: &Buffered) -> bool {
    let mut values = values_to(value, fault).into_iter();
    values.any(|value| buffered.contains(value))
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

/// Returns whether serde has dropped the faulty part, instead of accepting it on purpose. To find out, decodes
/// the argument with a value in its place that no type accepts. Keeps the answer for each schema in `answers`.
fn is_dropped<'v>(
    value: &Value,
    fault: &Fault<'v>,
    parameter: &dyn AnyParameter,
    answers: &mut Vec<(*const Map<String, Value>, bool)>,
) -> bool {
    let schema = ptr::from_ref(fault.schema);
    if let Some((_, answer)) = answers.iter().find(|(known, _)| *known == schema) {
        return *answer;
    }
    let mut changed = value.clone();
    let part = fault
        .path
        .iter()
        .try_fold(&mut changed, |value, step| match step {
            PathStep::Member(name) => value.get_mut(name),
            PathStep::Item(position) => value.get_mut(position),
        });
    if let Some(part) = part {
        *part = json!([[{ "": [] }]]);
    }
    let answer = parameter.decodes(&changed);
    answers.push((schema, answer));
    answer
}
