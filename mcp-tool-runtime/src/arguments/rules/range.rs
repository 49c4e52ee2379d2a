use std::num::NonZero;

use serde_json::{Map, Value};

use super::{Rule, unless};
use crate::SafeInt;
use crate::arguments::fault::Problem;

/// A type whose values are numbers, for `#[arg(range(…))]`: integers, floats, and options of them.
///
/// A type of one's own joins them:
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
    message = "an argument of type `{Self}` cannot have a `range`: it is no number",
    label = "is no number",
    note = "for the length of a text or a list, write `length(1..=10)`",
    note = "for a type of your own that stands for a number, implement `mcp_tool_runtime::bounds::NumberArgument`"
)]
pub trait NumberArgument {
    /// The number that a value stands for.
    type Number: Bound;

    /// The number; `None` where there is none to check.
    fn number(&self) -> Option<Self::Number>;
}

/// A number that can be one end of a range.
pub trait Bound: Copy + PartialOrd + std::fmt::Display + Send + Sync + 'static {
    #[doc(hidden)]
    fn to_value(self) -> Value;

    /// The greatest number below this one, if the type can tell.
    #[doc(hidden)]
    fn below(self) -> Option<Self>;
}

macro_rules! integers {
    ($($integer:ident)*) => {$(
        impl Bound for $integer {
            fn to_value(self) -> Value {
                serde_json::to_value(self).unwrap_or_default()
            }

            fn below(self) -> Option<Self> {
                self.checked_sub(1)
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
            fn to_value(self) -> Value {
                Value::from(self)
            }

            fn below(self) -> Option<Self> {
                None
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

/// `range(low..=high)`: each end is there or not.
///
/// An end is a list of none or one, because the compiler says less about a wrong value in a list
/// than about one in an `Option`.
pub struct Range<N: 'static> {
    pub low: &'static [N],
    pub high: &'static [N],
    pub high_is_out: bool,
}

impl<N: Bound> Range<N> {
    fn admits(&self, number: N) -> bool {
        let below_high = |high: &N| match self.high_is_out {
            true => number < *high,
            false => number <= *high,
        };
        self.low.iter().all(|low| *low <= number) && self.high.iter().all(below_high)
    }
}

impl<T: NumberArgument> Rule<T> for Range<T::Number> {
    fn check(&self, value: &T) -> Option<Problem> {
        let number = value.number()?;
        unless(self.admits(number), || number.to_string())
    }

    fn write(&self, schema: &mut Map<String, Value>) {
        for low in self.low {
            put(schema, "minimum", *low);
        }
        for &high in self.high {
            // The type's own bound is further out, or the rule would say nothing.
            let (keyword, high) = match self.high_is_out.then(|| high.below()) {
                None => ("maximum", high),
                Some(Some(below)) => ("maximum", below),
                Some(None) => ("exclusiveMaximum", high),
            };
            if keyword != "maximum" {
                schema.remove("maximum");
            }
            put(schema, keyword, high);
        }
    }

    fn fault(&self) -> Option<String> {
        let (&low, high) = self.low.first().zip(self.high.first())?;
        (!self.admits(low)).then(|| {
            let dots = if self.high_is_out { ".." } else { "..=" };
            format!("no number is in the range {low}{dots}{high}")
        })
    }
}

/// Numbers of more than 64 bits are in no schema: no argument can be one.
fn put(schema: &mut Map<String, Value>, keyword: &str, bound: impl Bound) {
    let bound = bound.to_value();
    if bound.is_number() {
        schema.insert(keyword.to_owned(), bound);
    }
}
