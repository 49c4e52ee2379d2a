//! `#[arg(range(1..=10))]`

use std::num::NonZero;

use mcp_tool_schema::json_values::to_json;
use mcp_tool_schema::numbers::is_safe;
use mcp_tool_schema::safe_int::SafeInt;
use serde::de::Error as _;
use serde_json::{Map, Value};

use super::{Rule, at_least, at_most, is_less};
use crate::arguments::fault::Problem;

/// A type whose values are numbers, for `#[arg(range(…))]`: integers, floats, and options or boxes of them.
///
/// For your own type, implement the trait:
///
/// ```
/// use mcp_tool_runtime::bounds::NumberArgument;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Percent(u8);
///
/// impl NumberArgument for Percent {
///     type Number = u8;
///
///     fn number(&self) -> Option<u8> {
///         Some(self.0)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "an argument that is read as `{Self}` cannot have a `range`: it is not a number",
    label = "is not a number",
    note = "for the length of a string or a list, write `length(1..=10)`",
    note = "for your own type that is a number in JSON, implement `mcp_tool_runtime::bounds::NumberArgument`"
)]
pub trait NumberArgument {
    /// The type of the number that a value represents.
    type Number: Bound;

    /// Returns the number, or `None` to skip the rule, for example for an absent option.
    fn number(&self) -> Option<Self::Number>;
}

/// A number that can be one end of a range.
pub trait Bound: Copy + PartialOrd + std::fmt::Display + Send + Sync + 'static {
    #[doc(hidden)]
    const IS_FLOAT: bool;

    #[doc(hidden)]
    fn to_value(self) -> Value;

    /// Returns the next smaller integer. Returns `None` for the smallest integer and for every float.
    #[doc(hidden)]
    fn below(self) -> Option<Self>;

    /// Returns whether the number is the smallest of its type. The smallest float is negative infinity.
    #[doc(hidden)]
    fn is_least(self) -> bool;
}

