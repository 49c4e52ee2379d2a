//! The shutdown of HTTP services and listeners. Notification streams end at once, and running calls end
//! within a time limit.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use http::Request;
use mcp_tool_runtime::embed::wait_for_blocking_calls;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::connection::Load;
use crate::mutex::lock;
use crate::stdio::serve::GRACE;

pub(super) type ShutdownFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The time limit for sending the responses of cancelled calls.
const LAST_RESPONSES: Duration = Duration::from_secs(1);

/// The time that a tool may take from one question to the next while the server shuts down.
const NEXT_QUESTION: Duration = Duration::from_millis(100);

/// Something that happens once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signal(Arc<watch::Sender<bool>>);

impl Signal {
    pub(crate) fn send(&self) {
        self.0.send_replace(true);
    }

    pub(crate) fn is_sent(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the signal is sent.
    pub(crate) async fn sent(&self) {
        // The sender exists as long as `self`, so waiting never fails.
        let _ = self.0.subscribe().wait_for(|is_sent| *is_sent).await;
    }

    /// Works like [`sent`](Self::sent).
    pub(crate) async fn sent_owned(self) {
        self.sent().await;
    }
}

/// Sends a signal when it is dropped.
pub(super) struct SendOnDrop(pub(super) Signal);

impl Drop for SendOnDrop {
    fn drop(&mut self) {
        self.0.send();
    }
}

/// The shutdown of all services that share a configuration.
#[derive(Default)]
pub(crate) struct End {
    until: Mutex<Option<ShutdownFuture>>,
    /// Is set once the services follow the shutdown of a `serve_http` listener.
    listener: OnceLock<()>,
    /// The grace period from the configuration, or else from the `serve_http` listener. Default: `GRACE`.
    grace: Mutex<Option<Duration>>,
    /// What runs in the services.
    loads: Mutex<Vec<Arc<Load>>>,
    /// Ends notification streams.
    pub(crate) idle: Signal,
    /// Cancels calls. Their response is an error.
    pub(crate) calls: Signal,
    /// Releases the responses of cancelled calls. Until then, these responses wait for functions on threads
    /// to end.
    pub(crate) threads: Signal,
    /// Ends the sessions and everything else that still runs. From then on, the services reject requests.
    pub(crate) all: Signal,
}

impl End {
    pub(super) fn after(until: impl Future<Output = ()> + Send + 'static) -> Self {
        End {
            until: Mutex::new(Some(Box::pin(until))),
            ..End::default()
        }
    }

    /// Starts a task that ends the services when `until` completes. Does nothing if `until` is not set, or
    /// already has a task, or outside of a Tokio runtime.
    pub(crate) fn watch(self: &Arc<Self>) {
        if let Ok(runtime) = Handle::try_current()
            && let Some(until) = lock(&self.until).take()
        {
            runtime.spawn(Arc::clone(self).end(until));
        }
    }

    /// Makes the services shut down with the listener that has received a request, if it is `serve_http`, and
    /// with `until`.
    pub(crate) fn follow_listener_of<B>(self: &Arc<Self>, request: &Request<B>) {
        match request.extensions().get::<Arc<Shutdown>>() {
            Some(listener) => self.follow(listener),
            None => self.watch(),
        }
    }

    /// Makes the services shut down with `listener` or `until`, whichever is first. Ignores `listener` if the
    /// services already follow a listener.
    fn follow(self: &Arc<Self>, listener: &Shutdown) {
        self.watch();
        if self.listener.set(()).is_ok() {
            lock(&self.grace).get_or_insert(listener.grace);
            listener.wait_for(Arc::clone(self));
            let begun = listener.begun.clone().sent_owned();
            *lock(&self.until) = Some(Box::pin(begun));
            self.watch();
        }
    }

    pub(crate) fn set_grace(&self, grace: Duration) {
        *lock(&self.grace) = Some(grace);
    }

    fn grace(&self) -> Duration {
        lock(&self.grace).unwrap_or(GRACE)
    }

    async fn end(self: Arc<Self>, until: ShutdownFuture) {
        until.await;
        self.idle.send();
        if !self.nothing_runs_within(self.grace()).await {
            let requests: usize = self.loads().iter().map(|load| load.open()).sum();
            tracing::warn!(requests, "calls were still running: cancelled");
            self.calls.send();
            wait_for_blocking_calls().await;
            self.threads.send();
            self.nothing_runs_within(LAST_RESPONSES).await;
        }
        self.all.send();
    }

    async fn nothing_runs_within(&self, limit: Duration) -> bool {
        let nothing_runs = async {
            for load in self.loads() {
                load.emptied().await;
            }
        };
        timeout(limit, nothing_runs).await.is_ok()
    }

    fn loads(&self) -> Vec<Arc<Load>> {
        lock(&self.loads).clone()
    }

    /// Makes the shutdown wait for the requests that a service counts.
    pub(super) fn wait_for(&self, load: &Arc<Load>) {
        lock(&self.loads).push(Arc::clone(load));
    }

    /// Returns whether the shutdown has begun. Notification streams then end.
    pub(super) fn has_begun(&self) -> bool {
        self.idle.is_sent()
    }

    /// Waits until the shutdown begins.
    pub(super) async fn begun(&self) {
        self.idle.sent().await;
    }

    /// Waits until the running calls have to be cancelled, or everything has ended.
    pub(super) async fn calls_cancelled(&self) {
        tokio::select! {
            () = self.calls.sent() => {}
            () = self.all.sent() => {}
        }
    }

    /// Waits until the functions on threads that the shutdown has cancelled have ended, up to a time limit.
    pub(super) async fn threads_ended(&self) {
        tokio::select! {
            () = self.threads.sent() => {}
            () = self.all.sent() => {}
        }
    }
}

impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("End")
            .field("over", &self.all.is_sent())
            .finish_non_exhaustive()
    }
}

/// The shutdown state of a listener. The listener adds it to the extensions of each request.
#[derive(Debug)]
pub(super) struct Shutdown {
    /// Is sent at the start of the drain delay. The server still accepts requests until it sends `begun`.
    started: Signal,
    pub(super) begun: Signal,
    pub(super) grace: Duration,
    /// Each connection holds a receiver from its first request until the connection closes. The shutdown
    /// waits for these connections, up to the grace period.
    pub(super) responding: watch::Sender<()>,
    /// One for each configuration whose services follow this listener.
    services: Mutex<Vec<Arc<End>>>,
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

    /// Marks the server as not ready, so that load balancers stop sending requests.
    pub(super) fn start(&self) {
        self.started.send();
    }

    pub(super) fn has_started(&self) -> bool {
        self.started.is_sent()
    }

    /// Adds a service to those that `services_ended` waits for.
    fn wait_for(&self, service: Arc<End>) {
        lock(&self.services).push(service);
    }

    pub(super) async fn services_ended(&self) {
        let services = lock(&self.services).clone();
        for service in services {
            service.all.sent().await;
        }
    }

    /// Waits until no call waits for its client's answer.
    pub(super) async fn questions_answered(&self) {
        loop {
            let services = lock(&self.services).clone();
            let mut loads: Vec<_> = services.iter().flat_map(|it| it.loads()).collect();
            loads.retain(|load| load.has_questions());
            if loads.is_empty() {
                return;
            }
            for load in loads {
                load.answered().await;
            }
            sleep(NEXT_QUESTION).await;
        }
    }
}
