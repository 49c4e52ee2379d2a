//! Explains rejected arguments to a model. Each message names the fault, the argument if it is known, and in
//! most cases the expected value, the actual value or a repair. If possible, an example of a valid call
//! follows.

use mcp_tool_schema::definitions::required;
use mcp_tool_schema::describe::{LISTED, describe, limits_in_words};
use mcp_tool_schema::example::{describe_format, describe_format_of};
use mcp_tool_schema::json_terms::{
    allowed, count, expectation, in_json_terms, quote, shorten, unknown_variant,
};
use mcp_tool_schema::json_values::to_json;
use mcp_tool_schema::keywords::Keywords as _;
use mcp_tool_schema::suggestion::{nearest, related};
use serde_json::{Map, Value};

use super::fault::{Fault, Faults, Problem, Reason};
use super::input::{Holds, Input};
use super::problem_location::{describe_member, locate, value_at};
use super::validation::Validation;
use super::wrong_arguments::{ArgumentFault, WrongArguments};
use crate::error::catch;

/// Explains why a call of the tool `tool` was rejected.
pub(crate) fn explain(
    tool: &str,
    input: &Input,
    input_schema: &Map<String, Value>,
    faults: &Faults,
) -> WrongArguments {
    let mut wrong = WrongArguments {
        tool: tool.to_owned(),
        faults: Vec::new(),
        more: 0,
        example: None,
    };
    if faults.is_unreadable {
        return wrong;
    }
    let Faults { listed, more, .. } = faults;
    let misspelt = misspelt(listed);
    let is_misspelt = |fault: &&Fault| {
        let missing = fault.missing_argument();
        missing.is_some_and(|name| misspelt.iter().any(|(_, meant)| *meant == name))
    };
    let names: Vec<_> = input.names().collect();
    let reported: Vec<_> = listed.iter().filter(|fault| !is_misspelt(fault)).collect();
    let explained = reported.iter().take(LISTED).map(|fault| {
        let (name, message) = match fault {
            Fault::Unknown(name) => {
                let meant = misspelt.iter().find(|(given, _)| given == name);
                let advice = match meant {
                    Some((_, meant)) => format!("; did you mean `{meant}`, which is missing?"),
                    None => allowed(name, &names, "it takes no arguments"),
                };
                let shown = shorten(name);
                (name, format!("`{shown}`: no such argument{advice}"))
            }
            Fault::Repeated(name) => {
                let message = format!("`{name}`: given more than once; send it once");
                (name, message)
            }
            Fault::Argument { name, problem } => (name, argument(name, problem, input_schema)),
        };
        ArgumentFault {
            argument: name.clone(),
            message,
        }
    });
    wrong.faults = explained.collect();
    wrong.more = reported.len().saturating_sub(LISTED) + more;
    wrong.example = minimal_call(input, input_schema);
    wrong
}

/// Explains the problem of a form that a user submitted. `schema` describes the submitted object.
pub(crate) fn explain_form(problem: Problem, schema: &Map<String, Value>) -> String {
    let field = |name: &str| schema.object("properties")?.get(name);
    match Fault::of_member(problem, |name| field(name).is_some()) {
        Fault::Unknown(name) => format!("there is no field `{}`", shorten(&name)),
        Fault::Repeated(name) => format!("the field `{}` is repeated", shorten(&name)),
        Fault::Argument { name, problem } if name.is_empty() => reason(None, schema, &problem),
        Fault::Argument { name, problem } => {
            let format = field(&name).and_then(|field| describe_format(field.text("format")?));
            match (format, &problem.reason) {
                (Some((what, example)), Reason::Custom(words)) => {
                    format!("`{name}` must be {what} such as {example}: {words}")
                }
                _ => argument(&name, &problem, schema),
            }
        }
    }
}

/// Pairs unknown names with the missing arguments that they probably stand for. Each pair counts as one
/// fault.
fn misspelt(faults: &[Fault]) -> Vec<(&str, &str)> {
    let mut missing: Vec<_> = faults.iter().filter_map(Fault::missing_argument).collect();
    let mut misspelt = Vec::new();
    for fault in faults.iter().take(LISTED) {
        if let Fault::Unknown(given) = fault
            && let Some(meant) = nearest(given, missing.iter().copied())
                .or_else(|| related(given, missing.iter().copied()))
        {
            missing.retain(|name| *name != meant);
            misspelt.push((given.as_str(), meant));
        }
    }
    misspelt
}

fn argument(name: &str, problem: &Problem, root: &Map<String, Value>) -> String {
    if name.is_empty() {
        return format!("the arguments: {}", reason(None, root, problem));
    }
    let (place, schema) = locate(root, name, problem);
    format!("`{place}`: {}", reason(schema, root, problem))
}

