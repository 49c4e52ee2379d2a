//! Signals that ask the process to end: ctrl-c and, on Unix, SIGTERM.

use std::future::Future;
use std::{io, thread};

use tokio::runtime;
use tokio::sync::mpsc;

/// Returns a future that completes when ctrl-c or, on Unix, SIGTERM asks the process to end.
///
/// It listens from the moment of the call, in any Tokio runtime. From then on, neither signal ends the
/// process by itself.
///
/// [`serve_stdio`](crate::serve_stdio) and, with the feature `http`, [`serve_http`](crate::serve_http)
/// listen by themselves.
pub fn shutdown_signal() -> impl Future<Output = ()> + Send + 'static {
    let signals = Signals::listen();
    async move {
        match signals {
            Ok(mut signals) => signals.next().await,
            Err(error) => {
                // Signals still end the process: there is no listener.
                tracing::error!(%error, "signals cannot be listened to");
                std::future::pending().await
            }
        }
    }
}

/// Receives signals.
pub(super) struct Signals(Option<mpsc::Receiver<()>>);

impl Signals {
    /// Returns a receiver that ignores signals, for a server that leaves them to its program.
    pub(super) fn none() -> Self {
        Signals(None)
    }

    /// Listens on a thread with a runtime of its own. Tokio panics in a runtime without a driver for
    /// signals, and the caller's may be one.
    pub(super) fn listen() -> io::Result<Self> {
        let (sender, signals) = mpsc::channel(1);
        let (ready, listening) = std::sync::mpsc::channel();
        thread::Builder::new()
            .name("mcp-signals".to_owned())
            .spawn(move || {
                let runtime = runtime::Builder::new_current_thread().enable_all().build();
                let end = runtime.and_then(|runtime| {
                    runtime.block_on(async {
                        let listener = Listener::new()?;
                        // The caller of `listen` waits for this.
                        drop(ready.send(Ok(())));
                        forward(listener, sender).await;
                        Ok(())
                    })
                });
                drop(end.map_err(|error| ready.send(Err(error))));
            })?;
        listening.recv().map_err(io::Error::other)??;
        Ok(Signals(Some(signals)))
    }

    /// Waits for the next signal; for ever, without a listener.
    pub(super) async fn next(&mut self) {
        if let Some(signals) = &mut self.0
            && signals.recv().await.is_some()
        {
            return;
        }
        std::future::pending().await
    }
}

/// Forwards signals until the receiver is dropped.
async fn forward(mut listener: Listener, sender: mpsc::Sender<()>) {
    loop {
        tokio::select! {
            () = listener.next() => {}
            () = sender.closed() => return,
        }
        if sender.send(()).await.is_err() {
            return;
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
