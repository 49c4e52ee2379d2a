//! Explains rejected arguments to a model: each fault with the argument, the expected and the actual
//! value, and a repair, and then a call that would be accepted.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::fault::{Fault, Faults, Problem, Reason, count, quote, shorten, show, unexpected};
use super::input::Input;
use super::minimal_call::minimal_call;
#[cfg(feature = "garde")]
use super::place::published_place;
use super::place::{describe_member, locate, place, value};
use super::wrong_arguments::{ArgumentFault, WrongArguments};
use crate::schema::{LISTED, Misfit, Place, What, describe, limits_in_words, misfit, of_format};
use crate::suggestion::{nearest, related};

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
    let is_told = |fault: &&Fault| match fault {
        Fault::Argument { name, problem } if problem.is_missing() => {
            misspelt.iter().any(|(_, meant)| meant == name)
        }
        _ => false,
    };
    let told: Vec<_> = listed.iter().filter(|fault| !is_told(fault)).collect();
    for fault in told.iter().take(LISTED) {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = match fault {
            Fault::Unknown(name) => match misspelt.iter().find(|(given, _)| given == name) {
                Some((_, meant)) => write!(
                    text,
                    "`{}`: no such argument; did you mean `{meant}`, which is missing?",
                    shorten(name)
                ),
                None => unknown(&mut text, name, input),
            },
            Fault::Repeated(name) => {
                write!(text, "`{name}`: given more than once; send it once")
            }
            Fault::Argument { name, problem } => argument(&mut text, name, problem, input_schema),
        };
        let (Fault::Argument { name, .. } | Fault::Unknown(name) | Fault::Repeated(name)) = fault;
        wrong.faults.push(ArgumentFault {
            argument: name.clone(),
            message: text,
        });
    }
    wrong.more = told.len().saturating_sub(LISTED) + more;
    wrong.example = minimal_call(input, input_schema);
    wrong
}

/// Explains the fault in a form that a user has filled in. Its schema describes an object.
pub(crate) fn explain_form(problem: Problem, schema: &Map<String, Value>) -> String {
    let fields = schema.get("properties").and_then(Value::as_object);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match Fault::of_member(problem, |name| {
        fields.is_some_and(|it| it.contains_key(name))
    }) {
        Fault::Unknown(name) | Fault::Repeated(name) => {
            write!(text, "there is no field `{}`", shorten(&name))
        }
        Fault::Argument { name, problem } if name.is_empty() => {
            reason(&mut text, None, schema, &problem)
        }
        Fault::Argument { name, problem } => match for_people(fields, &name, &problem) {
            Some(((what, example), words)) => {
                let name = shorten(&name);
                write!(text, "`{name}` must be {what} such as {example}: {words}")
            }
            None => argument(&mut text, &name, &problem, schema),
        },
    };
    text
}

/// Returns a field's format in terms of a user, and the message of its type.
fn for_people<'p>(
    fields: Option<&Map<String, Value>>,
    name: &str,
    problem: &'p Problem,
) -> Option<((&'static str, &'static str), &'p str)> {
    let format = fields?.get(name)?.get("format")?.as_str()?;
    let wanted = of_format(format)?;
    match &problem.reason {
        Reason::Custom(words) => Some((wanted, words)),
        _ => None,
    }
}

