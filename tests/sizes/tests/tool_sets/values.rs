//! Test values for a schema. Most objects differ from a valid object in one member. For example, that member
//! is absent, beyond a bound, or of another type.

use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// Returns values of all JSON types.
fn of_all_types() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(-1),
        json!(1.5),
        json!(3.0),
        json!(5_000_000_000_u64),
        json!(""),
        json!("x"),
        json!("https://a.example/"),
        json!("67e55044-10b1-426f-9247-bb680e5fe0c8"),
        json!([]),
        json!(["x"]),
        json!({}),
        json!({ "unknown": 1 }),
    ]
}

pub(crate) fn validator(schema: &Value) -> Validator {
    let options = jsonschema::options().should_validate_formats(true);
    options.build(schema).unwrap()
}

/// Returns valid and invalid values for a schema. The schema must not contain `$ref`.
pub(crate) fn values(schema: &Value) -> Vec<Value> {
    let list = |key: &str| schema[key].as_array().into_iter().flatten();
    let mut values = of_all_types();
    values.extend(list("enum").cloned());
    for key in ["minimum", "maximum"] {
        if let Some(end) = schema[key].as_i64() {
            values.extend([json!(end - 1), json!(end), json!(end + 1)]);
        }
    }
    for key in ["minLength", "maxLength"] {
        if let Some(end) = schema[key]
            .as_u64()
            .and_then(|end| usize::try_from(end).ok())
        {
            values.extend(
                [end.saturating_sub(1), end, end + 1].map(|length| "y".repeat(length).into()),
            );
        }
    }
    values.extend(list("anyOf").flat_map(self::values));
    if schema["items"].is_object() {
        values.extend(
            self::values(&schema["items"])
                .into_iter()
                .map(|item| json!([item])),
        );
    }
    if let Some(members) = schema["properties"].as_object() {
        let required: Vec<_> = list("required").filter_map(Value::as_str).collect();
        values.extend(objects(members, &required));
    }
    values
}

/// Returns a valid object with only the required members, one with all members, and variants of the first.
/// Each variant changes, adds or removes at most one member.
fn objects(members: &Map<String, Value>, required: &[&str]) -> Vec<Value> {
    let right = |name: &str| {
        let valid = validator(&members[name]);
        values(&members[name])
            .into_iter()
            .find(|value| valid.is_valid(value))
    };
    let all_of = |names: &mut dyn Iterator<Item = &str>| -> Map<String, Value> {
        names
            .filter_map(|name| Some((name.to_owned(), right(name)?)))
            .collect()
    };
    let least = all_of(&mut required.iter().copied());
    let most = all_of(&mut members.keys().map(String::as_str));
    let mut objects = vec![least.clone(), most];
    for (name, member) in members {
        let mut without = least.clone();
        without.remove(name);
        objects.extend(values(member).into_iter().map(|value| {
            let mut with = without.clone();
            with.insert(name.clone(), value);
            with
        }));
        objects.push(without);
    }
    objects.into_iter().map(Value::Object).collect()
}
