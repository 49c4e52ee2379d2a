//! The traits that add methods to [`Returns`]. Method resolution selects the first trait that applies. The
//! generated code imports all of them.
//!
//! The method names start with `__`. This avoids clashes with methods that the user's code implements for all
//! types.

use std::future::Future;

use super::bounds::{ExplainFailure, Publish, SerializeResult};
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
}

impl<T: Future, S> ByFuture for Returns<T, S> {
    type T = T;
}

/// Applies to every `Result` whose error is a `ToolError` or converts into one.
pub trait ByMapped: Sized {
    type E;
    fn __failure(self) -> fn(Self::E) -> Outcome;
}

impl<T, E: Into<ToolError>, S> ByMapped for Returns<Result<T, E>, S> {
    type E = E;

    fn __failure(self) -> fn(E) -> Outcome {
        |error| Outcome::Failure(Box::new(error.into()))
    }
}

/// The method of a result that is data, with the bounds that it needs.
macro_rules! data_method {
    () => {
        fn __success<Kind>(self) -> Success<Self::T>
        where
            Self::T: SerializeResult<Kind>,
            Self::S: Publish<<Self::T as SerializeResult<Kind>>::Described>,
        {
            Success {
                schema: Self::S::SCHEMA,
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
    type S;

    data_method!();

    fn __failure(self) -> fn(Self::E) -> Outcome
    where
        Self::E: ExplainFailure;
}

impl<T, E, S> ByResult for &Returns<Result<T, E>, S> {
    type T = T;
    type E = E;
    type S = S;

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
    type S;

    data_method!();

    fn __failure(self) {}
}

impl<T, S> ByValue for &mut Returns<T, S> {
    type T = T;
    type S = S;
}
