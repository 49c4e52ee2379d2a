//! The values that a client sent for the parameters of a tool, before they are decoded.

use std::any::Any;
use std::borrow::Cow;

use serde_json::{Map, Value};

use super::deserializer::Buffered;
use super::fault::Problem;
use super::input::{Holds, Input, InputSlot};
use super::parameter::AnyParameter;
use super::parse_problem::parse_problem;
use super::text_reader::TextReader;
use crate::json::exact_integers;

/// The number of slots that need no allocation.
pub(super) const FEW: usize = 4;

/// What the client sent.
pub(super) enum Given<'r> {
    /// A parsed object, and the number of its members that have been read. Most calls read each value in the object.
    Object(Map<String, Value>, usize),
    /// The values by slot: the first ones, and all others.
    Slots([GivenValue<'r>; FEW], Vec<GivenValue<'r>>),
}

impl Given<'_> {
    /// Returns empty slots for the parameters of a tool.
    pub(super) fn slots(input: &Input) -> Self {
        let others = input.slots().len().saturating_sub(FEW);
        let others = std::iter::repeat_with(GivenValue::default).take(others);
        Given::Slots(Default::default(), others.collect())
    }

    pub(super) fn into_owned(self) -> Given<'static> {
        match self {
            Given::Object(members, read) => Given::Object(members, read),
            Given::Slots(first, others) => Given::Slots(
                first.map(GivenValue::into_owned),
                others.into_iter().map(GivenValue::into_owned).collect(),
            ),
        }
    }
}

/// The value of one slot.
#[derive(Default)]
pub(super) enum GivenValue<'r> {
    #[default]
    Absent,
    /// The text of a JSON value. For a slot that takes all arguments, this is the whole object.
    Text(Cow<'r, str>),
    Value(Value),
}

impl GivenValue<'_> {
    /// Returns whether the value means that the argument is absent. Some clients send the text `null` for an
    /// absent argument (claude-code#95239). This text is a value if the type accepts it.
    pub(super) fn means_absent(&self, parameter: &dyn AnyParameter) -> bool {
        let text = match self {
            GivenValue::Absent | GivenValue::Value(Value::Null) => return true,
            GivenValue::Text(json) if json == "null" => return true,
            GivenValue::Text(json) => {
                let quoted = json
                    .strip_prefix('"')
                    .and_then(|json| json.strip_suffix('"'));
                quoted.unwrap_or_default()
            }
            GivenValue::Value(value) => value.as_str().unwrap_or_default(),
        };
        text.trim_ascii() == "null" && {
            let buffered = Buffered::default();
            !parameter.decodes(&Value::from(text), &buffered)
        }
    }

    /// Reads a valid value into `out`. Returns `false` for every value that needs other steps: decoding of a string's
    /// content, or an explanation of its faults.
    pub(super) fn read(
        &self,
        input: &Input,
        slot: &InputSlot,
        parameter: &dyn AnyParameter,
        out: &mut dyn Any,
    ) -> bool {
        let is_one = matches!(slot.holds, Holds::One(_));
        match self {
            GivenValue::Absent | GivenValue::Value(Value::Null) => false,
            GivenValue::Text(text) => {
                let mut reader = TextReader::new(text);
                reader.arguments = if is_one { None } else { Some(input) };
                parameter.read_text(&mut reader, out)
            }
            GivenValue::Value(value) => is_one && parameter.read_value(value, out),
        }
    }

    /// Returns the value as JSON, with null for an absent one. Fails for a text that cannot be parsed, for
    /// example because it is nested too deeply.
    pub(super) fn into_value(self) -> Result<Value, Problem> {
        match self {
            GivenValue::Absent => Ok(Value::Null),
            GivenValue::Text(text) => {
                exact_integers::parse(&text).map_err(|_| parse_problem(&text))
            }
            GivenValue::Value(value) => Ok(value),
        }
    }

    pub(super) fn into_owned(self) -> GivenValue<'static> {
        match self {
            GivenValue::Absent => GivenValue::Absent,
            GivenValue::Text(text) => GivenValue::Text(Cow::Owned(text.into_owned())),
            GivenValue::Value(value) => GivenValue::Value(value),
        }
    }
}

/// Reads a value of the most common types into `out`, as serde does. Returns `false` for any other value and type.
pub(super) fn read_simple(value: &Value, out: &mut dyn Any) -> bool {
    match value {
        Value::Number(number) => set(out, number.as_i64()),
        Value::Bool(value) => set(out, Some(*value)),
        Value::String(text) if out.is::<Option<String>>() => set(out, Some(text.clone())),
        _ => false,
    }
}

/// Writes a value to `out`, if `out` has its type. Returns whether `out` has it.
fn set<T: 'static>(out: &mut dyn Any, value: Option<T>) -> bool {
    let Some(out) = out.downcast_mut::<Option<T>>() else {
        return false;
    };
    *out = value;
    out.is_some()
}
