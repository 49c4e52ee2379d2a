//! Wrong values at random places of valid arguments: the error names each of them once, at its path. Also checks
//! that each described part of an accepted value comes back from the tool.

use std::cell::Cell;

use mcp_tool_tests::peer::only_text;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::choices::Choices;
use crate::mutate::mutate;
use crate::nested;
use crate::run;
use crate::subject::Subject;
use crate::subject_of;
use crate::valid_values::admitted;

/// A place in a value, and the schema that alone describes it.
struct Place<'s> {
    /// The path as errors write it, such as `it.list[0]`.
    path: String,
    pointer: String,
    schema: &'s Value,
}

/// Returns the branch of an enum that a value selects: by its tag, or by the name of its only member.
fn selected<'s>(schema: &'s Value, value: &Value, root: &'s Value) -> Option<&'s Value> {
    let branches = schema["anyOf"].as_array().or(schema["oneOf"].as_array())?;
    let is_selected = |branch: &&Value| {
        let Some(members) = branch["properties"].as_object() else {
            return false;
        };
        let is_named = || {
            let is_only = branch["additionalProperties"] == false && members.len() == 1;
            is_only && members.keys().all(|name| value.get(name).is_some())
        };
        let mut tags = members.iter().filter(|(_, member)| is_tag(member));
        tags.any(|(name, tag)| value.get(name) == Some(&tag["enum"][0])) || is_named()
    };
    let mut branches = branches.iter().map(|branch| described(branch, root));
    let only = branches.clone().filter(is_selected).count() == 1;
    branches.find(is_selected).filter(|_| only)
}

/// Returns whether a schema allows only one text. A wrong value there is a fault of the whole enum.
fn is_tag(schema: &Value) -> bool {
    schema["enum"]
        .as_array()
        .is_some_and(|listed| listed.len() == 1)
}

/// Collects the places inside a value that one schema describes. Does not look into the branches of an enum without
/// tags, since a fault there can be one of the whole enum.
fn collect<'s>(place: Place<'s>, value: &Value, root: &'s Value, places: &mut Vec<Place<'s>>) {
    let schema = described(place.schema, root);
    let inner = |step: String, key: String, schema: &'s Value| Place {
        path: format!("{}{step}", place.path),
        pointer: format!(
            "{}/{}",
            place.pointer,
            key.replace('~', "~0").replace('/', "~1")
        ),
        schema,
    };
    match value {
        Value::Object(members) => {
            let schema = selected(schema, value, root).unwrap_or(schema);
            for (name, member) in members {
                let own = schema["properties"].get(name);
                let others = schema.get("additionalProperties");
                let own = own.or(others).filter(|it| it.is_object() && !is_tag(it));
                if let Some(own) = own {
                    collect(
                        inner(format!(".{name}"), name.clone(), own),
                        member,
                        root,
                        places,
                    );
                }
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                let own = schema["prefixItems"].get(at);
                let others = schema.get("items");
                if let Some(own) = own.or(others).filter(|it| it.is_object()) {
                    collect(
                        inner(format!("[{at}]"), at.to_string(), own),
                        item,
                        root,
                        places,
                    );
                }
            }
        }
        _ => {}
    }
    places.push(Place { schema, ..place });
}

/// Follows references, and the one branch of an optional value that is not `null`.
fn described<'s>(mut schema: &'s Value, root: &'s Value) -> &'s Value {
    loop {
        let target = schema["$ref"]
            .as_str()
            .and_then(|it| root.pointer(&it[1..]));
        let branches = schema["anyOf"].as_array().into_iter().flatten();
        let mut branches = branches.filter(|it| it["type"] != "null");
        let only = branches.next().filter(|_| branches.next().is_none());
        match target.or(only) {
            Some(inner) => schema = inner,
            None => return schema,
        }
    }
}

/// Returns a value whose type no part of the schema allows.
fn wrong_value(schema: &Value, root: &Value, choices: &mut Choices) -> Option<Value> {
    let mut kinds = Vec::new();
    kinds_of(schema, root, &mut kinds)?;
    let has = |kind: &str| kinds.iter().any(|known| known == kind);
    let mut values = Vec::new();
    values.extend((!has("boolean")).then_some(json!(true)));
    values.extend((!has("string")).then(|| json!("zz")));
    values.extend((!has("number") && !has("integer")).then_some(json!(7.5)));
    // serde accepts an array in place of a struct.
    values.extend((!has("array") && !has("object")).then(|| json!([[true]])));
    values.extend((!has("object")).then(|| json!({ "zz": [true] })));
    (!values.is_empty()).then(|| choices.pick(&values))
}

/// Collects the types that a schema allows. Returns `None` if it allows every type.
fn kinds_of(schema: &Value, root: &Value, kinds: &mut Vec<String>) -> Option<()> {
    let schema = described(schema, root);
    match &schema["type"] {
        Value::String(kind) => kinds.push(kind.clone()),
        Value::Array(several) => {
            kinds.extend(several.iter().filter_map(Value::as_str).map(str::to_owned))
        }
        _ => {
            let listed = schema["enum"].as_array().cloned();
            let listed = listed.or(schema.get("const").map(|only| vec![only.clone()]));
            let branches = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
            match (listed, branches) {
                (Some(listed), _) if listed.iter().all(Value::is_string) => {
                    kinds.push("string".to_owned())
                }
                (_, Some(branches)) => {
                    for branch in branches {
                        kinds_of(branch, root, kinds)?;
                    }
                }
                _ => return None,
            }
        }
    }
    Some(())
}

