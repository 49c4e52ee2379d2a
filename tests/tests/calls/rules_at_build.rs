//! `build()` reports rules that no value satisfies, and invalid patterns, defaults and examples. The macro
//! itself rejects many such mistakes in literals. The tests put these literals in braces, because the macro
//! does not check an expression in braces.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use mcp_tool_runtime::registry::BuildProblem;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::agreement::problems;

#[test]
fn an_empty_range() {
    const HIGH: i32 = 3;
    /// Has ranges that no value satisfies.
    #[mcp_tool]
    #[allow(clippy::too_many_arguments, clippy::reversed_empty_ranges)]
    fn empty(
        #[arg(range({ 5 }..=HIGH))] turned: i32,
        #[arg(range({ 5 }..{ 5 }))] open: u8,
        #[arg(range(..0))] below_the_least: u8,
        #[arg(range(..i8::MIN))] below_the_least_of_all: i8,
        #[arg(range({ 1.0 }..{ 1.0 }))] point: f64,
        #[arg(range(f64::NAN..))] no_number: f64,
        #[arg(range(..f64::NAN))] no_number_either: f64,
        #[arg(range(..f64::NEG_INFINITY))] below_everything: f64,
        #[arg(range({ 2 }..={ 1 }))] optional: Option<u16>,
    ) {
        let _ = (turned, open, below_the_least, below_the_least_of_all, point);
        let _ = (no_number, no_number_either, below_everything, optional);
    }
    assert_eq!(
        problems(tools![empty], ()),
        [
            "the argument `turned` of `empty`: the range is empty: 5..=3",
            "the argument `open` of `empty`: the range is empty: 5..5",
            "the argument `below_the_least` of `empty`: the range is empty: ..0",
            "the argument `below_the_least_of_all` of `empty`: the range is empty: ..-128",
            "the argument `point` of `empty`: the range is empty: 1..1",
            "the argument `no_number` of `empty`: the range is empty: NaN..",
            "the argument `no_number_either` of `empty`: the range is empty: ..NaN",
            "the argument `below_everything` of `empty`: the range is empty: ..-inf",
            "the argument `optional` of `empty`: the range is empty: 2..=1",
        ],
    );
}

#[test]
fn an_empty_length() {
    /// Has lengths that no value satisfies.
    #[mcp_tool]
    #[allow(clippy::reversed_empty_ranges)]
    fn empty(
        #[arg(length({ 3 }..={ 2 }))] turned: String,
        #[arg(length({ 2 }..{ 2 }))] open: Vec<u8>,
        #[arg(length(..{ 0 }))] below_none: &str,
        #[arg(length({ 0 }..{ 0 }))] none: BTreeMap<String, u8>,
    ) {
        let _ = (turned, open, below_none, none);
    }
    assert_eq!(
        problems(tools![empty], ()),
        [
            "the argument `turned` of `empty`: the range is empty: 3..=2",
            "the argument `open` of `empty`: the range is empty: 2..2",
            "the argument `below_none` of `empty`: the range is empty: ..0",
            "the argument `none` of `empty`: the range is empty: 0..0",
        ],
    );
}

#[test]
fn an_invalid_pattern() {
    /// Has invalid patterns.
    #[mcp_tool]
    #[allow(clippy::too_many_arguments)]
    fn wrong(
        #[arg(pattern("(a"))] open: String,
        #[arg(pattern("a(?=b)"))] ahead: String,
        #[arg(pattern(r"(a)\1"))] again: String,
        #[arg(pattern("a{2,1}"))] turned: String,
        #[arg(pattern("(?i)a"))] flag: String,
        #[arg(pattern("(?P<name>a)"))] named: String,
        #[arg(pattern(r"a\z"))] end: String,
        #[arg(pattern(r"\<a"))] word: String,
    ) {
        let _ = (open, ahead, again, turned, flag, named, end, word);
    }
    // A pattern must be valid in the crate `regex` and in ECMAScript. The patterns of `flag`,
    // `named`, `end` and `word` are valid only in `regex`.
    let names = [
        "open", "ahead", "again", "turned", "flag", "named", "end", "word",
    ];
    let problems = problems(tools![wrong], ());
    assert_eq!(problems.len(), names.len(), "{problems:#?}");
    for (problem, name) in problems.iter().zip(names) {
        let start =
            format!("the argument `{name}` of `wrong`: its pattern is not a regular expression");
        assert!(problem.starts_with(&start), "{problem}");
    }
}

/// Keys that JSON cannot have, where the signature does not show them.
mod keys {
    use super::*;

    pub(super) type Cells = BTreeMap<(i32, i32), String>;

    #[derive(Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
    pub(super) struct Point {
        x: i32,
    }

