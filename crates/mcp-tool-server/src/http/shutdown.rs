//! The shutdown of HTTP services and listeners. Notification streams end at once, and running calls end
//! within a time limit.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime};

use http::Request;
use mcp_tool_runtime::context::Cancellation;
use mcp_tool_runtime::embed::wait_for_blocking_calls;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use crate::mutex::lock;
use crate::stdio::serve::GRACE;

pub(super) type ShutdownFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The time limit for sending the responses of cancelled calls.
const LAST_RESPONSES: Duration = Duration::from_secs(1);

/// The shutdown of all services that share a configuration.
#[derive(Default)]
pub(crate) struct End {
    until: Mutex<Option<ShutdownFuture>>,
    /// Is set once the services follow the shutdown of a `serve_http` listener.
    listener: OnceLock<()>,
    /// The grace period from the configuration, or else from the `serve_http` listener. Default: `GRACE`.
    grace: Mutex<Option<Duration>>,
    /// Each running request holds a receiver. The channel is closed while no request runs.
    running: watch::Sender<()>,
    /// Ends notification streams.
    idle: CancellationToken,
    /// Cancels calls. Their response is an error.
    calls: CancellationToken,
    /// Releases the responses of cancelled calls. Until then, these responses wait for functions on threads
    /// to end.
    threads: CancellationToken,
    /// Ends the sessions and everything else that still runs. From then on, the services reject requests.
    pub(crate) all: CancellationToken,
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
            listener.wait_for(self.all.clone());
            let begun = listener.begun.clone().cancelled_owned();
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
        self.idle.cancel();
        if !self.nothing_runs_within(self.grace()).await {
            let requests = self.running.receiver_count();
            tracing::warn!(requests, "calls were still running: cancelled");
            self.calls.cancel();
            wait_for_blocking_calls().await;
            self.threads.cancel();
            self.nothing_runs_within(LAST_RESPONSES).await;
        }
        self.all.cancel();
    }

    /// Completes when a notification stream has to end: when the shutdown starts, or when the client's access
    /// token expires.
    pub(crate) fn notifications_end(
        &self,
        expiry: Option<SystemTime>,
    ) -> impl Future<Output = ()> + Send + Sync + 'static {
        let idle = self.idle.clone();
        let left = expiry.map(|expiry| expiry.duration_since(SystemTime::now()));
        async move {
            tokio::select! {
                () = idle.cancelled() => {}
                () = sleep(left.and_then(Result::ok).unwrap_or_default()), if left.is_some() => {}
            }
        }
    }

    async fn nothing_runs_within(&self, limit: Duration) -> bool {
        timeout(limit, self.running.closed()).await.is_ok()
    }

    /// Counts a running request until the returned `RunningCall` is dropped.
    pub(crate) fn running(&self) -> RunningCall {
        RunningCall {
            calls: self.calls.clone(),
            threads: Box::pin(self.threads.clone().cancelled_owned()),
            _count: self.running.subscribe(),
        }
    }

    /// Returns the object through which calls notice that the shutdown cancels them.
    pub(crate) fn cancellation(&self) -> Arc<dyn Cancellation> {
        Arc::new(Calls(self.calls.clone()))
    }
}

impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("End")
            .field("running", &self.running.receiver_count())
            .field("over", &self.all.is_cancelled())
            .finish_non_exhaustive()
    }
}

pub(crate) struct RunningCall {
    calls: CancellationToken,
    threads: Pin<Box<WaitForCancellationFutureOwned>>,
    _count: watch::Receiver<()>,
}

impl RunningCall {
    /// Completes when the response may be sent. After the shutdown has cancelled calls, waits for functions
    /// on threads to end, up to a time limit. The process may end after the last response, so these functions
    /// need time to clean up first.
    pub(crate) fn poll_response(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.calls.is_cancelled() {
            self.threads.as_mut().poll(context)
        } else {
            Poll::Ready(())
        }
    }
}

struct Calls(CancellationToken);

impl Cancellation for Calls {
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.0.cancelled())
    }
}

/// The shutdown state of a listener. The listener adds it to the extensions of each request.
#[derive(Debug)]
pub(super) struct Shutdown {
    /// The server cancels this token at the start of the drain delay. It still accepts requests until it
    /// cancels `begun`.
    started: CancellationToken,
    pub(super) begun: CancellationToken,
    pub(super) grace: Duration,
    /// Each connection holds a receiver from its first request until the connection closes. The shutdown
    /// waits for these connections, up to the grace period.
    pub(super) responding: watch::Sender<()>,
    /// One token for each configuration whose services follow this listener. A token is cancelled when these
    /// services have ended.
    services: Mutex<Vec<CancellationToken>>,
}

impl Shutdown {
    pub(super) fn new(grace: Duration) -> Self {
        Shutdown {
            started: CancellationToken::new(),
            begun: CancellationToken::new(),
            grace,
            responding: watch::Sender::default(),
            services: Mutex::default(),
        }
    }

    /// Marks the server as not ready, so that load balancers stop sending requests.
    pub(super) fn start(&self) {
        self.started.cancel();
    }

    pub(super) fn has_started(&self) -> bool {
        self.started.is_cancelled()
    }

    /// Adds a service to those that `services_ended` waits for.
    pub(super) fn wait_for(&self, service: CancellationToken) {
        lock(&self.services).push(service);
    }

    pub(super) async fn services_ended(&self) {
        let services = lock(&self.services).clone();
        for service in services {
            service.cancelled().await;
        }
    }
}
