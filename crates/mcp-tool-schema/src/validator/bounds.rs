//! Bounds, lengths, patterns and equal items: the rules that no Rust type expresses.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde_json::{Map, Value};

use super::FaultKind;
use super::work::{Stop, UNIT, Walked, size};
use crate::keywords::Keywords as _;
use crate::numbers::{canonical, compare, count, integer_value, is_multiple, limits_of_format};
use crate::pattern_matcher::matches;

/// Pays for work, or stops the validation.
type Spend<'w> = &'w mut dyn FnMut(usize) -> Walked;

/// The keyword of a bound, and whether a number that compares to the bound in this way is inside.
type Bound = (&'static str, fn(Ordering) -> bool);

/// The bounds of numbers.
const BOUNDS: &[Bound] = &[
    ("minimum", Ordering::is_ge),
    ("maximum", Ordering::is_le),
    ("exclusiveMinimum", Ordering::is_gt),
    ("exclusiveMaximum", Ordering::is_lt),
];

/// Returns the rule of `schema` itself that a value violates, if any.
pub(super) fn broken_rule<'v>(
    schema: &Map<String, Value>,
    value: &Value,
    spend: Spend<'_>,
) -> Result<Option<FaultKind<'v>>, Stop> {
    let length = |least, most, length: usize, unit| {
        let found = length as u64;
        (count(schema, least).is_some_and(|least| found < least)
            || count(schema, most).is_some_and(|most| found > most))
        .then_some(FaultKind::Length(length, unit))
    };
    Ok(match value {
        Value::Number(number) => {
            let is_kept = |(keyword, kept): &Bound| {
                let bound = schema.number(keyword);
                bound.is_none_or(|bound| compare(number, bound).is_some_and(kept))
            };
            let multiple = schema.number("multipleOf");
            let is_kept = BOUNDS.iter().all(is_kept)
                && multiple.is_none_or(|multiple| is_multiple(number, multiple));
            (!is_kept).then_some(FaultKind::Bound)
        }
        Value::String(text) => {
            let has = |keyword| schema.get(keyword).is_some();
            if !has("minLength") && !has("maxLength") && !has("pattern") {
                return Ok(None);
            }
            spend(text.len() / UNIT)?;
            let characters = text.chars().count();
            if let Some(kind) = length("minLength", "maxLength", characters, "character") {
                return Ok(Some(kind));
            }
            let Some(pattern) = schema.text("pattern") else {
                return Ok(None);
            };
            (matches(pattern, text) == Some(false)).then_some(FaultKind::Bound)
        }
        Value::Array(items) => match length("minItems", "maxItems", items.len(), "item") {
            None if schema.get("uniqueItems") == Some(&Value::Bool(true)) => {
                repeated(items, spend)?.map(|(one, other)| FaultKind::Repeated(one, other))
            }
            broken => broken,
        },
        Value::Object(members) => length("minProperties", "maxProperties", members.len(), "member"),
        Value::Null | Value::Bool(_) => None,
    })
}

/// Returns the positions of two equal items, if any.
fn repeated(items: &[Value], spend: Spend<'_>) -> Result<Option<(usize, usize)>, Stop> {
    let mut seen = HashMap::new();
    let mut first = None;
    for (position, item) in items.iter().enumerate() {
        spend(size(item))?;
        let earlier = *seen.entry(canonical(item.clone())).or_insert(position);
        if earlier < position && first.is_none_or(|(found, _)| earlier < found) {
            first = Some((earlier, position));
        }
    }
    Ok(first)
}

/// Returns whether a number is inside the integer format of a schema, such as `uint8`.
pub(super) fn is_in_format(schema: &Map<String, Value>, value: &Value) -> bool {
    let (Value::Number(number), Some((low, high))) = (value, limits_of_format(schema)) else {
        return true;
    };
    integer_value(number).is_some_and(|number| (low..=high).contains(&number))
}
