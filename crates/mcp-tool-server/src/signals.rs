//! Signals that ask the process to end: ctrl-c and, on Unix, SIGTERM. A server over stdio also ends on SIGHUP.

use std::future::{Future, pending, poll_fn};
use std::io;
use std::task::Poll;

#[cfg(unix)]
use tokio::signal::unix::{Signal as Listener, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::CtrlC as Listener;

/// Returns a future that completes when ctrl-c or, on Unix, SIGTERM asks the process to end.
///
/// Calling this function starts to listen for these signals, even before the future is polled. From the call
/// on, the signals no longer end the process directly.
///
/// [`serve_stdio`](crate::ToolServer::serve_stdio) and, with the feature `http`, [`serve_http`](crate::serve_http) listen
/// for such signals themselves.
///
/// # Panics
///
/// Panics outside of a Tokio runtime with I/O. `#[tokio::main]` creates such a runtime.
pub fn shutdown_signal() -> impl Future<Output = ()> + Send + 'static {
    let signals = Signals::listen(false);
    async move {
        match signals {
            Ok(mut signals) => signals.next().await,
            Err(error) => {
                // Never complete, because a failure to listen must not shut the server down. A
                // signal without a listener still ends the process directly.
                tracing::error!(%error, "cannot listen for signals");
                pending().await
            }
        }
    }
}

/// A receiver of signals. Without listeners, it ignores signals.
pub(crate) struct Signals(Vec<Listener>);

impl Signals {
    /// Returns a receiver that ignores signals.
    pub(crate) fn none() -> Self {
        Signals(Vec::new())
    }

    /// Returns a receiver of the signals that ask a process to end. With `hangup`, it also receives SIGHUP, which the
    /// process gets when its terminal closes. `nohup` makes a process ignore this signal. On Linux, it then stays ignored;
    /// other systems do not tell without unsafe code.
    pub(crate) fn listen(hangup: bool) -> io::Result<Self> {
        listeners(hangup).map(Signals)
    }

    /// Waits for the next signal. Without a listener, this never completes.
    pub(crate) async fn next(&mut self) {
        poll_fn(|context| {
            let mut listeners = self.0.iter_mut();
            if listeners.any(|listener| listener.poll_recv(context).is_ready()) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
    }
}

#[cfg(unix)]
fn listeners(hangup: bool) -> io::Result<Vec<Listener>> {
    let mut kinds = vec![SignalKind::interrupt(), SignalKind::terminate()];
    if hangup && !ignores_hangup() {
        kinds.push(SignalKind::hangup());
    }
    kinds.into_iter().map(signal).collect()
}

#[cfg(windows)]
fn listeners(_: bool) -> io::Result<Vec<Listener>> {
    Ok(vec![tokio::signal::windows::ctrl_c()?])
}

/// Returns whether the process ignores SIGHUP, as Linux reports it.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // SIGHUP has the number 1, and the lowest bit.
    ignored
        .and_then(|set| u64::from_str_radix(set.trim(), 16).ok())
        .is_some_and(|set| set & 1 == 1)
}