/// Returns whether the names in a value are unambiguous in a path.
fn has_plain_names(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(has_plain_names),
        Value::Object(members) => members.iter().all(|(name, member)| {
            name.chars()
                .all(|next| next.is_ascii_alphanumeric() || "_-$".contains(next))
                && has_plain_names(member)
        }),
        _ => true,
    }
}

fn places<'s>(arguments: &Value, root: &'s Value) -> Vec<Place<'s>> {
    let mut places = Vec::new();
    let it = Place {
        path: "it".to_owned(),
        pointer: "/it".to_owned(),
        schema: &root["properties"]["it"],
    };
    if let Some(value) = arguments.get("it") {
        collect(it, value, root, &mut places);
    }
    places
}

fn names_each_planted_fault(
    subject: &Subject,
    choices: &mut Choices,
) -> Result<usize, TestCaseError> {
    let root = &subject.input_schema;
    let mut arguments = admitted(root, root, choices);
    if !has_plain_names(&arguments) || subject.call(&arguments)["isError"] == true {
        return Ok(0);
    }
    let places = places(&arguments, root);
    let mut planted: Vec<&Place<'_>> = Vec::new();
    for _ in 0..=choices.below(3) {
        if places.is_empty() {
            break;
        }
        let place = &places[choices.below(places.len())];
        let is_inside = |other: &&Place<'_>| {
            other.pointer.starts_with(&place.pointer) || place.pointer.starts_with(&other.pointer)
        };
        if !planted.iter().any(is_inside)
            && let Some(wrong) = wrong_value(place.schema, root, choices)
        {
            *arguments.pointer_mut(&place.pointer).unwrap() = wrong;
            planted.push(place);
        }
    }
    if planted.is_empty() {
        return Ok(0);
    }
    let result = subject.call(&arguments);
    prop_assert_eq!(
        &result["isError"],
        true,
        "{} accepts {}",
        subject.tool,
        arguments
    );
    let text = only_text(&result);
    let named = text
        .lines()
        .filter_map(|line| line.strip_prefix("- `")?.split('`').next());
    let mut named: Vec<_> = named.collect();
    let mut expected: Vec<_> = planted.iter().map(|place| place.path.as_str()).collect();
    named.sort_unstable();
    expected.sort_unstable();
    prop_assert_eq!(
        named,
        expected,
        "{}: {}\n{}\n{}",
        subject.tool,
        arguments,
        text,
        root
    );
    Ok(planted.len())
}

#[test]
fn each_planted_fault_is_named_once() {
    let count = Cell::new(0);
    for (_, subject) in subject_of::all().into_iter().chain(nested::all()) {
        let subject = subject();
        run(24, |choices| {
            count.set(count.get() + names_each_planted_fault(&subject, choices)?);
            Ok(())
        });
    }
    assert!(count.get() > 6000, "{}", count.get());
}

/// Types that accept several spellings of one value, such as a date without leading zeros, or the items of a set in
/// any order, or nanoseconds that carry into seconds.
const SPELLINGS: &[&str] = &[
    "set",
    "set_by_hash",
    "set_of_enums",
    "external_other",
    "internal_other",
    "when",
    "when_there",
    "when_local",
    "day",
    "duration",
    "system_time",
    "clock",
    "uuid",
    "url",
    "address",
    "address_6",
    "money",
];

#[test]
fn accepted_parts_come_back() {
    let count = Cell::new(0);
    for (name, subject) in subject_of::all() {
        if SPELLINGS.contains(&name) {
            continue;
        }
        let subject = subject();
        run(24, |choices| {
            count.set(count.get() + returns_each_part(&subject, choices)?);
            Ok(())
        });
    }
    assert!(count.get() > 1000, "{}", count.get());
}

fn returns_each_part(subject: &Subject, choices: &mut Choices) -> Result<usize, TestCaseError> {
    let root = &subject.input_schema;
    let mut arguments = admitted(root, root, choices);
    if choices.one_in(2) {
        mutate(&mut arguments, choices);
    }
    let arguments: Value = serde_json::from_str(&arguments.to_string()).unwrap();
    let result = subject.call(&arguments);
    let Some(returned) = result.get("structuredContent") else {
        return Ok(0);
    };
    // The tool decodes JSON inside a string.
    let arguments = subject.normalised(&arguments);
    let mut count = 0;
    for place in places(&arguments, root) {
        let sent = &arguments.pointer(&place.pointer).unwrap();
        if sent.is_null() || sent.is_object() || sent.is_array() {
            continue;
        }
        let returned = returned.pointer(&place.pointer["/it".len()..]);
        // Some of the types hold an `f32`.
        let float =
            |value: Option<&Value>| value.and_then(Value::as_f64).map(|number| number as f32);
        let is_same =
            returned == Some(sent) || sent.is_number() && float(returned) == float(Some(sent));
        prop_assert!(is_same, "{}: {arguments} gives {result}", subject.tool);
        count += 1;
    }
    Ok(count)
}
