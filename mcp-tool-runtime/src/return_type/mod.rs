//! Turns the return value of a tool's function into the outcome of the call.
//!
//! Method resolution on [`Tag`] selects the conversion (autoref specialization), so an alias behaves like the
//! type that it names. The compiler tries four sources of methods, called rungs, in this order: inherent
//! methods for exact types; traits on `Tag` for futures, content with data and derived errors; a trait on
//! `&Tag` for every other `Result`; and a trait on `&mut Tag` for all other types. The result is
//! [`ConvertedResult`], [`Data`] or [`RejectedResult`]. Even a type that cannot be a result has a conversion,
//! so that the compiler reports only the error about its schema.

mod bounds;
mod convert;
mod data;
mod inner_types;
mod outcome;
mod rejected_types;
pub(crate) mod rungs;
mod tag;
mod text_and_content;

pub use bounds::{
    DescribeOutput, DescribeResult, ExplainFailure, HandBuiltResult, ResultType, SerializeResult,
};
pub(crate) use convert::Convert;
pub use convert::reply;
pub use data::{AfterContent, ContentAndData, ConvertedResult, Data, DataKind, Plain};
pub(crate) use inner_types::rungs as inner_rungs;
pub use inner_types::{AllFit, Fits, Output, Types, Written, input_types};
pub use outcome::Outcome;
pub(crate) use outcome::OutcomeKind;
pub use rejected_types::{AwaitedResult, OneResult, OneResultOutside, OwnResult, RejectedResult};
pub use tag::{Tag, any, tag, tag_of, tag_of_future};
#[cfg(feature = "rmcp3")]
pub(crate) use text_and_content::without_schema;
