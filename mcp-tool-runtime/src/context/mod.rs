//! The context of a call: its request, its client, and messages to the client.

mod cancellation;
mod extensions;
mod inbox;
mod input;
mod meta;
mod principal;
mod progress;
#[cfg(feature = "rmcp-types")]
mod sdk_request;
pub(crate) mod tool_context;

#[doc(inline)]
pub use crate::protocol::{ClientCapabilities, ClientInfo};
pub use cancellation::Cancellation;
pub(crate) use meta::Meta;
pub use principal::{Principal, PrincipalArgument};
pub use progress::{Progress, ProgressToken};
#[doc(hidden)]
pub use progress::{ProgressAmount, ProgressMessage, ProgressTotal};
#[doc(hidden)]
pub use tool_context::ContextArgument;
pub(crate) use tool_context::ToolContext;
pub(crate) use tool_context::ToolSet;
