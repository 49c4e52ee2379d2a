//! The faults of a call: what is wrong with an argument, and where inside it.

use std::cell::{Cell, RefCell};
use std::fmt;

use mcp_tool_schema::describe::LISTED;
use mcp_tool_schema::json_terms::{count, quote, shorten, show, unexpected};
use mcp_tool_schema::validator::{Fault as SchemaFault, FaultKind, PathStep};
use serde::de::{Error, Expected, Unexpected};
use serde_json::Value;

use crate::error::{catch, short_type_name};
use crate::json::impossible_keys;

/// The faults in the arguments of a call.
#[derive(Debug, Default)]
pub struct Faults {
    pub(super) listed: Vec<Fault>,
    /// The number of faults that are not listed.
    pub(super) more: usize,
    /// Whether the arguments are nested too deeply, or a name has half a surrogate pair.
    pub(super) is_unreadable: bool,
}

impl Faults {
    pub(super) fn push(&mut self, fault: Fault) {
        // Keep every missing argument, even beyond the limit. The message compares unknown
        // arguments with the missing ones to find misspelt names.
        if self.listed.len() < LISTED || fault.missing_argument().is_some() {
            self.listed.push(fault);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.listed.is_empty() && !self.is_unreadable
    }

    /// Returns whether the last listed fault concerns the argument `name` and hides the argument's value.
    pub(super) fn ends_with_hidden(&self, name: &str) -> bool {
        matches!(
            self.listed.last(),
            Some(Fault::Argument { name: last, problem })
                if last == name && matches!(problem.reason, Reason::Hidden)
        )
    }
}

/// The problems of one argument.
#[derive(Debug, Default)]
pub struct Problems {
    pub(super) listed: Vec<Problem>,
    /// The number of problems that are not listed.
    pub(super) more: usize,
}

impl Problems {
    pub(super) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Returns whether the list is full.
    pub(super) fn is_full(&self) -> bool {
        self.listed.len() >= LISTED
    }

    /// Adds the first rule of the parameter that a value violates or, if there is none, the result of the type's
    /// validation.
    pub(super) fn merge(&mut self, broken: Option<Problem>, invalid: &dyn Fn() -> Problems) {
        if let Some(problem) = broken {
            self.listed.retain(Problem::is_inside);
            self.listed.insert(0, problem);
        } else if !self.is_full() {
            // Replace the problems, so that the message lists each violation once. schemars copies
            // `garde` rules into the schema, so both lists can contain the same violation.
            let invalid = invalid();
            if !invalid.is_empty() {
                *self = invalid;
            }
        }
    }

    /// Lists the first problems, and counts the others.
    #[cfg(feature = "garde")]
    pub(super) fn first<T>(
        mut all: impl Iterator<Item = T>,
        problem: impl Fn(T) -> Problem,
    ) -> Self {
        Problems {
            listed: all.by_ref().take(LISTED).map(problem).collect(),
            more: all.count(),
        }
    }
}

/// One fault in the arguments of a call.
#[derive(Debug)]
pub(crate) enum Fault {
    /// An argument of the tool has a problem. The name is empty if the problem belongs to no single argument,
    /// or if the faulty argument cannot be determined.
    Argument { name: String, problem: Problem },
    /// The tool has no argument of this name.
    Unknown(String),
    /// The request has this argument more than once. The repetition may use an alias.
    Repeated(String),
}

impl Fault {
    pub(super) fn missing(name: String) -> Self {
        Fault::Argument {
            name,
            problem: Problem::missing(),
        }
    }

    /// Returns the name of the argument if the argument is missing.
    pub(super) fn missing_argument(&self) -> Option<&str> {
        match self {
            Fault::Argument { name, problem } if problem.is_missing() => Some(name),
            _ => None,
        }
    }

