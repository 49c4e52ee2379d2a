//! Rejects values that JSON cannot represent, and some values that two JSON parsers may read differently.
//!
//! serde_json writes `null` for NaN and the infinities. The published schema requires a number, so a client
//! that validates the result rejects all of it. serde_json writes all digits of an integer that exceeds 64
//! bits, but reads the digits as a float. A flattened map may have a key that is also a field of the struct.
//! JSON parsers disagree about which of the two members counts. The serializer in this module rejects such
//! numbers and repeated members. It forwards all other data to the serializer that it wraps.

use std::any;
use std::collections::HashSet;

use mcp_tool_schema::json_values::to_json;
use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Value;

use crate::error::short_type_name;

/// A value whose serialization fails for NaN, infinities, integers beyond 64 bits, and a flattened map that
/// repeats a member.
pub(crate) struct StrictJson<'a, T: ?Sized>(pub(crate) &'a T);

impl<T: Serialize + ?Sized> Serialize for StrictJson<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(StrictSerializer(serializer))
    }
}

/// Wraps a `Serializer`, or one of its compound serializers, such as `SerializeSeq`.
struct StrictSerializer<S>(S);

macro_rules! forward {
    ($($method:ident($($name:ident: $type:ty),*);)*) => {$(
        fn $method(self $(, $name: $type)*) -> Result<S::Ok, S::Error> {
            self.0.$method($($name),*)
        }
    )*};
}

macro_rules! open {
    ($($method:ident($($name:ident: $type:ty),*) -> $inside:ident;)*) => {$(
        fn $method(self $(, $name: $type)*) -> Result<Self::$inside, S::Error> {
            self.0.$method($($name),*).map(StrictSerializer)
        }
    )*};
}

impl<S: Serializer> Serializer for StrictSerializer<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = StrictSerializer<S::SerializeSeq>;
    type SerializeTuple = StrictSerializer<S::SerializeTuple>;
    type SerializeTupleStruct = StrictSerializer<S::SerializeTupleStruct>;
    type SerializeTupleVariant = StrictSerializer<S::SerializeTupleVariant>;
    type SerializeMap = Members<S::SerializeMap>;
    type SerializeStruct = StrictSerializer<S::SerializeStruct>;
    type SerializeStructVariant = StrictSerializer<S::SerializeStructVariant>;

    forward! {
        serialize_bool(v: bool); serialize_char(v: char); serialize_str(v: &str);
        serialize_bytes(v: &[u8]); serialize_i8(v: i8); serialize_i16(v: i16);
        serialize_i32(v: i32); serialize_i64(v: i64);
        serialize_u8(v: u8); serialize_u16(v: u16); serialize_u32(v: u32);
        serialize_u64(v: u64); serialize_none(); serialize_unit();
        serialize_unit_struct(name: &'static str);
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str);
    }

    open! {
        serialize_seq(len: Option<usize>) -> SerializeSeq;
        serialize_tuple(len: usize) -> SerializeTuple;
        serialize_tuple_struct(name: &'static str, len: usize) -> SerializeTupleStruct;
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> SerializeTupleVariant;
        serialize_struct(name: &'static str, len: usize) -> SerializeStruct;
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> SerializeStructVariant;
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        Ok(Members {
            inside: self.0.serialize_map(len)?,
            names: len.is_none().then(HashSet::new),
        })
    }

    fn serialize_f32(self, value: f32) -> Result<S::Ok, S::Error> {
        if !value.is_finite() {
            return Err(not_finite());
        }
        self.0.serialize_f32(value)
    }

    fn serialize_f64(self, value: f64) -> Result<S::Ok, S::Error> {
        if !value.is_finite() {
            return Err(not_finite());
        }
        self.0.serialize_f64(value)
    }

    fn serialize_i128(self, value: i128) -> Result<S::Ok, S::Error> {
        if !(i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value) {
            return Err(too_wide());
        }
        self.0.serialize_i128(value)
    }

    fn serialize_u128(self, value: u128) -> Result<S::Ok, S::Error> {
        if value > u64::MAX.into() {
            return Err(too_wide());
        }
        self.0.serialize_u128(value)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.serialize_some(&StrictJson(value))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_struct(name, &StrictJson(value))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0
            .serialize_newtype_variant(name, index, variant, &StrictJson(value))
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

fn not_finite<E: Error>() -> E {
    E::custom("a number is NaN or infinite, which JSON cannot write")
}

fn too_wide<E: Error>() -> E {
    E::custom(
        "an integer does not fit into 64 bits, so JSON parsers would round it; return it as a string",
    )
}

macro_rules! inside {
    ($($trait:ident { $method:ident($($name:ident: $type:ty)?) })*) => {$(
        impl<S: $trait> $trait for StrictSerializer<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: $type,)?
                value: &T,
            ) -> Result<(), S::Error> {
                self.0.$method($($name,)? &StrictJson(value))
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.0.end()
            }
        }
    )*};
}

