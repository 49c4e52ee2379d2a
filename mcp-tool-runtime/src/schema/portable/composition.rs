//! `allOf`, `anyOf` and `oneOf`: taken apart where the same can be said without them.
//!
//! What schemars makes of `#[serde(flatten)]` and of enums is spread over several schemas that hold at
//! once. Clients look at one of them. Nothing is closed alone: `additionalProperties` moves only
//! together with the names that it speaks of.

use serde_json::{Map, Value, json};

use super::conjoin::{conjoin, is_annotation};
use super::disjoint::are_disjoint;
use super::inner::Around;

/// A choice whose forms each say what stands beside it is longer; by more than this many bytes, it
/// stays as it is.
pub(super) const MAX_GROWTH: usize = 4 * 1024;

/// All of it, at one schema whose inner ones have been through it.
pub(super) fn simplify(schema: &mut Map<String, Value>, around: &Around) {
    join_all(schema);
    exactly_one_of_disjoint_is_any(schema);
    nested_choices(schema);
    spread(schema, around);
    close_what_is_whole(schema, around);
}

/// `flatten` requires a name as often as it comes across it.
/// Returns whether there was one to take out.
pub(super) fn each_name_once(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(names)) = schema.get_mut("required") else {
        return false;
    };
    let before = names.len();
    let mut at = 0;
    while at < names.len() {
        match names[..at].contains(&names[at]) {
            true => drop(names.remove(at)),
            false => at += 1,
        }
    }
    names.len() < before
}

/// Each branch of `allOf` that can be, said by the schema itself.
fn join_all(schema: &mut Map<String, Value>) {
    let Some(Value::Array(branches)) = schema.remove("allOf") else {
        return;
    };
    let others = schema.remove(UNEVALUATED);
    let mut left = Vec::new();
    for branch in branches {
        let branch_alone = branch.as_object();
        match branch_alone.and_then(|branch| conjoin(schema, branch)) {
            Some(joined) => *schema = joined,
            None => left.push(branch),
        }
    }
    // What was said already may have brought an `allOf` of its own.
    if !left.is_empty()
        && let Value::Array(all) = schema.entry("allOf").or_insert_with(|| json!([]))
    {
        all.extend(left);
    }
    // It has looked into the branches before, too.
    schema.extend(others.map(|others| (UNEVALUATED.to_owned(), others)));
}

/// Where a value cannot be two of the forms, being one of them and being exactly one is the same; and
/// more clients know `anyOf`.
fn exactly_one_of_disjoint_is_any(schema: &mut Map<String, Value>) {
    let Some(Value::Array(branches)) = schema.get("oneOf") else {
        return;
    };
    if !schema.contains_key("anyOf")
        && are_disjoint(branches)
        && let Some(branches) = schema.remove("oneOf")
    {
        schema.insert("anyOf".to_owned(), branches);
    }
}

/// A choice inside a choice is the same choice, and a choice of one is none.
fn nested_choices(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        *branches = branches.drain(..).flat_map(choices).collect();
    }
    for keyword in ["anyOf", "oneOf"] {
        let only = match schema.get(keyword) {
            Some(Value::Array(branches)) => match branches.as_slice() {
                [Value::Object(only)] => only.clone(),
                _ => continue,
            },
            _ => continue,
        };
        move_up(schema, keyword, &only);
    }
}

/// Says what the only branch under a keyword says in place of it, if that can be.
pub(super) fn move_up(schema: &mut Map<String, Value>, keyword: &str, only: &Map<String, Value>) {
    let mut rest = schema.clone();
    rest.remove(keyword);
    let others = rest.remove(UNEVALUATED);
    if let Some(mut joined) = conjoin(&rest, only) {
        joined.extend(others.map(|others| (UNEVALUATED.to_owned(), others)));
        *schema = joined;
    }
}

/// The branches of a schema that is a choice and says nothing else; otherwise the schema.
fn choices(branch: Value) -> Vec<Value> {
    match branch {
        Value::Object(mut schema) if schema.len() == 1 && schema.contains_key("anyOf") => {
            match schema.remove("anyOf") {
                Some(Value::Array(inner)) => inner,
                other => vec![json!({ "anyOf": other })],
            }
        }
        other => vec![other],
    }
}

/// What stands beside a choice, said in each of its forms: some clients take a choice only where it
/// stands alone.
fn spread(schema: &mut Map<String, Value>, around: &Around) {
    let keyword = match (schema.contains_key("anyOf"), schema.contains_key("oneOf")) {
        (true, false) => "anyOf",
        (false, true) => "oneOf",
        _ => return,
    };
    let Some(Value::Array(branches)) = schema.get(keyword) else {
        return;
    };
    let rest = schema.iter().filter(|(key, _)| *key != keyword);
    let rest = rest.map(|(key, value)| (key.clone(), value.clone()));
    let (mut said, mut base): (Map<_, _>, Map<_, _>) =
        rest.partition(|(key, _)| is_annotation(key));
    said.extend(base.remove_entry("$defs"));
    // A root says that it is an object, whatever its forms are.
    if base.keys().all(|key| key == "type") {
        return;
    }
    let others = base.remove(UNEVALUATED);
    // Which of the forms a value is decides what has been looked at; it must be one of them only.
    if others.is_some() && !are_disjoint(branches) {
        return;
    }
    let size = Value::Object(base.clone()).to_string().len();
    if size.saturating_mul(branches.len().saturating_sub(1)) > MAX_GROWTH {
        return;
    }
    let forms = branches.iter().map(|branch| {
        let mut form = conjoin(branch.as_object()?, &base)?;
        form.extend(
            others
                .clone()
                .map(|others| (UNEVALUATED.to_owned(), others)),
        );
        close_what_is_whole(&mut form, around);
        Some(Value::Object(form))
    });
    if let Some(forms) = forms.collect::<Option<Vec<_>>>() {
        *schema = said;
        schema.insert(keyword.to_owned(), Value::Array(forms));
    }
}

/// Where a schema is in one piece, the names that nothing has looked at are the additional ones.
fn close_what_is_whole(schema: &mut Map<String, Value>, around: &Around) {
    let is_whole = !ELSEWHERE
        .iter()
        .any(|keyword| schema.contains_key(*keyword));
    match schema.get(UNEVALUATED) {
        Some(others) if *others == json!({}) => {
            schema.remove(UNEVALUATED);
            // Somebody further out may ask.
            if around.is_watched {
                schema.insert("additionalProperties".to_owned(), json!({}));
            }
        }
        Some(_) if is_whole => {
            let others = schema.remove_entry(UNEVALUATED);
            schema.extend(others.map(|(_, others)| ("additionalProperties".to_owned(), others)));
        }
        _ => {}
    }
}

const UNEVALUATED: &str = "unevaluatedProperties";

/// Where else names may have been looked at.
const ELSEWHERE: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "$ref",
    "$dynamicRef",
    "dependentSchemas",
    "additionalProperties",
];
