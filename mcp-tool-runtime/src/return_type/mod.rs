//! From what a function returns to the outcome of a call.
//!
//! Which conversion applies is found by method resolution on [`Tag`], so that an alias behaves
//! as the type that it names. `Tag` has four rungs: inherent methods for exact types, traits on
//! `Tag` for futures, data with content and a mapped error, one on `&Tag` for every other `Result`,
//! one on `&mut Tag` for everything else. They find the value: [`Converted`], [`Data`] or
//! [`Rejected`]. Every value has a conversion, also one that does not compile: the only error about
//! it is that of [`Data`]'s schema.

mod bounds;
mod data;
mod inner_types;
mod outcome;
mod rejected;
pub(crate) mod rungs;
mod text_and_content;

use std::future::Future;
use std::marker::PhantomData;

use crate::schema::SchemaFn;

pub use bounds::{
    AnswerType, DescribeAnswer, DescribeOutput, ExplainFailure, HandBuiltAnswer, WriteAnswer,
};
pub use data::{AfterContent, ContentAndData, Converted, Data, DataKind, Plain};
pub(crate) use inner_types::rungs as inner_rungs;
pub use inner_types::{AllFit, Fits, Output, Types, Written, input_types};
pub use outcome::Outcome;
pub(crate) use outcome::OutcomeKind;
pub use rejected::{AwaitedAnswer, OneResult, OneResultOutside, OwnAnswer, Rejected};
#[cfg(feature = "rmcp3")]
pub(crate) use text_and_content::without_schema;

/// Represents the return type `R` of a tool. Its methods are the rungs.
pub struct Tag<R>(PhantomData<fn() -> R>);

#[doc(hidden)]
impl<R> Tag<R> {
    /// Returns the schema of `output = T`.
    pub fn __output<T: DescribeOutput>(self) -> Option<SchemaFn>
    where
        R: HandBuiltAnswer,
    {
        Some(T::SCHEMA)
    }
}

pub const fn tag<R>() -> Tag<R> {
    Tag(PhantomData)
}

/// Infers the return type from a call, which is never made.
pub fn tag_of<R>(_: impl FnOnce() -> R) -> Tag<R> {
    Tag(PhantomData)
}

/// Infers the return type of an async function from a call, which is never made.
pub fn tag_of_future<F: Future>(_: impl FnOnce() -> F) -> Tag<F::Output> {
    Tag(PhantomData)
}

/// Infers the type of an argument in such a call.
pub fn any<T>() -> T {
    unreachable!("the call is never made")
}

/// Turns an answer into an outcome, with the two conversions that `Tag` found for its type.
pub fn reply<A, D, F>(answer: A, data: D, failure: F) -> Outcome
where
    (A, D, F): Convert,
{
    (answer, data, failure).convert()
}

/// An answer together with its conversions: a `Result` has two, everything else has one.
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
