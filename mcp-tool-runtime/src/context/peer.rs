//! The client of one running call, as a server implements it.

use std::any::{Any, TypeId};
use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;

use super::cancellation::Cancellation;
use super::log_level::LogLevel;
use crate::error::{IntoToolError, ToolError};

/// The client of one running call: messages to it, and the cancellation of the call. A server implements this trait,
/// and passes it to [`ToolContext::with_peer`](crate::ToolContext::with_peer).
pub trait Peer: Cancellation {
    /// Sends a notification on the stream of the call. `params` is the JSON of an object. Must not block.
    fn notify(&self, method: &str, params: &str);

    /// Sends a request on the stream of the call, and returns the client's result. `params` is the JSON of an
    /// object. Dropping the future cancels the request.
    fn request(self: Arc<Self>, method: &str, params: &str) -> PeerResponse;

    /// Returns whether the client can get requests. Since protocol version 2026-07-28, no client can.
    fn takes_requests(&self) -> bool;

    /// Returns the level of the least important log messages that the client wants, before protocol version
    /// 2026-07-28. Returns `None` if the server does not offer log messages.
    fn log_level(&self) -> Option<LogLevel>;

    /// Returns a value of the type with this id, for [`ToolContext::extension`](super::ToolContext::extension). Default:
    /// `None`.
    fn extension(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        let _ = id;
        None
    }
}

/// The client's result of a request, or the reason why there is none.
pub type PeerResponse = Pin<Box<dyn Future<Output = Result<Value, BoxError>> + Send>>;

type BoxError = Box<dyn Error + Send + Sync>;

/// The error of a request to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError(pub(super) String);

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for RequestError {}

/// The model reads the reason.
impl IntoToolError for RequestError {
    fn into_tool_error(self) -> ToolError {
        ToolError::display(self)
    }
}
