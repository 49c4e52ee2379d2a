//! The context of a call: its request, its client, and messages to the client.

mod input;
mod log_level;
mod meta;
mod peer;
mod principal;
mod progress;
#[cfg(feature = "rmcp-types")]
mod sdk_request;
pub(crate) mod tool_context;

#[doc(inline)]
pub use crate::protocol::{ClientCapabilities, ClientInfo};
pub use log_level::{LogLevel, UnknownLogLevel};
pub(crate) use meta::{Meta, PROGRESS_TOKEN};
pub use peer::{Cancellation, Peer, PeerResponse, RequestError};
pub use principal::{Principal, PrincipalArgument};
pub use progress::{Progress, ProgressToken};
#[doc(hidden)]
pub use progress::{ProgressAmount, ProgressMessage, ProgressTotal};
#[doc(hidden)]
pub use tool_context::FromContext;
pub(crate) use tool_context::ToolContext;
pub(crate) use tool_context::ToolSet;
