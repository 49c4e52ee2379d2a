//! Formats that JSON Schema has, and what is said in place of others.

use mcp_tool_rules::schema::{FORMATS, integer_ends};
use serde_json::{Map, Value};

use super::conjoin::joined;
use super::inner::Around;
use super::integers::number;
use crate::schema::is_safe;
use crate::schema::keywords::Keywords as _;

/// Formats such as `uint8` are no JSON Schema formats: some clients warn at each, some refuse
/// the tool. What a format of a number says about its range is said with bounds instead, because
/// what the decoder refuses must not be published as allowed. The ends of 64 bits and of `f32` are
/// left out: some JSON readers fail at numbers beyond ±(2^53 − 1).
pub(super) fn replace_invented_format(schema: &mut Map<String, Value>, around: &Around) {
    let Some(format) = schema.text("format") else {
        return;
    };
    let (low, high) = match integer_ends(format) {
        None if FORMATS.contains(&format) => return,
        None => (None, None),
        Some((low, high)) => (number(low).filter(is_safe), number(high).filter(is_safe)),
    };
    schema.remove("format");
    // Of what is only asked, a format says nothing.
    if around.is_asked {
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
