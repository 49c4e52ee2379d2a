//! `#[arg(range(…))]`: numbers at the bounds of a range, inside the range and outside it.

#![allow(clippy::boxed_local)] // The tests need a boxed parameter.

use std::num::{NonZeroI8, NonZeroU8, NonZeroU32};

use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{SafeInt, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde_json::{Value, json};

use crate::agreement::admitted;

/// Declares a module with a tool for each type, the names of these tools, and their registry. All tools of a
/// module have the same range.
macro_rules! ranged {
    ($module:ident: $range:expr; $($name:ident: $ty:ty),* $(,)?) => {
        mod $module {
            use super::*;

            $(
                #[doc = "Takes a number."]
                #[mcp_tool]
                fn $name(#[arg(range($range))] value: $ty) {
                    let _ = value;
                }
            )*

            pub(super) const NAMES: &[&str] = &[$(stringify!($name)),*];

            pub(super) fn registry() -> ToolRegistry<()> {
                ToolRegistry::builder(()).tools(tools![$($name),*]).build().unwrap()
            }
        }
    };
}

macro_rules! ranged_integers {
    ($($module:ident: $range:expr;)*) => {$(
        ranged! { $module: $range;
            of_u8: u8, of_u16: u16, of_u32: u32, of_u64: u64, of_u128: u128, of_usize: usize,
            of_i8: i8, of_i16: i16, of_i32: i32, of_i64: i64, of_i128: i128, of_isize: isize,
            of_option: Option<u16>, of_box: Box<u8>, of_nested: Option<Box<i64>>,
            of_double_option: Option<Option<u8>>, of_non_zero: NonZeroU8,
            of_optional_non_zero: Option<NonZeroU32>, of_reference: &u32,
        }
    )*};
}

ranged_integers! {
    closed: 2..=5;
    half_open: 2..5;
    from: 2..;
    up_to: ..=5;
    below: ..5;
    only_one: 2..=2;
}

/// Returns integers and fractions around 2 and 5, and a few large numbers up to ±(2^53 − 1).
fn numbers() -> Vec<Value> {
    let mut numbers: Vec<Value> = (-1..=7).map(Value::from).collect();
    for number in [1.999, 2.0, 2.001, 2.5, 4.999, 5.0, 5.001, -0.0, 1e15, -1e15] {
        numbers.push(json!(number));
    }
    numbers.extend([json!(SafeInt::MIN), json!(SafeInt::MAX)]);
    numbers
}

/// Returns those of `numbers()` between −100 and 100 that the tool accepts.
#[track_caller]
fn small<S: Send + Sync>(registry: &ToolRegistry<S>, tool: &str) -> Vec<Value> {
    let mut admitted = admitted(&Peer::new(registry), tool, numbers());
    admitted.retain(|value| value.as_f64().unwrap().abs() < 100.0);
    admitted
}

#[test]
fn an_integer_is_held_to_both_ends() {
    // R31, R148
    let registry = closed::registry();
    for tool in closed::NAMES {
        assert_eq!(
            json!(small(&registry, tool)),
            json!([2, 3, 4, 5, 2.0, 5.0]),
            "{tool}",
        );
    }
}

#[test]
fn an_exclusive_end_is_out() {
    let registry = half_open::registry();
    for tool in half_open::NAMES {
        assert_eq!(
            json!(small(&registry, tool)),
            json!([2, 3, 4, 2.0]),
            "{tool}"
        );
        // Some clients do not support `exclusiveMaximum`. So for an integer, the schema has a
        // `maximum` instead, which is the exclusive end minus one.
        let schema = Peer::new(&registry).argument(tool, "value");
        assert_eq!(schema["maximum"], 4, "{tool}: {schema:#}");
        assert_eq!(schema.get("exclusiveMaximum"), None, "{tool}: {schema:#}");
    }
}

#[test]
fn an_end_that_is_left_out_is_that_of_the_type() {
    let registry = from::registry();
    for tool in from::NAMES {
        assert_eq!(
            json!(small(&registry, tool)),
            json!([2, 3, 4, 5, 6, 7, 2.0, 5.0]),
            "{tool}",
        );
    }
    let peer = Peer::new(&registry);
    let highest = |tool| peer.argument(tool, "value")["maximum"].take();
    assert_eq!(highest("of_u8"), 255);
    assert_eq!(highest("of_i8"), 127);
    assert_eq!(highest("of_u128"), Value::Null);
    assert_eq!(highest("of_optional_non_zero"), u32::MAX);
}

#[test]
fn a_lower_end_that_is_left_out_is_that_of_the_type() {
    for (registry, names, five) in [
        (up_to::registry(), up_to::NAMES, true),
        (below::registry(), below::NAMES, false),
    ] {
        for tool in names {
            let admitted = small(&registry, tool);
            let has = |number: Value| admitted.contains(&number);
            let is_signed = tool.contains("_i") || *tool == "of_nested";
            let is_non_zero = tool.contains("non_zero");
            assert_eq!(has(json!(-1)), is_signed, "{tool}");
            assert_eq!(has(json!(0)), !is_non_zero, "{tool}");
            assert!(has(json!(1)) && has(json!(4)), "{tool}");
            assert_eq!(has(json!(5)), five, "{tool}");
            assert!(!has(json!(6)), "{tool}");
        }
    }
}

#[test]
fn a_range_may_hold_a_single_number() {
    let registry = only_one::registry();
    for tool in only_one::NAMES {
        assert_eq!(json!(small(&registry, tool)), json!([2, 2.0]), "{tool}");
    }
}

ranged! { floats: 0.1..=0.9; of_f32: f32, of_f64: f64, of_option: Option<f64>, of_box: Box<f32> }
ranged! { half_open_floats: -1.5..0.7; of_f32: f32, of_f64: f64, of_option: Option<f32> }
ranged! { negative: -5..=-2; of_i8: i8, of_i64: i64, of_i128: i128, of_safe: Option<i32>, of_negative: NonZeroI8 }
ranged! { below_zero: ..0; of_i8: i8, of_i64: i64, of_i128: i128 }

fn fractions() -> Vec<Value> {
    [
        -2.0,
        -1.51,
        // As an `f32`, -1.5000000001 equals the bound -1.5, but the registry must reject this
        // number. The same applies to 0.0999999999 with the bound 0.1, and to 0.9000000001 with
        // the bound 0.9.
        -1.500_000_000_1,
        -1.5,
        -1.49,
        0.0,
        0.09,
        0.099_999_999_9,
        0.1,
        0.11,
        0.5,
        0.69,
        0.7,
        0.71,
        0.89,
        0.9,
        0.900_000_000_1,
        0.91,
        1.0,
        1e300,
    ]
    .into_iter()
    .map(Value::from)
    .collect()
}

#[test]
fn a_float_is_held_to_the_number_that_was_written() {
    // `f32` and `f64` round 0.1 and 0.9 differently. With both types, the registry must still
    // accept exactly the numbers from 0.1 to 0.9.
    let registry = floats::registry();
    for tool in floats::NAMES {
        assert_eq!(
            json!(admitted(&Peer::new(&registry), tool, fractions())),
            json!([0.1, 0.11, 0.5, 0.69, 0.7, 0.71, 0.89, 0.9]),
            "{tool}",
        );
        let schema = Peer::new(&registry).argument(tool, "value");
        assert_eq!(schema["minimum"], 0.1, "{tool}");
        assert_eq!(schema["maximum"], 0.9, "{tool}");
    }
}

#[test]
fn an_exclusive_end_of_a_float_is_out() {
    let registry = half_open_floats::registry();
    for tool in half_open_floats::NAMES {
        assert_eq!(
            json!(admitted(&Peer::new(&registry), tool, fractions())),
            json!([
                -1.5,
                -1.49,
                0.0,
                0.09,
                0.099_999_999_9,
                0.1,
                0.11,
                0.5,
                0.69
            ]),
            "{tool}",
        );
        let schema = Peer::new(&registry).argument(tool, "value");
        assert_eq!(schema["exclusiveMaximum"], 0.7, "{tool}");
        assert_eq!(schema.get("maximum"), None, "{tool}: {schema:#}");
    }
}

#[test]
fn a_float_is_checked_as_it_was_sent() {
    let registry = floats::registry();
    let peer = Peer::new(&registry);
    for value in [json!(0.900_000_000_1), json!("0.9000000001")] {
        let text = peer.error("of_f32", json!({ "value": value }));
        assert!(text.contains("got 0.9000000001"), "{text}");
    }
    // The registry also checks the decoded value. As an `f32`, 0.6999999999 equals 0.7, which is
    // outside the range.
    let registry = half_open_floats::registry();
    let peer = Peer::new(&registry);
    peer.error("of_f32", json!({ "value": 0.699_999_999_9 }));
    assert_eq!(
        peer.text("of_f64", json!({ "value": 0.699_999_999_9 })),
        "ok"
    );
}

#[test]
fn a_range_may_lie_below_zero() {
    let values: Vec<_> = (-7..=1).map(Value::from).collect();
    let registry = negative::registry();
    for tool in negative::NAMES {
        let admitted = admitted(&Peer::new(&registry), tool, values.clone());
        assert_eq!(json!(admitted), json!([-5, -4, -3, -2]), "{tool}");
    }
    let registry = below_zero::registry();
    for tool in below_zero::NAMES {
        let admitted = admitted(&Peer::new(&registry), tool, values.clone());
        assert_eq!(
            json!(admitted),
            json!([-7, -6, -5, -4, -3, -2, -1]),
            "{tool}"
        );
    }
}

mod wide {
    use super::*;

    /// A percentage.
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    #[serde(try_from = "u8")]
    #[schemars(extend("maximum" = 100))]
    struct Percent(u8);

    impl TryFrom<u8> for Percent {
        type Error = String;

        fn try_from(number: u8) -> Result<Self, String> {
            match number {
                0..=100 => Ok(Percent(number)),
                _ => Err("more than all".to_owned()),
            }
        }
    }

    impl mcp_tool_runtime::bounds::NumberArgument for Percent {
        type Number = u8;

        fn number(&self) -> Option<u8> {
            Some(self.0)
        }
    }

    /// Has a range with values that the parameter's type excludes.
    #[mcp_tool]
    fn non_zero(#[arg(range(0..=3))] value: NonZeroU8) {
        let _ = value;
    }

    /// Has a range with values that the parameter's type excludes.
    #[mcp_tool]
    fn around_zero(#[arg(range(-1..=1))] value: NonZeroI8) {
        let _ = value;
    }

    /// Has a range with values that the parameter's type excludes.
    #[mcp_tool]
    fn safe(#[arg(range(i64::MIN..9_007_199_254_740_999))] value: SafeInt) {
        let _ = value;
    }

    /// Has a range with values that the parameter's type excludes.
    #[mcp_tool]
    fn percent(#[arg(range(10..=200))] value: Percent) {
        let _ = value.0;
    }

    /// Has a range with exactly the values of the parameter's type.
    #[mcp_tool]
    fn byte(#[arg(range(0..=255))] value: u8) {
        let _ = value;
    }

    /// Has a range up to a number that JSON parsers round.
    #[mcp_tool]
    fn huge(#[arg(range(1..=u128::MAX))] value: u128) {
        let _ = value;
    }

    /// Has a range up to infinity, which limits no number.
    #[mcp_tool]
    fn endless(#[arg(range(..=f64::INFINITY))] value: f64) {
        let _ = value;
    }

    pub(super) fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![
                non_zero,
                around_zero,
                safe,
                percent,
                byte,
                huge,
                endless
            ])
            .build()
            .unwrap()
    }
}

