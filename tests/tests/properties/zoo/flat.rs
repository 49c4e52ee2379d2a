//! Structs with flattened fields.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Adjacent, External, Internal, Plain, Point, Renamed, Untagged, UntaggedFloat, animals,
};
use crate::choices::Choices;
use crate::sample::Sample;

animals! {
    struct Flat {
        a: u8,
        #[serde(flatten)]
        point: Point,
        #[serde(flatten)]
        renamed: Renamed,
    }

    struct FlatNumbers {
        #[serde(flatten)]
        inner: Inner,
        own: f32,
    }

    struct Inner { i64: i64, u64: u64, f64: f64, letter: char, list: Vec<i16>, option: Option<u8>, }

    struct FlatFloat {
        #[serde(flatten)]
        inner: Float,
    }

    struct Float { f32: f32, }

    struct FlatMap {
        a: u8,
        #[serde(flatten)]
        rest: RestOfNumbers,
    }

    #[serde(transparent)]
    struct RestOfNumbers(BTreeMap<Rest, u8>);

    #[derive(Eq, PartialOrd, Ord, Hash)]
    #[serde(transparent)]
    struct Rest(RestName);

    struct FlatAnything {
        known: Option<Plain>,
        #[serde(flatten)]
        rest: BTreeMap<Rest, Buffered>,
    }

    struct FlatEnum {
        own: u8,
        #[serde(flatten)]
        which: Internal,
    }

    struct FlatExternal {
        own: u8,
        #[serde(flatten)]
        which: OnlyNewtypes,
    }

    enum OnlyNewtypes { Number(u8), Point(Point), Named { name: String }, }

    struct FlatAdjacent {
        own: u8,
        #[serde(flatten)]
        which: Adjacent,
    }

    struct FlatUntagged {
        own: u8,
        #[serde(flatten)]
        which: Shapes,
    }

    #[serde(untagged)]
    enum Shapes { Round { radius: f64 }, Square { side: u8 }, }

    #[serde(deny_unknown_fields)]
    struct FlatStrict {
        own: u8,
        #[serde(flatten)]
        point: Point,
    }

    struct FlatTwoEnums {
        #[serde(flatten)]
        first: Internal,
        #[serde(flatten)]
        second: Shapes,
    }

    struct FlatBig {
        #[serde(flatten)]
        inner: Big,
    }

    struct Big { i128: i128, }

    struct FlatKeys {
        #[serde(flatten)]
        inner: Keys,
    }

    struct Keys { by_number: BTreeMap<u8, u8>, by_enum: BTreeMap<Plain, u8>, }

    struct FlatOption {
        own: u8,
        #[serde(flatten)]
        point: Option<Point>,
    }

    /// An object with an optional flattened object. serde buffers the flattened members, and must not lose
    /// any value.
    struct FlatOptionWide {
        own: u8,
        #[serde(flatten)]
        wide: Option<Wide>,
    }

    struct Wide {
        whole: i64,
        half: f32,
        list: Vec<u64>,
        untagged: UntaggedFloat,
        plain: Option<Point>,
    }

    struct FlatTwice {
        #[serde(flatten)]
        flat: Flat,
        list: Vec<External>,
        either: Untagged,
    }

    struct FlatDefault {
        #[serde(flatten)]
        limits: Limits,
    }

    #[serde(default)]
    struct Limits { limit: u8, offset: u64, }

    struct HoldsFlat { list: Vec<Flat>, map: BTreeMap<String, FlatEnum>, }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            limit: 10,
            offset: 0,
        }
    }
}

/// A random key of a flattened map. Its trailing space prevents equal names for a key and a field.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
struct RestName(String);

impl Sample for RestName {
    fn sample(choices: &mut Choices) -> Self {
        RestName(format!("{} ", choices.text()))
    }
}

/// JSON for members that serde buffers. Contains no float with an integer value, such as `1.0`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Buffered(Value);

impl Sample for Buffered {
    fn sample(choices: &mut Choices) -> Self {
        fn without_integral_floats(value: &mut Value) {
            match value {
                Value::Array(items) => items.iter_mut().for_each(without_integral_floats),
                Value::Object(members) => members.values_mut().for_each(without_integral_floats),
                Value::Number(number) if number.is_f64() => *value = Value::from(0.5),
                _ => {}
            }
        }
        let mut value = Value::sample(choices);
        without_integral_floats(&mut value);
        Buffered(value)
    }
}