inside! {
    SerializeSeq { serialize_element() }
    SerializeTuple { serialize_element() }
    SerializeTupleStruct { serialize_field() }
    SerializeTupleVariant { serialize_field() }
    SerializeStruct { serialize_field(name: &'static str) }
    SerializeStructVariant { serialize_field(name: &'static str) }
}

/// Serializes an object whose member names are known only at run time.
struct Members<S> {
    inside: S,
    /// The names so far, for a map of unknown length. Serde's derive writes a struct with a flattened member
    /// as such a map. `None` for a map of known length, such as a `BTreeMap`, because its keys are usually
    /// unique.
    names: Option<HashSet<String>>,
}

impl<S: SerializeMap> SerializeMap for Members<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    // Do not wrap the key in `StrictJson`, because `StrictJson` rejects integers beyond 64 bits.
    // Such integers are valid keys: serde_json writes a number key as a string with all digits.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        if let Some(names) = &mut self.names
            && let Some(name) = name_of(key)
        {
            if names.contains(&name) {
                return Err(S::Error::custom(format_args!(
                    "the member `{name}` occurs twice in one object"
                )));
            }
            names.insert(name);
        }
        self.inside.serialize_key(key).map_err(key_error::<T, _>)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.inside.serialize_value(&StrictJson(value))
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.inside.end()
    }
}

/// Replaces serde_json's error about a key that is not a string with an error that names the type.
fn key_error<T: ?Sized, E: Error>(error: E) -> E {
    if error.to_string() != "key must be a string" {
        return error;
    }
    let name = short_type_name(any::type_name::<T>());
    E::custom(impossible_keys(&format!(
        "of type `{}`",
        name.trim_start_matches('&')
    )))
}

/// Explains that JSON has no map with certain keys. `keys` is a phrase such as "of type `f64`".
pub(crate) fn impossible_keys(keys: &str) -> String {
    format!(
        "a map cannot have keys {keys}, because names in JSON are strings; use keys such as `String`, an \
         integer or an enum without data, or a list of structs with the key and the value"
    )
}

/// Returns the member name that serde_json writes for a key. Returns `None` if the key does not convert to a
/// [`Value`], such as an integer beyond 64 bits.
fn name_of(key: &(impl Serialize + ?Sized)) -> Option<String> {
    match serde_json::to_value(key).ok()? {
        Value::String(name) => Some(name),
        other => Some(to_json(&other)),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::BTreeMap;

    use serde::{Serialize, Serializer};
    use serde_json::json;
    use serde_json::value::RawValue;

    use super::StrictJson;

    #[derive(Serialize)]
    enum Reading {
        Nothing,
        Value(f64),
        Pair(f32, Option<f64>),
        Named { mean: f64 },
    }

    #[derive(Serialize)]
    struct Whole {
        readings: Vec<Reading>,
        by_number: BTreeMap<u8, (u8, &'static str)>,
        raw: Box<RawValue>,
        #[serde(flatten)]
        rest: BTreeMap<String, f64>,
    }

    /// R101.
    #[test]
    fn a_number_that_is_not_finite_is_rejected_everywhere() {
        fn refused(value: impl Serialize) -> bool {
            let error = serde_json::to_string(&StrictJson(&value)).err();
            error.is_some_and(|error| error.to_string().contains("NaN"))
        }
        assert!(refused(f64::NAN));
        assert!(refused([1.0, f64::INFINITY]));
        assert!(refused(f32::NAN));
        assert!(refused(Reading::Value(f64::NAN)));
        assert!(refused(Reading::Pair(1.0, Some(f64::NEG_INFINITY))));
        assert!(refused(Reading::Named { mean: f64::NAN }));
        assert!(refused(BTreeMap::from([("a", Some(f64::NAN))])));
    }

    /// R101.
    #[test]
    fn an_integer_beyond_64_bits_is_rejected_everywhere() {
        fn written(value: impl Serialize) -> Option<String> {
            serde_json::to_string(&StrictJson(&value)).ok()
        }
        let (low, high) = (i128::from(i64::MIN), i128::from(u64::MAX));
        for value in [low, -1, 0, high] {
            assert_eq!(written([value]).unwrap(), format!("[{value}]"));
        }
        for value in [i128::MIN, low - 1, high + 1, i128::MAX] {
            assert_eq!(written(BTreeMap::from([("a", Some(value))])), None);
        }
        assert_eq!(written(u128::from(u64::MAX)).unwrap(), u64::MAX.to_string());
        assert_eq!(written(u128::from(u64::MAX) + 1), None);
        // serde_json writes a number as a string if the number is a map key, so a large key is
        // allowed.
        let key = written(BTreeMap::from([(u128::MAX, ())])).unwrap();
        assert_eq!(key, format!(r#"{{"{}":null}}"#, u128::MAX));
    }

    /// A key that counts how often serde serializes it.
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct Key<'a>(&'a str, &'a Cell<u32>);

    impl Serialize for Key<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.1.set(self.1.get() + 1);
            serializer.serialize_str(self.0)
        }
    }

    #[derive(Serialize)]
    struct Flattened<'a> {
        own: BTreeMap<Key<'a>, u8>,
        #[serde(flatten)]
        keyed: BTreeMap<Key<'a>, u8>,
        #[serde(flatten)]
        numbered: BTreeMap<u8, u8>,
    }

    /// R101. serde serializes each key of a flattened map twice: for the check, and for the output. It
    /// serializes the keys of the map `own` once.
    #[test]
    fn a_duplicate_member_is_rejected() {
        let count = Cell::new(0);
        let map = |name| BTreeMap::from([(Key(name, &count), 1)]);
        let written = |own, keyed, number| {
            count.set(0);
            let value = Flattened {
                own: map(own),
                keyed: map(keyed),
                numbered: BTreeMap::from([(number, 1)]),
            };
            serde_json::to_string(&StrictJson(&value)).map_err(|error| error.to_string())
        };
        assert_eq!(
            written("a", "b", 1).as_deref(),
            Ok(r#"{"own":{"a":1},"b":1,"1":1}"#)
        );
        assert_eq!(count.get(), 1 + 2, "the flattened key alone is read before");
        for (keyed, number, name) in [("own", 1, "own"), ("7", 7, "7")] {
            let error = written("a", keyed, number).unwrap_err();
            assert_eq!(
                error,
                format!("the member `{name}` occurs twice in one object")
            );
        }
    }

    #[test]
    fn other_values_are_unchanged() {
        let whole = Whole {
            readings: vec![
                Reading::Nothing,
                Reading::Value(1.5),
                Reading::Pair(0.5, None),
                Reading::Named { mean: -0.0 },
            ],
            by_number: BTreeMap::from([(7, (1, "x"))]),
            raw: RawValue::from_string("[1 ,2]".to_owned()).unwrap(),
            rest: BTreeMap::from([("more".to_owned(), 1e300)]),
        };
        let text = serde_json::to_string(&whole).unwrap();
        assert_eq!(serde_json::to_string(&StrictJson(&whole)).unwrap(), text);
        let value = json!({ "a": [null, 1, "x"] });
        assert_eq!(serde_json::to_value(StrictJson(&value)).unwrap(), value);
    }
}