#[test]
fn a_range_never_widens_its_type() {
    // R31: if the type allows fewer numbers than `range(…)`, the limits of the type still apply
    let registry = wide::registry();
    let peer = Peer::new(&registry);
    let around = |low: i64, high: i64| (low..=high).map(Value::from).collect::<Vec<_>>();
    assert_eq!(
        json!(admitted(&peer, "non_zero", around(-2, 5))),
        json!([1, 2, 3])
    );
    assert_eq!(
        json!(admitted(&peer, "around_zero", around(-3, 3))),
        json!([-1, 1])
    );
    let most = SafeInt::MAX.get();
    assert_eq!(
        json!(admitted(&peer, "safe", around(most - 1, most + 3))),
        json!([most - 1, most]),
    );
    assert_eq!(
        json!(admitted(&peer, "safe", around(-most - 2, -most + 1))),
        json!([-most, -most + 1]),
    );
    let percent = admitted(
        &peer,
        "percent",
        [9, 10, 100, 101, 200, 201].map(Value::from),
    );
    assert_eq!(json!(percent), json!([10, 100]));
    assert_eq!(json!(admitted(&peer, "byte", around(-1, 1))), json!([0, 1]));
    let huge = [json!(0), json!(1), json!(u64::MAX), json!(1e300)];
    assert_eq!(json!(admitted(&peer, "huge", huge)), json!([1, u64::MAX]));
    assert_eq!(admitted(&peer, "endless", fractions()), fractions());
}

