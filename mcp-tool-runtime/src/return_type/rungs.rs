//! The traits that add methods to [`Tag`] and [`Data`]. Method resolution selects the first trait that
//! applies. The generated code imports all of them.
//!
//! The method names start with `__`. This avoids clashes with methods that the user's code implements for all
//! types.

use std::future::Future;

use mcp_tool_schema::generate::{SchemaFn, subschema};
use schemars::JsonSchema;
use serde::Serialize;

use super::bounds::{DescribeResult, ExplainFailure, ResultType, SerializeResult};
use super::data::{AfterContent, ContentAndData, Data, DataKind, Plain, no_conversion};
use super::inner_types::{AllFit, Fits, Output, Written};
use super::outcome::Outcome;
use super::rejected_types::{AwaitedResult, RejectedResult};
use super::tag::Tag;
use crate::error::ToolError;

/// Applies to futures, which cannot be results.
pub trait ByFuture: Sized {
    type T;
    fn __value(self) -> RejectedResult<Self::T, dyn AwaitedResult>;
    fn __failure(self);
}

impl<T: Future> ByFuture for Tag<T> {
    type T = T;

    fn __value(self) -> RejectedResult<T, dyn AwaitedResult> {
        RejectedResult::new()
    }

    fn __failure(self) {}
}

/// Applies to types that implement [`ContentAndData`], alone or inside a `Result`.
pub trait ByContent: Sized {
    type Output: ContentAndData;

    fn __value(self) -> Data<AfterContent<Self::Output>> {
        Data::new()
    }
}

impl<A: ContentAndData> ByContent for Tag<A> {
    type Output = A;
}

impl<A: ContentAndData, E> ByContent for Tag<Result<A, E>> {
    type Output = A;
}

/// Applies to every `Result` whose error is a `ToolError` or converts into one.
pub trait ByMapped: Sized {
    type E;
    fn __failure(self) -> fn(Self::E) -> Outcome;
}

impl<T, E: Into<ToolError>> ByMapped for Tag<Result<T, E>> {
    type E = E;

    fn __failure(self) -> fn(E) -> Outcome {
        |error| Outcome::failure(error.into())
    }
}

/// Provides a method for a `Result` if no earlier rung provides this method for it. For example, `__value` is
/// an inherent method for a `Result` with text, content or `()`.
pub trait ByResult: Sized {
    type T;
    type E;
    fn __value(self) -> Data<Plain<Self::T>> {
        Data::new()
    }
    fn __failure(self) -> fn(Self::E) -> Outcome
    where
        Self::E: ExplainFailure;
}

impl<T, E> ByResult for &Tag<Result<T, E>> {
    type T = T;
    type E = E;

    fn __failure(self) -> fn(E) -> Outcome
    where
        E: ExplainFailure,
    {
        E::EXPLAIN
    }
}

/// Provides a method for all types except `Result`, if no earlier rung provides this method.
pub trait ByValue: Sized {
    type T;
    fn __value(self) -> Data<Plain<Self::T>> {
        Data::new()
    }
    fn __failure(self) {}
}

impl<T> ByValue for &mut Tag<T> {
    type T = T;
}

/// Applies to data that implements `Serialize`.
pub trait ByWriting: Sized {
    type Output;
    fn __write(self) -> fn(Self::Output) -> Outcome;
}

impl<K: DataKind<Data: Serialize>> ByWriting for Data<K> {
    type Output = K::Output;

    fn __write(self) -> fn(K::Output) -> Outcome {
        |answer| {
            let (content, data) = K::split(answer);
            Outcome::structured(&data).with_content(content)
        }
    }
}

/// Applies to data that does not implement `Serialize`. Causes no error, because the checks of the derives,
/// such as [`ByLacking`], already cause one.
pub trait ByNoWriting: Sized {
    type Output;
    fn __write(self) -> fn(Self::Output) -> Outcome {
        no_conversion
    }
}

impl<K: DataKind> ByNoWriting for &Data<K> {
    type Output = K::Output;
}

/// Applies to data that has all derives that its contract, `Output` or `Written`, requires.
pub trait BySchema: Sized {
    fn __schema(self) -> Option<SchemaFn>;
}

impl<K: DataKind<Data: Fits<Output> + JsonSchema>, D> BySchema for Data<K, Output, D> {
    fn __schema(self) -> Option<SchemaFn> {
        Some(subschema::<K::Data>)
    }
}

impl<K: DataKind<Data: Fits<Written>>, D> BySchema for Data<K, Written, D> {
    fn __schema(self) -> Option<SchemaFn> {
        None
    }
}

/// Applies to data that lacks a derive although no inner type does, if the tool has an output schema. The
/// bounds make the compiler report the missing derive.
pub trait ByLacking: Sized {
    type T;
    fn __schema<Kind>(self) -> Option<SchemaFn>
    where
        Self::T: ResultType<Kind>,
        <Self::T as ResultType<Kind>>::Described: DescribeResult,
        <Self::T as ResultType<Kind>>::Written: SerializeResult,
    {
        None
    }
}

impl<K: DataKind, D: AllFit<Output>> ByLacking for &Data<K, Output, D> {
    type T = K::Data;
}

/// Applies to data that lacks `Serialize` although no inner type does, if the tool has no output schema.
pub trait ByLackingSerialize: Sized {
    type T;
    fn __schema(self) -> Option<SchemaFn>
    where
        Self::T: SerializeResult,
    {
        None
    }
}

impl<K: DataKind, D: AllFit<Written>> ByLackingSerialize for &Data<K, Written, D> {
    type T = K::Data;
}

/// Applies to data with an inner type that lacks a derive. The compiler has already reported the inner type.
pub trait ByLackingInside: Sized {
    fn __schema(self) -> Option<SchemaFn> {
        None
    }
}

impl<K, C, D> ByLackingInside for &mut Data<K, C, D> {}
