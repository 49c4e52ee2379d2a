//! The errors, by who can repair them: the model ([`ToolError`](struct@ToolError)), the client
//! ([`ProtocolError`]) or the author of the server ([`BuildError`]).

mod build_error;
#[allow(missing_docs)] // Named by expansions only.
mod inner_error;
mod into_tool_error;
mod panic;
mod protocol_error;
mod tool_error;

pub use build_error::{BuildError, BuildProblem};
pub use inner_error::inner_error;
pub(crate) use inner_error::rungs;
pub use into_tool_error::{IntoToolError, LoggedError, Mapping, TransparentError};
pub(crate) use panic::{Panicked, catch};
pub use protocol_error::ProtocolError;
pub use tool_error::ToolError;
pub(crate) use tool_error::{ERROR_KEY, chain};
