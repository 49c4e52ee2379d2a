//! The clock for calls with a time limit.

use std::future::{Future, pending};
use std::pin::Pin;
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

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
    let thread = thread::Builder::new().name("mcp-timer".to_owned());
    let started = thread.spawn(move || {
        let began = Instant::now();
        while !over.is_closed() {
            let Some(left) = after.checked_sub(began.elapsed()) else {
                // `send` fails if the receiver `is_over` has just been dropped. Then nothing waits
                // for the message, so ignore the error.
                let _ = over.send(());
                return;
            };
            thread::park_timeout(left);
        }
    });
    match started {
        Ok(thread) => {
            // If this future is dropped while it waits, `is_over` is dropped before `_waking`, and the thread ends.
            let _waking = Waking(thread.thread().clone());
            let _ = is_over.await;
        }
        Err(error) => {
            tracing::error!(%error, "cannot start a thread for the time limit of a call, so the call has no limit");
            pending().await
        }
    }
}

/// Wakes a thread when it is dropped.
struct Waking(Thread);

impl Drop for Waking {
    fn drop(&mut self) {
        self.0.unpark();
    }
}
