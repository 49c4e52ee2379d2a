//! Cases in which a tool cannot enforce exactly what it publishes, because of serde's derive, schemars, JSON
//! Schema, the crate `jsonschema` or the type itself. Each case has an example. A test fails if an example no
//! longer shows its difference.

use mcp_tool_runtime::SafeInt;
use serde_json::{Value, json};

/// A known difference between the published schema and the accepted values, with an example.
pub(crate) struct Disagreement {
    /// The tools with the affected types. The example is for the first tool.
    pub(crate) tools: &'static [&'static str],
    /// An example value for the argument `it`, as JSON text.
    pub(crate) example: &'static str,
    pub(crate) direction: Direction,
    /// Returns whether a value inside the arguments can show this difference.
    covers: fn(&Value) -> bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Direction {
    PublishedButRefused,
    TakenButNotPublished,
}
use Direction::{PublishedButRefused, TakenButNotPublished};

pub(crate) const DISAGREEMENTS: &[Disagreement] = &[
    // For an enum that is adjacently tagged, or inside a tagged or untagged enum, serde accepts
    // `null` as the content of a unit variant.
    Disagreement {
        tools: &["one_or_many", "internal_deep"],
        example: r#"{ "first-one": null }"#,
        direction: TakenButNotPublished,
        covers: has_null,
    },
    Disagreement {
        tools: &["adjacent_strict"],
        example: r#"{ "t": "Unit", "c": null }"#,
        direction: TakenButNotPublished,
        covers: has_null,
    },
    // serde ignores `deny_unknown_fields` for a unit variant of an internally tagged enum.
    Disagreement {
        tools: &["internal_unit"],
        example: r#"{ "type": "Unit", "more": 1 }"#,
        direction: TakenButNotPublished,
        covers: |value| value["type"] == "Unit",
    },
    // The schema of an adjacently tagged unit variant allows any content, but serde rejects
    // content such as `1`.
    Disagreement {
        tools: &["adjacent", "flat_adjacent", "map_of_adjacent"],
        example: r#"{ "t": "Unit", "c": 1 }"#,
        direction: PublishedButRefused,
        covers: |value| value["t"] == "Unit" && value.get("c").is_some(),
    },
    // The schema requires the content of an adjacently tagged variant. serde lets a client omit
    // content of type `Option`.
    Disagreement {
        tools: &["adjacent_option"],
        example: r#"{ "t": "Maybe" }"#,
        direction: TakenButNotPublished,
        covers: |value| value["t"] == "Maybe" && value.get("c").is_none(),
    },
    // The next three entries are for std types that reject unknown members. The schemas of these
    // types allow unknown members.
    Disagreement {
        tools: &["duration", "range", "system_time"],
        example: r#"{ "secs": 1, "nanos": 1, "more": 1 }"#,
        direction: PublishedButRefused,
        covers: |value| value.as_object().is_some_and(|members| members.len() > 2),
    },
    Disagreement {
        tools: &["list_of_results"],
        example: r#"[{ "Ok": { "x": 1, "y": 1 }, "more": 1 }]"#,
        direction: PublishedButRefused,
        covers: |value| value.get("Ok").or(value.get("Err")).is_some(),
    },
    Disagreement {
        tools: &["bound"],
        example: r#"{ "Included": 1, "more": 1 }"#,
        direction: PublishedButRefused,
        covers: |value| value.as_object().is_some_and(|members| members.len() > 1),
    },
    // The schema of a decimal number has no bounds, but rust_decimal rejects numbers that are too
    // large.
    Disagreement {
        tools: &["money"],
        example: "1e300",
        direction: PublishedButRefused,
        covers: |value| value.as_f64().is_some_and(|number| number.abs() > 7.9e28),
    },
    // rust_decimal accepts `0_` and `12.`, but its schema does not.
    Disagreement {
        tools: &["money"],
        example: r#""0_""#,
        direction: TakenButNotPublished,
        covers: |value| {
            value
                .as_str()
                .is_some_and(|text| text.contains('_') || text.ends_with('.'))
        },
    },
    // serde rejects a `Duration` if the sum of `secs` and `nanos` is too large for the type. JSON
    // Schema cannot limit the sum of two members.
    Disagreement {
        tools: &["duration"],
        example: r#"{ "secs": 18446744073709551615, "nanos": 1000000000 }"#,
        direction: PublishedButRefused,
        covers: is_large,
    },
    // The schema's pattern for number keys accepts any number of digits, so the schema does not
    // limit the keys to the range of the type.
    Disagreement {
        tools: &[
            "map_by_number",
            "map_by_signed",
            "map_by_long",
            "map_by_nonzero",
            "map_by_nonzero_signed",
        ],
        example: r#"{ "300": "a" }"#,
        direction: PublishedButRefused,
        covers: Value::is_object,
    },
    // The schema accepts every name as a `char` or UUID key. The schema does not limit the names
    // with `propertyNames`, because clients ignore or reject this keyword.
    Disagreement {
        tools: &["map_by_char", "map_by_uuid"],
        example: r#"{ "yes": 1 }"#,
        direction: PublishedButRefused,
        covers: Value::is_object,
    },
    // JSON Schema has a `format` for IPv4 addresses and one for IPv6, but none for both. It also
    // has none for a time without an offset. So the schemas of these types accept every string.
    Disagreement {
        tools: &["address", "when_local", "clock"],
        example: r#""text""#,
        direction: PublishedButRefused,
        covers: Value::is_string,
    },
    // chrono, uuid and url accept more texts than the `format` in the schema allows.
    Disagreement {
        tools: &["when", "when_there"],
        example: r#""2026-01-31 12:00:00Z""#,
        direction: TakenButNotPublished,
        covers: Value::is_string,
    },
    Disagreement {
        tools: &["day"],
        example: r#""2026-1-3""#,
        direction: TakenButNotPublished,
        covers: Value::is_string,
    },
    Disagreement {
        tools: &["uuid"],
        example: r#""f81d4fae7dec11d0a76500a0c91e6bf6""#,
        direction: TakenButNotPublished,
        covers: Value::is_string,
    },
    Disagreement {
        tools: &["url"],
        example: r#""https://example.com/a b""#,
        direction: TakenButNotPublished,
        covers: Value::is_string,
    },
    // The crate `jsonschema` wrongly accepts a slash as a digit of a date.
    Disagreement {
        tools: &["day", "when", "when_there"],
        example: r#""0001-01-0/""#,
        direction: PublishedButRefused,
        covers: |value| value.as_str().is_some_and(|text| text.contains('/')),
    },
    // The crate `url` follows the WHATWG standard, which allows fewer kinds of hosts than the
    // schema's `format` (RFC 3986).
    Disagreement {
        tools: &["url"],
        example: r#""http://[v1.a]/""#,
        direction: PublishedButRefused,
        covers: Value::is_string,
    },
    // The schema cannot state that the members of a flattened `Option` belong together, or that the
    // members of its enum mean nothing without their tag. serde would drop them.
    Disagreement {
        tools: &[
            "flat_option",
            "flat_option_wide",
            "flat_option_internal",
            "flat_option_adjacent",
            "flat_option_untagged",
            "flat_option_external",
            "flat_options",
            "holds_flat_options",
        ],
        example: r#"{ "own": 0, "y": 0 }"#,
        direction: PublishedButRefused,
        covers: Value::is_object,
    },
    // In flattened structs, serde cannot decode 128-bit integers or map keys of a number type.
    Disagreement {
        tools: &["flat_big"],
        example: r#"{ "i128": 1 }"#,
        direction: PublishedButRefused,
        covers: |value| value.get("i128").is_some(),
    },
    Disagreement {
        tools: &["flat_keys"],
        example: r#"{ "by_number": { "1": 1 }, "by_enum": {} }"#,
        direction: PublishedButRefused,
        covers: |value| value.get("by_number").is_some(),
    },
    // serde accepts any name for a variant with `#[serde(other)]`. The schema lists only the
    // variant's own name.
    Disagreement {
        tools: &["external_other", "internal_other"],
        example: r#""text""#,
        direction: TakenButNotPublished,
        covers: |value| value.is_string() || value.get("type").is_some(),
    },
    // The schema does not list the names from `#[serde(alias)]`. Only the description names them.
    Disagreement {
        tools: &["aliased"],
        example: r#"{ "old": 1 }"#,
        direction: TakenButNotPublished,
        covers: |value| value.get("old").is_some(),
    },
    // The schema requires all items of a tuple struct, including those with a default.
    Disagreement {
        tools: &["tuple_defaults", "tuple_all_defaults"],
        example: "[0]",
        direction: TakenButNotPublished,
        covers: Value::is_array,
    },
    // `Word` allows only lower-case letters. Its `TryFrom` checks this rule, but the schema does
    // not state it.
    Disagreement {
        tools: &["word"],
        example: r#""A""#,
        direction: PublishedButRefused,
        covers: Value::is_string,
    },
];