mod words {
    use super::*;

    const MOST: u8 = 14;

    /// Has ranges.
    #[mcp_tool]
    #[allow(clippy::too_many_arguments)]
    fn ranges(
        #[arg(range(1..=MOST))] days: Option<u8>,
        #[arg(range(..MOST))] hours: Option<u8>,
        #[arg(range(0.0..1.0))] share: Option<f64>,
        #[arg(range(..1.5))] below: Option<f64>,
        #[arg(range(-2..))] floor: Option<i64>,
        #[arg(range(1..=3), default = 2)] level: u8,
        #[arg(range(1..=3), rename = "type")] kind: Option<u8>,
    ) -> String {
        format!("{days:?} {hours:?} {share:?} {below:?} {floor:?} {level} {kind:?}")
    }

    pub(super) fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![ranges])
            .build()
            .unwrap()
    }
}

#[test]
fn a_value_out_of_range_is_reported_with_the_range() {
    // R148, R152: one error reports all faults
    let registry = words::registry();
    let text = Peer::new(&registry).error(
        "ranges",
        json!({
            "days": 15, "hours": 14, "share": 1, "below": 1.5, "floor": -3, "level": "4", "type": 0,
        }),
    );
    assert_eq!(
        text,
        "7 wrong arguments for `ranges`:\n\
         - `days`: expected an integer from 1 to 14, got 15\n\
         - `hours`: expected an integer from 0 to 13, got 14\n\
         - `share`: expected a number from 0.0 to below 1.0, got 1\n\
         - `below`: expected a number below 1.5, got 1.5\n\
         - `floor`: expected an integer of at least -2, got -3\n\
         - `level`: expected an integer from 1 to 3, got 4\n\
         - `type`: expected an integer from 1 to 3, got 0\n\
         a minimal valid call has the arguments {}",
    );
}

