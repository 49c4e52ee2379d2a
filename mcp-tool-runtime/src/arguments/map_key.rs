//! A deserializer over the name of a member. It also supports map keys that are not strings.

use std::any;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::fault::{Problem, Reason};

/// The name of a member. JSON keys are always strings. So this deserializer parses the name if the keys of a
/// map are numbers or booleans. It rejects every name if the keys have a type that no string stands for, such
/// as a tuple.
pub(super) struct Key<'k> {
    name: &'k str,
    /// The type of the keys, for messages.
    key_type: &'static str,
}

impl<'k> Key<'k> {
    pub(super) fn new<T>(name: &'k str) -> Self {
        Key {
            name,
            key_type: any::type_name::<T>(),
        }
    }

    fn impossible<T>(self) -> Result<T, Problem> {
        Err(Problem::new(Reason::KeyType(self.key_type)))
    }

    fn parsed<'de, T, V>(
        self,
        visitor: V,
        visit: impl FnOnce(V, T) -> Result<V::Value, Problem>,
    ) -> Result<V::Value, Problem>
    where
        T: std::str::FromStr,
        V: Visitor<'de>,
    {
        match self.name.parse() {
            // `parse` accepts `+5`, which is not a JSON number.
            Ok(value) if !self.name.starts_with('+') => visit(visitor, value),
            _ => Err(Problem::invalid_type(Unexpected::Str(self.name), &visitor)),
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

macro_rules! impossible_keys {
    ($($method:ident($($argument:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(self $(, _: $argument)*, _: V) -> Result<V::Value, Problem> {
            self.impossible()
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_str(self.name)
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

    impossible_keys! {
        deserialize_unit(); deserialize_unit_struct(&'static str);
        deserialize_seq(); deserialize_tuple(usize);
        deserialize_tuple_struct(&'static str, usize); deserialize_map();
        deserialize_struct(&'static str, &'static [&'static str]);
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
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf identifier ignored_any
    }
}

/// A key of an enum. A name can stand for a variant without data only.
impl<'de> EnumAccess<'de> for Key<'_> {
    type Error = Problem;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Problem> {
        let name: StrDeserializer<'_, Problem> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Key<'_> {
    type Error = Problem;

    fn unit_variant(self) -> Result<(), Problem> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Problem> {
        self.impossible()
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Problem> {
        self.impossible()
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Problem> {
        self.impossible()
    }
}
