//! Rules and their published schemas agree on random values.

use std::collections::BTreeMap;

use mcp_tool_runtime::{SafeInt, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use crate::agreement::accepts;

macro_rules! ruled {
    ($($name:ident: $ty:ty, $rule:ident($range:expr);)*) => {
        $(
            #[doc = "Has a rule."]
            #[mcp_tool]
            #[allow(unused_comparisons)]
            fn $name(#[arg($rule($range))] value: $ty) {
                let _ = value;
            }
        )*

        fn registry() -> ToolRegistry<()> {
            ToolRegistry::builder(()).tools(tools![$($name),*]).build().unwrap()
        }
    };
}

ruled! {
    of_u8: u8, range(3..=200);
    of_i8: i8, range(-100..);
    of_u16: u16, range(..500);
    of_i32: i32, range(-70_000..70_000);
    of_u64: u64, range(1..=18_446_744_073_709_551_614);
    of_i64: i64, range(-9_223_372_036_854_775_807..=9_223_372_036_854_775_806);
    of_u128: u128, range(5..);
    of_i128: i128, range(..=9_223_372_036_854_775_808);
    of_option: Option<u32>, range(1000..=2000);
    of_f64: f64, range(-0.3..=0.7);
    of_f64_below: f64, range(-1e10..1e10);
    of_f64_from: Option<f64>, range(0.1..);
    of_f32: f32, range(-0.3..=0.7);
    of_f32_from: Option<f32>, range(0.1..);
    of_text: String, length(1..=4);
    of_text_below: Option<String>, length(..3);
    of_list: Vec<Value>, length(2..);
    of_list_exact: Vec<Value>, length(3..=3);
    of_map: BTreeMap<String, Value>, length(1..3);
}

/// The largest absolute value of a bound in a published schema. The test uses no larger numbers, because a tool
/// also enforces larger bounds, which its schema lacks.
const SAFE: i64 = SafeInt::MAX.get();

fn numbers() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i8>().prop_map(Value::from),
        (-80_000..80_000_i64).prop_map(Value::from),
        (-SAFE..=SAFE).prop_map(Value::from),
        (SAFE - 3..=SAFE).prop_map(Value::from),
        (-1.0..1.0_f64).prop_map(Value::from),
        (-80_000..80_000_i32).prop_map(|whole| Value::from(f64::from(whole))),
        prop::num::f64::NORMAL.prop_map(|it| Value::from(it % SAFE as f64)),
        prop::sample::select(vec![
            -0.3,
            0.7,
            0.1,
            0.700_000_000_1,
            1e10,
            -1e10,
            0.1 + 0.2,
            -0.0
        ])
        .prop_map(Value::from),
    ]
}

fn others() -> impl Strategy<Value = Value> {
    prop_oneof![
        "\\PC{0,6}".prop_map(Value::from),
        prop::collection::vec(any::<char>(), 0..6)
            .prop_map(|chars| Value::from(String::from_iter(chars))),
        prop::collection::vec(any::<bool>().prop_map(Value::from), 0..6).prop_map(Value::from),
        prop::collection::btree_map("[a-c]{1,2}", any::<u8>(), 0..5).prop_map(|map| json!(map)),
    ]
}

/// Returns whether the value is a string or `null` in place of another type. The registry may accept such
/// values although the schema does not.
fn is_read_leniently(tool: &str, value: &Value) -> bool {
    value.is_null() || value.is_string() && !tool.starts_with("of_text")
}

#[test]
fn a_rule_rejects_exactly_what_its_keyword_rejects() {
    // R31, R165
    let registry = registry();
    let peer = Peer::new(&registry);
    let tools = registry.definitions().iter().map(|tool| {
        let schema = Value::Object(tool.input_schema.clone());
        (
            tool.name.clone(),
            jsonschema::draft202012::new(&schema).unwrap(),
        )
    });
    let tools: Vec<_> = tools.collect();
    let mut runner = TestRunner::new(Config {
        cases: 800,
        ..Config::default()
    });
    runner
        .run(&prop_oneof![3 => numbers(), 2 => others()], |value| {
            for (tool, validator) in &tools {
                if is_read_leniently(tool, &value) {
                    continue;
                }
                let arguments = json!({ "value": value });
                prop_assert_eq!(
                    accepts(&peer, tool, &arguments),
                    validator.is_valid(&arguments),
                    "enforced (left) and published (right) differ: `{}` with {}",
                    tool,
                    value,
                );
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}
