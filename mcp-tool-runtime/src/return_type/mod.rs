//! Turns the return value of a tool's function into the outcome of the call.
//!
//! Method resolution on [`Returns`] selects the conversion. This technique is called autoref specialization. The
//! compiler resolves type aliases first, so an alias behaves like its type. The compiler looks for a method in
//! four places. Inherent methods for exact types come first. Traits on `Returns` come second, for futures, content
//! with data, and errors that convert into `ToolError`. A trait on `&Returns` comes third, with the remaining
//! methods of every `Result`. A trait on `&mut Returns` comes last, with the remaining methods of all other types.
//!
//! A type that cannot be a result violates a bound of the selected method. The generated code calls this method
//! once for the schema and once for the conversion. rustc prints two equal errors at the same place only once.

mod bounds;
mod handler_result;
mod outcome;
mod rejected_types;
mod returns;
#[cfg(feature = "rmcp-types")]
mod sdk_results;
pub(crate) mod select;
mod text_and_content;
mod with_content;

pub use bounds::{DescribeOutput, ExplainFailure, HandBuiltResult, Publish, SerializeResult};
pub(crate) use handler_result::handler_results;
pub(crate) use handler_result::{Built, Fallible, WithOutput, WithoutOutput};
pub use handler_result::{HandlerError, HandlerResult};
pub use outcome::Outcome;
pub use rejected_types::{AwaitedResult, OneResult, OneResultOutside, OwnResult};
pub use returns::{Returns, Success, reply, returns, returns_unpublished};
pub(crate) use text_and_content::without_schema;
pub use with_content::{ContentAndData, WithContent, WithText};
