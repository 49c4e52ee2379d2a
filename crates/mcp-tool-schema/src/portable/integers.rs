//! Writes the bounds of integers as `minimum` and `maximum`, because some clients reject other keywords.

use serde_json::{Map, Number, Value, json};

use super::conjoin::{add_bound, is_annotation};
use crate::json_values::retain;
use crate::keywords::Keywords as _;
use crate::numbers::integer_value;

/// Rewrites the schema of an integer.
pub(super) fn integers(schema: &mut Map<String, Value>) -> bool {
    if schema.text("type") != Some("integer") {
        return false;
    }
    let mut changed = replace_exclusive(schema, "exclusiveMinimum", "minimum", 1);
    changed |= replace_exclusive(schema, "exclusiveMaximum", "maximum", -1);
    changed |= replace_consecutive(schema);
    changed | replace_not_zero(schema)
}

/// Replaces an exclusive integer bound with an inclusive one, because some clients support only inclusive
/// bounds.
fn replace_exclusive(
    schema: &mut Map<String, Value>,
    exclusive: &str,
    bound: &str,
    step: i128,
) -> bool {
    let end = schema.number(exclusive).and_then(integer_value);
    let first = end.and_then(|end| Number::from_i128(end + step));
    let changed = first.is_some();
    if let Some(first) = first {
        schema.remove(exclusive);
        add_bound(schema, bound, first);
    }
    changed
}

/// Replaces an `enum` of consecutive integers, or an integer `const`, with bounds, if the schema has no
/// further rule. Some clients reject integers in an `enum`.
fn replace_consecutive(schema: &mut Map<String, Value>) -> bool {
    let listed = match (schema.get("const"), schema.get("enum")) {
        (Some(only), None) => std::slice::from_ref(only),
        (None, Some(Value::Array(listed))) => listed.as_slice(),
        _ => return false,
    };
    let integer = |value: &Value| integer_value(value.as_number()?);
    let Some(mut listed) = listed.iter().map(integer).collect::<Option<Vec<_>>>() else {
        return false;
    };
    listed.sort_unstable();
    listed.dedup();
    let (Some(first), Some(last)) = (listed.first(), listed.last()) else {
        return false;
    };
    let is_whole_range = usize::try_from(last - first + 1) == Ok(listed.len());
    let is_alone = schema
        .keys()
        .all(|key| is_annotation(key) || matches!(key.as_str(), "type" | "const" | "enum"));
    if is_whole_range
        && is_alone
        && let (Some(first), Some(last)) = (Number::from_i128(*first), Number::from_i128(*last))
    {
        retain(schema, &mut |key, _| key != "const" && key != "enum");
        schema.insert("minimum".to_owned(), Value::Number(first));
        schema.insert("maximum".to_owned(), Value::Number(last));
        return true;
    }
    false
}

/// Replaces "not zero" with a choice between negative and positive integers, if the bounds allow both.
fn replace_not_zero(schema: &mut Map<String, Value>) -> bool {
    if schema.get("not") != Some(&json!({ "const": 0 })) {
        return false;
    }
    let end = |keyword| schema.number(keyword).and_then(integer_value);
    let is_plain = schema.keys().all(|key| {
        is_annotation(key) || matches!(key.as_str(), "type" | "not" | "minimum" | "maximum")
    });
    let (low, high) = (end("minimum"), end("maximum"));
    if !is_plain || low.is_some_and(|low| low >= 0) || high.is_some_and(|high| high <= 0) {
        return false;
    }
    let mut below = json!({ "type": "integer", "maximum": -1 });
    let mut above = json!({ "type": "integer", "minimum": 1 });
    if let Some(low) = low.and_then(Number::from_i128) {
        below["minimum"] = Value::Number(low);
    }
    if let Some(high) = high.and_then(Number::from_i128) {
        above["maximum"] = Value::Number(high);
    }
    retain(schema, &mut |key, _| is_annotation(key));
    schema.insert("anyOf".to_owned(), Value::Array(vec![below, above]));
    true
}
