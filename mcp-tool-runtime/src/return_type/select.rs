//! The traits that add methods to [`Returns`]. Method resolution selects the first trait that applies. The
//! generated code imports all of them.
//!
//! The method names start with `__`. This avoids clashes with methods that the user's code implements for all
//! types.

use std::future::Future;

use super::bounds::{DescribeResult, ExplainFailure, SerializeResult};
use super::outcome::Outcome;
use super::rejected_types::AwaitedResult;
use super::returns::{Returns, Success};
use crate::error::ToolError;

/// Applies to futures, which cannot be results.
pub trait ByFuture: Sized {
    type T;

    fn __success(self) -> Success<Self::T>
    where
        Self::T: AwaitedResult,
    {
        unreachable!("no type implements the trait")
    }

    fn __success_without_schema(self) -> Success<Self::T>
    where
        Self::T: AwaitedResult,
    {
        self.__success()
    }
}

impl<T: Future> ByFuture for Returns<T> {
    type T = T;
}

/// Applies to every `Result` whose error is a `ToolError` or converts into one.
pub trait ByMapped: Sized {
    type E;
    fn __failure(self) -> fn(Self::E) -> Outcome;
}

impl<T, E: Into<ToolError>> ByMapped for Returns<Result<T, E>> {
    type E = E;

    fn __failure(self) -> fn(E) -> Outcome {
        |error| Outcome::Failure(error.into())
    }
}

/// The methods of a result that is data, with the bounds that it needs.
macro_rules! data_methods {
    () => {
        fn __success<Kind>(self) -> Success<Self::T>
        where
            Self::T: SerializeResult<Kind, Described: DescribeResult>,
        {
            Success {
                schema: Some(<Self::T as SerializeResult<Kind>>::Described::SCHEMA),
                ..self.__success_without_schema::<Kind>()
            }
        }

        fn __success_without_schema<Kind>(self) -> Success<Self::T>
        where
            Self::T: SerializeResult<Kind>,
        {
            Success {
                schema: None,
                write: |answer| answer.__outcome(),
            }
        }
    };
}

/// Provides a method for a `Result` if no earlier trait provides this method for it. For example, `__success`
/// is an inherent method for a `Result` with text, content or `()`.
pub trait ByResult: Sized {
    type T;
    type E;

    data_methods!();

    fn __failure(self) -> fn(Self::E) -> Outcome
    where
        Self::E: ExplainFailure;
}

impl<T, E> ByResult for &Returns<Result<T, E>> {
    type T = T;
    type E = E;

    fn __failure(self) -> fn(E) -> Outcome
    where
        E: ExplainFailure,
    {
        E::EXPLAIN
    }
}

/// Provides a method for all types except `Result`, if no earlier trait provides this method.
pub trait ByValue: Sized {
    type T;

    data_methods!();

    fn __failure(self) {}
}

impl<T> ByValue for &mut Returns<T> {
    type T = T;
}
