//! Structs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{External, Plain, PlainDocumented, animals};
use crate::choices::Choices;
use crate::sample::Sample;

animals! {
    struct Point { x: i32, y: u8, }

    #[derive(Default)]
    #[serde(rename_all = "camelCase")]
    struct Renamed {
        order_by: String,
        #[serde(rename = "for")]
        target: Option<Plain>,
        #[serde(default)]
        page_size: u8,
        #[serde(default = "seven")]
        seven: Option<u8>,
        #[serde(skip)]
        _skipped: (),
    }

    #[serde(rename_all = "SCREAMING-KEBAB-CASE")]
    struct Lean {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first_one: Option<Point>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        second_one: Vec<Option<Plain>>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        third_one: BTreeMap<String, Option<bool>>,
    }

    #[serde(deny_unknown_fields)]
    struct Strict { point: Point, plain: Option<Plain>, }

    #[serde(default)]
    struct AllDefault { a: u8, b: Option<String>, c: Lean, d: Option<Point>, }

    struct Newtype(u16);

    struct NewtypeOption(Option<Point>);

    struct HoldsNewtypeOption { inner: NewtypeOption, list: Vec<NewtypeOption>, }

    #[serde(transparent)]
    struct Transparent { inner: Vec<Plain>, }

    #[serde(transparent)]
    struct TransparentOption(Option<Point>);

    struct HoldsTransparentOption { inner: TransparentOption, list: Vec<TransparentOption>, }

    struct Tuple(u8, Option<String>);

    struct TupleDefaults(u8, #[serde(default)] Option<Plain>, #[serde(default)] u8);

    struct TupleAllDefaults(#[serde(default)] u8, #[serde(default)] u8);

    /// Maps inside other types. schemars does not describe the keys of such maps.
    struct HoldsMaps {
        lists: Vec<BTreeMap<PlainDocumented, BTreeMap<bool, u8>>>,
        optional: Option<BTreeMap<PlainDocumented, Point>>,
        tuples: Vec<TupleDefaults>,
    }

    struct TupleOfStructs(Point, Vec<Newtype>, f32);

    struct Empty {}

    #[derive(Eq, PartialOrd, Ord)]
    #[serde(transparent)]
    struct Key(String);

    /// An option in every position.
    struct Options {
        plain: Option<Plain>,
        list: Option<Vec<Option<u8>>>,
        map: Option<BTreeMap<String, Option<u8>>>,
        tuple: Option<(Option<u8>, Option<String>)>,
        array: [Option<bool>; 2],
        boxed: Box<Option<u8>>,
        inside: Option<Box<Point>>,
        external: Option<External>,
    }

    struct Shared {
        arc: Arc<Point>,
        list: Arc<Vec<Arc<Plain>>>,
        cow: Cow<'static, str>,
        text: Box<str>,
    }

    struct Numbers {
        i64: i64,
        u64: u64,
        i128: i128,
        u128: u128,
        f32: f32,
        f64: f64,
        usize: usize,
        nonzero: std::num::NonZeroI8,
    }

    struct Documented {
        /// A member with the name of a JSON Schema keyword.
        #[serde(rename = "type")]
        kind: String,
        /// The format.
        format: u8,
        /// Required.
        required: Option<Plain>,
        /// The properties.
        properties: BTreeMap<String, Value>,
        /// A default.
        default: Option<Value>,
        /// References.
        #[serde(rename = "$ref")]
        reference: u8,
    }

    #[schemars(extend("x-note" = true))]
    struct WithDefaults {
        #[serde(default = "a_point")]
        point: Point,
        #[serde(default)]
        renamed: Renamed,
    }

    struct Aliased { #[serde(alias = "old")] new: u8, }

    struct Tree { value: i8, left: Option<Box<Tree>>, branches: Vec<Tree>, }

    struct Forest { trees: BTreeMap<String, Tree>, best: Option<Tree>, }

    struct Folder { folders: BTreeMap<String, Folder>, }

    #[serde(from = "u8", into = "u8")]
    struct From8(u8);

    #[serde(try_from = "String", into = "String")]
    struct Word(Letters);
}

pub(crate) fn seven() -> Option<u8> {
    Some(7)
}

fn a_point() -> Point {
    Point { x: 1, y: 2 }
}

impl Default for AllDefault {
    fn default() -> Self {
        AllDefault {
            a: 1,
            b: Some("b".to_owned()),
            c: Lean {
                first_one: None,
                second_one: vec![None],
                third_one: BTreeMap::new(),
            },
            d: Some(a_point()),
        }
    }
}

impl From<u8> for From8 {
    fn from(number: u8) -> Self {
        From8(number)
    }
}

impl From<From8> for u8 {
    fn from(from: From8) -> Self {
        from.0
    }
}

/// A string of lower-case letters. The schema of `Word` does not contain this rule.
#[derive(Clone, Debug, PartialEq)]
struct Letters(String);

impl Sample for Letters {
    fn sample(choices: &mut Choices) -> Self {
        Letters("abc"[..choices.below(4)].to_owned())
    }
}

impl TryFrom<String> for Word {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match text.chars().all(|letter| letter.is_ascii_lowercase()) {
            true => Ok(Word(Letters(text))),
            false => Err("only small letters are a word"),
        }
    }
}

impl From<Word> for String {
    fn from(word: Word) -> Self {
        word.0.0
    }
}
