//! Decodes the arguments of correct calls directly from their JSON text, without an intermediate `Value`.
//!
//! [`Slot`](super::deserializer::Slot) decides what a type accepts. This reader accepts only common values:
//! numbers, strings, booleans, options, lists, structs and names of variants. If the reader fails, `Slot`
//! decodes the value instead. So the reader may fail on any value, even one that `Slot` accepts.

use std::borrow::Cow;

use mcp_tool_schema::describe::F32_MAX;
use serde::de::value::CowStrDeserializer;
use serde::de::{
    Deserialize as _, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Number;
use serde_json::value::RawValue;

use super::absence::NoValue;
use super::deserializer::RAW_VALUE;
use super::input::Input;

/// The number of nested levels that this reader decodes. `Slot` decodes values that are nested deeper.
const DEPTH: u8 = 32;

/// A position in the text of a JSON value. serde_json has checked the text and removed white space around the
/// value. Only `each_member`, `string` and `raw_value` check the text themselves. The position is never before white
/// space that precedes a name or a value, so the methods for names and values skip none.
pub struct TextReader<'r> {
    text: &'r str,
    at: usize,
    depth: u8,
    /// The names that the outermost object may have, if its members are the arguments of a tool.
    pub(super) arguments: Option<&'r Input>,
}

impl<'r> TextReader<'r> {
    pub(crate) fn new(text: &'r str) -> Self {
        TextReader {
            text,
            at: 0,
            depth: 0,
            arguments: None,
        }
    }

    /// Returns the text from this position on.
    pub(crate) fn rest(&self) -> &'r str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Calls `each` before the name of each member of an object. `each` moves past the member. Returns `None` if the
    /// text is not an object, or if `each` returns `None`.
    pub(crate) fn each_member(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.consume(b'{').then_some(())?;
        let mut is_first = true;
        while self.has_next(b'}', &mut is_first)? {
            each(self)?;
        }
        Some(())
    }

