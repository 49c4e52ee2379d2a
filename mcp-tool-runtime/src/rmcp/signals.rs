//! Signals that ask the process to end: ctrl-c and, on Unix, SIGTERM.

use std::future::{Future, pending};
use std::io;

/// Returns a future that completes when ctrl-c or, on Unix, SIGTERM asks the process to end.
///
/// It listens as soon as it is called. From then on, these signals no longer end the process.
///
/// [`serve_stdio`](crate::serve_stdio) and, with the feature `http`, [`serve_http`](crate::serve_http)
/// listen by themselves.
///
/// # Panics
///
/// Panics outside a Tokio runtime with I/O, such as `#[tokio::main]` makes.
pub fn shutdown_signal() -> impl Future<Output = ()> + Send + 'static {
    let signals = Signals::listen();
    async move {
        match signals {
            Ok(mut signals) => signals.next().await,
            Err(error) => {
                // Signals still end the process: there is no listener.
                tracing::error!(%error, "signals cannot be listened to");
                pending().await
            }
        }
    }
}

/// Receives signals.
pub(super) struct Signals(Option<Listener>);

impl Signals {
    /// Returns a receiver that ignores signals, for a server that leaves them to its program.
    pub(super) fn none() -> Self {
        Signals(None)
    }

    pub(super) fn listen() -> io::Result<Self> {
        Listener::new().map(Some).map(Signals)
    }

    /// Waits for the next signal; for ever, without a listener.
    pub(super) async fn next(&mut self) {
        match &mut self.0 {
            Some(listener) => listener.next().await,
            None => pending().await,
        }
    }
}

#[cfg(unix)]
use self::unix::Listener;

#[cfg(unix)]
mod unix {
    use std::io;

    use tokio::signal::unix::{Signal, SignalKind, signal};

    pub(super) struct Listener {
        interrupt: Signal,
        terminate: Signal,
    }

    impl Listener {
        pub(super) fn new() -> io::Result<Self> {
            Ok(Listener {
                interrupt: signal(SignalKind::interrupt())?,
                terminate: signal(SignalKind::terminate())?,
            })
        }

        pub(super) async fn next(&mut self) {
            tokio::select! {
                _ = self.interrupt.recv() => {}
                _ = self.terminate.recv() => {}
            }
        }
    }
}

#[cfg(windows)]
use self::windows::Listener;

#[cfg(windows)]
mod windows {
    use std::io;

    use tokio::signal::windows::{CtrlC, ctrl_c};

    pub(super) struct Listener(CtrlC);

    impl Listener {
        pub(super) fn new() -> io::Result<Self> {
            ctrl_c().map(Listener)
        }

        pub(super) async fn next(&mut self) {
            self.0.recv().await;
        }
    }
}
