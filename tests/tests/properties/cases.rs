//! Single cases: those that the properties found, and those that they would find too rarely.

use mcp_tool_tests::schema::{of_tool, walk};
use serde_json::{Value, json};

use proptest::prop_assert_eq;

use crate::disagreements::is_known;
use crate::from_schema::admitted;
use crate::mutate::mutate;
use crate::run;
use crate::subject::Kind;
use crate::subject_of;

/// R100: 3.4028235e38 is how the largest `f32` is written, a little more than the number itself.
#[test]
fn the_largest_f32_is_published_as_it_is_written() {
    let subject = subject_of::float_small();
    let published = subject.published(Kind::Data);
    for number in [f32::MAX, f32::MIN, f32::MIN_POSITIVE, -0.0] {
        subject.takes(&number).unwrap();
        subject.answers(&published, &number).unwrap();
    }
    for (text, taken) in [("3.4028235e38", true), ("3.4028236e38", false)] {
        let it: Value = serde_json::from_str(text).unwrap();
        let arguments = json!({ "it": it });
        subject.is_enforced(&arguments).unwrap();
        assert_eq!(subject.is_published(&arguments), taken, "{text}");
    }
}

#[test]
fn integers_beyond_their_type_are_neither_published_nor_taken() {
    for (subject, beyond) in [
        (subject_of::int_i64(), "9223372036854775808"),
        (subject_of::int_i64(), "-9223372036854777856"),
        (subject_of::int_u64(), "18446744073709551616"),
        (subject_of::int_usize(), "18446744073709551616"),
        (subject_of::int_i64(), "1e300"),
        (subject_of::int_u64(), "1e300"),
        (subject_of::int_i128(), "1e300"),
        (subject_of::int_u128(), "1e300"),
    ] {
        let it: Value = serde_json::from_str(beyond).unwrap();
        let arguments = json!({ "it": it });
        assert!(!subject.is_published(&arguments), "{beyond}");
        subject.is_enforced(&arguments).unwrap();
    }
}

#[test]
fn the_key_of_a_map_is_a_number_as_json_writes_it() {
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

/// R152: a model can use the place of a fault only if it can read it.
#[test]
fn a_fault_that_lies_deep_is_told_in_few_words() {
    let long = "a long name ".repeat(9);
    let mut it = json!({ "folders": 1 });
    for _ in 0..50 {
        it = json!({ "folders": { long.clone(): it } });
    }
    let subject = subject_of::folder();
    subject.is_enforced(&json!({ "it": it })).unwrap();
}

/// R152: serde's own words name Rust types, or leave out what they are about.
#[test]
fn what_is_wrong_is_told_in_words_of_json() {
    for (subject, it, words) in [
        (
            subject_of::flat_external(),
            json!({ "own": 1 }),
            "- `it`: fits none of the accepted forms; expected an object with `Number`, `own`, an \
             object with `Point`, `own` or an object with `Named`, `own`",
        ),
        (
            subject_of::map_by_uuid(),
            json!({ "a": 1 }),
            "- `it`: has a member named \"a\": UUID parsing failed",
        ),
        (
            subject_of::adjacent(),
            json!({ "t": "Unit", "c": 1 }),
            "expected an object with `t` or an object with `t`, `c`",
        ),
    ] {
        let text = subject.refusal(&json!({ "it": it }));
        assert!(text.contains(words), "{text}");
    }
}

/// R26, T3, T5, T7, T9: no schema of the zoo has what some client refuses.
#[test]
fn schemas_are_portable() {
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

/// D9: the profile is about what is published, and not about what is read. A refusal names the same
/// arguments; how deep it finds the fault, and what is expected, depends on what was published.
#[test]
fn as_they_are_generated_the_same_is_read() {
    let generated = subject_of::all_as_generated();
    for ((name, portable), (_, generated)) in subject_of::all().into_iter().zip(generated) {
        let (portable, generated) = (portable(), generated());
        run(24, |choices| {
            let mut arguments = admitted(&portable.input_schema, &portable.input_schema, choices);
            mutate(&mut arguments, choices);
            let arguments = serde_json::from_str(&arguments.to_string()).unwrap();
            let [one, other] = [&portable, &generated].map(|subject| subject.call(&arguments));
            // Only one of them publishes that the items of a set differ, and so only one checks it.
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

/// The arguments that are wrong.
fn arguments_of(refusal: &Value) -> Vec<&str> {
    let text = refusal["content"][0]["text"].as_str().unwrap();
    let faults = text.lines().filter_map(|line| line.strip_prefix("- `"));
    faults
        .filter_map(|fault| fault.split(['`', '.', '[']).next())
        .collect()
}
