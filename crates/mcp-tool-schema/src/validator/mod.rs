//! Validates values with schemas of JSON Schema 2020-12.
//!
//! A validation is *complete* if it evaluated every keyword that can reject the value. A keyword that this
//! validator does not support makes it incomplete, so such a schema never counts as satisfied.
//! `docs/SCHEMA-LIMITS.md` lists the supported keywords, and a test compares it with this module. `format` rejects
//! only numbers outside of an integer format such as `uint8`. `just json-schema-suite` runs the official tests.

mod bounds;
mod choice;
mod doubts;
#[cfg(test)]
mod tests;
mod unsupported;
mod walk;
mod words;
mod work;

use std::cell::LazyCell;
use std::ops::Deref;

use serde_json::{Map, Value};

use crate::describe::LISTED;
use crate::keywords::{Keywords as _, find_schema};
use crate::pattern_matcher::pattern_fault;
use unsupported::unsupported_keyword;
use walk::Walk;
use work::Stop;

/// The number of names that a validation compares to find misspelt members. Behind it, a misspelt member counts as
/// two faults.
const COMPARED_NAMES: usize = 20_000;

/// One step into a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathStep<'v> {
    Member(&'v str),
    Item(usize),
}

/// A place in a value that a schema rejects.
#[derive(Clone, Debug)]
pub struct Fault<'v> {
    /// The steps to the place, outermost first.
    pub path: Vec<PathStep<'v>>,
    /// The value at the place.
    pub value: &'v Value,
    /// The schema that rejects the value.
    pub schema: &'v Map<String, Value>,
    pub kind: FaultKind<'v>,
    /// Whether the schema accepts the place: see [`Validator::lists_doubts`].
    pub is_doubt: bool,
}

/// The way in which a value violates its schema.
#[derive(Clone, Debug)]
pub enum FaultKind<'v> {
    /// The type, a listed value or the integer format differs.
    Value,
    /// The value violates a bound or a pattern.
    Bound,
    /// The length is out of bounds. The fields are the length and its unit.
    Length(usize, &'static str),
    /// Two items of a list are equal. The fields are their positions.
    Repeated(usize, usize),
    /// The object lacks this member.
    Missing {
        name: &'v str,
        properties: Option<&'v Map<String, Value>>,
        /// If the member is the tag of an enum, the values that select a branch.
        tags: Vec<&'v Value>,
    },
    /// The object has this member, but its schema forbids it.
    Unknown {
        name: &'v str,
        properties: Option<&'v Map<String, Value>>,
    },
    /// The value is the tag of an enum, and selects none of the branches. These values do.
    Tag(Vec<&'v Value>),
    /// No branch of `anyOf` or `oneOf` accepts the value, and none is the intended one.
    NoBranch {
        /// Whether a branch would accept the value if it had no bounds, lengths and patterns.
        by_rules: bool,
    },
    /// The schema accepts the integer, but some JSON parsers round it, and the schema of a 64-bit type states no
    /// bound. Such a fault is always a doubt.
    Doubtful,
    /// The value violates another keyword, such as `not`.
    Keyword(&'static str),
}

impl<'v> FaultKind<'v> {
    fn missing(name: &'v str, properties: Option<&'v Map<String, Value>>) -> Self {
        FaultKind::Missing {
            name,
            properties,
            tags: Vec::new(),
        }
    }

    /// Returns whether a member is missing or unknown.
    pub fn is_about_a_member(&self) -> bool {
        matches!(self, FaultKind::Missing { .. } | FaultKind::Unknown { .. })
    }

    /// Returns whether the value violates a rule that no Rust type expresses, such as a bound, a length or a
    /// pattern.
    pub fn is_rule(&self) -> bool {
        match self {
            FaultKind::Bound
            | FaultKind::Length(..)
            | FaultKind::Repeated(..)
            | FaultKind::Keyword(_) => true,
            FaultKind::NoBranch { by_rules } => *by_rules,
            _ => false,
        }
    }
}

/// The result of a validation.
#[derive(Debug, Default)]
pub struct Report<'v> {
    /// At most 20 faults, in the order of the value.
    pub faults: Vec<Fault<'v>>,
    /// The number of faults that are not listed.
    pub more: usize,
    /// Whether the validation evaluated every keyword that can reject the value.
    pub is_complete: bool,
    /// Whether the validation stopped because the value is too large or too deep.
    pub is_exhausted: bool,
}

impl Report<'_> {
    /// Returns whether the schema certainly accepts the value.
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty() && self.is_complete
    }
}

/// A schema document, and how to read it.
#[derive(Clone, Copy)]
pub struct Validator<'v> {
    /// The document, for references.
    pub root: &'v Map<String, Value>,
    /// Whether `null` stands for the absence of an optional member, also if its schema rejects `null`.
    pub null_is_absent: bool,
    /// Whether to skip bounds, lengths, patterns and the other rules that no Rust type expresses.
    pub ignores_rules: bool,
    /// Whether to also list places that the schema accepts, but that the type behind it may drop: integers
    /// beyond ±(2^53 − 1) where the schema states no bound; absent optional members of an object that has
    /// another optional one; and, if one branch accepts an object, the faults of a larger branch that
    /// lists more of the object's members.
    pub lists_doubts: bool,
}

impl<'v> Validator<'v> {
    /// Creates the validator for the schemas of a document.
    pub fn new(root: &'v Map<String, Value>) -> Self {
        Validator {
            root,
            null_is_absent: false,
            ignores_rules: false,
            lists_doubts: false,
        }
    }