    /// Turns a problem of an object into a fault of the member that causes the problem, if this member is
    /// known. Clients send the members as separate arguments or form fields.
    pub(super) fn of_member(mut problem: Problem, is_argument: impl Fn(&str) -> bool) -> Self {
        match problem.path.pop() {
            Some(Step::Key(name)) => {
                problem.value = problem.value.and_then(|mut value| {
                    let member = value.as_object_mut()?;
                    member.remove(&name).map(Box::new)
                });
                Fault::Argument { name, problem }
            }
            Some(step) => {
                problem.path.push(step);
                let name = String::new();
                Fault::Argument { name, problem }
            }
            // An empty path means that the problem concerns the outer object, or that serde has
            // lost the path of a problem in an inner object. To exclude the inner object, check
            // that the name in `reason` belongs to the outer object.
            None => match problem.reason {
                Reason::MissingField(name) if is_argument(name) => Fault::missing(name.to_owned()),
                Reason::Field { got, .. } if problem.has_member(&got) => Fault::Unknown(got),
                Reason::DuplicateField(name) if is_argument(name) => {
                    Fault::Repeated(name.to_owned())
                }
                _ => Fault::Argument {
                    name: String::new(),
                    problem,
                },
            },
        }
    }

    /// Removes the value, the path and the reason of the problem, because the argument is sensitive. Changes no
    /// fault about a missing, unknown or repeated argument.
    pub(super) fn hidden(self) -> Self {
        match self {
            Fault::Argument { name, problem } if !problem.is_missing() => Fault::Argument {
                name,
                problem: Problem::new(Reason::Hidden),
            },
            other => other,
        }
    }
}

/// The reason why a value is invalid, and the place of the fault inside the value.
#[derive(Debug)]
pub struct Problem {
    /// The path, with the innermost step first, because each level appends its step to the error.
    path: Vec<Step>,
    pub(super) reason: Reason,
    value: Option<Box<Value>>,
    /// The names of a struct's fields, if the value for the struct is not an object. Otherwise empty.
    pub(crate) fields: &'static [&'static str],
}

/// One step into a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

impl From<PathStep<'_>> for Step {
    fn from(place: PathStep<'_>) -> Self {
        match place {
            PathStep::Member(name) => Step::Key(name.to_owned()),
            PathStep::Item(position) => Step::Index(position),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Key(key) => write!(f, ".{}", shorten(key)),
            Step::Index(index) => write!(f, "[{index}]"),
        }
    }
}