    /// Moves past the name of a member and the colon, and returns the name.
    pub(crate) fn name(&mut self) -> Option<Cow<'r, str>> {
        let name = self.string()?;
        self.consume_colon().then_some(name)
    }

    /// Moves past the name of a member and the colon, up to the value, if the name is `wanted` without an escape
    /// sequence. The position must be before the name.
    #[inline(always)]
    pub(crate) fn consume_name(&mut self, wanted: &str) -> bool {
        let start = self.at;
        let is_next = self.consume_string(wanted) && self.consume_colon();
        if !is_next {
            self.at = start;
        }
        is_next
    }

    /// Moves past a string, if it is `wanted` without an escape sequence. The position must be before the string.
    #[inline(always)]
    pub(crate) fn consume_string(&mut self, wanted: &str) -> bool {
        let rest = self.rest().strip_prefix('"');
        let rest = rest.and_then(|rest| rest.strip_prefix(wanted)?.strip_prefix('"'));
        self.at += rest.map_or(0, |_| wanted.len() + 2);
        rest.is_some()
    }

    /// Moves past the next value, and returns it if it is JSON.
    pub(crate) fn raw_value(&mut self) -> Option<&'r RawValue> {
        let mut deserializer = serde_json::Deserializer::from_str(self.rest());
        let value = <&RawValue>::deserialize(&mut deserializer).ok()?;
        self.at += value.get().len();
        Some(value)
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Moves past white space, and returns the next byte, if there is one. Does not consume this byte.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    pub(super) fn consume(&mut self, wanted: u8) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    /// Moves past the colon behind a name, up to the value. Returns whether there is one.
    pub(super) fn consume_colon(&mut self) -> bool {
        let is_next = self.consume(b':');
        self.peek();
        is_next
    }

    /// Moves to the next item of a list, or to the next member of an object. Returns whether there is one, or
    /// `None` if the comma before it is missing.
    pub(super) fn has_next(&mut self, end: u8, is_first: &mut bool) -> Option<bool> {
        let is_first = std::mem::take(is_first);
        let next = self.peek();
        if next == Some(end) || next == Some(b',') && !is_first {
            self.at += 1;
            self.peek();
            return Some(next != Some(end));
        }
        is_first.then_some(true)
    }

    /// Moves past the next value, and returns the text of this value.
    pub(super) fn value(&mut self) -> Option<&'r str> {
        if self.at == 0 {
            self.at = self.text.len();
            return Some(self.text);
        }
        let first = self.byte()?;
        let start = self.at;
        match first {
            b'"' => drop(self.skip_string()?),
            b'{' | b'[' => self.skip_nested()?,
            _ => {
                while !matches!(
                    self.byte(),
                    None | Some(b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t')
                ) {
                    self.at += 1;
                }
            }
        }
        self.text.get(start..self.at)
    }

    /// Moves past a string. Returns whether the string contains an escape sequence, or `None` for a string that is not
    /// JSON. Does not check escape sequences.
    fn skip_string(&mut self) -> Option<bool> {
        let bytes = self.text.as_bytes();
        let (mut at, mut has_escape) = (self.at, false);
        loop {
            at += 1;
            match bytes.get(at)? {
                b'"' => break,
                b'\\' => {
                    has_escape = true;
                    at += 1;
                }
                0..0x20 => return None,
                _ => {}
            }
        }
        self.at = at + 1;
        Some(has_escape)
    }

    pub(super) fn skip_nested(&mut self) -> Option<()> {
        let mut open = 0_usize;
        loop {
            match self.byte()? {
                b'"' => {
                    self.skip_string()?;
                    continue;
                }
                b'{' | b'[' => open += 1,
                b'}' | b']' => open -= 1,
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return Some(());
            }
        }
    }

    /// Moves past the next value. Returns `None` if it is not a string.
    pub(crate) fn string(&mut self) -> Option<Cow<'r, str>> {
        if self.byte()? != b'"' {
            return None;
        }
        let start = self.at;
        if self.skip_string()? {
            let escaped = self.text.get(start..self.at)?;
            serde_json::from_str(escaped).ok().map(Cow::Owned)
        } else {
            self.text.get(start + 1..self.at - 1).map(Cow::Borrowed)
        }
    }

    fn integer<V: Visitor<'r>>(&mut self, visitor: V) -> Result<V::Value, NoValue> {
        visit_integer(self.value().ok_or(NoValue)?, visitor).unwrap_or(Err(NoValue))
    }

    fn number<V: Visitor<'r>>(&mut self, most: f64, visitor: V) -> Result<V::Value, NoValue> {
        let text = self.value().ok_or(NoValue)?;
        if is_integer(text) {
            return visit_integer(text, visitor).unwrap_or(Err(NoValue));
        }
        let number: Number = text.parse().map_err(|_| NoValue)?;
        match number.as_f64() {
            Some(value) if value.abs() <= most => visitor.visit_f64(value),
            _ => Err(NoValue),
        }
    }

    fn inside<T>(
        &mut self,
        (start, end): (u8, u8),
        visit: impl FnOnce(&mut NestedReader<'_, 'r>) -> Result<T, NoValue>,
    ) -> Result<T, NoValue> {
        if self.depth == DEPTH || !self.consume(start) {
            return Err(NoValue);
        }
        self.depth += 1;
        let mut inside = NestedReader {
            reader: self,
            end,
            is_first: true,
            has_ended: false,
        };
        let value = visit(&mut inside)?;
        let has_ended = inside.has_ended;
        self.depth -= 1;
        if has_ended || self.consume(end) {
            Ok(value)
        } else {
            Err(NoValue)
        }
    }
}

fn is_integer(text: &str) -> bool {
    // Read `-0` as a float, because an integer cannot keep the sign.
    text != "-0"
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// Parses a 64-bit integer, and calls the visitor method that `Slot` would call. Returns `None` for any other
/// text, and for `-0`.
fn visit_integer<'r, V: Visitor<'r>>(text: &str, visitor: V) -> Option<Result<V::Value, NoValue>> {
    if let Ok(number) = text.parse() {
        return Some(visitor.visit_u64(number));
    }
    let number = text.parse().ok().filter(|number| *number != 0)?;
    Some(visitor.visit_i64(number))
}

macro_rules! delegate {
    ($($method:ident($($unused:ty),*) => $kind:ident($($argument:expr),*);)*) => {$(
        fn $method<V: Visitor<'r>>(self, $(_: $unused,)* visitor: V) -> Result<V::Value, NoValue> {
            self.$kind($($argument,)* visitor)
        }
    )*};
}