macro_rules! integers {
    ($($integer:ident)*) => {$(
        impl Bound for $integer {
            const IS_FLOAT: bool = false;

            fn to_value(self) -> Value {
                serde_json::to_value(self).unwrap_or_default()
            }

            fn below(self) -> Option<Self> {
                self.checked_sub(1)
            }

            fn is_least(self) -> bool {
                self == $integer::MIN
            }
        }

        #[diagnostic::do_not_recommend]
        impl NumberArgument for $integer {
            type Number = $integer;

            fn number(&self) -> Option<$integer> {
                Some(*self)
            }
        }

        #[diagnostic::do_not_recommend]
        impl NumberArgument for NonZero<$integer> {
            type Number = $integer;

            fn number(&self) -> Option<$integer> {
                Some(self.get())
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! floats {
    ($($float:ident)*) => {$(
        impl Bound for $float {
            const IS_FLOAT: bool = true;

            fn to_value(self) -> Value {
                // Convert through text, because a cast from `f32` to `f64` turns 0.1 into
                // 0.10000000149011612.
                self.to_string().parse::<f64>().map_or(Value::Null, Value::from)
            }

            fn below(self) -> Option<Self> {
                None
            }

            fn is_least(self) -> bool {
                self == $float::NEG_INFINITY
            }
        }

        #[diagnostic::do_not_recommend]
        impl NumberArgument for $float {
            type Number = $float;

            fn number(&self) -> Option<$float> {
                Some(*self)
            }
        }
    )*};
}

floats!(f32 f64);

#[diagnostic::do_not_recommend]
impl NumberArgument for SafeInt {
    type Number = i64;

    fn number(&self) -> Option<i64> {
        Some(self.get())
    }
}

#[diagnostic::do_not_recommend]
impl<T: NumberArgument> NumberArgument for Option<T> {
    type Number = T::Number;

    fn number(&self) -> Option<T::Number> {
        self.as_ref().and_then(T::number)
    }
}

#[diagnostic::do_not_recommend]
impl<T: NumberArgument> NumberArgument for Box<T> {
    type Number = T::Number;

    fn number(&self) -> Option<T::Number> {
        T::number(self)
    }
}

/// `range(low..=high)`. Each end is optional.
///
/// Each of `low` and `high` holds one number, or none if the end is absent. For a number of the wrong type, a
/// slice gives a shorter compiler error than an `Option`.
pub struct Range<N: 'static> {
    pub low: &'static [N],
    pub high: &'static [N],
    pub high_is_out: bool,
}

/// The two ends of a range.
pub(super) struct Ends<N> {
    pub(super) low: Option<N>,
    pub(super) high: Option<N>,
    pub(super) high_is_out: bool,
}

impl<N: Bound> Ends<N> {
    pub(super) fn new(low: &[N], high: &[N], high_is_out: bool) -> Self {
        Ends {
            low: low.first().copied(),
            high: high.first().copied(),
            high_is_out,
        }
    }

    pub(super) fn admits(&self, number: N) -> bool {
        let below_high = |high: &N| number < *high || number == *high && !self.high_is_out;
        self.low.iter().all(|low| *low <= number) && self.high.iter().all(below_high)
    }

    fn check(&self, number: Option<N>) -> Option<Problem> {
        let number = number.filter(|number| !self.admits(*number))?;
        let mut ends = self.low.into_iter().chain(self.high);
        // If an end of the range has 64 bits and is not exact as an `f64`, write the range into the
        // message. The schema omits such an end, so the message cannot take the range from the
        // schema.
        let is_inexact = |end: N| end.to_value().as_number().is_some_and(|end| !is_safe(end));
        Some(if ends.any(is_inexact) {
            let [low, high] = [self.low, self.high].map(|end| end.map(in_json));
            let range = bounds(low, high, self.high_is_out);
            Problem::custom(format!("{} is not in the range {range}", in_json(number)))
        } else {
            Problem::against_a_rule(number.to_string())
        })
    }

    /// Checks the float from the request against the ends in the schema, as a schema validator does. A
    /// decoded `f32` may have lost digits. Skips ranges of integers.
    fn check_sent(&self, sent: &dyn Fn() -> Option<f64>) -> Option<Problem> {
        if !N::IS_FLOAT {
            return None;
        }
        let end = |end: Option<N>| end.and_then(|end| end.to_value().as_f64());
        let ends = Ends {
            low: end(self.low),
            high: end(self.high),
            high_is_out: self.high_is_out,
        };
        ends.check(sent())
    }

    /// Returns the ends in the syntax of the attribute.
    pub(super) fn text(&self) -> String {
        bounds(self.low, self.high, self.high_is_out)
    }

    /// Returns whether the range is empty.
    pub(super) fn is_empty(&self) -> bool {
        match (self.low, self.high) {
            (Some(low), _) => !self.admits(low),
            (None, Some(high)) => {
                let is_nan = high.partial_cmp(&high).is_none();
                is_nan || self.high_is_out && high.is_least()
            }
            (None, None) => false,
        }
    }
}

/// Writes a range in the syntax of the attribute.
fn bounds<N: ToString>(low: Option<N>, high: Option<N>, high_is_out: bool) -> String {
    let dots = match &high {
        Some(_) if !high_is_out => "..=",
        _ => "..",
    };
    let end = |end: Option<N>| end.map_or_else(String::new, |end| end.to_string());
    format!("{}{dots}{}", end(low), end(high))
}

/// Returns a number as JSON text. serde_json writes `1e300`, but Rust's `Display` writes all 301 digits.
fn in_json<N: Bound>(number: N) -> String {
    match number.to_value() {
        Value::Null => number.to_string(),
        value => to_json(&value),
    }
}

impl<N: Bound> Range<N> {
    fn ends(&self) -> Ends<N> {
        Ends::new(self.low, self.high, self.high_is_out)
    }
}

impl<T: NumberArgument> Rule<T> for Range<T::Number> {
    fn check(&self, value: &T, sent: &dyn Fn() -> Option<f64>) -> Option<Problem> {
        let ends = self.ends();
        ends.check(value.number()).or_else(|| ends.check_sent(sent))
    }

    fn text(&self) -> String {
        format!("range({})", self.ends().text())
    }

    fn write(&self, schema: &mut Map<String, Value>) {
        let ends = self.ends();
        // Omit an end that a `Value` cannot hold. For an integer beyond 64 bits and for an
        // infinite float, `to_value` returns `null`.
        if let Some(low) = ends.low.map(Bound::to_value).filter(Value::is_number) {
            at_least(schema, "minimum", low);
        }
        let Some(high) = ends.high else {
            return;
        };
        let (keyword, high) = match ends.high_is_out.then(|| high.below()) {
            None => ("maximum", high),
            Some(Some(below)) => ("maximum", below),
            Some(None) => ("exclusiveMaximum", high),
        };
        let high = high.to_value();
        if !high.is_number() {
            return;
        }
        if keyword == "maximum" {
            at_most(schema, keyword, high);
        } else if schema
            .get("maximum")
            .is_none_or(|maximum| !is_less(maximum, &high))
        {
            // If the type has its own `maximum`, that `maximum` is at least `high`. An
            // `exclusiveMaximum` of `high` is stricter, so remove `maximum`.
            schema.remove("maximum");
            at_most(schema, keyword, high);
        }
    }

    fn fault(&self) -> Option<String> {
        let ends = self.ends();
        let is_empty = ends.is_empty();
        is_empty.then(|| format!("the range is empty: {}", ends.text()))
    }
}
