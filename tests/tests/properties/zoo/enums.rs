//! Enums, and the types in their variants.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Point, Strict, animals};
use crate::choices::Choices;
use crate::sample::Sample;

animals! {
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    #[serde(rename_all = "kebab-case")]
    enum Plain { FirstOne, SecondOne, }

    #[derive(Eq, PartialOrd, Ord)]
    enum PlainDocumented {
        /// The first.
        A,
        /// The second.
        #[serde(rename = "bee")]
        B,
    }

    #[serde(tag = "type")]
    enum InternalMaps {
        Open { map: BTreeMap<PlainDocumented, u8> },
        Closed { lists: Option<Vec<BTreeMap<PlainDocumented, u8>>> },
    }

    enum Single { Only, }

    enum External {
        Unit,
        Newtype(u8),
        Tuple(u8, String),
        Struct { a: u8, b: Option<u8> },
    }

    #[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
    enum ExternalRenamed {
        UnitOne,
        /// Documented.
        StructOne { first_field: Option<Point>, #[serde(rename = "2nd")] second_field: Vec<u8> },
        OptionOne(Option<u8>),
        EmptyOne {},
    }

    #[serde(deny_unknown_fields)]
    enum ExternalStrict { Unit, Struct { a: u8 }, }

    #[serde(tag = "type")]
    enum Internal {
        Unit,
        Newtype(Point),
        Struct { a: u8, b: Option<u8> },
    }

    #[serde(tag = "type", rename_all = "lowercase")]
    enum InternalDeep {
        /// Documented.
        Leaf,
        Text { text: String, number: f64, letter: char },
        Numbers { f32: f32, i64: i64, u64: u64 },
        Map(BTreeMap<String, u8>),
        Nested { inner: Box<InternalDeep>, list: Vec<InternalDeep> },
        Either { either: External, plain: Option<Plain> },
    }

    #[serde(tag = "type", deny_unknown_fields)]
    enum InternalStrict {
        Struct { a: u8, b: Option<u8> },
        Newtype(Strict),
    }

    #[serde(tag = "type", deny_unknown_fields)]
    enum InternalUnit { Unit, }

    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Unit,
        Newtype(u8),
        Tuple(u8, String),
        Struct { a: u8, b: Option<u8> },
    }

    #[serde(tag = "t", content = "c", deny_unknown_fields)]
    enum AdjacentStrict { Unit, Struct { a: u8 }, }

    #[serde(tag = "t", content = "c")]
    enum AdjacentOption { Maybe(Option<u8>), Points { points: Vec<Point> }, }

    #[serde(untagged)]
    enum Untagged {
        Number(u8),
        Text(String),
        Pair(u8, u8),
        Struct { a: u8 },
    }

    #[serde(untagged)]
    enum UntaggedNull { Nothing, Something(Point), }

    #[serde(untagged)]
    enum UntaggedFloat { Whole(i64), Half(Fraction), Many(Vec<f32>), }

    #[serde(untagged)]
    enum UntaggedFloatFirst { Any(f64), Many(Vec<i64>), }

    #[serde(untagged)]
    enum UntaggedStructs { Whole { a: i32 }, Half { a: Fraction }, Text { a: String }, }

    #[serde(tag = "t", content = "c")]
    enum AdjacentNumbers { Whole(i64), Half(f64), Both { whole: u8, half: f32 }, }

    #[serde(untagged)]
    enum OneOrMany { One(Plain), Many(Vec<Plain>), ByName(BTreeMap<String, Plain>), }

    #[serde(untagged)]
    enum UntaggedStrict { A(StrictA), B(StrictB), }

    #[serde(deny_unknown_fields)]
    struct StrictA { a: u8, b: Option<u8>, }

    #[serde(deny_unknown_fields)]
    struct StrictB { b: u8, }

    enum Filter { Word(String), Not(Box<Filter>), All(Vec<Filter>), }

    #[serde(tag = "op", rename_all = "lowercase")]
    enum Expression {
        Number { value: f64 },
        Add { left: Box<Expression>, right: Box<Expression> },
        Maybe { inner: Option<Box<Expression>> },
    }

    #[serde(tag = "type")]
    enum InternalOther { Point(Point), #[serde(other)] Rest, }

    enum ExternalOther { Known, #[serde(other)] Rest, }

    enum WithOther {
        Known,
        #[serde(untagged)]
        Other(String),
    }
}

/// A number that is not an integer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Fraction(f64);

impl Sample for Fraction {
    fn sample(choices: &mut Choices) -> Self {
        Fraction(choices.next() as f64 + 0.5)
    }
}
