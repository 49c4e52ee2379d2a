//! Formats that JSON Schema has, and what is said in place of others.

use serde_json::{Map, Value, json};

use super::conjoin::joined;
use super::inner::Around;

/// The largest `f32` as it is written, with as many digits as tell it from its neighbours; as an
/// `f64`, that is a little more than the number itself.
pub(crate) const F32_MAX: f64 = 3.402_823_5e38;

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
/// what the decoder refuses must not be published as allowed.
pub(super) fn replace_invented_format(schema: &mut Map<String, Value>, around: &Around) {
    let Some(format) = schema.get("format").and_then(Value::as_str) else {
        return;
    };
    let bounds = match format {
        "int8" => Some((json!(i8::MIN), json!(i8::MAX))),
        "int16" => Some((json!(i16::MIN), json!(i16::MAX))),
        "int32" => Some((json!(i32::MIN), json!(i32::MAX))),
        "int64" | "int" => Some((json!(i64::MIN), json!(i64::MAX))),
        // More than 64 bits do not come through JSON unharmed.
        "int128" => Some((json!(i64::MIN), json!(u64::MAX))),
        "uint8" => Some((json!(0), json!(u8::MAX))),
        "uint16" => Some((json!(0), json!(u16::MAX))),
        "uint32" => Some((json!(0), json!(u32::MAX))),
        "uint64" | "uint" | "uint128" => Some((json!(0), json!(u64::MAX))),
        "float" => Some((json!(-F32_MAX), json!(F32_MAX))),
        format if FORMATS.contains(&format) => return,
        _ => None,
    };
    schema.remove("format");
    // Of what is only asked, a format says nothing.
    let Some((low, high)) = bounds.filter(|_| !around.is_asked) else {
        return;
    };
    for (keyword, end) in [("minimum", low), ("maximum", high)] {
        let narrower = match schema.get(keyword) {
            Some(known) => joined(keyword, known, &end),
            None => Some(end),
        };
        schema.extend(narrower.map(|end| (keyword.to_owned(), end)));
    }
}
