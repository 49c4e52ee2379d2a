//! The client of one running call, and the cancellation of a call, as a server implements them.

use std::any::{Any, TypeId};
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;

use super::log_level::LogLevel;
use crate::elicit::InputRequest;
use crate::error::{IntoToolError, ToolError};

/// Signals that a request was cancelled.
///
/// If you write your own server, implement this trait, for example for a wrapper of tokio-util's
/// `CancellationToken`.
///
/// ```
/// use std::future::Future;
/// use std::pin::Pin;
/// use std::sync::Mutex;
/// use std::task::{Poll, Waker};
///
/// use mcp_tool_runtime::ToolContext;
/// use mcp_tool_runtime::context::Cancellation;
///
/// /// Never cancels; a real implementation wakes its waiters.
/// struct Never;
///
/// impl Cancellation for Never {
///     fn is_cancelled(&self) -> bool {
///         false
///     }
///
///     fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
///         Box::pin(std::future::pending())
///     }
/// }
///
/// let context = ToolContext::detached().with_cancellation(Never);
/// assert!(!context.is_cancelled());
/// ```
pub trait Cancellation: Send + Sync + 'static {
    /// Returns `true` if the client has cancelled the request or the server is shutting down.
    fn is_cancelled(&self) -> bool;

    /// Returns a future that completes as soon as [`is_cancelled`](Self::is_cancelled) returns `true`.
    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

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

/// A function that sends a request to the client, in a context without a peer.
pub(super) type Inbox = Arc<dyn Fn(InputRequest) -> PeerResponse + Send + Sync>;

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
