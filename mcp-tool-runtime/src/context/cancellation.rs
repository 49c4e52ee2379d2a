//! How a call gets to know that nobody waits for it any more.

use std::future::Future;
use std::pin::Pin;

/// What a host knows of the end of a request, before its answer.
///
/// A host brings whatever it has, such as tokio-util's `CancellationToken`.
///
/// ```
/// use std::future::Future;
/// use std::pin::Pin;
/// use std::sync::Mutex;
/// use std::task::{Poll, Waker};
///
/// use mcp_tool_runtime::{Cancellation, ToolContext};
///
/// /// Never cancelled; a real one would wake whoever waits.
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
    /// Whether the request was cancelled, or its server is going to end.
    fn is_cancelled(&self) -> bool;

    /// Is ready as soon as [`is_cancelled`](Self::is_cancelled) holds.
    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}
