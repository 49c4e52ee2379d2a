use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, EnumAccess, Error as _, IntoDeserializer, Unexpected, VariantAccess, Visitor,
};
use serde_json::Value;

use super::deserializer::Slot;
use super::fault::{Problem, Step};

/// A variant of an enum: its name, and what it carries.
pub(super) struct Variant<'s> {
    pub(super) name: &'s str,
    pub(super) content: Option<&'s mut Value>,
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
            Some(value) => read(Slot::new(value))
                .map_err(|problem| problem.inside(Step::Key(self.name.to_owned()))),
            None => Err(Problem::invalid_type(Unexpected::Str(self.name), &expected)),
        }
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Problem;

    fn unit_variant(self) -> Result<(), Problem> {
        match self.content {
            None => Ok(()),
            // serde_json takes `{"name": null}` too, but no schema says so.
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
