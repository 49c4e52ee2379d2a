//! Turns the return value of a tool's function into the outcome of the call.
//!
//! Method resolution on [`Tag`] selects the conversion. This technique is called autoref specialization. The
//! compiler resolves type aliases first, so an alias behaves like its type. The compiler looks for a method in
//! four places, called rungs. Inherent methods for exact types come first. Traits on `Tag` come second, for
//! futures, content with data, and errors that convert into `ToolError`. A trait on `&Tag` comes third, with
//! the remaining methods of every `Result`. A trait on `&mut Tag` comes last, with the remaining methods of
//! all other types. The selected method `__value` returns [`ConvertedResult`], [`Data`] or [`RejectedResult`].
//! Even a type that cannot be a result has a placeholder conversion. So only the call of `__schema`, or of
//! `__require_derives` for an inner type, fails to compile, and the compiler reports one error.

mod bounds;
mod convert;
mod data;
mod handler_result;
mod inner_types;
mod outcome;
mod rejected_types;
pub(crate) mod rungs;
#[cfg(feature = "rmcp-types")]
mod sdk_results;
mod tag;
mod text_and_content;
mod with_content;

pub use bounds::{
    DescribeOutput, DescribeResult, ExplainFailure, HandBuiltResult, ResultType, SerializeResult,
};
pub(crate) use convert::Convert;
pub use convert::reply;
pub use data::{AfterContent, ContentAndData, ConvertedResult, Data, DataKind, Plain};
pub(crate) use handler_result::handler_results;
pub(crate) use handler_result::{Built, Fallible, WithOutput, WithoutOutput};
pub use handler_result::{HandlerError, HandlerResult};
pub(crate) use inner_types::rungs as inner_rungs;
pub use inner_types::{AllFit, Fits, Output, Types, Written, input_types};
pub use outcome::Outcome;
pub(crate) use outcome::OutcomeKind;
pub use rejected_types::{AwaitedResult, OneResult, OneResultOutside, OwnResult, RejectedResult};
pub use tag::{Tag, any, tag, tag_of, tag_of_future};
pub(crate) use text_and_content::without_schema;
pub use with_content::{WithContent, WithText};
