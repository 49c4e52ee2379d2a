//! What the shutdown does to a service on the SDK.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::SystemTime;

use mcp_tool_runtime::context::Cancellation;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::http::shutdown::{End, Signal};

/// Completes when a notification stream has to end: when the shutdown starts, or when the client's access
/// token expires.
pub(super) fn notifications_end(
    end: &End,
    expiry: Option<SystemTime>,
) -> impl Future<Output = ()> + Send + Sync + 'static {
    let idle = end.idle.clone();
    let left = expiry.map(|expiry| expiry.duration_since(SystemTime::now()));
    async move {
        tokio::select! {
            () = idle.sent() => {}
            () = sleep(left.and_then(Result::ok).unwrap_or_default()), if left.is_some() => {}
        }
    }
}

/// Counts a running request until the returned `RunningCall` is dropped.
pub(super) fn running(end: &End) -> RunningCall {
    RunningCall {
        calls: end.calls.clone(),
        threads: Box::pin(end.threads.clone().sent_owned()),
        is_released: false,
        _count: end.running.subscribe(),
    }
}

/// Returns the object through which calls notice that the shutdown cancels them.
pub(super) fn cancellation(end: &End) -> Arc<dyn Cancellation> {
    Arc::new(Calls(end.calls.clone()))
}

pub(super) struct RunningCall {
    calls: Signal,
    threads: Pin<Box<dyn Future<Output = ()> + Send + Sync>>,
    /// Whether `threads` has completed.
    is_released: bool,
    _count: watch::Receiver<()>,
}

impl RunningCall {
    /// Completes when the response may be sent. After the shutdown has cancelled calls, waits for functions
    /// on threads to end, up to a time limit. The process may end after the last response, so these functions
    /// need time to clean up first.
    pub(super) fn poll_response(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.calls.is_sent() && !self.is_released {
            ready!(self.threads.as_mut().poll(context));
            self.is_released = true;
        }
        Poll::Ready(())
    }
}

struct Calls(Signal);

impl Cancellation for Calls {
    fn is_cancelled(&self) -> bool {
        self.0.is_sent()
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.0.sent())
    }
}
