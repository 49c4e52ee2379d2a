//! Formats that JSON Schema does not define.

use mcp_tool_rules::schema::{FORMATS, integer_ends};
use serde_json::{Map, Number, Value};

use super::conjoin::joined;
use crate::schema::keywords::Keywords as _;
use crate::schema::large_numbers::is_safe;

/// Replaces a format such as `uint8` by bounds. Some clients warn at an unknown format, and some
/// reject the tool. The bounds keep what the decoder rejects out of the schema. The bounds of 64
/// bits and of `f32` are left out, because some JSON readers fail at numbers beyond ±(2^53 − 1).
pub(super) fn replace_invented_format(schema: &mut Map<String, Value>, in_condition: bool) {
    let Some(format) = schema.text("format") else {
        return;
    };
    let (low, high) = match integer_ends(format) {
        None if FORMATS.contains(&format) => return,
        None => (None, None),
        Some(ends) => {
            let safe = |end| Number::from_i128(end).filter(is_safe);
            (safe(ends.0), safe(ends.1))
        }
    };
    schema.remove("format");
    // A condition ignores the format.
    if in_condition {
        return;
    }
    for (keyword, end) in [("minimum", low), ("maximum", high)] {
        let Some(end) = end.map(Value::Number) else {
            continue;
        };
        let narrower = match schema.get(keyword) {
            Some(known) => joined(keyword, known, &end),
            None => Some(end),
        };
        schema.extend(narrower.map(|end| (keyword.to_owned(), end)));
    }
}
