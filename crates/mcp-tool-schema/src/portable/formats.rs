//! Formats that JSON Schema does not define.

use mcp_tool_rules::schema::{FORMATS, integer_limits};
use serde_json::{Map, Number, Value};

use super::conjoin::add_bound;
use crate::additions::describe_further;
use crate::example::format_in_words;
use crate::keywords::Keywords as _;
use crate::numbers::is_safe;

/// Replaces an integer format such as `uint8` with bounds, and removes other unknown formats. Some clients
/// warn about an unknown format, and some reject the tool. The bounds reject numbers that the decoder would
/// also reject. Omits every bound beyond ±(2^53 − 1), because some JSON
/// parsers fail at such numbers.
///
/// In input, the description names the form of a string such as `partial-date-time`. The bounds of a 128-bit
/// integer stay, and later move into the description: they are closer than those of its type.
pub(super) fn replace_custom_format(schema: &mut Map<String, Value>, for_input: bool) {
    let Some(format) = schema.text("format") else {
        return;
    };
    let ends = integer_limits(format);
    if ends.is_none() && FORMATS.contains(&format) {
        return;
    }
    let words = for_input.then(|| form_of_custom_format(schema)).flatten();
    let keeps_large = for_input && matches!(format, "int128" | "uint128");
    schema.remove("format");
    if let Some(words) = words {
        describe_further(schema, &words);
    }
    let Some((low, high)) = ends else {
        return;
    };
    for (keyword, end) in [("minimum", low), ("maximum", high)] {
        let end = Number::from_i128(end);
        if let Some(end) = end.filter(|end| keeps_large || is_safe(end)) {
            add_bound(schema, keyword, end);
        }
    }
}

/// Returns a sentence about the form of a string, if the string has a known format that JSON Schema does not
/// define.
pub(super) fn form_of_custom_format(schema: &Map<String, Value>) -> Option<String> {
    let format = schema.text("format")?;
    format_in_words(format).filter(|_| !FORMATS.contains(&format))
}
