//! A deserializer over the value of one argument.
//!
//! It differs from the deserializer of serde_json mainly in three points. An error has the path to the
//! invalid part. `3.0` is an integer, as in JSON Schema. The deserializer records which parts serde buffers.

use std::cell::RefCell;
use std::collections::HashSet;
use std::{any, iter, ptr};

use mcp_tool_schema::describe::F32_MAX;
use mcp_tool_schema::json_values::to_json;
use mcp_tool_schema::numbers::{integer_of_float, is_safe};
use serde::de::value::{MapDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::{Map, Number, Value};

use super::fault::{Problem, Reason, Step, wrong_kind};
use super::map_key::Key;

/// The name that serde_json's `RawValue` uses to request the JSON text.
pub(super) const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// The parts of a value that serde has read into a buffer, to decode them later. serde does so for untagged
/// and internally tagged enums, and for the members of a struct with a flattened field. An error inside a
/// buffer has no path. If the field is a flattened `Option`, serde even drops the error and takes `None`
/// (serde-rs/serde#1880). So the schema decides about these parts.
#[derive(Default)]
pub struct Buffered {
    parts: RefCell<Vec<*const Value>>,
    /// A member, and the members that the deserializer passes in its place.
    replaced: Option<Box<Replaced>>,
}

type Replaced = (*const Value, Vec<(String, Value)>);

impl Buffered {
    /// Makes the deserializer pass other members in place of one.
    pub(super) fn replacing(member: &Value, by: Vec<(String, Value)>) -> Self {
        Buffered {
            replaced: Some(Box::new((ptr::from_ref(member), by))),
            ..Buffered::default()
        }
    }

    /// Returns the number of parts that serde has buffered.
    pub(super) fn len(&self) -> usize {
        self.parts.borrow().len()
    }

    /// Returns the parts that serde has buffered.
    pub(super) fn parts(&self) -> HashSet<*const Value> {
        self.parts.borrow().iter().copied().collect()
    }

    /// Records the value if `T` is the type of serde's buffer.
    fn record<T>(&self, value: &Value) {
        if any::type_name::<T>().contains("::content::Content") {
            self.parts.borrow_mut().push(value);
        }
    }
}

/// Decodes a value.
#[derive(Clone, Copy)]
pub(super) struct Slot<'s> {
    value: &'s Value,
    buffered: &'s Buffered,
}

impl<'s> Slot<'s> {
    pub(super) fn new(value: &'s Value, buffered: &'s Buffered) -> Self {
        Slot { value, buffered }
    }

    /// Reads a number for an integer type. Passes a float as an integer, if it is one. Rejects a float that may be
    /// another integer than the client sent. `exact_integers` converts such floats while they are still text.
    fn integer<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.value {
            Value::Number(number) => match integer_of_float(number) {
                Some(integer) if is_safe(&integer) => visit_number(&integer, visitor),
                Some(integer) => {
                    let expected = (&visitor as &dyn Expected).to_string();
                    // A type that is too small for the integer has the better error.
                    visit_number(&integer, visitor)?;
                    let got = INEXACT.to_owned();
                    Err(Problem::new(Reason::Wrong { got, expected }))
                }
                None => visit_number(number, visitor),
            },
            other => Err(wrong_kind(other, &visitor)),
        }
    }

    fn float<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.value {
            Value::Number(number) => visit_number(number, visitor),
            other => Err(wrong_kind(other, &visitor)),
        }
    }

    fn text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.value {
            Value::String(text) => visitor.visit_str(text),
            other => Err(wrong_kind(other, &visitor)),
        }
    }

    fn array<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.value {
            Value::Array(items) => self.visit_array(items, visitor),
            other => Err(wrong_kind(other, &visitor)),
        }
    }

    fn object<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.value {
            Value::Object(members) => self.visit_object(members, visitor),
            other => Err(wrong_kind(other, &visitor)),
        }
    }

    fn visit_array<'de, V: Visitor<'de>>(
        self,
        items: &'s [Value],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let mut access = Items {
            iter: items.iter(),
            next: 0,
            buffered: self.buffered,
        };
        let value = visitor.visit_seq(&mut access)?;
        if access.iter.len() == 0 {
            Ok(value)
        } else {
            Err(Problem::invalid_length(items.len(), &"fewer items"))
        }
    }

    fn visit_object<'de, V: Visitor<'de>>(
        self,
        members: &'s Map<String, Value>,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_map(Members {
            iter: members.iter(),
            instead: [].iter(),
            value: None,
            buffered: self.buffered,
        })
    }
}

fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Problem> {
    if let Some(value) = number.as_u64() {
        visitor.visit_u64(value)
    } else if let Some(value) = number.as_i64() {
        visitor.visit_i64(value)
    } else if let Some(value) = number.as_f64() {
        visitor.visit_f64(value)
    } else {
        let what = Unexpected::Other("a number out of range");
        Err(Problem::invalid_value(what, &visitor))
    }
}

/// What an integer type gets in place of an inexact float.
const INEXACT: &str = "a float beyond 2^53, which may have lost digits; write the integer with all its \
                       digits, without `.` and `e`";

/// Returns whether `T` is [`Value`] or [`Number`], which store JSON unchanged. For them, `3.0` stays a float.
fn holds_json<T>() -> bool {
    let name = any::type_name::<T>();
    name == any::type_name::<Value>() || name == any::type_name::<Number>()
}

macro_rules! delegate {
    ($($method:ident($($unused:ty),*) => $kind:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, $(_: $unused,)* visitor: V) -> Result<V::Value, Problem> {
            self.$kind(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Slot<'_> {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.buffered.record::<V::Value>(self.value);
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            // Pass `3.0` as an integer. serde calls `deserialize_any` when the type is not known
            // yet, for example in an untagged enum. Later, serde can convert an integer to a
            // float, but not a float to an integer.
            Value::Number(number) => match integer_of_float(number).filter(is_safe) {
                Some(integer) if !holds_json::<V::Value>() => visit_number(&integer, visitor),
                _ => visit_number(number, visitor),
            },
            Value::String(text) => visitor.visit_str(text),
            Value::Array(items) => self.visit_array(items, visitor),
            Value::Object(members) => self.visit_object(members, visitor),
        }
    }

    delegate! {
        deserialize_i8() => integer; deserialize_i16() => integer; deserialize_i32() => integer;
        deserialize_i64() => integer; deserialize_i128() => integer; deserialize_u8() => integer;
        deserialize_u16() => integer; deserialize_u32() => integer; deserialize_u64() => integer;
        deserialize_u128() => integer; deserialize_f64() => float;
        deserialize_char() => text; deserialize_str() => text; deserialize_string() => text;
        deserialize_identifier() => text;
        deserialize_byte_buf() => deserialize_bytes;
        deserialize_unit_struct(&'static str) => deserialize_unit;
        deserialize_seq() => array; deserialize_tuple(usize) => array;
        deserialize_tuple_struct(&'static str, usize) => array; deserialize_map() => object;
    }

    /// Reads an `f32`. Rejects a number outside the range of `f32`, because serde would read the number as
    /// infinity.
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.value.as_f64() {
            Some(value) if value.abs() > F32_MAX => {
                Err(Problem::invalid_value(Unexpected::Float(value), &visitor))
            }
            _ => self.float(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.value {
            Value::Bool(value) => visitor.visit_bool(*value),
            other => Err(wrong_kind(other, &visitor)),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.value {
            Value::String(text) => visitor.visit_str(text),
            _ => self.array(visitor),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            other => Err(wrong_kind(other, &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        match name {
            RAW_VALUE => {
                let text = (name, to_json(self.value));
                visitor.visit_map(MapDeserializer::new(iter::once(text)))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    // Accept only an object, because the published schema of a struct does not allow an array.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        match self.value {
            Value::Object(members) => self.visit_object(members, visitor),
            other => Err(wrong_kind(other, &visitor).of_struct(fields)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        match self.value {
            Value::String(text) => visitor.visit_enum(Variant {
                name: text.as_str(),
                content: None,
            }),
            Value::Object(members) => {
                let count = members.len();
                match members.iter().next() {
                    Some((name, content)) if count == 1 => visitor.visit_enum(Variant {
                        name,
                        content: Some(Slot::new(content, self.buffered)),
                    }),
                    _ => Err(Problem::new(Reason::Wrong {
                        got: format!("an object with {count} members"),
                        expected: "an object with a single member".to_owned(),
                    })),
                }
            }
            other => Err(wrong_kind(other, &visitor)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_unit()
    }
}

struct Items<'s> {
    iter: std::slice::Iter<'s, Value>,
    next: usize,
    buffered: &'s Buffered,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Problem> {
        let Some(item) = self.iter.next() else {
            return Ok(None);
        };
        let index = self.next;
        self.next += 1;
        seed.deserialize(Slot::new(item, self.buffered))
            .map(Some)
            .map_err(|problem| problem.inside(Step::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.iter.len())
    }
}

struct Members<'s> {
    iter: serde_json::map::Iter<'s>,
    /// The members that come next, in place of the last one.
    instead: std::slice::Iter<'s, (String, Value)>,
    value: Option<(&'s str, &'s Value)>,
    buffered: &'s Buffered,
}

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = Problem;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Problem> {
        let next = self.instead.next().map(|(name, value)| (name, value));
        let Some((mut name, mut value)) = next.or_else(|| self.iter.next()) else {
            return Ok(None);
        };
        if let Some((member, by)) = self.buffered.replaced.as_deref()
            && ptr::eq(*member, value)
        {
            self.instead = by.iter();
            if let Some((other_name, other)) = self.instead.next() {
                (name, value) = (other_name, other);
            }
        }
        let key = seed
            .deserialize(Key::new::<K::Value>(name))
            .map_err(|problem| problem.in_a_key(name))?;
        self.value = Some((name, value));
        Ok(Some(key))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Problem> {
        let Some((name, value)) = self.value.take() else {
            return Err(Problem::custom("a value was asked for before its key"));
        };
        seed.deserialize(Slot::new(value, self.buffered))
            .map_err(|problem| problem.inside(Step::Key(name.to_owned())))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.iter.len())
    }
}

/// A variant of an enum: its name and its content.
struct Variant<'s> {
    name: &'s str,
    content: Option<Slot<'s>>,
}

impl<'de, 's> EnumAccess<'de> for Variant<'s> {
    type Error = Problem;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Problem> {
        let name: StrDeserializer<'_, Problem> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl Variant<'_> {
    fn read<T>(
        self,
        expected: &'static str,
        read: impl FnOnce(Slot<'_>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        match self.content {
            Some(content) => {
                read(content).map_err(|problem| problem.inside(Step::Key(self.name.to_owned())))
            }
            None => Err(Problem::invalid_type(Unexpected::Str(self.name), &expected)),
        }
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Problem;

    fn unit_variant(self) -> Result<(), Problem> {
        match self.content {
            None => Ok(()),
            // serde_json also accepts the object `{"name": null}` for a unit variant. Reject this
            // object, because the published schema allows only the name as a string.
            Some(_) => Err(Problem::invalid_type(
                Unexpected::Map,
                &"the name as a string",
            )),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Problem> {
        self.read("an object with this name and a value", |slot| {
            seed.deserialize(slot)
        })
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Problem> {
        self.read("an object with this name and an array", |slot| {
            slot.array(visitor)
        })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        self.read("an object with this name and an object", |slot| {
            slot.object(visitor)
        })
    }
}
