//! `Returns`: the type whose methods select the conversions of a return type. `reply` converts a return value with
//! them.

use std::marker::PhantomData;

use mcp_tool_schema::generate::SchemaFn;

use super::bounds::{DescribeOutput, HandBuiltResult, Published, Unpublished};
use super::outcome::Outcome;

/// Represents the return type `R` of a tool. Method resolution selects the conversions `__success` and
/// `__failure`. `S` says whether the tool publishes a schema of the result.
pub struct Returns<R, S = Published>(PhantomData<fn() -> (R, S)>);

#[doc(hidden)]
impl<R> Returns<R> {
    /// Returns the function that generates the schema of `T`, for `output = T`.
    pub fn output_schema<T: DescribeOutput>(self) -> Option<SchemaFn>
    where
        R: HandBuiltResult,
    {
        Some(T::SCHEMA)
    }
}

pub const fn returns<R>() -> Returns<R> {
    Returns(PhantomData)
}

/// Represents the return type of a tool that publishes no schema of it.
pub const fn returns_unpublished<R>() -> Returns<R, Unpublished> {
    Returns(PhantomData)
}

/// What the registry does with a result, or with the `Ok` value of a `Result`.
pub struct Success<T> {
    /// The function that generates the output schema, or `None` for a result without a schema.
    pub schema: Option<SchemaFn>,
    /// Converts the value into an outcome.
    pub write: fn(T) -> Outcome,
}

/// Converts a return value into an outcome. `success` is for the value, or for the `Ok` value of a `Result`.
/// `failure` converts the error of a `Result`, and is `()` for other types. The caller gets both from a
/// [`Returns`].
pub fn reply<A, T, F>(answer: A, success: Success<T>, failure: F) -> Outcome
where
    (A, fn(T) -> Outcome, F): Convert,
{
    (answer, success.write, failure).convert()
}

/// A tuple of a return value and its conversions. A `Result` has two conversions, and every other type has
/// one.
pub trait Convert {
    fn convert(self) -> Outcome;
}

impl<T, E> Convert for (Result<T, E>, fn(T) -> Outcome, fn(E) -> Outcome) {
    fn convert(self) -> Outcome {
        match self.0 {
            Ok(value) => (self.1)(value),
            Err(error) => (self.2)(error),
        }
    }
}

impl<T> Convert for (T, fn(T) -> Outcome, ()) {
    fn convert(self) -> Outcome {
        (self.1)(self.0)
    }
}
