//! One error type for each party that can repair the failure: [`ToolError`](struct@ToolError) for
//! the model, [`ProtocolError`] for the client, and [`BuildError`] for the author of the server.

mod build_error;
#[allow(missing_docs)] // Only expansions use these names.
mod inner_error;
mod into_tool_error;
mod panic;
mod protocol_error;
#[cfg(feature = "rmcp-types")]
mod sdk_downcast;
mod text;
mod tool_error;

pub use build_error::{BuildError, BuildProblem};
pub use inner_error::inner_error;
pub(crate) use inner_error::rungs;
pub use into_tool_error::{IntoToolError, LoggedError, Mapping, TransparentError};
pub(crate) use panic::{PanicMessage, catch};
pub use protocol_error::ProtocolError;
pub use text::shorten;
pub(crate) use text::{random_number, short_type_name};
pub use tool_error::ToolError;
pub(crate) use tool_error::{ERROR_KEY, chain};
