//! Decoding of JSON arguments to Rust values.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use mcp_tool_runtime::{HasState, ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::{Peer, block_on, peer::only_text};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// Calls `tool` with arguments as JSON text. Returns the text of the result, as `Err` if the call fails.
#[track_caller]
fn call(registry: &ToolRegistry<()>, tool: &str, arguments: &str) -> Result<String, String> {
    let result = Peer::new(registry).call_json(tool, arguments);
    let text = only_text(&result);
    match result.get("isError") {
        None => Ok(text),
        Some(_) => Err(text),
    }
}

/// Declares a tool for each type, a registry of these tools, and the helpers `shown` and `refused`. Each tool
/// returns its argument `it` as `Debug` text.
macro_rules! takers {
    ($($name:ident: $ty:ty;)*) => {
        $(
            #[doc = "Shows what it was given."]
            #[mcp_tool]
            fn $name(it: $ty) -> String {
                format!("{it:?}")
            }
        )*

        fn registry() -> ToolRegistry<()> {
            ToolRegistry::builder(()).tools(tools![$($name),*]).build().unwrap()
        }

        /// Returns the value that the tool receives, formatted with `Debug`.
        #[track_caller]
        fn shown(tool: &str, it: &str) -> String {
            call(&registry(), tool, &format!(r#"{{"it":{it}}}"#))
                .unwrap_or_else(|text| panic!("{tool} does not take {it}: {text}"))
        }

        /// Returns the text with which the registry rejects this argument.
        #[track_caller]
        fn refused(tool: &str, it: &str) -> String {
            match call(&registry(), tool, &format!(r#"{{"it":{it}}}"#)) {
                Ok(shown) => panic!("{tool} takes {it} as {shown}"),
                Err(text) => text,
            }
        }
    };
}

mod lenient {
    use super::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Place {
        lat: f64,
        lon: f64,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    enum Unit {
        Celsius,
        Kelvin,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum TextOrNumber {
        Text(String),
        Number(i64),
    }

    takers! {
        text: String;
        text_option: Option<String>;
        text_cow: Cow<'_, str>;
        text_boxed: Box<str>;
        letter: char;
        file: PathBuf;
        number: u8;
        number_option: Option<u8>;
        fraction: f64;
        flag: bool;
        place: Place;
        place_option: Option<Place>;
        list: Vec<u8>;
        texts: Vec<String>;
        map: BTreeMap<String, u8>;
        unit: Unit;
        anything: Value;
        either: TextOrNumber;
    }

    #[test]
    fn json_in_a_string_is_read_where_the_type_wants_no_string() {
        // T18 in `docs/CLIENTS.md`: some clients send an argument as a string that contains JSON
        assert_eq!(
            shown("place", r#""{\"lat\":1,\"lon\":2}""#),
            "Place { lat: 1.0, lon: 2.0 }"
        );
        assert_eq!(
            shown("place_option", r#"" {\"lat\":1,\"lon\":2} ""#),
            "Some(Place { lat: 1.0, lon: 2.0 })"
        );
        assert_eq!(shown("list", r#""[1, 2]""#), "[1, 2]");
        assert_eq!(shown("texts", r#""[\"a\",\"b\"]""#), r#"["a", "b"]"#);
        assert_eq!(shown("map", r#""{\"a\":1}""#), r#"{"a": 1}"#);
        assert_eq!(shown("number", r#""7""#), "7");
        assert_eq!(shown("number", r#""7.0""#), "7");
        assert_eq!(shown("number_option", r#""7""#), "Some(7)");
        assert_eq!(shown("number_option", r#""null""#), "None");
        assert_eq!(shown("fraction", r#""0.5""#), "0.5");
        assert_eq!(shown("flag", r#""true""#), "true");
        assert_eq!(shown("flag", r#""false""#), "false");
    }

    #[test]
    fn a_string_stays_a_string_where_the_type_takes_one() {
        for tool in ["text", "text_cow", "text_boxed"] {
            for text in [
                "5",
                "true",
                "null",
                "[1]",
                "{\\\"a\\\":1}",
                "\\\"quoted\\\"",
                "",
            ] {
                let quoted = format!("\"{text}\"");
                assert_eq!(shown(tool, &quoted), quoted);
            }
        }
        assert_eq!(shown("text_option", r#""null""#), r#"Some("null")"#);
        assert_eq!(shown("file", r#""5""#), r#""5""#);
        assert_eq!(shown("letter", r#""5""#), "'5'");
        assert_eq!(shown("anything", r#""5""#), r#"String("5")"#);
        assert_eq!(shown("either", r#""5""#), r#"Text("5")"#);
    }

    #[test]
    fn a_string_inside_a_string_is_one_step_too_far() {
        refused("number", r#""\"7\"""#);
        refused("unit", r#""\"Celsius\"""#);
        assert_eq!(shown("unit", r#""Celsius""#), "Celsius");
        assert_eq!(shown("unit", r#""Kelvin""#), "Kelvin");
    }

    #[test]
    fn a_string_with_neither_object_nor_array_is_reported_as_it_came() {
        for (tool, it) in [
            ("number", r#""300""#),
            ("number", r#""seven""#),
            ("number", r#""[7]""#),
            ("flag", r#""yes""#),
            ("place", r#""[1,2]""#),
            ("list", r#""1, 2""#),
            ("unit", r#""[1,2]""#),
        ] {
            let text = refused(tool, it);
            assert!(text.contains(&format!("got {it}")), "{tool}: {text}");
        }
    }

    #[test]
    fn a_fault_inside_json_in_a_string_is_reported_at_its_place() {
        for (tool, it, fault) in [
            (
                "place",
                r#""{\"lat\":1}""#,
                "`it`: lacks the member `lon`; expected a number",
            ),
            (
                "place",
                r#""{\"lat\":1,\"lon\":\"x\"}""#,
                r#"`it.lon`: expected a number, got "x""#,
            ),
            (
                "place_option",
                r#""{\"lat\":null,\"lon\":1}""#,
                "`it.lat`: expected a number, got null",
            ),
            (
                "list",
                r#""[1, 300]""#,
                "`it[1]`: expected an integer from 0 to 255, got 300",
            ),
            (
                "texts",
                r#""[\"a\",1]""#,
                "`it[1]`: expected a string, got 1",
            ),
            (
                "map",
                r#""{\"a\":-1}""#,
                "`it.a`: expected an integer from 0 to 255, got -1",
            ),
        ] {
            let text = refused(tool, it);
            assert!(text.contains(fault), "{tool}: {text}");
        }
    }

    #[test]
    fn only_a_string_is_read_again() {
        refused("text", "5");
        refused("text", "null");
        refused("text", "[\"a\"]");
        refused("flag", "1");
        refused("flag", "0");
        refused("number", "true");
        refused("list", "1");
        refused("list", "null");
        refused("place", "[1,2]");
        refused("unit", "0");
        refused("unit", "{\"Celsius\":null}");
    }
}

mod absent {
    use super::*;

    #[derive(Debug, Default, Deserialize, JsonSchema, serde::Serialize)]
    enum Unit {
        #[default]
        Celsius,
        Kelvin,
    }

    /// Returns the values of its arguments, which are all optional.
    #[mcp_tool]
    #[allow(clippy::too_many_arguments)]
    fn optional(
        plain: Option<u8>,
        #[arg(default = 7)] number: u8,
        #[arg(default = "Oslo")] owned: String,
        #[arg(default = "Rome")] borrowed: &str,
        #[arg(default = &[1, 2])] slice: &[u8],
        #[arg(default = Some(5))] option: Option<u8>,
        #[arg(default)] unit: Unit,
        anything: Option<Value>,
        by_reference: &Option<String>,
    ) -> String {
        format!(
            "{:?}",
            (
                plain,
                number,
                owned,
                borrowed,
                slice,
                option,
                unit,
                anything,
                by_reference
            ),
        )
    }

    /// Needs no arguments.
    #[mcp_tool]
    fn bare() -> &'static str {
        "called"
    }

    const NOTHING: &str = r#"(None, 7, "Oslo", "Rome", [1, 2], Some(5), Celsius, None, None)"#;

    fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![optional, bare])
            .build()
            .unwrap()
    }

    #[test]
    fn missing_or_null_arguments_are_an_empty_object() {
        // R18, T19
        let registry = registry();
        let peer = Peer::new(&registry);
        for (tool, text) in [("optional", NOTHING), ("bare", "called")] {
            assert_eq!(peer.text(tool, Value::Null), text);
            assert_eq!(peer.text(tool, json!({})), text);
            for params in [
                json!({ "name": tool }),
                json!({ "name": tool, "arguments": null }),
                json!({ "name": tool, "arguments": {} }),
            ] {
                let message = json!({
                    "jsonrpc": "2.0",
                    "id": 1,
                    "method": "tools/call",
                    "params": params,
                });
                let mut response = peer.json(message.to_string()).unwrap();
                assert_eq!(only_text(&response["result"].take()), text, "{params}");
            }
        }
    }

    #[test]
    fn null_for_an_optional_argument_means_absent() {
        let all_null = r#"{"plain":null,"number":null,"owned":null,"borrowed":null,"slice":null,
            "option":null,"unit":null,"anything":null,"by_reference":null}"#;
        assert_eq!(call(&registry(), "optional", all_null).unwrap(), NOTHING);
    }

    /// Some clients send absent arguments as the text `null` (claude-code#95239).
    #[test]
    fn the_text_null_means_absent_where_the_type_takes_no_text() {
        let all_null = r#"{"plain":"null","number":"null","owned":"null","borrowed":"null",
            "slice":" null ","option":"null","unit":"null","anything":"null","by_reference":"null"}"#;
        let peer = registry();
        let shown = r#"(None, 7, "null", "null", [1, 2], Some(5), Celsius, Some(String("null")), Some("null"))"#;
        assert_eq!(call(&peer, "optional", all_null).unwrap(), shown);
        let members = serde_json::from_str(all_null).unwrap();
        assert_eq!(Peer::new(&peer).text("optional", members), shown);
    }

    /// Published is what applies: a call, a macro and `Default` of a user's type are evaluated once for each
    /// registry.
    #[test]
    fn a_default_is_evaluated_once() {
        use std::sync::atomic::{AtomicU32, Ordering};

        static CALLS: AtomicU32 = AtomicU32::new(0);

        fn next() -> u32 {
            CALLS.fetch_add(1, Ordering::Relaxed)
        }

        fn name() -> &'static str {
            next().to_string().leak()
        }

        #[derive(Debug, Deserialize, JsonSchema, serde::Serialize)]
        struct Ticket {
            number: u32,
            note: Option<String>,
        }

        impl Default for Ticket {
            fn default() -> Self {
                Ticket {
                    number: next(),
                    note: None,
                }
            }
        }

        /// Returns its arguments.
        #[mcp_tool]
        #[allow(clippy::too_many_arguments)]
        fn counted(
            #[arg(default = next())] number: u32,
            #[arg(default = Some(next()))] option: Option<u32>,
            #[arg(default = vec![next().to_string()])] list: Vec<String>,
            #[arg(default = name())] text: &str,
            #[arg(default)] ticket: Ticket,
            #[arg(default = None.or(None))] nothing: Option<u32>,
            #[arg(default = Value::from(next()))] any: Value,
            #[arg(default = u32::MAX)] constant: u32,
        ) -> String {
            format!(
                "{:?}",
                (number, option, list, text, ticket, nothing, any, constant)
            )
        }

        for first in [0, 6] {
            let registry = ToolRegistry::builder(())
                .tools(tools![counted])
                .build()
                .unwrap();
            let peer = Peer::new(&registry);
            let published = peer.tool("counted")["inputSchema"]["properties"].take();
            let defaults: HashMap<_, _> = published
                .as_object()
                .unwrap()
                .iter()
                .filter_map(|(name, schema)| Some((name.as_str(), schema.get("default")?.clone())))
                .collect();
            let [a, b, c, d, e, f] = std::array::from_fn(|index| first + index);
            let expected = HashMap::from([
                ("number", json!(a)),
                ("option", json!(b)),
                ("list", json!([c.to_string()])),
                ("text", json!(d.to_string())),
                ("ticket", json!({ "number": e })),
                ("any", json!(f)),
                ("constant", json!(u32::MAX)),
            ]);
            assert_eq!(defaults, expected);
            let shown = format!(
                r#"({a}, Some({b}), ["{c}"], "{d}", Ticket {{ number: {e}, note: None }}, None, Number({f}), 4294967295)"#
            );
            for _ in 0..2 {
                assert_eq!(peer.text("counted", json!({})), shown);
                assert_eq!(
                    peer.text("counted", json!({ "number": null, "ticket": "null" })),
                    shown
                );
            }
        }
    }

    #[test]
    fn a_default_that_calls_could_not_decode_fails_the_build() {
        #[derive(Deserialize, JsonSchema)]
        struct Odd {
            #[allow(dead_code)]
            number: u8,
        }

        impl serde::Serialize for Odd {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str("odd")
            }
        }

        /// Takes values whose published default is another value, or none.
        #[mcp_tool]
        fn odd(
            #[arg(default = "7".parse().map(|number| Odd { number }).unwrap())] object: Odd,
            #[arg(default = 0.0_f64.ln())] number: f64,
        ) {
            let _ = (object, number);
        }

        assert_eq!(
            crate::agreement::problems(tools![odd], ()),
            [
                r#"the argument `object` of `odd`: its default "odd" is not a value of its type"#,
                "the argument `number` of `odd`: its default cannot be written as JSON",
            ]
        );
    }

    #[test]
    fn given_arguments_win_over_defaults() {
        let given = r#"{"plain":1,"number":2,"owned":"a","borrowed":"b","slice":[3],
            "option":4,"unit":"Kelvin","anything":[],"by_reference":"c"}"#;
        assert_eq!(
            call(&registry(), "optional", given).unwrap(),
            r#"(Some(1), 2, "a", "b", [3], Some(4), Kelvin, Some(Array []), Some("c"))"#,
        );
    }

    #[test]
    fn null_for_a_required_argument_is_a_value() {
        /// Takes any JSON value.
        #[mcp_tool]
        fn anything(it: Value) -> String {
            it.to_string()
        }
        let registry = ToolRegistry::builder(())
            .tools(tools![anything])
            .build()
            .unwrap();
        assert_eq!(
            call(&registry, "anything", r#"{"it":null}"#).unwrap(),
            "null"
        );
        call(&registry, "anything", "{}").unwrap_err();
    }
}

mod numbers {
    use super::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Inner {
        n: u8,
        m: Option<i32>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Flat {
        a: u8,
        #[serde(flatten)]
        inner: Inner,
        #[serde(flatten)]
        rest: BTreeMap<String, u16>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(tag = "type", rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Internal {
        Set { n: u8 },
        Wrap(Inner),
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(tag = "t", content = "c")]
    #[allow(dead_code)]
    enum Adjacent {
        N(u8),
        S { n: u8 },
        T(u8, i16),
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    enum External {
        N(u8),
        S { n: u8 },
        T(u8, i16),
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum Untagged {
        N(u8),
        S { n: u8 },
        F(f64),
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum LargeOrText {
        Large(u64),
        Text(String),
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct LargeFlat {
        #[serde(flatten)]
        large: BTreeMap<String, u64>,
    }

    takers! {
        small: u8;
        signed: i16;
        large: u64;
        large_signed: i64;
        size: usize;
        wide: i128;
        wide_unsigned: u128;
        nonzero: std::num::NonZeroU8;
        option: Option<u8>;
        list: Vec<u8>;
        nested_list: Vec<Vec<i32>>;
        map: BTreeMap<String, u8>;
        by_number: BTreeMap<u8, u8>;
        tuple: (u8, i8);
        array: [u8; 2];
        inner: Inner;
        flat: Flat;
        internal: Internal;
        adjacent: Adjacent;
        external: External;
        untagged: Untagged;
        float: f64;
        float_small: f32;
        anything: Value;
        set: HashSet<u8>;
        large_list: Vec<u64>;
        large_option: Option<u64>;
        large_map: BTreeMap<String, u64>;
        large_untagged: LargeOrText;
        large_flat: LargeFlat;
    }

    #[test]
    fn an_integer_may_be_written_as_a_float() {
        // In JSON Schema, `3.0` is an integer. So every integer type accepts `3.0`.
        for three in ["3", "3.0", "3e0", "30e-1", "0.3e1", "3.000"] {
            for tool in [
                "small",
                "signed",
                "large",
                "large_signed",
                "size",
                "wide",
                "wide_unsigned",
                "nonzero",
            ] {
                assert_eq!(shown(tool, three), "3", "{tool}: {three}");
            }
            assert_eq!(shown("option", three), "Some(3)");
        }
        for zero in ["0", "0.0", "-0", "-0.0", "0e9"] {
            assert_eq!(shown("small", zero), "0", "{zero}");
            assert_eq!(shown("signed", zero), "0", "{zero}");
        }
        assert_eq!(shown("signed", "-3.0"), "-3");
    }

    #[test]
    fn also_in_every_place_inside_a_value() {
        assert_eq!(shown("list", "[1.0, 2]"), "[1, 2]");
        assert_eq!(shown("nested_list", "[[1.0], [-2.0]]"), "[[1], [-2]]");
        assert_eq!(shown("set", "[1.0]"), "{1}");
        assert_eq!(shown("map", r#"{"a":1.0}"#), r#"{"a": 1}"#);
        assert_eq!(shown("by_number", r#"{"7":1.0}"#), "{7: 1}");
        assert_eq!(shown("tuple", "[1.0, -1.0]"), "(1, -1)");
        assert_eq!(shown("array", "[1.0, 2.0]"), "[1, 2]");
        assert_eq!(
            shown("inner", r#"{"n":1.0,"m":-2.0}"#),
            "Inner { n: 1, m: Some(-2) }"
        );
        assert_eq!(
            shown("flat", r#"{"a":1.0,"n":2.0,"m":3.0,"x":4.0}"#),
            r#"Flat { a: 1, inner: Inner { n: 2, m: Some(3) }, rest: {"x": 4} }"#,
        );
        assert_eq!(
            shown("internal", r#"{"type":"set","n":1.0}"#),
            "Set { n: 1 }"
        );
        assert_eq!(
            shown("internal", r#"{"n":1.0,"m":2.0,"type":"wrap"}"#),
            "Wrap(Inner { n: 1, m: Some(2) })",
        );
        assert_eq!(shown("adjacent", r#"{"t":"N","c":1.0}"#), "N(1)");
        assert_eq!(shown("adjacent", r#"{"c":1.0,"t":"N"}"#), "N(1)");
        assert_eq!(
            shown("adjacent", r#"{"t":"S","c":{"n":1.0}}"#),
            "S { n: 1 }"
        );
        assert_eq!(shown("adjacent", r#"{"c":[1.0,-1.0],"t":"T"}"#), "T(1, -1)");
        assert_eq!(shown("external", r#"{"N":1.0}"#), "N(1)");
        assert_eq!(shown("external", r#"{"S":{"n":1.0}}"#), "S { n: 1 }");
        assert_eq!(shown("external", r#"{"T":[1.0,-1.0]}"#), "T(1, -1)");
        assert_eq!(
            shown("internal", r#"{"type":"set","n":2.55e2}"#),
            "Set { n: 255 }"
        );
        // The argument `1.0` fits the variants `N(u8)` and `F(f64)` of `Untagged`. It must select
        // `N`, as `1` does.
        assert_eq!(shown("untagged", "1.0"), "N(1)");
        assert_eq!(shown("untagged", "-0.0"), "N(0)");
        assert_eq!(shown("untagged", r#"{"n":1.0}"#), "S { n: 1 }");
    }

    #[test]
    fn a_fraction_is_not_an_integer() {
        for half in ["0.5", "-0.5", "1e-9", "3.0000000001"] {
            for tool in ["small", "signed", "large", "large_signed", "option"] {
                refused(tool, half);
            }
        }
        refused("list", "[1.5]");
        refused("internal", r#"{"type":"set","n":1.5}"#);
        assert_eq!(shown("untagged", "1.5"), "F(1.5)");
    }

    #[test]
    fn an_integer_outside_of_its_type_is_refused() {
        for (tool, integers) in [
            ("small", &["-1", "256", "256.0", "1e3", "1e300"][..]),
            ("signed", &["-32769", "32768", "32768.0"]),
            ("large", &["-1", "-1.0", "18446744073709551616", "1e20"]),
            (
                "large_signed",
                &["9223372036854775808", "-9223372036854775809", "1e19"],
            ),
            ("nonzero", &["0", "0.0"]),
        ] {
            for integer in integers {
                let error = refused(tool, integer);
                assert!(!error.contains("digits"), "{integer}: {error}");
            }
        }
    }

    #[test]
    fn the_limits_of_a_type_are_inside() {
        assert_eq!(shown("small", "255"), "255");
        assert_eq!(shown("signed", "-32768"), "-32768");
        assert_eq!(
            shown("large", "18446744073709551615"),
            "18446744073709551615"
        );
        assert_eq!(
            shown("large_signed", "-9223372036854775808"),
            "-9223372036854775808"
        );
        assert_eq!(
            shown("large_signed", "9223372036854775807"),
            "9223372036854775807"
        );
        assert_eq!(
            shown("wide", "-9223372036854775808"),
            "-9223372036854775808"
        );
        assert_eq!(
            shown("wide_unsigned", "18446744073709551615"),
            "18446744073709551615"
        );
    }

    #[test]
    fn a_large_integer_may_be_written_with_an_exponent() {
        // In JSON Schema, `1e+16` is an integer. Python writes large floats in this form.
        for (text, value) in [
            ("1e15", "1000000000000000"),
            ("1e+16", "10000000000000000"),
            ("1e18", "1000000000000000000"),
        ] {
            for tool in ["large", "large_signed", "size"] {
                assert_eq!(shown(tool, text), value, "{tool}");
            }
        }
    }

    /// Some clients send every integer as a float (fff#323). From 2^53, a float can be the rounded form of
    /// another integer.
    #[test]
    fn a_large_integer_keeps_its_digits() {
        for (text, value) in [
            ("9007199254740993.0", "9007199254740993"),
            ("9.007199254740993e15", "9007199254740993"),
            (r#""9007199254740993.0""#, "9007199254740993"),
            ("1e19", "10000000000000000000"),
            ("18446744073709551615.0", "18446744073709551615"),
        ] {
            assert_eq!(shown("large", text), value);
            assert_eq!(shown("large_option", text), format!("Some({value})"));
            if !text.starts_with('"') {
                assert_eq!(
                    shown("large_list", &format!("[{text}]")),
                    format!("[{value}]")
                );
                let (map, shown_map) =
                    (format!(r#"{{"a":{text}}}"#), format!(r#"{{"a": {value}}}"#));
                assert_eq!(shown("large_map", &map), shown_map);
                let flat = format!("LargeFlat {{ large: {shown_map} }}");
                assert_eq!(shown("large_flat", &map), flat);
                assert_eq!(shown("large_untagged", text), format!("Large({value})"));
            }
        }
        let least = "-9223372036854775808";
        assert_eq!(shown("large_signed", &format!("{least}.0")), least);
        for (tool, text) in [
            ("large", "9007199254740993.5"),
            ("large", "18446744073709551616.0"),
            ("large_signed", "9223372036854775808.0"),
            ("large_signed", "-9223372036854775809.0"),
            ("large_list", "[1,9007199254740993.5]"),
            ("large_untagged", "9007199254740993.5"),
        ] {
            refused(tool, text);
        }
    }

    /// A `Value` has lost the digits already.
    #[test]
    fn a_float_that_may_have_lost_digits_is_refused() {
        let registry = registry();
        let peer = Peer::new(&registry);
        let float = json!(9_007_199_254_740_992.0);
        for (tool, it, place) in [
            ("large", json!(float), "`it`"),
            ("large_signed", json!(-1e18), "`it`"),
            ("large_option", json!(float), "`it`"),
            ("large_list", json!([1, float]), "`it[1]`"),
            ("large_map", json!({ "a": float }), "`it.a`"),
        ] {
            let text = peer.error(tool, json!({ "it": it }));
            let reason = "got a float beyond 2^53, which may have lost digits; write the integer";
            assert!(text.contains(place) && text.contains(reason), "{text}");
        }
        peer.error("large_untagged", json!({ "it": float }));
        peer.error("large_flat", json!({ "it": { "a": float } }));
        assert_eq!(
            peer.text("large", json!({ "it": 9_007_199_254_740_991.0 })),
            "9007199254740991"
        );
        assert_eq!(peer.text("float", json!({ "it": 1e18 })), "1e18");
    }

    #[test]
    fn a_float_is_left_as_it_is() {
        assert_eq!(shown("float", "3"), "3.0");
        assert_eq!(shown("float", "0.1"), "0.1");
        assert_eq!(shown("float", "1e300"), "1e300");
        assert_eq!(shown("float", "-0.0"), "-0.0");
        assert_eq!(shown("float", "9007199254740993"), "9007199254740992.0");
        assert_eq!(shown("float_small", "0.1"), "0.1");
        assert_eq!(shown("float_small", "3.0"), "3.0");
    }

    #[test]
    fn anything_is_left_as_it_is() {
        let given =
            r#"{"integer":3,"float":3.0,"large":18446744073709551615,"small":-1,"exp":1e300}"#;
        let anything = shown("anything", given);
        assert_eq!(
            anything,
            format!("{:?}", serde_json::from_str::<Value>(given).unwrap())
        );
    }
}

mod raw_json {
    use serde_json::value::RawValue;

    use super::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Holder {
        raw: Box<RawValue>,
        maybe: Option<Box<RawValue>>,
        list: Vec<Box<RawValue>>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Flat {
        number: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, Box<RawValue>>,
    }

    takers! {
        raw: Box<RawValue>;
        raw_option: Option<Box<RawValue>>;
        raw_reference: &RawValue;
        raw_holder: Holder;
        raw_flattened: Flat;
    }

    #[test]
    fn a_raw_value_is_its_text() {
        for (it, text) in [
            (r#"{ "a": [1, 2.0] }"#, r#"{\"a\":[1,2.0]}"#),
            ("1e2", "100.0"),
            (r#""[1]""#, r#"\"[1]\""#),
            ("true", "true"),
        ] {
            let text = format!("RawValue({text})");
            assert_eq!(shown("raw", it).replace('\\', ""), text.replace('\\', ""));
            assert_eq!(shown("raw_reference", it), shown("raw", it));
            assert_eq!(
                shown("raw_option", it),
                format!("Some({})", shown("raw", it))
            );
        }
        assert_eq!(shown("raw", "null"), "RawValue(null)");
        assert_eq!(shown("raw_option", "null"), "None");
        assert_eq!(
            shown("raw_holder", r#"{"raw":{},"maybe":null,"list":[1,"a"]}"#),
            "Holder { raw: RawValue({}), maybe: None, list: [RawValue(1), RawValue(\"a\")] }",
        );
        // serde stores the members for a `#[serde(flatten)]` field in a buffer. serde cannot read
        // a `RawValue` from this buffer, so the registry rejects the call.
        refused("raw_flattened", r#"{"number":1,"a":[]}"#);
        assert_eq!(
            call(&registry(), "raw", "{}").unwrap_err().lines().nth(1),
            Some("- `it`: missing")
        );
    }
}

mod borrowing {
    use super::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    struct NoClone {
        words: Vec<String>,
    }

    /// Borrows most arguments across an `.await`.
    #[mcp_tool]
    async fn borrow<'a>(
        text: &'a str,
        texts: &'a [String],
        file: &Path,
        number: &u64,
        object: &NoClone,
        either: Cow<'_, str>,
        mut owned: Vec<u8>,
    ) -> String {
        tokio::task::yield_now().await;
        owned.push(9);
        format!(
            "{:?}",
            (text, texts, file, number, &object.words, either, owned)
        )
    }

    /// Declares a tool with optional arguments, so that it borrows them or not.
    macro_rules! optional {
        ($name:ident: $text:ty, $number:ty, $list:ty, $file:ty, $object:ty) => {
            /// Takes optional arguments.
            #[mcp_tool]
            async fn $name(
                #[arg(length(1..=8), pattern("^[A-Z]"), example = "Oslo", header = "City")]
                text: $text,
                #[arg(range(1..=9))] number: $number,
                #[arg(length(..=2))] list: $list,
                #[arg(sensitive)] file: $file,
                object: $object,
            ) -> String {
                tokio::task::yield_now().await;
                let words = object.map(|object| object.words.concat());
                format!("{:?}", (text, number, list, file, words))
            }
        };
    }

    optional!(owned: Option<String>, Option<u64>, Option<Vec<u8>>, Option<PathBuf>, Option<NoClone>);
    optional!(lent: Option<&str>, Option<&u64>, Option<&[u8]>, Option<&Path>, Option<&NoClone>);

    #[test]
    fn an_optional_reference_is_read_like_the_owned_option() {
        let registry = ToolRegistry::builder(())
            .tools(tools![owned, lent])
            .build()
            .unwrap();
        let peer = Peer::new(&registry);
        let [schema, expected] =
            ["lent", "owned"].map(|tool| peer.tool(tool)["inputSchema"].take());
        assert_eq!(schema, expected);
        assert_eq!(schema.get("required"), None);
        let nothing = "(None, None, None, None, None)";
        let everything = r#"(Some("Oslo"), Some(4), Some([1, 2]), Some("/c"), Some("ab"))"#;
        let null = r#"{"text":null,"number":null,"list":null,"file":null,"object":null}"#;
        let given =
            r#"{"text":"Oslo","number":4,"list":[1,2],"file":"/c","object":{"words":["a","b"]}}"#;
        let in_strings = r#"{"text":"Oslo","number":"4","list":"[1,2]","file":"/c","object":"{\"words\":[\"a\",\"b\"]}"}"#;
        let wrong = r#"{"text":"oslo","number":10,"list":[1,2,3],"file":1,"object":{"words":1}}"#;
        for (arguments, expected) in [
            ("{}", Some(nothing)),
            (null, Some(nothing)),
            (given, Some(everything)),
            (in_strings, Some(everything)),
            (wrong, None),
        ] {
            let read = call(&registry, "lent", arguments);
            assert_eq!(read.as_deref().ok(), expected, "{read:?}");
            let owned = call(&registry, "owned", arguments);
            let renamed = |text: String| text.replace("`owned`", "`lent`");
            assert_eq!(read, owned.map_err(renamed));
        }
    }

    #[derive(Debug, Default, Deserialize, serde::Serialize, JsonSchema)]
    struct Depth(u8);

    /// Borrows arguments that have defaults.
    #[mcp_tool]
    async fn by_default(
        #[arg(default = Some("Oslo"))] city: Option<&str>,
        #[arg(default = Some(&[1, 2]))] list: Option<&[u8]>,
        #[arg(default = None)] none: Option<&u8>,
        #[arg(default)] unset: Option<&Path>,
        #[arg(default)] depth: &Depth,
    ) -> String {
        tokio::task::yield_now().await;
        format!("{:?}", (city, list, none, unset, depth))
    }

    #[test]
    fn a_default_may_be_borrowed() {
        let registry = ToolRegistry::builder(())
            .tools(tools![by_default])
            .build()
            .unwrap();
        let schema = Peer::new(&registry).tool("by_default")["inputSchema"].take();
        assert_eq!(schema["properties"]["city"]["default"], "Oslo");
        assert_eq!(schema["properties"]["list"]["default"], json!([1, 2]));
        assert_eq!(schema["properties"]["depth"]["default"], 0);
        let null = r#"{"city":null,"list":null,"none":null,"unset":null,"depth":null}"#;
        let given = r#"{"city":"Rome","list":[],"none":1,"unset":"/c","depth":2}"#;
        for (arguments, expected) in [
            (
                "{}",
                r#"(Some("Oslo"), Some([1, 2]), None, None, Depth(0))"#,
            ),
            (
                null,
                r#"(Some("Oslo"), Some([1, 2]), None, None, Depth(0))"#,
            ),
            (
                given,
                r#"(Some("Rome"), Some([]), Some(1), Some("/c"), Depth(2))"#,
            ),
        ] {
            assert_eq!(
                call(&registry, "by_default", arguments).as_deref(),
                Ok(expected)
            );
        }
    }

    /// Returns the longer of its two borrowed arguments.
    #[mcp_tool]
    async fn longest<'a>(one: &'a str, other: &'a str) -> &'a str {
        tokio::task::yield_now().await;
        if one.len() >= other.len() { one } else { other }
    }

    #[test]
    fn a_function_may_borrow_its_arguments() {
        let registry = ToolRegistry::builder(())
            .tools(tools![borrow, longest])
            .build()
            .unwrap();
        let arguments = r#"{"text":"a","texts":["b","\u00e9\n"],"file":"/c","number":4,
            "object":{"words":["d"]},"either":"e","owned":[1]}"#;
        assert_eq!(
            call(&registry, "borrow", arguments).unwrap(),
            r#"("a", ["b", "é\n"], "/c", 4, ["d"], "e", [1, 9])"#,
        );
        assert_eq!(
            call(&registry, "longest", r#"{"one":"long","other":"longer"}"#).unwrap(),
            "longer",
        );
        assert_eq!(block_on(longest("a", "")), "a");
    }
}

mod injected {
    use super::*;

    struct Database(&'static str);

    struct App {
        database: Database,
        motto: &'static str,
    }

    impl HasState<Database> for App {
        fn state(&self) -> &Database {
            &self.database
        }
    }

    impl HasState<str> for App {
        fn state(&self) -> &str {
            self.motto
        }
    }

    /// Takes the whole state, parts of the state, the context and arguments, in mixed order.
    #[mcp_tool]
    async fn everything(
        #[context] cx: &ToolContext,
        first: u8,
        #[state] database: &Database,
        #[state] app: &App,
        second: u8,
        #[state] motto: &str,
    ) -> String {
        tokio::task::yield_now().await;
        let whole = std::ptr::eq(database, &app.database);
        let asked = cx.meta().get("example.com/asked").cloned();
        format!(
            "{first} {second} {} {whole} {motto} {} {asked:?}",
            database.0,
            cx.protocol_version()
        )
    }

    /// Needs only a part of the state, so it works with every state that has this part.
    #[mcp_tool]
    fn part(#[state] database: &Database) -> &'static str {
        database.0
    }

    #[test]
    fn the_server_lends_state_and_context() {
        let app = App {
            database: Database("db"),
            motto: "carpe diem",
        };
        let registry = ToolRegistry::builder(app)
            .tools(tools![everything, part])
            .build()
            .unwrap();
        let request = mcp_tool_runtime::CallToolRequest::new("everything")
            .with_arguments(json!({ "first": 1, "second": 2 }))
            .with_meta(
                json!({ "example.com/asked": true })
                    .as_object()
                    .cloned()
                    .unwrap(),
            );
        let context = ToolContext::new(ProtocolVersion::V2025_06_18);
        let response = block_on(registry.call(request, &context)).unwrap();
        assert_eq!(
            response.complete().unwrap().content()[0].as_text(),
            Some("1 2 db true carpe diem 2025-06-18 Some(Bool(true))"),
        );
        let other = ToolRegistry::builder(Database("other"))
            .tools(tools![part])
            .build()
            .unwrap();
        assert_eq!(Peer::new(&other).text("part", json!({})), "other");
    }

    #[test]
    fn a_tool_can_be_called_as_the_function_it_is() {
        let app = App {
            database: Database("db"),
            motto: "memento mori",
        };
        let cx = ToolContext::detached();
        let called = everything(&cx, 1, &app.database, &app, 2, app.motto);
        assert_eq!(block_on(called), "1 2 db true memento mori 2026-07-28 None");
        assert_eq!(part(&app.database), "db");
    }
}

mod types {
    use super::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Newtype(u16);

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Unit;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    #[allow(dead_code)]
    struct Renamed {
        order_by: String,
        #[serde(default)]
        page: u8,
        #[serde(alias = "max")]
        limit: Option<u8>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Tree {
        value: i32,
        children: Vec<Tree>,
    }

    #[derive(Debug, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
    #[serde(rename_all = "kebab-case")]
    enum Key {
        FirstOne,
    }

    takers! {
        newtype: Newtype;
        unit: Unit;
        nothing: ();
        renamed: Renamed;
        tree: Tree;
        by_enum: HashMap<Key, u8>;
        by_flag: BTreeMap<bool, u8>;
        by_signed: BTreeMap<i16, u8>;
        when: chrono::DateTime<chrono::Utc>;
        day: chrono::NaiveDate;
        address: std::net::IpAddr;
        duration: std::time::Duration;
        number: serde_json::Number;
        object: serde_json::Map<String, Value>;
        nested_option: Option<Option<u8>>;
        options: Vec<Option<u8>>;
        boxed: Box<[u8]>;
    }

    #[test]
    fn the_types_that_people_use_decode_as_serde_json_decodes_them() {
        assert_eq!(shown("newtype", "7"), "Newtype(7)");
        assert_eq!(shown("unit", "null"), "Unit");
        assert_eq!(shown("nothing", "null"), "()");
        assert_eq!(
            shown("renamed", r#"{"orderBy":"a","max":2}"#),
            r#"Renamed { order_by: "a", page: 0, limit: Some(2) }"#,
        );
        assert_eq!(
            shown(
                "tree",
                r#"{"value":1,"children":[{"value":2,"children":[]}]}"#
            ),
            "Tree { value: 1, children: [Tree { value: 2, children: [] }] }",
        );
        assert_eq!(shown("by_enum", r#"{"first-one":1}"#), "{FirstOne: 1}");
        assert_eq!(shown("by_flag", r#"{"true":1}"#), "{true: 1}");
        assert_eq!(shown("by_signed", r#"{"-7":1}"#), "{-7: 1}");
        assert_eq!(
            shown("when", r#""2026-01-31T12:00:00+01:00""#),
            "2026-01-31T11:00:00Z"
        );
        assert_eq!(shown("day", r#""2026-01-31""#), "2026-01-31");
        assert_eq!(shown("address", r#""::1""#), "::1");
        assert_eq!(shown("duration", r#"{"secs":1,"nanos":5}"#), "1.000000005s");
        assert_eq!(shown("number", "7"), "Number(7)");
        assert_eq!(shown("object", r#"{"a":[]}"#), r#"{"a": Array []}"#);
        assert_eq!(shown("nested_option", "7"), "Some(Some(7))");
        assert_eq!(shown("options", "[1,null]"), "[Some(1), None]");
        assert_eq!(shown("boxed", "[1,2]"), "[1, 2]");
    }

    #[test]
    fn wrong_values_of_those_types_are_refused() {
        refused("renamed", r#"{"orderBy":"a","orderby":"b"}"#);
        refused("renamed", r#"{"order_by":"a"}"#);
        refused("renamed", r#"{"orderBy":"a","limit":1,"max":2}"#);
        refused("tree", r#"{"value":1}"#);
        refused("by_enum", r#"{"FirstOne":1}"#);
        refused("by_flag", r#"{"yes":1}"#);
        refused("by_signed", r#"{"70000":1}"#);
        refused("when", r#""yesterday""#);
        refused("day", r#""2026-02-30""#);
        refused("address", r#""localhost""#);
        refused("boxed", r#"[1,256]"#);
    }

    #[test]
    fn text_is_read_with_its_escapes() {
        /// Shows a text.
        #[mcp_tool]
        fn show(#[arg(rename = "a\"b\\é")] it: String) -> String {
            it
        }
        let registry = ToolRegistry::builder(())
            .tools(tools![show])
            .build()
            .unwrap();
        let text = call(
            &registry,
            "show",
            r#"{"a\"\u0062\\\u00e9":"\ud83d\ude00\u0000\t\/"}"#,
        );
        assert_eq!(text.unwrap(), "😀\0\t/");
    }
}
