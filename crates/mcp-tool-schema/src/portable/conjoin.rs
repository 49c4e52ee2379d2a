//! The conjunction of two schemas as one schema.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use crate::keywords::Keywords as _;
use crate::numbers::{compare, same};

/// Merges two schemas. The result accepts exactly the values that both schemas accept. Returns `None` if this
/// function cannot merge them without `allOf`. Appends the second description to the first one, unless the
/// first one contains it. If the schemas differ in another annotation, keeps the annotation of `first`.
pub(crate) fn conjoin(
    first: &Map<String, Value>,
    second: &Map<String, Value>,
) -> Option<Map<String, Value>> {
    if !keeps_meaning_in(first, second) || !keeps_meaning_in(second, first) {
        return None;
    }
    let mut both = first.clone();
    for (keyword, value) in second {
        match both.get(keyword) {
            None => {
                both.insert(keyword.clone(), value.clone());
            }
            Some(known) if known == value => {}
            Some(Value::String(known)) if keyword == "description" => {
                let further = value.as_str().filter(|text| !known.contains(text));
                let text = further.map(|text| Value::String(format!("{known}\n\n{text}")));
                both.extend(text.map(|text| (keyword.clone(), text)));
            }
            Some(_) if is_annotation(keyword) => {}
            Some(known) => {
                let joined = joined(keyword, known, value)?;
                both.insert(keyword.clone(), joined);
            }
        }
    }
    Some(both)
}

/// Returns whether a keyword is an annotation, which does not restrict values.
pub(crate) fn is_annotation(keyword: &str) -> bool {
    matches!(
        keyword,
        "title"
            | "description"
            | "default"
            | "examples"
            | "deprecated"
            | "readOnly"
            | "writeOnly"
            | "$comment"
    ) || keyword.starts_with("x-")
}

/// Returns whether the keywords of `one` keep their meaning in a merged schema.
fn keeps_meaning_in(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    // This function does not see the keywords of a reference's target. So allow a merge with a
    // reference only if all keywords of `other` are annotations.
    let refers = has_any(one, &["$ref", "$dynamicRef"]);
    let is_bare = |schema: &Map<String, Value>| schema.keys().all(|key| is_annotation(key));
    // The keywords in `CONTEXTUAL` can change their meaning in a merged schema. For example,
    // `unevaluatedProperties` no longer restricts the names that the other schema adds to
    // `properties`.
    let depends_on_place = has_any(one, CONTEXTUAL);
    let is_group_divided = GROUPED
        .iter()
        .any(|group| has_any(one, group) && has_any(other, group) && !are_same(one, other, group));
    names_agree(one, other) && !depends_on_place && !is_group_divided && (!refers || is_bare(other))
}

/// Returns whether a schema has at least one of the keywords.
#[inline(never)] // The compiler would unroll the loop for each list.
pub(super) fn has_any(schema: &Map<String, Value>, keywords: &[&str]) -> bool {
    let mut keywords = keywords.iter();
    keywords.any(|keyword| schema.contains_key(*keyword))
}

/// Returns whether two schemas have the same values of some keywords.
#[inline(never)] // As for `has_any`.
fn are_same(one: &Map<String, Value>, other: &Map<String, Value>, keywords: &[&str]) -> bool {
    let mut keywords = keywords.iter();
    keywords.all(|keyword| one.get(*keyword) == other.get(*keyword))
}

/// Keywords whose meaning depends on the schema that contains them.
const CONTEXTUAL: &[&str] = &[
    "unevaluatedProperties",
    "unevaluatedItems",
    "$id",
    "$anchor",
    "$dynamicAnchor",
    "$schema",
    "$defs",
    "definitions",
];

/// Groups of keywords. The meaning of each keyword depends on the rest of its group.
const GROUPED: &[&[&str]] = &[
    &["items", "prefixItems", "additionalItems"],
    &["contains", "minContains", "maxContains"],
    &["if", "then", "else"],
];

/// Returns whether `additionalProperties` of `one` keeps its meaning in a merged schema. A property or a
/// pattern that only `other` has would change that meaning.
fn names_agree(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let Some(others) = one.get("additionalProperties") else {
        return true;
    };
    let names = |schema: &Map<String, Value>| {
        let members = schema.object("properties");
        members.map_or_else(Vec::new, |members| members.keys().cloned().collect())
    };
    let own = names(one);
    let is_known = |name| own.contains(name);
    names(other).iter().all(is_known)
        && one.get("patternProperties") == other.get("patternProperties")
        && other
            .get("additionalProperties")
            .is_none_or(|same| same == others && names(other).len() == own.len())
}

/// Adds a bound, unless the schema has a narrower one.
pub(super) fn add_bound(schema: &mut Map<String, Value>, keyword: &str, bound: Number) {
    let bound = Value::Number(bound);
    let narrower = match schema.get(keyword) {
        Some(known) => joined(keyword, known, &bound),
        None => Some(bound),
    };
    schema.extend(narrower.map(|bound| (keyword.to_owned(), bound)));
}

/// Merges two different values of a keyword, if possible.
fn joined(keyword: &str, first: &Value, second: &Value) -> Option<Value> {
    match keyword {
        "type" => match (first.as_str()?, second.as_str()?) {
            ("integer", "number") | ("number", "integer") => Some(Value::from("integer")),
            _ => None,
        },
        "required" => {
            let names = first.as_array()?.iter().chain(second.as_array()?);
            Some(Value::Array(distinct(names.cloned())))
        }
        "properties" => {
            let mut members = first.as_object()?.clone();
            for (name, schema) in second.as_object()? {
                let both = match members.get(name) {
                    None => schema.clone(),
                    Some(known) if known == schema => continue,
                    Some(known) => Value::Object(conjoin(known.as_object()?, schema.as_object()?)?),
                };
                members.insert(name.clone(), both);
            }
            Some(Value::Object(members))
        }
        "enum" => {
            let others = second.as_array()?;
            let common: Vec<_> = first
                .as_array()?
                .iter()
                .filter(|value| others.iter().any(|other| same(value, other)))
                .collect();
            (!common.is_empty()).then(|| common.into_iter().cloned().collect())
        }
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
            narrower(first, second, Ordering::is_ge)
        }
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => {
            narrower(first, second, Ordering::is_le)
        }
        _ => None,
    }
}

/// Returns the bound that accepts fewer values, if both bounds are numbers.
fn narrower(first: &Value, second: &Value, is_first: fn(Ordering) -> bool) -> Option<Value> {
    let order = compare(first.as_number()?, second.as_number()?)?;
    Some(if is_first(order) { first } else { second }.clone())
}

/// Returns each value once.
pub(crate) fn distinct<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}