    #[derive(Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
    pub(super) enum Choice {
        None,
        One(u8),
    }

    #[derive(Deserialize, JsonSchema)]
    pub(super) struct Grid {
        pub(super) by_point: Option<Vec<BTreeMap<Point, u8>>>,
    }

    #[derive(Deserialize, JsonSchema)]
    pub(super) struct Flat {
        #[serde(flatten)]
        pub(super) grid: ByPair,
    }

    #[derive(Deserialize, JsonSchema)]
    pub(super) struct ByPair {
        pub(super) by_pair: BTreeMap<(u8, u8), u8>,
    }

    #[derive(Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
    pub(super) struct Id(u32);

    #[derive(Deserialize, JsonSchema)]
    pub(super) struct Fine {
        pub(super) by_id: BTreeMap<Id, u8>,
        pub(super) by_name: BTreeMap<Box<str>, u8>,
        pub(super) by_letter: BTreeMap<char, u8>,
    }

    /// A list in JSON, whatever `M` is.
    #[derive(Deserialize, JsonSchema)]
    pub(super) struct Pairs<M> {
        pub(super) list: Vec<(u8, u8)>,
        #[serde(skip)]
        pub(super) map: PhantomData<M>,
    }
}

#[test]
fn a_map_with_keys_that_json_cannot_have() {
    use keys::*;

    /// Draws.
    #[mcp_tool]
    #[allow(clippy::too_many_arguments)]
    fn draw(
        cells: Cells,
        grid: Grid,
        by_choice: Option<BTreeMap<Choice, u8>>,
        by_list: Vec<BTreeMap<Box<[u8]>, u8>>,
        #[arg(flatten)] flat: Flat,
        fine: Fine,
        by_option: BTreeMap<Option<String>, u8>,
        pairs: Pairs<BTreeMap<(u8, u8), u8>>,
    ) -> usize {
        let _ = (by_option.len(), pairs.list.len(), pairs.map);
        let _ = (by_choice, by_list.len(), flat.grid.by_pair.len());
        let _ = (fine.by_id.len(), fine.by_name.len(), fine.by_letter.len());
        cells.len() + grid.by_point.map_or(0, |points| points.len())
    }
    let fault = |name: &str, keys: &str| {
        format!(
            "the argument `{name}` of `draw`: a map cannot have keys {keys}, because names in JSON are \
             strings; use keys such as `String`, an integer or an enum without data, or a list of structs \
             with the key and the value"
        )
    };
    assert_eq!(
        problems(tools![draw], ()),
        [
            fault("cells", "of type `(i32, i32)`"),
            fault("grid", "of type `Point`"),
            fault("by_choice", "of type `Choice`"),
            fault("by_list", "of type `Box<[u8]>`"),
            fault("flat", "that are each a tuple of size 2"),
        ],
    );
}

#[test]
fn a_default_outside_of_the_rules_of_its_type() {
    #[derive(Deserialize, serde::Serialize, JsonSchema)]
    struct Dish {
        #[schemars(range(max = 3))]
        portions: u8,
    }
    /// Cooks.
    #[mcp_tool]
    fn cook(
        #[arg(default = Dish { portions: 7 })] large: Dish,
        #[arg(default = Dish { portions: 3 })] small: Dish,
    ) -> u8 {
        large.portions + small.portions
    }
    assert_eq!(
        problems(tools![cook], ()),
        [
            "the argument `large` of `cook`: its default {\"portions\":7} violates its schema at `portions`: expected an integer from 0 to 3, got 7"
        ],
    );
}

#[test]
fn a_default_outside_of_its_own_rule() {
    // R30
    /// Has arguments with invalid defaults.
    #[mcp_tool]
    #[allow(clippy::too_many_arguments)]
    fn strict(
        #[arg(range(1..=14), default = 15)] days: u8,
        #[arg(range(1..=14), default)] zero: u8,
        #[arg(length(1..=3), default = String::from("long"))] text: String,
        #[arg(length(..3), default = "long")] lent: &str,
        #[arg(length(1..), default = &[])] list: &[u8],
        #[arg(pattern("^[a-z]+$"), default = "A")] word: &str,
        #[arg(range(0.0..0.5), default = 0.5)] share: f64,
        #[arg(range(1..=14), default = Some(10 + 5))] maybe: Option<u8>,
        #[arg(range(1..=14), default = Some(14))] fine: Option<u8>,
        #[arg(length(1..=3), default = "ok")] fine_too: &str,
    ) {
        let _ = (
            days, zero, text, lent, list, word, share, maybe, fine, fine_too,
        );
    }
    let expected = [
        ("days", "15", "range(1..=14)"),
        ("zero", "0", "range(1..=14)"),
        ("text", "\"long\"", "length(1..=3)"),
        ("lent", "\"long\"", "length(..3)"),
        ("list", "[]", "length(1..)"),
        ("word", "\"A\"", "pattern(\"^[a-z]+$\")"),
        ("share", "0.5", "range(0..0.5)"),
        ("maybe", "15", "range(1..=14)"),
    ]
    .map(|(name, default, rule)| {
        format!(
            "the argument `{name}` of `strict`: its default {default} violates its own rule `{rule}`; \
             write another default, or another rule"
        )
    });
    assert_eq!(problems(tools![strict], ()), expected);
}

