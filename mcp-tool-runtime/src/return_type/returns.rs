//! `Returns`: the type whose methods select the conversions of a return type.

use std::marker::PhantomData;

use mcp_tool_schema::generate::SchemaFn;

use super::bounds::{DescribeOutput, HandBuiltResult};

/// Represents the return type `R` of a tool. Method resolution selects the conversions: `__success` for a
/// result with an output schema, `__success_without_schema`, and `__failure`.
pub struct Returns<R>(pub(super) PhantomData<fn() -> R>);

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
