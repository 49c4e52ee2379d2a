//! Numbers that JSON cannot write.
//!
//! serde_json writes `null` for NaN and the infinities. The published schema says `number`, and a
//! client that checks it throws the whole answer away (R100, R101), so such an answer is an error.

use std::fmt;

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// Whether `value` holds a number that is not finite. It is asked where its JSON has a `null` in it.
pub(crate) fn has_a_number_that_is_not_finite<T: Serialize + ?Sized>(value: &T) -> bool {
    matches!(value.serialize(Finite), Err(Stop::NotFinite))
}

/// Writes nothing, and stops at the first number that is not finite.
#[derive(Clone, Copy)]
struct Finite;

#[derive(Debug)]
enum Stop {
    NotFinite,
    /// The type's own trouble, which was seen when it was written.
    Other,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::NotFinite => "a number is not finite",
            Stop::Other => "the value cannot be written",
        })
    }
}

impl std::error::Error for Stop {}

impl Error for Stop {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Stop::Other
    }
}

fn finite(value: f64) -> Result<(), Stop> {
    if value.is_finite() {
        Ok(())
    } else {
        Err(Stop::NotFinite)
    }
}

macro_rules! nothing {
    ($($method:ident($($type:ty),*);)*) => {$(
        fn $method(self $(, _: $type)*) -> Result<(), Stop> {
            Ok(())
        }
    )*};
}

macro_rules! open {
    ($($method:ident($($type:ty),*);)*) => {$(
        fn $method(self $(, _: $type)*) -> Result<Finite, Stop> {
            Ok(self)
        }
    )*};
}

impl Serializer for Finite {
    type Ok = ();
    type Error = Stop;
    type SerializeSeq = Finite;
    type SerializeTuple = Finite;
    type SerializeTupleStruct = Finite;
    type SerializeTupleVariant = Finite;
    type SerializeMap = Finite;
    type SerializeStruct = Finite;
    type SerializeStructVariant = Finite;

    nothing! {
        serialize_bool(bool); serialize_char(char); serialize_str(&str); serialize_bytes(&[u8]);
        serialize_i8(i8); serialize_i16(i16); serialize_i32(i32); serialize_i64(i64);
        serialize_i128(i128); serialize_u8(u8); serialize_u16(u16); serialize_u32(u32);
        serialize_u64(u64); serialize_u128(u128); serialize_none(); serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    open! {
        serialize_seq(Option<usize>);
        serialize_tuple(usize);
        serialize_tuple_struct(&'static str, usize);
        serialize_tuple_variant(&'static str, u32, &'static str, usize);
        serialize_map(Option<usize>);
        serialize_struct(&'static str, usize);
        serialize_struct_variant(&'static str, u32, &'static str, usize);
    }

    fn serialize_f32(self, value: f32) -> Result<(), Stop> {
        finite(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<(), Stop> {
        finite(value)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Stop> {
        value.serialize(self)
    }
}

macro_rules! look_inside {
    ($($trait:ident { $method:ident $(($name:ty))? })*) => {$(
        impl $trait for Finite {
            type Ok = ();
            type Error = Stop;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $name,)? value: &T) -> Result<(), Stop> {
                value.serialize(*self)
            }

            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        }
    )*};
}

look_inside! {
    SerializeSeq { serialize_element }
    SerializeTuple { serialize_element }
    SerializeTupleStruct { serialize_field }
    SerializeTupleVariant { serialize_field }
    SerializeStruct { serialize_field(&'static str) }
    SerializeStructVariant { serialize_field(&'static str) }
}

impl SerializeMap for Finite {
    type Ok = ();
    type Error = Stop;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stop> {
        key.serialize(*self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        value.serialize(*self)
    }

    fn end(self) -> Result<(), Stop> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::has_a_number_that_is_not_finite;

    #[derive(serde::Serialize)]
    enum Reading {
        Value(f64),
        Pair(f32, Option<f64>),
        Named { mean: f64 },
    }

    /// R101.
    #[test]
    fn a_number_that_is_not_finite_is_found_wherever_it_is() {
        assert!(has_a_number_that_is_not_finite(&f64::NAN));
        assert!(has_a_number_that_is_not_finite(&[1.0, f64::INFINITY]));
        assert!(has_a_number_that_is_not_finite(&Reading::Value(f64::NAN)));
        assert!(has_a_number_that_is_not_finite(&Reading::Pair(
            1.0,
            Some(f64::NEG_INFINITY)
        )));
        assert!(has_a_number_that_is_not_finite(&BTreeMap::from([(
            "a",
            Reading::Named { mean: f64::NAN },
        )])));
        assert!(!has_a_number_that_is_not_finite(&Reading::Pair(
            f32::MAX,
            None
        )));
        assert!(!has_a_number_that_is_not_finite(&(
            1,
            "x",
            [Some(()), None]
        )));
    }
}
