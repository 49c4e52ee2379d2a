//! The shutdown of HTTP services and listeners. Notification streams end at once, and running calls end
//! within a time limit.

use std::convert::Infallible;
use std::fmt;
use std::future::{Future, Ready, ready};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use http::{Request, Response, StatusCode};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::sleep;
use tower_service::Service;

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
    pub(super) fn follow(&self, listener: &Arc<Shutdown>, service: RunningService) {
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
pub(super) struct RunningService {
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
    services: Mutex<Vec<RunningService>>,
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

/// Responds to the probes of a load balancer, at a path such as `/readyz`. The status is 200, or 503 while
/// the server is not ready. Clones share their state.
///
/// The server is not ready after [`set_ready(false)`](Self::set_ready), and once the shutdown of
/// [`serve_http`](crate::serve_http) starts. During the [`drain_delay`](crate::ServeHttp::drain_delay), the
/// server still answers requests, so that the load balancer has time to notice the 503.
///
/// ```no_run
/// use std::time::Duration;
///
/// use axum::Router;
/// use mcp_tool_runtime::ToolRegistry;
/// use mcp_tool_server::{HttpConfig, Readiness, ToolServer, serve_http};
/// use tokio::net::TcpListener;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = ToolRegistry::builder(()).build()?;
/// let server = ToolServer::new("empty", "1.0.0", registry);
/// let app = Router::new()
///     .route_service("/mcp", server.http_service(HttpConfig::new()))
///     .route_service("/readyz", Readiness::new());
/// let listener = TcpListener::bind("127.0.0.1:8080").await?;
/// serve_http(listener, app).drain_delay(Duration::from_secs(10)).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Readiness(Arc<AtomicBool>);

impl Readiness {
    /// Creates a readiness state that starts as ready.
    pub fn new() -> Self {
        Readiness(Arc::new(AtomicBool::new(true)))
    }

    /// Sets whether the program is ready, for instance whether its database answers.
    pub fn set_ready(&self, ready: bool) {
        self.0.store(ready, Ordering::Relaxed);
    }
}

impl Default for Readiness {
    fn default() -> Self {
        Readiness::new()
    }
}

impl<B> Service<Request<B>> for Readiness {
    type Response = Response<String>;
    type Error = Infallible;
    type Future = Ready<Result<Response<String>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let listener = request.extensions().get::<Arc<Shutdown>>();
        let ends = listener.is_some_and(|listener| listener.started.is_sent());
        let (status, text) = if self.0.load(Ordering::Relaxed) && !ends {
            (StatusCode::OK, "ready")
        } else {
            (StatusCode::SERVICE_UNAVAILABLE, "not ready")
        };
        let mut answer = Response::new(text.to_owned());
        *answer.status_mut() = status;
        ready(Ok(answer))
    }
}