/// Pairs each unknown name with the missing argument that it probably stands for. A pair is one fault.
fn misspelt(faults: &[Fault]) -> Vec<(&str, &str)> {
    let mut missing: Vec<&str> = faults
        .iter()
        .filter_map(|fault| match fault {
            Fault::Argument { name, problem } if problem.is_missing() => Some(name.as_str()),
            _ => None,
        })
        .collect();
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

fn unknown(text: &mut String, name: &str, input: &Input) -> std::fmt::Result {
    let known: Vec<_> = input.names().collect();
    let _ = write!(text, "`{}`: no such argument", shorten(name));
    allowed(text, name, &known, "it takes no arguments")
}

fn argument(
    text: &mut String,
    name: &str,
    problem: &Problem,
    root: &Map<String, Value>,
) -> std::fmt::Result {
    #[cfg(feature = "garde")]
    if let Reason::Invalid(words) = &problem.reason {
        let (place, schema) = published_place(root, name, problem);
        let _ = write!(text, "`{place}`: {words}");
        let schema = schema.cloned().map(Value::Object);
        return match schema.and_then(|schema| describe(&schema, root)) {
            Some(expected) => write!(text, "; expected {expected}"),
            None => Ok(()),
        };
    }
    if name.is_empty() {
        return match lost(problem, root) {
            Some((name, misfit)) => {
                let _ = write!(text, "`{}", shorten(name));
                misfit_words(text, &misfit, root)
            }
            None => {
                text.push_str("the arguments: ");
                reason(text, None, root, problem)
            }
        };
    }
    let schema = locate(root, name, problem);
    let _ = write!(text, "`{}", place(name, problem));
    let Some(misfit) = schema.and_then(|schema| deeper(schema, problem, root)) else {
        text.push_str("`: ");
        return reason(text, schema, root, problem);
    };
    misfit_words(text, &misfit, root)
}

/// Explains where a value does not fit its schema. `name` is the name of the value.
pub(crate) fn explain_misfit(name: &str, misfit: &Misfit<'_>, root: &Map<String, Value>) -> String {
    let mut text = format!("`{name}");
    // Writing to a string cannot fail.
    let _ = misfit_words(&mut text, misfit, root);
    text
}

/// Writes the rest of the path to a misfit, and its description.
fn misfit_words(
    text: &mut String,
    misfit: &Misfit<'_>,
    root: &Map<String, Value>,
) -> std::fmt::Result {
    for place in &misfit.path {
        let _ = match place {
            Place::Member(name) => write!(text, ".{}", shorten(name)),
            Place::Item(position) => write!(text, "[{position}]"),
        };
    }
    text.push_str("`: ");
    match misfit.what {
        What::Wrong(value) => {
            let got = show(unexpected(value));
            let expected = describe(misfit.schema, root);
            let expected = expected.as_deref().unwrap_or("another value");
            write!(text, "expected {expected}, got {got}")
        }
        What::Lacks { name, .. } => {
            let expected = describe(misfit.schema, root);
            lacks(text, name, misfit.what.instead(), expected)
        }
        What::Unknown { name, properties } => {
            let known: Vec<_> = properties.keys().map(String::as_str).collect();
            let _ = write!(text, "has no member `{}`", shorten(name));
            allowed(text, name, &known, "it has no members")
        }
    }
}

/// Finds the argument with the problem among several.
fn lost<'a>(problem: &'a Problem, root: &'a Map<String, Value>) -> Option<(&'a str, Misfit<'a>)> {
    let properties = root.get("properties")?;
    let others = root.get("additionalProperties");
    let members = problem.value()?.as_object()?;
    members.iter().find_map(|(name, value)| {
        let schema = properties.get(name).or(others)?;
        let misfit = misfit(schema, value, root)?;
        Some((name.as_str(), misfit))
    })
}

/// Finds the place of a problem for which serde lost the path in its own buffer.
fn deeper<'a>(
    schema: &'a Value,
    problem: &'a Problem,
    root: &'a Map<String, Value>,
) -> Option<Misfit<'a>> {
    match &problem.reason {
        Reason::Wrong { .. }
        | Reason::Length { .. }
        | Reason::Variant { .. }
        | Reason::Field { .. }
        | Reason::MissingField(_)
        | Reason::Custom(_) => {}
        Reason::Missing
        | Reason::Unreadable
        | Reason::DuplicateField(_)
        | Reason::Key { .. }
        | Reason::Rule { .. }
        | Reason::Hidden => return None,
        #[cfg(feature = "garde")]
        Reason::Invalid(_) => return None,
    }
    misfit(schema, value(problem)?, root).filter(|misfit| {
        let is_more_than_a_name = !matches!(problem.reason, Reason::Field { .. });
        let lacks = matches!(misfit.what, What::Lacks { .. });
        !misfit.path.is_empty() || (lacks && is_more_than_a_name)
    })
}

fn lacks(
    text: &mut String,
    name: &str,
    instead: Option<&str>,
    expected: Option<String>,
) -> std::fmt::Result {
    let _ = write!(text, "lacks the member `{name}`");
    if let Some(instead) = instead {
        let _ = write!(text, ", and has `{}`", shorten(instead));
    }
    match expected {
        Some(words) => write!(text, "; expected {words}"),
        None => Ok(()),
    }
}

