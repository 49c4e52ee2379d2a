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
    let signals = Signals::listen();
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

    pub(crate) fn listen() -> io::Result<Self> {
        listeners().map(Signals)
    }

    /// Returns a receiver that also receives SIGHUP, which the process gets when its terminal closes. `nohup` makes a
    /// process ignore this signal. On Linux, it then stays ignored; other systems do not tell without unsafe code.
    pub(crate) fn listen_with_hangup() -> io::Result<Self> {
        let mut signals = Signals::listen()?;
        signals.0.extend(hangup_listener()?);
        Ok(signals)
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
fn listeners() -> io::Result<Vec<Listener>> {
    let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
    kinds.into_iter().map(signal).collect()
}

#[cfg(unix)]
fn hangup_listener() -> io::Result<Option<Listener>> {
    if ignores_hangup() {
        return Ok(None);
    }
    signal(SignalKind::hangup()).map(Some)
}

#[cfg(windows)]
fn hangup_listener() -> io::Result<Option<Listener>> {
    Ok(None)
}

#[cfg(windows)]
fn listeners() -> io::Result<Vec<Listener>> {
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
