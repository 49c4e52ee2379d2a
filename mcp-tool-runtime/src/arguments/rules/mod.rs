//! Rules that `#[arg(…)]` adds to an argument. Each rule writes its keywords into the schema. Each rule
//! except `header` also checks the decoded value, so the registry enforces the published rules. The HTTP
//! transport checks `header`.

mod header;
mod length;
#[cfg(feature = "regex")]
mod pattern;
mod range;

use std::cmp::Ordering;
use std::marker::PhantomData;

use mcp_tool_schema::numbers::compare;
use serde_json::{Map, Value};

pub use header::{Header, HeaderArgument};
pub use length::{Length, LengthArgument, LengthUnit};
#[cfg(feature = "regex")]
pub use pattern::{Pattern, TextArgument};
pub use range::{Bound, NumberArgument, Range};

use super::fault::Problem;

/// A rule for values of type `T`.
pub trait Rule<T>: Sync {
    /// Returns the fault of the value, if there is one. `sent` returns the number from the request, or `None`
    /// if the argument is not a number. The decoded number may have lost digits.
    fn check(&self, value: &T, sent: &dyn Fn() -> Option<f64>) -> Option<Problem>;

    /// Returns the rule as the author writes it in `#[arg(…)]`, for example `range(1..=5)`.
    fn text(&self) -> String;

    /// Writes the rule's keywords into the argument's schema.
    fn write(&self, schema: &mut Map<String, Value>);

    /// Returns whether clients repeat the argument in a header.
    fn is_header(&self) -> bool {
        false
    }

    /// Returns the fault of the rule itself, if there is one. For example, no value can be in an empty range.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// Creates the rules for arguments of type `T`. Each method requires only the trait that its own rule needs.
pub struct Rules<T>(PhantomData<fn(T)>);

impl<T: NumberArgument> Rules<T> {
    #[doc(hidden)]
    pub const fn range(range: &'static Range<T::Number>) -> &'static dyn Rule<T> {
        range
    }
}

/// Catches calls of `Rules::range` for types that are not numbers. No such type satisfies the bound
/// `NumberArgument`, so the compiler reports only the unmet bound.
pub trait NoNumbers {
    type T;

    fn range<N>(range: &'static Range<N>) -> &'static dyn Rule<Self::T>
    where
        Self::T: NumberArgument;
}

impl<T> NoNumbers for Rules<T> {
    type T = T;

    fn range<N>(_: &'static Range<N>) -> &'static dyn Rule<T>
    where
        T: NumberArgument,
    {
        unreachable!("a number has the function of the type")
    }
}

impl<T> Rules<T> {
    #[doc(hidden)]
    pub const fn length(length: &'static Length) -> &'static dyn Rule<T>
    where
        T: LengthArgument,
    {
        length
    }

    #[cfg(feature = "regex")]
    #[doc(hidden)]
    pub const fn pattern(pattern: &'static Pattern) -> &'static dyn Rule<T>
    where
        T: TextArgument,
    {
        pattern
    }

    #[doc(hidden)]
    pub const fn header(header: &'static Header) -> &'static dyn Rule<T>
    where
        T: HeaderArgument,
    {
        header
    }
}

/// Writes a lower bound, unless the schema already has one that is at least as high.
fn at_least(schema: &mut Map<String, Value>, keyword: &str, bound: Value) {
    if schema
        .get(keyword)
        .is_none_or(|limit| is_less(limit, &bound))
    {
        schema.insert(keyword.to_owned(), bound);
    }
}

/// Writes an upper bound, unless the schema already has one that is at least as low.
fn at_most(schema: &mut Map<String, Value>, keyword: &str, bound: Value) {
    if schema
        .get(keyword)
        .is_none_or(|limit| is_less(&bound, limit))
    {
        schema.insert(keyword.to_owned(), bound);
    }
}

/// Returns whether the first number is smaller than the second.
fn is_less(one: &Value, other: &Value) -> bool {
    let numbers = one.as_number().zip(other.as_number());
    numbers.and_then(|(one, other)| compare(one, other)) == Some(Ordering::Less)
}

/// Returns a problem if `kept` is false. `kept` states whether the value satisfies the rule. `got` describes
/// the value.
fn unless(kept: bool, got: impl FnOnce() -> String) -> Option<Problem> {
    (!kept).then(|| Problem::against_a_rule(got()))
}
