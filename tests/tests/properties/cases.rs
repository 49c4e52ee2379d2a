//! Failures that the random tests found, cases that they generate too rarely, and comparisons of calls.

use mcp_tool_runtime::{ProtocolVersion, SafeInt};
use mcp_tool_tests::schema::{of_tool, walk};
use serde_json::{Number, Value, json};

use proptest::prop_assert_eq;

use crate::disagreements::is_known;
use crate::mutate::mutate;
use crate::run;
use crate::subject::{Kind, Subject};
use crate::subject_of;
use crate::valid_values::admitted;

/// R100
#[test]
fn extreme_f32_values_round_trip() {
    let subject = subject_of::float_small();
    let published = subject.published(Kind::Data);
    for number in [f32::MAX, f32::MIN, f32::MIN_POSITIVE, -0.0] {
        subject.takes(&number).unwrap();
        subject.answers(&published, &number).unwrap();
    }
}

/// The schema omits a bound beyond ±(2^53 − 1), but the registry enforces that bound.
#[test]
fn bounds_beyond_53_bits_are_checked_but_not_published() {
    for (subject, inside, beyond) in [
        (
            subject_of::int_i64(),
            i64::MAX.to_string(),
            "9223372036854775808",
        ),
        (
            subject_of::int_i64(),
            i64::MIN.to_string(),
            "-9223372036854777856",
        ),
        (subject_of::int_isize(), i64::MIN.to_string(), "1e300"),
        (subject_of::int_i128(), i64::MIN.to_string(), "1e300"),
        (
            subject_of::int_u64(),
            u64::MAX.to_string(),
            "18446744073709551616",
        ),
        (
            subject_of::int_usize(),
            u64::MAX.to_string(),
            "18446744073709551616",
        ),
        (subject_of::int_u128(), u64::MAX.to_string(), "1e300"),
        (
            subject_of::int_nonzero(),
            u64::MAX.to_string(),
            "18446744073709551616",
        ),
        (
            subject_of::float_small(),
            "3.4028235e38".to_owned(),
            "3.4028236e38",
        ),
    ] {
        for (it, is_taken) in [(inside.as_str(), true), (beyond, false)] {
            let it: Value = serde_json::from_str(it).unwrap();
            let arguments = json!({ "it": it });
            assert!(subject.is_published(&arguments), "{it}");
            let is_refused = subject.call(&arguments)["isError"] == true;
            assert_eq!(is_refused, !is_taken, "{it}");
        }
        let refusal = subject.refusal(&json!({ "it": 1e300 }));
        assert!(refusal.contains(" from "), "{refusal}");
    }
}