#[test]
fn an_example_that_breaks_a_rule() {
    // R30
    /// Has arguments with invalid examples.
    #[mcp_tool]
    fn strict(
        #[arg(range(1..=14), example = 1, example = 15)] days: u8,
        #[arg(example = "x")] number: u8,
        #[arg(example = json!({ "a": 1 }))] text: String,
        #[arg(length(2..), example = "a")] long: &str,
        #[arg(example = f64::NAN)] any: Option<f64>,
        #[arg(example = BTreeMap::from([((1, 2), 3)]))] unwritable: serde_json::Value,
        #[arg(example = u128::MAX)] wide: Option<u128>,
    ) {
        let _ = (days, number, text, long, any, unwritable, wide);
    }
    assert_eq!(
        problems(tools![strict], ()),
        [
            "the argument `days` of `strict`: its example 15 violates its own rule `range(1..=14)`",
            "the argument `number` of `strict`: its example \"x\" is not a value of its type",
            "the argument `text` of `strict`: its example {\"a\":1} is not a value of its type",
            "the argument `long` of `strict`: its example \"a\" violates its own rule `length(2..)`",
            "the argument `any` of `strict`: its example cannot be written as JSON",
            "the argument `unwritable` of `strict`: its example cannot be written as JSON",
            "the argument `wide` of `strict`: its example cannot be written as JSON",
        ],
    );
}

#[test]
fn every_problem_names_its_argument_for_programs_too() {
    /// Has a range that no value satisfies.
    #[mcp_tool]
    #[allow(clippy::reversed_empty_ranges)]
    fn empty(#[arg(range({ 2 }..={ 1 }), rename = "type")] kind: u8) {
        let _ = kind;
    }
    let error = ToolRegistry::builder(()).tools(tools![empty]).build();
    match error.unwrap_err().problems() {
        [
            BuildProblem::Argument {
                tool,
                argument,
                reason,
                ..
            },
        ] => {
            assert_eq!((tool.as_str(), argument.as_str()), ("empty", "type"));
            assert_eq!(reason, "the range is empty: 2..=1");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_default_inside_a_nested_type_that_violates_its_schema() {
    // R30
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Inner {
        #[schemars(range(min = 5))]
        #[serde(default = "one")]
        number: u8,
        #[serde(default)]
        absent: Option<u8>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    enum Outer {
        Inner(Box<Inner>),
        Others(Vec<Inner>),
    }

    fn one() -> u8 {
        1
    }

    /// Takes nested values.
    #[mcp_tool]
    fn nested(list: Vec<Inner>, choice: Outer) {
        drop((list, choice));
    }
    let problems = problems(tools![nested], ());
    for argument in ["list", "choice"] {
        let start =
            format!("the argument `{argument}` of `nested`: its default 1 violates its schema: ");
        assert!(
            problems.iter().any(|text| text.starts_with(&start)),
            "{problems:#?}"
        );
    }
}

#[test]
fn a_default_that_its_schema_rejects_at_any_depth() {
    // R30
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Named {
        #[schemars(regex(pattern = "^[a-z]+$"))]
        #[serde(default = "upper")]
        name: String,
        #[schemars(extend("default" = ["a"]))]
        numbers: Vec<u8>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Tree {
        #[schemars(extend("default" = [{ "children": [5] }]))]
        children: Vec<Tree>,
    }

    fn upper() -> String {
        "A".to_owned()
    }

    /// Takes defaults.
    #[mcp_tool]
    fn defaults(named: Named, tree: Tree) {
        drop((named, tree));
    }
    let problems = problems(tools![defaults], ());
    for part in [
        "its default \"A\" violates its schema: expected a string matching `^[a-z]+$`",
        "its default [\"a\"] violates its schema at `[0]`: expected an integer from 0 to 255",
        "its default [{\"children\":[5]}] violates its schema at `[0].children[0]`: expected an object",
    ] {
        assert!(
            problems.iter().any(|text| text.contains(part)),
            "{part}\n{problems:#?}"
        );
    }
}
