//! What can go wrong, split by who can repair it: the model ([`ToolError`]), the peer's program
//! ([`ProtocolError`]) or the author of the server ([`BuildError`]).

mod build_error;
mod protocol_error;
mod tool_error;

pub use build_error::{BuildError, BuildProblem};
pub use protocol_error::ProtocolError;
pub use tool_error::ToolError;