#[derive(Debug)]
pub(super) enum Reason {
    /// The argument is absent.
    Missing,
    /// The value has the wrong type, is outside the range of the type, or violates a rule of the parameter.
    Wrong { got: String, expected: String },
    /// The value violates the published schema. The words follow the place.
    Schema(String),
    /// The type does not accept the length of the value.
    Length { length: usize, expected: String },
    /// A string or key is not the name of a variant.
    Variant {
        got: String,
        allowed: &'static [&'static str],
    },
    /// An object has a member that the object's type does not know.
    Field {
        got: String,
        allowed: &'static [&'static str],
    },
    /// An object lacks a member.
    MissingField(&'static str),
    /// An object has a member twice.
    DuplicateField(&'static str),
    /// The name of a member has the wrong form.
    Key { got: String, expected: String },
    /// No name can be a key of this type.
    KeyType(&'static str),
    /// An error text, mostly from the type's `Deserialize`.
    Custom(String),
    /// The value decodes, but the type's validation rejects the value with this message.
    #[cfg(feature = "garde")]
    Invalid(String),
    /// The argument is sensitive, so the message must not show any part of the value.
    Hidden,
}

thread_local! {
    /// The number of problems that this thread has created. serde drops some of them.
    static CREATED: Cell<usize> = const { Cell::new(0) };
    /// The texts of the problems, while somebody records them.
    static RECORDED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

impl Problem {
    /// Runs `run`, and also returns how many problems it creates on this thread.
    pub(super) fn count_created<T>(run: impl FnOnce() -> T) -> (T, usize) {
        let before = CREATED.get();
        let result = run();
        (result, CREATED.get().wrapping_sub(before))
    }

    /// Runs `run`, and also returns the texts of the problems that it creates on this thread. Returns no result if
    /// `run` panics.
    pub(super) fn recorded<T>(run: impl FnOnce() -> T) -> (Option<T>, Vec<String>) {
        RECORDED.set(Some(Vec::new()));
        let result = catch(run).ok();
        (result, RECORDED.take().unwrap_or_default())
    }

    pub(super) fn new(reason: Reason) -> Self {
        CREATED.set(CREATED.get().wrapping_add(1));
        let problem = Problem {
            path: Vec::new(),
            reason,
            value: None,
            fields: &[],
        };
        RECORDED.with_borrow_mut(|recorded| {
            if let Some(recorded) = recorded {
                recorded.push(problem.to_string());
            }
        });
        problem
    }

    /// Returns the text of the problem that an object lacks a member.
    pub(super) fn missing_field_text(name: &str) -> String {
        format!("missing field `{name}`")
    }

    pub(super) fn missing() -> Self {
        Problem::new(Reason::Missing)
    }

    /// Returns the problem of a value that violates a rule of the parameter.
    pub(super) fn against_a_rule(got: String) -> Self {
        Problem::new(Reason::Wrong {
            got,
            expected: "another value".to_owned(),
        })
    }

    /// Returns whether the problem concerns a part of the argument, not the argument as a whole.
    pub(super) fn is_inside(&self) -> bool {
        !self.path.is_empty()
    }

    /// Returns whether the argument as a whole has the wrong type, or is out of the type's range.
    pub(super) fn is_of_the_whole_type(&self) -> bool {
        matches!(self.reason, Reason::Wrong { .. }) && !self.is_inside()
    }

    /// Returns whether the argument is absent.
    pub(super) fn is_missing(&self) -> bool {
        matches!(self.reason, Reason::Missing)
    }

    /// Returns whether the path has Rust field names, which may differ from the published names.
    pub(super) fn has_rust_names(&self) -> bool {
        #[cfg(feature = "garde")]
        return matches!(self.reason, Reason::Invalid(_));
        #[cfg(not(feature = "garde"))]
        false
    }

    /// Adds a step at the outer end of the path. The step leads from the enclosing value to the previous
    /// start of the path.
    pub(super) fn inside(mut self, step: Step) -> Self {
        self.path.push(step);
        self
    }

    /// Converts a problem of a member's name, so that the message is about the name and not about the member's
    /// value.
    pub(super) fn in_a_key(mut self, name: &str) -> Self {
        self.reason = match self.reason {
            Reason::Wrong { got, expected } => Reason::Key { got, expected },
            Reason::Length { length, expected } => Reason::Key {
                got: count(length, "character"),
                expected,
            },
            Reason::Custom(words) => {
                Reason::Custom(format!("has a member named {}: {words}", quote(name)))
            }
            other => other,
        };
        self
    }

    /// Returns an explanation if no name can be a key of the map that has the key `name`. serde reads the keys
    /// inside a flattened struct from a buffer. Then only serde's description of the type is known.
    pub(super) fn impossible_key(&self, name: &str) -> Option<String> {
        match &self.reason {
            Reason::KeyType(_) => Some(self.to_string()),
            Reason::Wrong { got, expected } if *got == quote(name) => {
                let starts = [
                    "a tuple ",
                    "tuple struct ",
                    "struct ",
                    "an array ",
                    "a sequence",
                    "a map",
                ];
                let has_parts = starts.iter().any(|start| expected.starts_with(start));
                has_parts.then(|| impossible_keys(&format!("that are each {expected}")))
            }
            _ => None,
        }
    }

    /// Returns whether a fault at this place or inside it explains this problem. If serde buffers a value, the
    /// inner part of a problem's path is lost.
    pub(super) fn may_be_explained_by(&self, fault: &SchemaFault<'_>) -> bool {
        match &self.reason {
            Reason::Field { got, .. } => match fault.kind {
                FaultKind::Unknown { name, .. } => name == got,
                _ => fault.path.len() > self.path.len(),
            },
            Reason::Wrong { .. }
            | Reason::Length { .. }
            | Reason::Variant { .. }
            | Reason::MissingField(_)
            | Reason::Custom(_) => true,
            _ => false,
        }
    }

    /// Adds the names of the fields that a struct accepts.
    pub(super) fn of_struct(mut self, fields: &'static [&'static str]) -> Self {
        self.fields = fields;
        self
    }

    /// Attaches the value of the argument.
    pub(super) fn with_value(mut self, value: Value) -> Self {
        self.value = Some(Box::new(value));
        self
    }

    /// Returns the value of the argument, if it is attached.
    pub(super) fn value(&self) -> Option<&Value> {
        self.value.as_deref()
    }

    /// Returns the member's name if the problem is an unknown member. For a struct with flattened members,
    /// serde's derive reports this name only inside an error text.
    pub(super) fn unknown_member(&self) -> Option<&str> {
        match &self.reason {
            Reason::Field { got, .. } => Some(got),
            Reason::Custom(text) => text.strip_prefix("unknown field `")?.strip_suffix('`'),
            _ => None,
        }
    }

    fn has_member(&self, name: &str) -> bool {
        self.value
            .as_ref()
            .is_some_and(|value| value.get(name).is_some())
    }

    /// Returns the path from the argument to the place of the problem.
    pub(super) fn steps(&self) -> impl Iterator<Item = &Step> {
        self.path.iter().rev()
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Problems {
            listed: vec![problem],
            more: 0,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::Missing => f.write_str("missing"),
            Reason::Wrong { got, expected } => write!(f, "expected {expected}, got {got}"),
            Reason::Length { length, expected } => {
                write!(f, "expected {expected}, got {}", count(*length, "item"))
            }
            Reason::Variant { got, .. } => write!(f, "unknown variant {}", quote(got)),
            Reason::Field { got, .. } => write!(f, "unknown field `{got}`"),
            Reason::MissingField(name) => f.write_str(&Problem::missing_field_text(name)),
            Reason::DuplicateField(name) => write!(f, "duplicate field `{name}`"),
            Reason::Key { got, expected } => write!(f, "expected {expected} as a name, got {got}"),
            Reason::KeyType(key) => {
                let keys = format!("of type `{}`", short_type_name(key));
                f.write_str(&impossible_keys(&keys))
            }
            Reason::Custom(text) | Reason::Schema(text) => f.write_str(text),
            #[cfg(feature = "garde")]
            Reason::Invalid(text) => f.write_str(text),
            Reason::Hidden => f.write_str("refused"),
        }
    }
}

impl std::error::Error for Problem {}

impl Error for Problem {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Problem::new(Reason::Custom(text.to_string()))
    }

    fn invalid_type(got: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Problem::new(Reason::Wrong {
            got: show(got),
            expected: expected.to_string(),
        })
    }

    fn invalid_value(got: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Problem::invalid_type(got, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Problem::new(Reason::Length {
            length,
            expected: expected.to_string(),
        })
    }

    fn unknown_variant(got: &str, allowed: &'static [&'static str]) -> Self {
        Problem::new(Reason::Variant {
            got: got.to_owned(),
            allowed,
        })
    }

    fn unknown_field(got: &str, allowed: &'static [&'static str]) -> Self {
        Problem::new(Reason::Field {
            got: shorten(got),
            allowed,
        })
    }

    fn missing_field(name: &'static str) -> Self {
        Problem::new(Reason::MissingField(name))
    }

    fn duplicate_field(name: &'static str) -> Self {
        Problem::new(Reason::DuplicateField(name))
    }
}

/// Returns the problem of a value of the wrong type.
pub(super) fn wrong_kind(value: &Value, expected: &dyn Expected) -> Problem {
    Problem::invalid_type(unexpected(value), expected)
}