fn reason(schema: Option<&Value>, root: &Map<String, Value>, problem: &Problem) -> String {
    let described = schema.and_then(|schema| describe(schema, root));
    let expected = |fallback: &str| {
        let described = described.clone();
        described.unwrap_or_else(|| in_json_terms(fallback))
    };
    match &problem.reason {
        Reason::Missing => {
            let about = schema
                .and_then(|schema| schema.text("description")?.lines().next())
                .map_or_else(String::new, |first| format!(" ({})", shorten(first)));
            format!("missing{}{about}", expectation(described))
        }
        Reason::Wrong {
            got,
            expected: words,
        } => {
            let expected = limits_in_words(words, got).unwrap_or_else(|| expected(words));
            format!("expected {expected}, got {got}")
        }
        Reason::Schema(words) => words.clone(),
        Reason::Length {
            length,
            expected: words,
        } => {
            let (expected, unit) = match value_at(problem) {
                // Do not call `expected` for a string. `expected` describes the schema, and the
                // schema of a string rarely states a length limit.
                Some(Value::String(_)) => (in_json_terms(words), "character"),
                Some(Value::Object(_)) => (expected(words), "member"),
                _ => (expected(words), "item"),
            };
            format!("expected {expected}, got {}", count(*length, unit))
        }
        Reason::Variant { got, allowed } => unknown_variant(got, allowed),
        Reason::Field {
            got,
            allowed: known,
        } => {
            let advice = allowed(got, known, "it has no members");
            format!("has no member `{got}`{advice}")
        }
        Reason::MissingField(name) => {
            let expected = schema.and_then(|schema| describe_member(schema, root, name));
            format!("lacks the member `{name}`{}", expectation(expected))
        }
        Reason::Key { got, expected } => {
            let expected = in_json_terms(expected);
            format!("has a member named {got}, expected {expected} as a name")
        }
        Reason::KeyType(_) => problem.to_string(),
        Reason::DuplicateField(name) => format!("has the member `{name}` more than once"),
        Reason::Custom(words) if is_about_variants(words) => {
            // Omit `words`, because serde's message names only a Rust type, which the caller does
            // not know.
            let expected = expected("another value");
            format!("matches none of the accepted forms; expected {expected}")
        }
        #[cfg(feature = "garde")]
        Reason::Invalid(words) => format!("{words}{}", expectation(described)),
        Reason::Hidden => {
            let expected = expected("another value");
            format!("expected {expected}; the given value is withheld")
        }
        Reason::Custom(words) => {
            let got = match value_at(problem) {
                Some(Value::String(given))
                    if described.is_some() && !given.is_empty() && !words.contains(given) =>
                {
                    format!(", got {}", quote(given))
                }
                _ => String::new(),
            };
            match (schema.and_then(describe_format_of), described) {
                // The words of a parser such as "trailing input" mean nothing without the form.
                (Some(_), Some(form)) => format!("expected {form}{got}: {words}"),
                (_, described) => format!("{words}{}{got}", expectation(described)),
            }
        }
    }
}

/// Returns whether `words` is serde's message that no variant matches. serde writes this message for untagged
/// and flattened enums.
fn is_about_variants(words: &str) -> bool {
    words.starts_with("data did not match any variant of")
        || words.starts_with("no variant of enum")
}

/// The strings to try if the type or one of its rules rejects the example string from the schema.
const SAMPLE_TEXTS: &[&str] = &[
    "a",
    "1",
    "2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00",
    "2026-01-31",
    "12:00:00",
    "192.0.2.1",
    "https://example.com/",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
];

/// Returns a minimal set of arguments that the tool accepts. Tests each example with the schema, and with the Rust
/// type that decodes the argument, if any. Returns `None` if a required argument has no valid example, or if the set exceeds
/// 1000 bytes.
fn minimal_call(input: &Input, input_schema: &Map<String, Value>) -> Option<Value> {
    let mut call = Map::new();
    for slot in input.slots() {
        if let Holds::One(name) = &slot.holds
            && !required(input_schema).any(|required| required == name)
        {
            continue;
        }
        let root = input.exact().unwrap_or(input_schema);
        let example = input.example_of_slot(slot, input_schema)?;
        let example = accepted_example(Validation { slot, root }, example)?;
        match (&slot.holds, example) {
            (Holds::One(name), example) => call.extend([(name.clone(), example)]),
            (Holds::Joined { .. }, Value::Object(members)) => call.extend(members),
            _ => {}
        }
    }
    // Return `None` for a call of more than 1000 bytes. An error message shows the call, and a
    // long call distracts from the fault.
    let call = Value::Object(call);
    (to_json(&call).len() <= 1000).then_some(call)
}

fn accepted_example(validation: Validation<'_>, example: Value) -> Option<Value> {
    // A slot has no row if the tool's author supplied the whole input schema. Then no Rust type can
    // check the example.
    let is_of_type = |example: &Value| {
        let Some(row) = validation.slot.row else {
            return true;
        };
        // `accepts` runs the user's `Deserialize`, which can panic.
        catch(|| row.parameter.accepts(example)).unwrap_or(false)
    };
    let texts = if example.is_string() {
        SAMPLE_TEXTS
    } else {
        &[]
    };
    std::iter::once(example)
        .chain(texts.iter().map(|text| Value::from(*text)))
        .find(|example| validation.accepts(example) && is_of_type(example))
}
