//! The clock for calls with a time limit.

use std::future::{Future, pending};
use std::pin::Pin;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// Returns a future that completes after a duration.
///
/// Without a tokio runtime, a thread waits until the time has passed or the future is dropped. There is no
/// runtime, for example, if another crate enables the feature `tokio` in a program without tokio.
pub(super) fn sleep(after: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    match Handle::try_current() {
        Ok(_) => Box::pin(tokio::time::sleep(after)),
        Err(_) => Box::pin(sleep_on_thread(after)),
    }
}

async fn sleep_on_thread(after: Duration) {
    let (over, is_over) = oneshot::channel();
    let (_alive, dropped) = channel::<()>();
    let thread = thread::Builder::new().name("mcp-timer".to_owned());
    let started = thread.spawn(move || {
        if dropped.recv_timeout(after) == Err(RecvTimeoutError::Timeout) {
            // `send` fails if the receiver `is_over` has just been dropped. Then nothing waits
            // for the message, so ignore the error.
            let _ = over.send(());
        }
    });
    if let Err(error) = started {
        tracing::error!(%error, "cannot start a thread for the time limit of a call, so the call has no limit");
        return pending().await;
    }
    // If this future is dropped while it waits, `_alive` is dropped too. Then `recv_timeout`
    // returns at once, and the thread ends.
    let _ = is_over.await;
}
