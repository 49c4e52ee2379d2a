//! The shutdown of HTTP services and listeners. Notification streams end at once, and running calls end
//! within a time limit.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::connection::Load;
use crate::mutex::lock;
use crate::stdio::serve::GRACE;

pub(super) type ShutdownFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The time that a tool may take from one question to the next while the server shuts down.
const NEXT_QUESTION: Duration = Duration::from_millis(100);

/// Something that happens once.
#[derive(Clone, Debug, Default)]
pub(super) struct Signal(Arc<watch::Sender<bool>>);

impl Signal {
    pub(super) fn send(&self) {
        self.0.send_replace(true);
    }

    pub(super) fn is_sent(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the signal is sent.
    pub(super) async fn sent(&self) {
        // The sender exists as long as `self`, so waiting never fails.
        let _ = self.0.subscribe().wait_for(|is_sent| *is_sent).await;
    }
}

/// Sends a signal when it is dropped.
pub(super) struct SendOnDrop(pub(super) Signal);

impl Drop for SendOnDrop {
    fn drop(&mut self) {
        self.0.send();
    }
}

/// The start of the shutdown of all services that share a configuration.
#[derive(Default)]
pub(crate) struct End {
    until: Mutex<Option<ShutdownFuture>>,
    /// The `serve_http` listener with which the services shut down.
    listener: OnceLock<Arc<Shutdown>>,
    /// Is sent at the start of the shutdown. Notification streams then end.
    pub(super) begun: Signal,
}

impl End {
    pub(super) fn after(until: impl Future<Output = ()> + Send + 'static) -> Self {
        End {
            until: Mutex::new(Some(Box::pin(until))),
            ..End::default()
        }
    }

    /// Starts a task that waits for `until`. Does nothing if `until` is not set, or already has a task, or outside of a
    /// Tokio runtime.
    pub(super) fn watch(&self) {
        if let Ok(runtime) = Handle::try_current()
            && let Some(until) = lock(&self.until).take()
        {
            let begun = self.begun.clone();
            runtime.spawn(async move {
                until.await;
                begun.send();
            });
        }
    }

    /// Makes the services shut down with `listener` or `until`, whichever is first. If the services follow another
    /// listener, does nothing. Otherwise, the listener waits for `service`.
    pub(super) fn follow(&self, listener: &Arc<Shutdown>, service: Service) {
        let followed = self.listener.get_or_init(|| {
            let (start, begun) = (listener.begun.clone(), self.begun.clone());
            tokio::spawn(async move {
                start.sent().await;
                begun.send();
            });
            Arc::clone(listener)
        });
        if Arc::ptr_eq(followed, listener) {
            lock(&listener.services).push(service);
        }
    }

    /// Returns the grace period of the listener, or else the default.
    pub(super) fn grace(&self) -> Duration {
        self.listener.get().map_or(GRACE, |listener| listener.grace)
    }
}

impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("End")
            .field("begun", &self.begun.is_sent())
            .finish_non_exhaustive()
    }
}

/// A service, as the listener waits for it.
#[derive(Clone)]
pub(super) struct Service {
    pub(super) load: Arc<Load>,
    /// Is sent at the end of the service's shutdown.
    pub(super) ended: Signal,
}

/// The shutdown state of a listener. The listener adds it to the extensions of each request.
pub(super) struct Shutdown {
    /// Is sent at the start of the drain delay. The server still accepts requests until it sends `begun`.
    pub(super) started: Signal,
    pub(super) begun: Signal,
    pub(super) grace: Duration,
    /// Each connection holds a receiver from its first request until the connection closes. The shutdown
    /// waits for these connections, up to the grace period.
    pub(super) responding: watch::Sender<()>,
    services: Mutex<Vec<Service>>,
}

impl Shutdown {
    pub(super) fn new(grace: Duration) -> Self {
        Shutdown {
            started: Signal::default(),
            begun: Signal::default(),
            grace,
            responding: watch::Sender::default(),
            services: Mutex::default(),
        }
    }

    pub(super) async fn services_ended(&self) {
        let services = lock(&self.services).clone();
        for service in services {
            service.ended.sent().await;
        }
    }

    /// Waits until no call waits for its client's answer.
    pub(super) async fn questions_answered(&self) {
        loop {
            let mut services = lock(&self.services).clone();
            services.retain(|service| service.load.has_questions());
            if services.is_empty() {
                return;
            }
            for service in services {
                service.load.answered().await;
            }
            sleep(NEXT_QUESTION).await;
        }
    }
}
