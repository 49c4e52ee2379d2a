//! Formats that JSON Schema has, and what is said in place of others.

use serde_json::{Map, Value, json};

use super::conjoin::joined;
use super::inner::Around;

/// The formats of strings that JSON Schema has.
pub(crate) const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// Formats such as `uint8` are no JSON Schema formats: some clients warn at each, some refuse
/// the tool. What a format of a number says about its range is said with bounds instead, because
/// what the decoder refuses must not be published as allowed. The ends of 64 bits and of `f32` are
/// left out: some JSON readers fail at numbers beyond ±(2^53 − 1).
pub(super) fn replace_invented_format(schema: &mut Map<String, Value>, around: &Around) {
    let Some(format) = schema.get("format").and_then(Value::as_str) else {
        return;
    };
    let (low, high) = match format {
        "int8" => (Some(json!(i8::MIN)), Some(json!(i8::MAX))),
        "int16" => (Some(json!(i16::MIN)), Some(json!(i16::MAX))),
        "int32" => (Some(json!(i32::MIN)), Some(json!(i32::MAX))),
        "uint8" => (Some(json!(0)), Some(json!(u8::MAX))),
        "uint16" => (Some(json!(0)), Some(json!(u16::MAX))),
        "uint32" => (Some(json!(0)), Some(json!(u32::MAX))),
        "uint64" | "uint" | "uint128" => (Some(json!(0)), None),
        format if FORMATS.contains(&format) => return,
        _ => (None, None),
    };
    schema.remove("format");
    // Of what is only asked, a format says nothing.
    if around.is_asked {
        return;
    }
    for (keyword, end) in [("minimum", low), ("maximum", high)] {
        let Some(end) = end else { continue };
        let narrower = match schema.get(keyword) {
            Some(known) => joined(keyword, known, &end),
            None => Some(end),
        };
        schema.extend(narrower.map(|end| (keyword.to_owned(), end)));
    }
}
