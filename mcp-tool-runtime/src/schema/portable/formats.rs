//! Formats that JSON Schema does not define.

use mcp_tool_rules::schema::{FORMATS, integer_ends};
use serde_json::{Map, Number, Value};

use super::conjoin::add_bound;
use crate::schema::keywords::Keywords as _;
use crate::schema::large_numbers::is_safe;

/// Replaces an integer format such as `uint8` with bounds, and removes other unknown formats. Some clients
/// warn about an unknown format, and some reject the tool. The bounds reject numbers that the decoder would
/// also reject. Adds no bounds inside a condition. Omits every bound beyond ±(2^53 − 1), because some JSON
/// parsers fail at such numbers.
pub(super) fn replace_custom_format(schema: &mut Map<String, Value>, in_condition: bool) {
    let Some(format) = schema.text("format") else {
        return;
    };
    let ends = integer_ends(format);
    if ends.is_none() && FORMATS.contains(&format) {
        return;
    }
    schema.remove("format");
    // A `format` does not reject values, but bounds do. Inside a condition such as `not`, bounds
    // change which values match the condition, so add no bounds there.
    let Some((low, high)) = ends.filter(|_| !in_condition) else {
        return;
    };
    for (keyword, end) in [("minimum", low), ("maximum", high)] {
        if let Some(end) = Number::from_i128(end).filter(is_safe) {
            add_bound(schema, keyword, end);
        }
    }
}
