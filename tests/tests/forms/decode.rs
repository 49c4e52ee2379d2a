//! Answers to forms.

use std::collections::HashSet;

use mcp_tool_runtime::ProtocolVersion;
use mcp_tool_runtime::elicit::Elicitation;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use serde_json::{Map, Value, json};

use crate::order::{Crust, Loose, Order, PlainOrder, Sauce, Size, Topping};
use crate::{ask, filled_in, refusal, schema};

/// Returns the content of an [`Order`] with only the required fields.
fn least() -> Value {
    json!({
        "name": "Ada", "shared": "s", "cow": "c", "initial": "A", "email": "ada@a.example",
        "day": "2026-07-28", "guests": 2, "nights": 3, "floor": -1, "number": 7, "safe": 8,
        "ratio": 1.5, "wake": false, "size": "Small", "toppings": ["Olives"],
    })
}

fn with(changes: Value) -> Value {
    let mut content = least();
    for (name, value) in changes.as_object().unwrap() {
        content[name] = value.clone();
    }
    content
}

#[test]
fn absent_fields_get_the_defaults_of_serde() {
    let order: Order = filled_in(least());
    assert_eq!(order.table, 4);
    assert!(order.breakfast);
    assert_eq!(order.crust, Crust::Thin);
    assert_eq!(
        (order.twice, &order.website, &order.sauces),
        (None, &None, &None)
    );
    assert!(order.lines.is_empty());
    // Some clients send `null` for an empty field.
    let nothing = json!({ "website": null, "twice": null, "sauces": null, "table": null });
    assert_eq!(filled_in::<Order>(with(nothing)), order);
    // Other clients send an empty string. If the field is optional and an empty string is not a
    // valid value for it, the field counts as absent.
    let empty = json!({
        "website": "", "at": "", "birthday": "", "twice": "", "sauces": "", "otherSize": "",
        "newsletter": "",
    });
    assert_eq!(filled_in::<Order>(with(empty)), order);
    let named: Order = filled_in(with(json!({ "nickName": "" })));
    assert_eq!(named.nick_name.as_deref(), Some(""));
}

#[test]
fn fields_are_read_as_their_types() {
    let order: Order = filled_in(with(json!({
        "otherSize": "Large", "crust": "no-crust", "toppings": ["cheese", "Olives"],
        "sauces": ["HOT"], "crusts": ["thin", "deep-pan"], "twice": -3, "lines": "a\nb",
        "website": "https://a.example/", "birthday": "1815-12-10", "nobodyAsked": {},
    })));
    assert_eq!(order.other_size, Some(Size::Large));
    assert_eq!(order.crust, Crust::Bare);
    assert_eq!(order.toppings, [Topping::Cheese, Topping::Olives]);
    assert_eq!(order.sauces, Some(HashSet::from([Sauce::Hot])));
    assert_eq!(order.crusts, [Crust::Thin, Crust::DeepPan].into());
    assert_eq!(order.twice, Some(Some(-3)));
    assert_eq!(order.lines, ["a", "b"]);
    let birthday = order.birthday.unwrap().0;
    assert_eq!(birthday.to_string(), "1815-12-10");
}

#[test]
fn texts_are_converted_to_the_types_of_fields() {
    let texts = with(json!({ "guests": "2", "wake": "false", "ratio": "1.5", "floor": " -1 " }));
    assert_eq!(filled_in::<Order>(texts), filled_in::<Order>(least()));
    // In JSON Schema, `2.0` is an integer.
    let floats = with(json!({ "guests": 2.0, "number": 7.0 }));
    assert_eq!(filled_in::<Order>(floats), filled_in::<Order>(least()));
}

#[test]
fn a_wrong_value_is_reported_with_its_field() {
    // R198
    let refusal = |changes| refusal::<Order>(with(changes));
    assert_eq!(
        refusal(json!({ "name": "" })),
        "`name` must be text of 1 to 40 characters"
    );
    assert_eq!(refusal(json!({ "name": null })), "`name` is missing");
    assert_eq!(
        refusal(json!({ "initial": "AB" })),
        "`initial` must be text of 1 character"
    );
    assert_eq!(
        refusal(json!({ "guests": 256 })),
        "`guests` must be an integer from 0 to 255"
    );
    assert_eq!(
        refusal(json!({ "guests": "two" })),
        "`guests` must be an integer from 0 to 255"
    );
    assert_eq!(
        refusal(json!({ "floor": 3_000_000_000_u32 })),
        "`floor` must be an integer from -2147483648 to 2147483647"
    );
    assert_eq!(
        refusal(json!({ "ratio": 3 })),
        "`ratio` must be a number from 0.5 to 2.5"
    );
    assert_eq!(
        refusal(json!({ "wake": 1 })),
        "`wake` must be true or false"
    );
    assert_eq!(
        refusal(json!({ "size": "Huge" })),
        "`size` must be one of \"Small\", \"Medium\", \"Large\""
    );
    assert_eq!(
        refusal(json!({ "toppings": [] })),
        "`toppings` must be a list of \"cheese\", \"Olives\" of 1 to 2 entries"
    );
    assert_eq!(
        refusal(json!({ "day": "28.07.2026" })),
        "`day` must be a date such as 2026-01-31: input contains invalid characters"
    );
    assert_eq!(
        refusal(json!({ "at": "tomorrow" })),
        "`at` must be a date and time such as 2026-01-31T12:00:00Z: input contains invalid characters"
    );
    assert_eq!(
        refusal(json!({ "website": "a.example" })),
        "`website` must be an address such as https://example.com/: relative URL without a base: \"a.example\""
    );
}

