//! `#[arg(length(1..=64))]`

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::range::Ends;
use super::{Rule, at_least, at_most, unless};
use crate::arguments::fault::Problem;
use mcp_tool_schema::json_terms::count;

/// The unit of a length. The unit determines the schema keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LengthUnit {
    /// Unicode characters of a text: `minLength`, `maxLength`.
    Characters,
    /// Items of a list: `minItems`, `maxItems`.
    Items,
    /// Members of an object: `minProperties`, `maxProperties`.
    Members,
}

/// A type whose values have a length, for `#[arg(length(…))]`: strings, lists, maps, and options of them.
/// Sets are excluded, because two equal items of the request become one item of the set.
///
/// For your own type, implement the trait:
///
/// ```
/// use mcp_tool_runtime::bounds::{LengthArgument, LengthUnit};
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Tag(String);
///
/// impl LengthArgument for Tag {
///     const UNIT: LengthUnit = LengthUnit::Characters;
///
///     fn length(&self) -> Option<usize> {
///         Some(self.0.chars().count())
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "an argument that is read as `{Self}` cannot have a `length`: it is not a string, a list or a map",
    label = "is not a string, a list or a map",
    note = "for a number, write `range(1..=10)`; for a set, check the length in the body of the tool",
    note = "for a type of your own that has a length, implement `mcp_tool_runtime::bounds::LengthArgument`"
)]
pub trait LengthArgument {
    /// The unit that [`length`](Self::length) counts.
    const UNIT: LengthUnit;

    /// Returns the length, or `None` to skip the rule, for example for an absent option.
    fn length(&self) -> Option<usize>;
}

macro_rules! texts {
    ($($text:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl LengthArgument for $text {
            const UNIT: LengthUnit = LengthUnit::Characters;

            fn length(&self) -> Option<usize> {
                // JSON Schema counts characters, not bytes.
                Some(self.chars().count())
            }
        }
    )*};
}

texts!(String Box<str> Arc<str> Cow<'_, str>);

macro_rules! collections {
    ($($unit:ident: for<$($parameter:ident),*> $collection:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameter),*> LengthArgument for $collection {
            const UNIT: LengthUnit = LengthUnit::$unit;

            fn length(&self) -> Option<usize> {
                Some(self.len())
            }
        }
    )*};
}

collections! {
    Items: for<T> Vec<T>;
    Items: for<T> Box<[T]>;
    Items: for<T> VecDeque<T>;
    Members: for<K, V, H> HashMap<K, V, H>;
    Members: for<K, V> BTreeMap<K, V>;
    Members: for<> Map<String, Value>;
}

#[diagnostic::do_not_recommend]
impl<T: LengthArgument> LengthArgument for Option<T> {
    const UNIT: LengthUnit = T::UNIT;

    fn length(&self) -> Option<usize> {
        self.as_ref().and_then(T::length)
    }
}

/// `length(low..=high)`. Each end is optional, as in [`Range`](super::Range).
pub struct Length {
    pub low: &'static [usize],
    pub high: &'static [usize],
    pub high_is_out: bool,
}

impl Length {
    fn ends(&self) -> Ends<usize> {
        Ends::new(self.low, self.high, self.high_is_out)
    }
}

impl<T: LengthArgument> Rule<T> for Length {
    fn check(&self, value: &T, _: &dyn Fn() -> Option<f64>) -> Option<Problem> {
        let length = value.length()?;
        unless(self.ends().admits(length), || {
            let unit = match T::UNIT {
                LengthUnit::Characters => "character",
                LengthUnit::Items => "item",
                LengthUnit::Members => "member",
            };
            count(length, unit)
        })
    }

    fn text(&self) -> String {
        format!("length({})", self.ends().text())
    }

    fn write(&self, schema: &mut Map<String, Value>) {
        let (least, most) = match T::UNIT {
            LengthUnit::Characters => ("minLength", "maxLength"),
            LengthUnit::Items => ("minItems", "maxItems"),
            LengthUnit::Members => ("minProperties", "maxProperties"),
        };
        let ends = self.ends();
        if let Some(low) = ends.low {
            at_least(schema, least, Value::from(low));
        }
        if let Some(high) = ends.high {
            let high = high.saturating_sub(usize::from(ends.high_is_out));
            at_most(schema, most, Value::from(high));
        }
    }

    fn fault(&self) -> Option<String> {
        let ends = self.ends();
        let is_empty = ends.is_empty();
        is_empty.then(|| format!("the range is empty: {}", ends.text()))
    }
}