impl<'r> Deserializer<'r> for &mut TextReader<'r> {
    type Error = NoValue;

    /// Always fails, so that `Slot` decodes the value. A type that accepts any value may keep repeated
    /// members, or the order of members. Such a type could give one result for the text and another for a
    /// `Value`.
    fn deserialize_any<V: Visitor<'r>>(self, _: V) -> Result<V::Value, NoValue> {
        Err(NoValue)
    }

    delegate! {
        deserialize_i8() => integer(); deserialize_i16() => integer();
        deserialize_i32() => integer(); deserialize_i64() => integer();
        deserialize_i128() => integer(); deserialize_u8() => integer();
        deserialize_u16() => integer(); deserialize_u32() => integer();
        deserialize_u64() => integer(); deserialize_u128() => integer();
        deserialize_f32() => number(F32_MAX); deserialize_f64() => number(f64::MAX);
        deserialize_char() => deserialize_str(); deserialize_identifier() => deserialize_str();
        deserialize_tuple(usize) => deserialize_seq();
        deserialize_tuple_struct(&'static str, usize) => deserialize_seq();
    }

    fn deserialize_bool<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, NoValue> {
        match self.value() {
            Some("true") => visitor.visit_bool(true),
            Some("false") => visitor.visit_bool(false),
            _ => Err(NoValue),
        }
    }

    fn deserialize_str<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, NoValue> {
        visitor.visit_str(&self.string().ok_or(NoValue)?)
    }

    fn deserialize_string<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, NoValue> {
        visitor.visit_string(self.string().ok_or(NoValue)?.into_owned())
    }

    fn deserialize_option<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, NoValue> {
        match self.byte() {
            Some(b'n') => {
                self.value();
                visitor.visit_none()
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'r>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, NoValue> {
        match name {
            RAW_VALUE => Err(NoValue),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, NoValue> {
        self.inside((b'[', b']'), |items| visitor.visit_seq(items))
    }

    fn deserialize_struct<V: Visitor<'r>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NoValue> {
        self.inside((b'{', b'}'), |members| visitor.visit_map(members))
    }

    fn deserialize_enum<V: Visitor<'r>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NoValue> {
        visitor.visit_enum(self.string().ok_or(NoValue)?.into_deserializer())
    }

    forward_to_deserialize_any! { <V: Visitor<'r>> bytes byte_buf unit unit_struct map ignored_any }
}

/// The items of a list, or the members of a struct.
struct NestedReader<'a, 'r> {
    reader: &'a mut TextReader<'r>,
    end: u8,
    is_first: bool,
    has_ended: bool,
}

impl NestedReader<'_, '_> {
    fn has_next(&mut self) -> Result<bool, NoValue> {
        let has_next = self.reader.has_next(self.end, &mut self.is_first);
        self.has_ended = has_next == Some(false);
        has_next.ok_or(NoValue)
    }
}

impl<'r> SeqAccess<'r> for &mut NestedReader<'_, 'r> {
    type Error = NoValue;

    fn next_element_seed<T: DeserializeSeed<'r>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, NoValue> {
        if self.has_ended || !self.has_next()? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }
}

impl<'r> MapAccess<'r> for &mut NestedReader<'_, 'r> {
    type Error = NoValue;

    fn next_key_seed<K: DeserializeSeed<'r>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, NoValue> {
        if self.has_ended || !self.has_next()? {
            return Ok(None);
        }
        let name = self.reader.string().ok_or(NoValue)?;
        let input = self.reader.arguments.filter(|_| self.reader.depth == 1);
        if input.is_some_and(|input| input.known(&name).is_none()) {
            return Err(NoValue);
        }
        let name: CowStrDeserializer<'_, NoValue> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'r>>(&mut self, seed: T) -> Result<T::Value, NoValue> {
        if !self.reader.consume_colon() {
            return Err(NoValue);
        }
        seed.deserialize(&mut *self.reader)
    }
}
