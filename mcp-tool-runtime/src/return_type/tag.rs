//! `Tag`: the type whose methods select the conversions of a return type.

use std::future::Future;
use std::marker::PhantomData;

use mcp_tool_schema::generate::SchemaFn;

use super::bounds::{DescribeOutput, HandBuiltResult};

/// Represents the return type `R` of a tool. Method resolution on the tag selects the conversions.
pub struct Tag<R>(pub(super) PhantomData<fn() -> R>);

#[doc(hidden)]
impl<R> Tag<R> {
    /// Returns the function that generates the schema of `T`, for `output = T`.
    pub fn __output<T: DescribeOutput>(self) -> Option<SchemaFn>
    where
        R: HandBuiltResult,
    {
        Some(T::SCHEMA)
    }
}

pub const fn tag<R>() -> Tag<R> {
    Tag(PhantomData)
}

/// Infers the return type of a tool's function. The argument is the function or a closure that calls it, and
/// never runs.
pub fn tag_of<R>(_: impl FnOnce() -> R) -> Tag<R> {
    Tag(PhantomData)
}

/// Infers the output type of an async function's future. The argument is the function or a closure that calls
/// it, and never runs.
pub fn tag_of_future<F: Future>(_: impl FnOnce() -> F) -> Tag<F::Output> {
    Tag(PhantomData)
}

/// Provides a placeholder for an argument of any type, in the closures for [`tag_of`] and [`tag_of_future`].
pub fn any<T>() -> T {
    unreachable!("the call is never made")
}
