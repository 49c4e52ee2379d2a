//! The value of an absent argument. A type has such a value if its `Deserialize` calls `deserialize_option`
//! and accepts `None`. Serde's derive treats struct fields the same way: a field of such a type may be
//! absent.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

/// Returns the value of `T` for an absent argument, if `T` has one.
pub(super) fn absent<'de, T: Deserialize<'de>>() -> Option<T> {
    T::deserialize(MissingValue).ok()
}

struct MissingValue;

/// The error of `MissingValue` and [`TextReader`](super::text_reader::TextReader): the type cannot be decoded
/// from them. The error stores no message.
#[derive(Debug)]
pub struct NoValue;

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no value")
    }
}

impl std::error::Error for NoValue {}

impl serde::de::Error for NoValue {
    fn custom<T: fmt::Display>(_: T) -> Self {
        NoValue
    }
}

impl<'de> Deserializer<'de> for MissingValue {
    type Error = NoValue;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoValue> {
        Err(NoValue)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoValue> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use std::marker::PhantomData;

    use serde::Deserialize;
    use serde_json::Value;

    use super::absent;

    #[derive(Deserialize)]
    struct Newtype(#[allow(dead_code)] Option<u8>);

    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Transparent(#[allow(dead_code)] Option<u8>);

    #[derive(Deserialize, Default)]
    #[serde(default)]
    struct FieldDefaults {
        #[allow(dead_code)]
        field: u8,
    }

    #[derive(Deserialize)]
    #[serde(from = "Option<u8>")]
    struct FromOption;

    impl From<Option<u8>> for FromOption {
        fn from(_: Option<u8>) -> Self {
            FromOption
        }
    }

    #[derive(Deserialize)]
    struct Unit;

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Nothing,
        #[allow(dead_code)]
        Number(u8),
    }

    /// R29: An argument whose type accepts absence is not in `required`.
    #[test]
    fn only_types_that_deserialize_an_option_can_be_absent() {
        assert!(absent::<Option<String>>().is_some());
        assert!(absent::<Option<Option<u8>>>().is_some());
        assert!(absent::<Box<Option<u8>>>().is_some());
        assert!(absent::<Transparent>().is_some());
        assert!(absent::<FromOption>().is_some());

        assert!(absent::<u8>().is_none());
        assert!(absent::<String>().is_none());
        assert!(absent::<Vec<u8>>().is_none());
        assert!(absent::<()>().is_none());
        assert!(absent::<Value>().is_none());
        assert!(absent::<PhantomData<u8>>().is_none());
        assert!(absent::<Newtype>().is_none());
        assert!(absent::<FieldDefaults>().is_none());
        assert!(absent::<Unit>().is_none());
        assert!(absent::<Untagged>().is_none());
    }
}