/// Schema keywords contain no bound beyond ±(2^53 − 1). The argument's description states such a bound, and the
/// registry enforces it.
#[test]
fn a_large_end_is_published_in_words() {
    /// Takes ids.
    #[mcp_tool(allow(undocumented))]
    fn ids(
        /// A key
        #[arg(range(1..=18_446_744_073_709_551_614))]
        unsigned: Option<u64>,
        #[arg(range(-9_223_372_036_854_775_807..))] signed: Option<i64>,
        #[arg(range(..1e300))] float: Option<f64>,
        #[arg(default = 18_446_744_073_709_551_615)] last: u64,
    ) {
        let _ = (unsigned, signed, float, last);
    }

    for profile in [SchemaProfile::Portable, SchemaProfile::AsGenerated] {
        let builder = ToolRegistry::builder(()).schema_profile(profile);
        let registry = builder.tools(tools![ids]).build().unwrap();
        let peer = Peer::new(&registry);
        for (name, words, bound) in [
            (
                "unsigned",
                "A key\n\nAt most 18446744073709551614.",
                json!(1),
            ),
            ("signed", "At least -9223372036854775807.", json!(null)),
            ("float", "Less than 1e+300.", json!(null)),
            ("last", "Default: 18446744073709551615.", json!(0)),
        ] {
            let schema = peer.argument("ids", name);
            assert_eq!(schema["description"], words, "{profile:?}");
            assert_eq!(schema["minimum"], bound, "{profile:?} {name}");
            for keyword in ["maximum", "exclusiveMaximum", "default"] {
                assert_eq!(schema.get(keyword), None, "{profile:?} {name}");
            }
        }
        peer.call(
            "ids",
            json!({ "unsigned": u64::MAX - 1, "signed": i64::MIN + 1 }),
        );
        let text = peer.error(
            "ids",
            json!({ "unsigned": u64::MAX, "signed": i64::MIN, "float": 1e301, "last": 1e30 }),
        );
        for words in [
            "`unsigned`: 18446744073709551615 is not in the range 1..=18446744073709551614;",
            "`signed`: -9223372036854775808 is not in the range -9223372036854775807..;",
            "`float`: 1e+301 is not in the range ..1e+300; expected a number",
            "`last`: expected an integer from 0 to 18446744073709551615, got 1e+30",
        ] {
            assert!(text.contains(words), "{text}");
        }
    }
}

#[test]
fn an_absent_value_breaks_no_range() {
    let registry = words::registry();
    let peer = Peer::new(&registry);
    let none = "None None None None None 2 None";
    assert_eq!(peer.text("ranges", json!({})), none);
    let nulls = json!({ "days": null, "share": null, "level": null });
    assert_eq!(peer.text("ranges", nulls), none);
    let strings = json!({ "days": "14", "share": "0.5" });
    assert_eq!(
        peer.text("ranges", strings),
        "Some(14) None Some(0.5) None None 2 None"
    );
}