    /// Accepts `null` for each optional member.
    pub fn null_is_absent(mut self) -> Self {
        self.null_is_absent = true;
        self
    }

    /// Skips bounds, lengths, patterns and the other rules that no Rust type expresses.
    pub fn without_rules(mut self) -> Self {
        self.ignores_rules = true;
        self
    }

    /// Validates a value.
    pub fn validate(&self, schema: &'v Value, value: &'v Value) -> Report<'v> {
        self.faults(schema, value, &mut |_| true)
    }

    /// Validates a value with the whole document.
    pub fn validate_document(&self, value: &'v Value) -> Report<'v> {
        self.report(value, &mut |_| true, &|walk| {
            walk.visit_object_schema(self.root, value)
        })
    }

    /// Validates a value, and keeps only the faults for which `keep` returns true.
    pub fn faults(
        &self,
        schema: &'v Value,
        value: &'v Value,
        keep: &mut dyn FnMut(&Fault<'v>) -> bool,
    ) -> Report<'v> {
        self.report(value, keep, &|walk| walk.visit(schema, value))
    }

    /// Validates some arguments of a tool whose input schema is the document: those members of `value` for
    /// which `is_member` is true, and the unknown ones. Keeps only the faults for which `keep` returns true.
    pub fn argument_faults(
        &self,
        value: &'v Value,
        is_member: &dyn Fn(&str) -> bool,
        keep: &mut dyn FnMut(&Fault<'v>) -> bool,
    ) -> Report<'v> {
        self.report(value, keep, &|walk| walk.visit_arguments(value, is_member))
    }

    fn report(
        &self,
        value: &'v Value,
        keep: &mut dyn FnMut(&Fault<'v>) -> bool,
        visit: &dyn Fn(&mut Walk<'v, '_>) -> Result<(), Stop>,
    ) -> Report<'v> {
        let mut report = Report::default();
        let (mut found, mut names) = (0, COMPARED_NAMES);
        // Compare each fault with the 20 faults before it. A client can send any number of faults, so this list
        // keeps only the first 20 and the last 20.
        let mut list = |fault: Fault<'v>| {
            let faults = &mut report.faults;
            let misspelt = LazyCell::new(|| fault.misspelt(&mut names));
            let mut recent = faults.iter().rev().take(LISTED);
            if !keep(&fault) || recent.any(|known| known.covers(&fault, &misspelt)) {
                return;
            }
            if faults.len() == 2 * LISTED {
                faults.remove(LISTED);
            }
            faults.push(fault);
            found += 1;
        };
        let mut walk = Walk::new(*self, value);
        walk.list = Some(&mut list);
        let stop = visit(&mut walk);
        let is_complete = !walk.is_unknown;
        report.faults.truncate(LISTED);
        report.more = found - report.faults.len();
        report.is_exhausted = matches!(stop, Err(Stop::Exhausted));
        report.is_complete = is_complete && !report.is_exhausted;
        report
    }

    /// Returns why the document has values that can never count as valid: a keyword or a reference that this
    /// validator does not support. Returns `None` if there is no such keyword.
    pub fn unsupported(&self) -> Option<String> {
        find_schema(self.root, &mut |schema, path| {
            Some(match unsupported_keyword(schema, self.root)? {
                "$schema" => {
                    "its dialect cannot be checked; write JSON Schema 2020-12, which needs no `$schema`".to_owned()
                }
                "pattern" => {
                    let fault = schema.text("pattern").and_then(pattern_fault);
                    format!("at `{path}`, {}", fault.unwrap_or_default())
                }
                keyword => format!("its `{keyword}` at `{path}` cannot be checked; remove this keyword"),
            })
        })
    }

    /// Returns whether a schema certainly accepts a value. Stops at the first fault.
    pub fn accepts(&self, schema: &Value, value: &Value) -> bool {
        let mut walk = Walk::new(*self, value);
        walk.visit(schema, value).is_ok() && !walk.is_unknown
    }
}

impl Fault<'_> {
    /// If a member is missing, returns the unknown member that is probably its misspelling. Subtracts the number of
    /// compared names from `names`.
    fn misspelt(&self, names: &mut usize) -> Option<&str> {
        let FaultKind::Missing {
            name, properties, ..
        } = &self.kind
        else {
            return None;
        };
        let compared = self.value.as_object()?.len() + properties.map_or(0, Map::len);
        *names = names.checked_sub(compared)?;
        self.instead(name, *properties)
    }

    /// Returns whether a later fault repeats this one: several keywords may reject the same value, and a misspelt
    /// member is unknown, while the right one is missing.
    fn covers<'a>(
        &self,
        other: &Fault<'_>,
        misspelt: &impl Deref<Target = Option<&'a str>>,
    ) -> bool {
        if self.path != other.path {
            return false;
        }
        match (&self.kind, &other.kind) {
            (FaultKind::Missing { name, .. }, FaultKind::Missing { name: other, .. })
            | (FaultKind::Unknown { name, .. }, FaultKind::Unknown { name: other, .. }) => {
                name == other
            }
            (FaultKind::Unknown { name, .. }, FaultKind::Missing { .. }) => {
                **misspelt == Some(name)
            }
            (one, other) => !one.is_about_a_member() && !other.is_about_a_member(),
        }
    }
}