fn reason(
    text: &mut String,
    schema: Option<&Value>,
    root: &Map<String, Value>,
    problem: &Problem,
) -> std::fmt::Result {
    let expected = |fallback: &str| match schema.and_then(|schema| describe(schema, root)) {
        Some(words) => words,
        None => in_json_words(fallback),
    };
    match &problem.reason {
        Reason::Missing => {
            text.push_str("missing");
            if let Some(words) = schema.and_then(|schema| describe(schema, root)) {
                let _ = write!(text, "; expected {words}");
            }
            let about = schema
                .and_then(|schema| schema.get("description"))
                .and_then(Value::as_str);
            if let Some(first) = about.and_then(|about| about.lines().next()) {
                let _ = write!(text, " ({})", shorten(first));
            }
            Ok(())
        }
        Reason::Wrong {
            got,
            expected: words,
        } => {
            let expected = limits_in_words(words, got).unwrap_or_else(|| expected(words));
            write!(text, "expected {expected}, got {got}")
        }
        Reason::Rule { got, expected } => write!(text, "expected {expected}, got {got}"),
        Reason::Length {
            length,
            expected: words,
        } => {
            let (expected, unit) = match value(problem) {
                // Few schemas of strings have a length.
                Some(Value::String(_)) => (in_json_words(words), "character"),
                Some(Value::Object(_)) => (expected(words), "member"),
                _ => (expected(words), "item"),
            };
            write!(text, "expected {expected}, got {}", count(*length, unit))
        }
        Reason::Variant { got, allowed } => {
            let _ = write!(text, "got {got}, expected one of ");
            let name: String = serde_json::from_str(got).unwrap_or_default();
            for (position, variant) in allowed.iter().take(LISTED).enumerate() {
                let _ = write!(
                    text,
                    "{}{}",
                    if position > 0 { ", " } else { "" },
                    quote(variant)
                );
            }
            match nearest(&name, allowed.iter().copied()) {
                Some(near) => write!(text, "; did you mean {}?", quote(near)),
                None => Ok(()),
            }
        }
        Reason::Field {
            got,
            allowed: known,
        } => {
            let _ = write!(text, "has no member `{got}`");
            allowed(text, got, known, "it has no members")
        }
        Reason::MissingField(name) => {
            let expected = schema.and_then(|schema| describe_member(schema, root, name));
            lacks(text, name, None, expected)
        }
        Reason::Key { got, expected } => {
            write!(
                text,
                "has a member named {got}, expected {} as a name",
                in_json_words(expected)
            )
        }
        Reason::DuplicateField(name) => write!(text, "has the member `{name}` more than once"),
        Reason::Custom(words) if is_about_variants(words) => {
            // serde's sentence names only the Rust type, which does not help a caller.
            write!(
                text,
                "fits none of the accepted forms; expected {}",
                expected("another value")
            )
        }
        #[cfg(feature = "garde")]
        Reason::Invalid(words) => write!(text, "{words}"),
        Reason::Hidden | Reason::Unreadable => write!(
            text,
            "expected {}; what was given is not repeated here",
            expected("another value")
        ),
        Reason::Custom(words) => {
            text.push_str(words);
            let Some(expected) = schema.and_then(|schema| describe(schema, root)) else {
                return Ok(());
            };
            let _ = write!(text, "; expected {expected}");
            match value(problem) {
                // Many error texts contain the value. A string that was moved out is empty.
                Some(Value::String(given)) if !given.is_empty() && !words.contains(given) => {
                    write!(text, ", got {}", quote(given))
                }
                _ => Ok(()),
            }
        }
    }
}

/// Whether this is serde's message about an untagged enum, or about one inside `flatten`.
fn is_about_variants(words: &str) -> bool {
    words.starts_with("data did not match any variant of")
        || words.starts_with("no variant of enum")
}

/// Writes the allowed names: the most similar one, or all of them.
fn allowed(text: &mut String, got: &str, known: &[&str], none: &str) -> std::fmt::Result {
    if known.is_empty() {
        return write!(text, "; {none}");
    }
    if let Some(near) = nearest(got, known.iter().copied()) {
        return write!(text, "; did you mean `{near}`?");
    }
    text.push_str("; known are ");
    for (position, name) in known.iter().take(LISTED).enumerate() {
        let _ = write!(text, "{}`{name}`", if position > 0 { ", " } else { "" });
    }
    Ok(())
}

/// Translates serde's words for an expected type into terms of JSON.
pub(super) fn in_json_words(expected: &str) -> String {
    let words = match expected.strip_prefix("a nonzero ").unwrap_or(expected) {
        "u8" => "an integer from 0 to 255",
        "u16" => "an integer from 0 to 65535",
        "u32" => "an integer from 0 to 4294967295",
        "u64" | "u128" | "usize" => "an integer of at least 0",
        "i8" => "an integer from -128 to 127",
        "i16" => "an integer from -32768 to 32767",
        "i32" => "an integer from -2147483648 to 2147483647",
        "i64" | "i128" | "isize" => "an integer",
        "a character" => "a single character",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "an array",
        "a map" => "an object",
        "unit" => "null",
        "variant identifier" | "field identifier" => "a name, as a string",
        _ if expected.starts_with("struct ") => "an object",
        _ if expected.starts_with("a tuple") || expected.starts_with("tuple struct") => "an array",
        _ if expected.starts_with("enum ") => "one of the allowed values",
        _ => return expected.to_owned(),
    };
    words.to_owned()
}