fn has_null(value: &Value) -> bool {
    let members = value.as_object();
    members.is_some_and(|members| members.values().any(Value::is_null))
}

/// Returns whether a known difference explains why the schema and the registry disagree about `arguments`.
/// `published` is `true` if the schema accepts `arguments`.
pub(crate) fn is_known(tool: &str, arguments: &Value, published: bool) -> bool {
    published && is_inside(arguments, is_large)
        || DISAGREEMENTS.iter().any(|known| {
            known.tools.contains(&tool)
                && (known.direction == PublishedButRefused) == published
                && is_inside(arguments, known.covers)
        })
}

/// Returns whether a number is beyond ±(2^53 − 1). Published schemas contain no such numbers,
/// because some JSON parsers fail at them.
fn is_large(value: &Value) -> bool {
    let safe = SafeInt::MAX.get() as f64;
    value.as_f64().is_some_and(|number| number.abs() > safe)
}

/// Returns whether `value` or any value inside it satisfies the predicate. Also parses strings as JSON, and
/// searches the result.
fn is_inside(value: &Value, looked_for: fn(&Value) -> bool) -> bool {
    if looked_for(value) {
        return true;
    }
    match value {
        Value::Array(items) => items.iter().any(|item| is_inside(item, looked_for)),
        Value::Object(members) => members.values().any(|member| is_inside(member, looked_for)),
        Value::String(text) => serde_json::from_str::<Value>(text)
            .is_ok_and(|inner| !inner.is_string() && is_inside(&inner, looked_for)),
        _ => false,
    }
}

/// Each listed difference must still exist. Otherwise, remove it from the list.
#[test]
fn known_disagreements_of_schema_and_type() {
    let subjects = crate::subject_of::all();
    for known in DISAGREEMENTS {
        let (_, subject) = subjects
            .iter()
            .find(|(name, _)| *name == known.tools[0])
            .expect("a tool of the name");
        let it: Value = serde_json::from_str(known.example).unwrap();
        let arguments = json!({ "it": it });
        let published = known.direction == PublishedButRefused;
        let deviation = subject().deviation(&arguments).unwrap();
        assert_eq!(
            deviation.map(|(published, _)| published),
            Some(published),
            "{:?} {}",
            known.tools,
            known.example
        );
        assert!(
            is_known(known.tools[0], &arguments, published),
            "{}",
            known.example
        );
    }
}