/// In each profile and protocol version, generated definitions contain no number beyond ±(2^53 − 1).
#[test]
fn definitions_contain_no_number_beyond_53_bits() {
    let safe = SafeInt::MAX.get() as f64;
    for (name, subject) in subject_of::all()
        .into_iter()
        .chain(subject_of::all_as_generated())
    {
        let subject = subject();
        for version in ProtocolVersion::ALL {
            let mut open = vec![subject.definition_for(*version)];
            while let Some(value) = open.pop() {
                match value {
                    Value::Array(items) => open.extend(items),
                    Value::Object(members) => open.extend(members.into_iter().map(|it| it.1)),
                    Value::Number(it) => {
                        assert!(it.as_f64().unwrap().abs() <= safe, "{name}: {it}")
                    }
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn numeric_map_keys_must_be_json_numbers() {
    for (tool, subject) in [
        ("map_by_number", subject_of::map_by_number()),
        ("map_by_signed", subject_of::map_by_signed()),
    ] {
        for key in ["+5", " 5", "5.0", "", "٣", "1_0", "0x1"] {
            let arguments = json!({ "it": { key: "a" } });
            assert!(!is_known(tool, &arguments, false));
            assert!(!subject.is_published(&arguments), "{key}");
            subject.is_enforced(&arguments).unwrap();
        }
    }
}

/// R152: an error about a deeply nested value must still be short enough for a model.
#[test]
fn a_deep_fault_is_described_briefly() {
    let long = "a long name ".repeat(9);
    let mut it = json!({ "folders": 1 });
    for _ in 0..50 {
        it = json!({ "folders": { long.clone(): it } });
    }
    let subject = subject_of::folder();
    subject.is_enforced(&json!({ "it": it })).unwrap();
}

/// R152: errors do not contain serde's messages, which name Rust types or omit the argument.
#[test]
fn faults_are_described_in_terms_of_json() {
    for (subject, it, words) in [
        (
            subject_of::flat_external(),
            json!({ "own": 1 }),
            "- `it`: matches none of the accepted forms; expected an object with `Number`, `own`, an \
             object with `Point`, `own` or an object with `Named`, `own`",
        ),
        (
            subject_of::map_by_uuid(),
            json!({ "a": 1 }),
            "- `it`: has a member named \"a\": UUID parsing failed",
        ),
        (
            subject_of::adjacent(),
            json!({ "c": 1, "t": "Unit" }),
            "expected an object with `t` or an object with `t`, `c`",
        ),
    ] {
        let text = subject.refusal(&json!({ "it": it }));
        assert!(text.contains(words), "{text}");
    }
}

/// R26, T3, T5, T7, T9: the schemas of the zoo contain no boolean schema, no list of types, no format outside
/// `FORMATS`, and no `$schema`.
#[test]
fn every_published_schema_is_portable() {
    const FORMATS: &[&str] = &["date-time", "date", "uuid", "uri", "ipv4", "ipv6"];

    let mut wrong = Vec::new();
    for (name, subject) in subject_of::all() {
        for schema in of_tool(&subject().definition()) {
            walk(schema, &mut |path, schema| {
                let format = schema.get("format").and_then(Value::as_str);
                let is_portable = schema.is_object()
                    && !schema["type"].is_array()
                    && format.is_none_or(|format| FORMATS.contains(&format))
                    && schema.get("$schema").is_none();
                if !is_portable {
                    wrong.push(format!("{name} {path}: {schema}"));
                }
            });
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The registry accepts the same calls in both schema profiles, with one exception. Only the profile
/// `AsGenerated` rejects equal items in a set. Errors name the same arguments in both profiles, but their
/// details may differ.
#[test]
fn both_profiles_accept_the_same() {
    let generated = subject_of::all_as_generated();
    for ((name, portable), (_, generated)) in subject_of::all().into_iter().zip(generated) {
        let (portable, generated) = (portable(), generated());
        run(24, |choices| {
            let mut arguments = admitted(&portable.input_schema, &portable.input_schema, choices);
            mutate(&mut arguments, choices);
            let arguments = serde_json::from_str(&arguments.to_string()).unwrap();
            let [one, other] = [&portable, &generated].map(|subject| subject.call(&arguments));
            // Skip calls with equal items in a set. Only the registry with the profile
            // `AsGenerated` rejects these calls, because only this profile writes `uniqueItems`.
            if other.to_string().contains("got equal items at") {
                return Ok(());
            }
            prop_assert_eq!(
                &one["isError"],
                &other["isError"],
                "{}: {}",
                name,
                arguments
            );
            match one["isError"] == true {
                true => prop_assert_eq!(
                    arguments_of(&one),
                    arguments_of(&other),
                    "{}: {}",
                    name,
                    arguments
                ),
                false => prop_assert_eq!(one, other, "{}: {}", name, arguments),
            }
            Ok(())
        });
    }
}

#[test]
fn integers_written_as_floats_give_the_same_result() {
    for (_, subject) in subject_of::all() {
        integers_as_floats_are_the_same(&subject());
    }
}

/// Checks that calls with `3` and with `3.0` have equal results, because JSON Schema treats both numbers as
/// equal.
pub(crate) fn integers_as_floats_are_the_same(subject: &Subject) {
    let outcome = |arguments: &Value| {
        let mut result = subject.call_text(&arguments.to_string());
        // If a tool returns an argument that accepts any JSON, `3.0` stays a float in the result.
        // Convert integral floats in the result to integers before the comparison.
        let text = result["content"][0]["text"].take();
        replace_numbers(&mut result, &as_integer);
        let names = arguments_of_text(text.as_str().unwrap_or_default());
        (
            result,
            names.into_iter().map(str::to_owned).collect::<Vec<_>>(),
        )
    };
    run(96, |choices| {
        let mut arguments = admitted(&subject.input_schema, &subject.input_schema, choices);
        if choices.one_in(2) {
            mutate(&mut arguments, choices);
        }
        replace_numbers(&mut arguments, &as_integer);
        let mut floats = arguments.clone();
        replace_numbers(&mut floats, &as_float);
        if floats == arguments {
            return Ok(());
        }
        prop_assert_eq!(
            outcome(&arguments),
            outcome(&floats),
            "{}: {} and {}",
            subject.tool,
            arguments,
            floats
        );
        Ok(())
    });
}

/// 2^53 − 1. An `f64` represents every integer up to this bound exactly.
const SAFE: f64 = 9_007_199_254_740_991.0;

fn as_integer(number: &Number) -> Option<Value> {
    let value = number.as_f64().filter(|value| value.fract() == 0.0)?;
    (value.abs() <= SAFE).then(|| json!(value as i64))
}

fn as_float(number: &Number) -> Option<Value> {
    let value = number.as_i64()? as f64;
    (value.abs() <= SAFE).then(|| json!(value))
}

/// Replaces each number in a value with the result of `replace`. Keeps the number if the result is `None`.
fn replace_numbers(value: &mut Value, replace: &dyn Fn(&Number) -> Option<Value>) {
    match value {
        Value::Array(items) => {
            items
                .iter_mut()
                .for_each(|item| replace_numbers(item, replace));
        }
        Value::Object(members) => {
            members
                .values_mut()
                .for_each(|member| replace_numbers(member, replace));
        }
        Value::Number(number) => {
            if let Some(replaced) = replace(number) {
                *value = replaced;
            }
        }
        _ => {}
    }
}

/// Returns the names of the arguments that an error result reports as wrong.
fn arguments_of(refusal: &Value) -> Vec<&str> {
    arguments_of_text(refusal["content"][0]["text"].as_str().unwrap())
}

fn arguments_of_text(text: &str) -> Vec<&str> {
    let faults = text.lines().filter_map(|line| line.strip_prefix("- `"));
    let names = faults.filter_map(|fault| fault.split(['`', '.', '[']).next());
    let mut names: Vec<_> = names.collect();
    // One argument may have several faults.
    names.dedup();
    names
}
