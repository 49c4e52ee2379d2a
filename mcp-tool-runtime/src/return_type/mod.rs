//! From what a function returns to the outcome of a call.
//!
//! Which conversion applies is found by method resolution on [`Tag`], so that an alias behaves
//! as the type that it names. `Tag` has four rungs: inherent methods for exact types, traits on
//! `Tag` for futures, data with content and a mapped error, one on `&Tag` for every other `Result`,
//! one on `&mut Tag` for everything else. They find the value: [`Converted`], [`Data`] or
//! [`Rejected`]. Every value has a conversion, also one that does not compile: the only error about
//! it is that of [`Data`]'s schema.

mod bounds;
mod convert;
mod data;
mod inner_types;
mod outcome;
mod rejected;
pub(crate) mod rungs;
mod tag;
mod text_and_content;

pub use bounds::{
    AnswerType, DescribeAnswer, DescribeOutput, ExplainFailure, HandBuiltAnswer, WriteAnswer,
};
pub(crate) use convert::Convert;
pub use convert::reply;
pub use data::{AfterContent, ContentAndData, Converted, Data, DataKind, Plain};
pub(crate) use inner_types::rungs as inner_rungs;
pub use inner_types::{AllFit, Fits, Output, Types, Written, input_types};
pub use outcome::Outcome;
pub(crate) use outcome::OutcomeKind;
pub use rejected::{AwaitedAnswer, OneResult, OneResultOutside, OwnAnswer, Rejected};
pub use tag::{Tag, any, tag, tag_of, tag_of_future};
#[cfg(feature = "rmcp3")]
pub(crate) use text_and_content::without_schema;
