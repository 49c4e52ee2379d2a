//! The cancellation of requests.

use std::future::Future;
use std::pin::Pin;

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
