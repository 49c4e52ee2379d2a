//! Keywords that the validator does not evaluate.

use serde_json::{Map, Value};

use crate::definitions::target;
use crate::dialect::Dialect;
use crate::pattern_matcher::pattern_fault;

/// Keywords that can reject a value, but that this validator does not evaluate.
pub(super) const UNSUPPORTED: &[&str] = &[
    "$dynamicRef",
    "$recursiveRef",
    "unevaluatedItems",
    "dependencies",
    "additionalItems",
];

/// Returns the keyword of a schema that this validator cannot evaluate, if there is one. Does not look into inner
/// schemas.
pub(super) fn unsupported_keyword<'s>(
    schema: &'s Map<String, Value>,
    root: &Map<String, Value>,
) -> Option<&'s str> {
    let is_unsupported = |keyword: &str, value: &Value| match keyword {
        "$ref" => {
            let reference = value.as_str().unwrap_or_default();
            reference != "#" && target(reference, root).is_none()
        }
        "$schema" => Dialect::of_schema(schema) != Ok(Dialect::Draft2020),
        "$id" => !std::ptr::eq(schema, root),
        "items" => value.is_array(),
        "pattern" => value.as_str().and_then(pattern_fault).is_some(),
        "patternProperties" => {
            let mut patterns = value.as_object().into_iter().flat_map(Map::keys);
            patterns.any(|pattern| pattern_fault(pattern).is_some())
        }
        _ => UNSUPPORTED.contains(&keyword),
    };
    let mut keywords = schema.iter();
    let (keyword, _) = keywords.find(|(keyword, value)| is_unsupported(keyword, value))?;
    Some(keyword)
}
