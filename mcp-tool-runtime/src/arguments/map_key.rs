//! A deserializer over the name of a member. It also supports map keys that are not strings.

use serde::de::{Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use super::fault::Problem;

/// The name of a member. JSON keys are always strings. So this deserializer parses the name if the keys of a
/// map are numbers or booleans.
pub(super) struct Key<'k>(pub(super) &'k str);

impl Key<'_> {
    fn parsed<'de, T, V>(
        self,
        visitor: V,
        visit: impl FnOnce(V, T) -> Result<V::Value, Problem>,
    ) -> Result<V::Value, Problem>
    where
        T: std::str::FromStr,
        V: Visitor<'de>,
    {
        match self.0.parse() {
            // `parse` accepts `+5`, which is not a JSON number.
            Ok(value) if !self.0.starts_with('+') => visit(visitor, value),
            _ => Err(Problem::invalid_type(Unexpected::Str(self.0), &visitor)),
        }
    }
}

macro_rules! parse_key {
    ($($method:ident $visit:ident $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
            self.parsed::<$type, V>(visitor, V::$visit)
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_str(self.0)
    }

    parse_key! {
        deserialize_bool visit_bool bool;
        deserialize_i8 visit_i8 i8; deserialize_i16 visit_i16 i16; deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64; deserialize_i128 visit_i128 i128;
        deserialize_u8 visit_u8 u8; deserialize_u16 visit_u16 u16; deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64; deserialize_u128 visit_u128 u128;
        deserialize_f32 visit_f32 f32; deserialize_f64 visit_f64 f64;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}