#[test]
fn rules_beyond_the_form_are_checked_by_the_type() {
    let content = |name: &str, value: Value| {
        let mut content = json!({
            "id": "0e0a6a2c-4d14-4f1c-8ea5-9c7ad0d4b3a7", "price": "1.50", "host": "::1",
            "nonzero": 1, "big": 1,
        });
        content[name] = value;
        content
    };
    let loose: Loose = filled_in(content("big", json!(-5)));
    assert_eq!((loose.price.to_string().as_str(), loose.big), ("1.50", -5));
    for (name, value) in [
        ("id", json!("no id")),
        ("price", json!("cheap")),
        ("host", json!("localhost")),
        ("nonzero", json!(0)),
        ("big", json!(10_000_000_000_000_000_000_u64)),
    ] {
        let refusal = refusal::<Loose>(content(name, value));
        assert!(refusal.starts_with(&format!("`{name}`: ")), "{refusal}");
    }
}

/// Generates values that a field's schema allows.
fn value(field: &Value) -> BoxedStrategy<Value> {
    let length = |name: &str| field.get(name).and_then(Value::as_u64);
    let constants = |choices: &Value, key: &str| -> Vec<Value> {
        let choices = choices.as_array().unwrap().iter();
        choices.map(|choice| choice[key].clone()).collect()
    };
    match field["type"].as_str().unwrap() {
        "string" if field.get("enum").is_some() => {
            prop::sample::select(field["enum"].as_array().unwrap().clone()).boxed()
        }
        "string" if field.get("oneOf").is_some() => {
            prop::sample::select(constants(&field["oneOf"], "const")).boxed()
        }
        "string" => match field.get("format").and_then(Value::as_str) {
            Some("email") => "[a-z]{1,9}@[a-z]{1,9}\\.example"
                .prop_map(Value::from)
                .boxed(),
            Some("uri") => "https://[a-z]{1,9}\\.example/[a-z]{0,9}"
                .prop_map(Value::from)
                .boxed(),
            Some("date") => "[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])"
                .prop_map(Value::from)
                .boxed(),
            Some("date-time") => {
                "20[0-9]{2}-0[1-9]-1[0-9]T[01][0-9]:[0-5][0-9]:[0-5][0-9](Z|\\+02:00)"
                    .prop_map(Value::from)
                    .boxed()
            }
            Some(other) => panic!("{other} is no format of forms"),
            None => {
                let least = length("minLength").unwrap_or(0) as usize;
                let most = length("maxLength").unwrap_or(60) as usize;
                prop::collection::vec(any::<char>(), least..=most)
                    .prop_map(|text| text.into_iter().collect::<String>().into())
                    .boxed()
            }
        },
        "integer" => {
            let bound = |name: &str| field.get(name).and_then(Value::as_i64);
            let safe = 9_007_199_254_740_991;
            let least = bound("minimum").unwrap_or(-safe);
            let most = bound("maximum").unwrap_or(safe);
            prop_oneof![Just(least), Just(most), least..=most]
                .prop_map(Value::from)
                .boxed()
        }
        "number" => {
            let bound = |name: &str| field.get(name).and_then(Value::as_f64);
            // If the form has no bounds for a field, generate only numbers within the range of
            // `f32`, because the Rust type of the field can be `f32`.
            let least = bound("minimum").unwrap_or(-1e38);
            let most = bound("maximum").unwrap_or(1e38);
            prop_oneof![Just(least), Just(most), least..=most]
                .prop_map(Value::from)
                .boxed()
        }
        "boolean" => any::<bool>().prop_map(Value::from).boxed(),
        "array" => {
            let choices = match field["items"].get("anyOf") {
                Some(choices) => constants(choices, "const"),
                None => field["items"]["enum"].as_array().unwrap().clone(),
            };
            let least = length("minItems").unwrap_or(0) as usize;
            let most = length("maxItems").unwrap_or(3) as usize;
            prop::collection::vec(prop::sample::select(choices), least..=most)
                .prop_map(Value::from)
                .boxed()
        }
        other => panic!("{other} is no kind of field"),
    }
}

/// Generates contents that a form allows. Optional fields may be missing.
fn content(form: &Value) -> impl Strategy<Value = Value> + use<> {
    let required = form["required"].as_array().unwrap();
    let fields: Vec<_> = form["properties"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, field)| {
            let value = value(field);
            let value = match required.iter().any(|other| other == name) {
                true => value.prop_map(Some).boxed(),
                false => prop::option::of(value).boxed(),
            };
            let name = name.clone();
            value.prop_map(move |value| value.map(|value| (name.clone(), value)))
        })
        .collect();
    fields.prop_map(|members| {
        let members = members.into_iter().flatten();
        Value::Object(members.collect::<Map<_, _>>())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_admitted_form_is_read(content in content(&schema::<Order>(ProtocolVersion::LATEST))) {
        filled_in::<Order>(content);
    }

    #[test]
    fn every_admitted_older_form_is_read(
        content in content(&schema::<PlainOrder>(ProtocolVersion::V2025_06_18)),
    ) {
        let (requests, came) = ask::<PlainOrder>(ProtocolVersion::V2025_06_18, [content]);
        prop_assert_eq!(requests.len(), 1);
        prop_assert!(matches!(came, Some(Elicitation::Accepted(_))));
    }
}

#[test]
fn generated_content_is_admitted_by_the_form() {
    let form = schema::<Order>(ProtocolVersion::LATEST);
    let validator = jsonschema::validator_for(&form).unwrap();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..64 {
        let content = content(&form).new_tree(&mut runner).unwrap().current();
        assert!(validator.is_valid(&content), "{content:#}");
    }
}
