//! `#[arg(length(…))]`: texts, lists and maps at the limit and just beyond.

#![allow(clippy::boxed_local)] // The tests need a boxed parameter.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};

use mcp_tool_runtime::bounds::{LengthArgument, LengthUnit};
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde_json::{Map, Value, json};

use crate::agreement::admitted;

/// A text type whose schema requires at least one character.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("minLength" = 1))]
struct Tag(String);

impl TryFrom<String> for Tag {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        match text.is_empty() {
            true => Err("empty"),
            false => Ok(Tag(text)),
        }
    }
}

impl LengthArgument for Tag {
    const UNIT: LengthUnit = LengthUnit::Characters;

    fn length(&self) -> Option<usize> {
        Some(self.0.chars().count())
    }
}

macro_rules! measured {
    ($module:ident: $length:expr; $($name:ident: $ty:ty),* $(,)?) => {
        mod $module {
            use super::*;

            $(
                #[doc = "Takes something."]
                #[mcp_tool]
                fn $name(#[arg(length($length))] value: $ty) {
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

macro_rules! measured_all {
    ($($module:ident: $length:expr;)*) => {$(
        measured! { $module: $length;
            text: String, text_boxed: Box<str>, text_cow: Cow<'static, str>, text_lent: &str,
            text_option: Option<String>, text_double: Option<Option<String>>, text_tag: Tag,
            list: Vec<u8>, list_boxed: Box<[String]>, list_queue: VecDeque<bool>, list_lent: &[i64],
            list_option: Option<Vec<Value>>,
            map: BTreeMap<String, u8>, map_hashed: HashMap<String, Value>, map_any: Map<String, Value>,
            map_option: Option<BTreeMap<String, bool>>,
        }
    )*};
}

measured_all! {
    closed: 2..=3;
    half_open: 2..4;
    from: 2..;
    up_to: ..=3;
    below: ..4;
    exact: 2..=2;
    none_or_one: 0..=1;
}

/// Returns a text, a list or a map of the given length, depending on the tool.
fn of_length(tool: &str, length: usize) -> Value {
    let item = |position: usize| match tool {
        "list_boxed" => json!("item"),
        "list_queue" | "map_option" => json!(true),
        _ => json!(position),
    };
    match &tool[..3] {
        "tex" => json!("é".repeat(length)),
        "lis" => (0..length).map(item).collect(),
        "map" => Value::Object((0..length).map(|n| (format!("k{n}"), item(n))).collect()),
        other => panic!("{other}"),
    }
}

#[track_caller]
fn lengths(registry: &ToolRegistry<()>, tool: &str) -> Vec<usize> {
    let admitted = admitted(
        &Peer::new(registry),
        tool,
        (0..7).map(|length| of_length(tool, length)),
    );
    (0..7)
        .filter(|length| admitted.contains(&of_length(tool, *length)))
        .collect()
}

#[test]
fn a_length_is_held_to_both_ends() {
    // R31, R148
    for (registry, names, expected) in [
        (closed::registry(), closed::NAMES, vec![2, 3]),
        (half_open::registry(), half_open::NAMES, vec![2, 3]),
        (from::registry(), from::NAMES, vec![2, 3, 4, 5, 6]),
        (exact::registry(), exact::NAMES, vec![2]),
    ] {
        for tool in names {
            assert_eq!(lengths(&registry, tool), expected, "{tool}");
        }
    }
}

#[test]
fn a_length_may_be_none_unless_the_type_says_otherwise() {
    for (registry, names, expected) in [
        (up_to::registry(), up_to::NAMES, vec![0, 1, 2, 3]),
        (below::registry(), below::NAMES, vec![0, 1, 2, 3]),
        (none_or_one::registry(), none_or_one::NAMES, vec![0, 1]),
    ] {
        for tool in names {
            let mut expected = expected.clone();
            if *tool == "text_tag" {
                expected.remove(0);
            }
            assert_eq!(lengths(&registry, tool), expected, "{tool}");
        }
    }
}

#[test]
fn a_text_is_as_long_as_its_characters_are_many() {
    // The length counts code points, and not bytes, UTF-16 units or grapheme clusters.
    let registry = closed::registry();
    let texts = [
        "é",
        "éé",
        "ééé",
        "éééé",
        "e\u{301}",
        "🦀",
        "🦀🦀",
        "🦀🦀🦀",
        "🦀🦀🦀🦀",
        "👩\u{200d}🚀",
        "🇳🇴",
        "\u{0}\u{0}",
    ];
    assert_eq!(
        json!(admitted(
            &Peer::new(&registry),
            "text",
            texts.map(Value::from)
        )),
        json!([
            "éé",
            "ééé",
            "e\u{301}",
            "🦀🦀",
            "🦀🦀🦀",
            "👩\u{200d}🚀",
            "🇳🇴",
            "\u{0}\u{0}",
        ]),
    );
}

#[test]
fn the_keyword_says_what_is_counted() {
    let registry = closed::registry();
    let peer = Peer::new(&registry);
    for tool in closed::NAMES {
        let (least, most) = match &tool[..3] {
            "tex" => ("minLength", "maxLength"),
            "lis" => ("minItems", "maxItems"),
            _ => ("minProperties", "maxProperties"),
        };
        let schema = peer.argument(tool, "value");
        assert_eq!(schema[least], 2, "{tool}: {schema:#}");
        assert_eq!(schema[most], 3, "{tool}: {schema:#}");
    }
}

#[test]
fn a_wrong_length_is_reported_with_the_limits() {
    // R148, R152
    const LEAST: usize = 2;
    /// Has rules for lengths.
    #[mcp_tool]
    fn in_words(
        #[arg(length(LEAST..=3))] text: &str,
        #[arg(length(1..))] list: Vec<u8>,
        #[arg(length(..2))] map: BTreeMap<String, u8>,
        #[arg(length(LEAST..))] pairs: HashMap<String, u8>,
        #[arg(length(1..=1))] one: Option<String>,
    ) {
        let _ = (text, list, map, pairs, one);
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![in_words])
        .build()
        .unwrap();
    let arguments = json!({
        "text": "é", "list": [], "map": { "a": 1, "b": 2 }, "pairs": { "a": 1 }, "one": "ab",
    });
    assert_eq!(
        Peer::new(&registry).error("in_words", arguments),
        "5 wrong arguments for `in_words`:\n\
         - `text`: expected a string of 2 to 3 characters, got 1 character\n\
         - `list`: expected an array of at least 1 item whose items are each an integer from 0 to 255, got 0 items\n\
         - `map`: expected an object of at most 1 member, got 2 members\n\
         - `pairs`: expected an object of at least 2 members, got 1 member\n\
         - `one`: expected a string of 1 character, got 2 characters",
    );
}

#[test]
fn the_json_inside_a_string_is_measured() {
    let registry = closed::registry();
    let peer = Peer::new(&registry);
    peer.text("list", json!({ "value": "[1, 2]" }));
    peer.error("list", json!({ "value": "[1]" }));
    peer.text("map", json!({ "value": "{\"a\": 1, \"b\": 2}" }));
    // For a `String` argument, the registry does not parse `[1, 2]` as JSON. The string has 6
    // characters, which is too long.
    peer.error("text", json!({ "value": "[1, 2]" }));
}
