//! Reports to load balancers whether the server accepts more work.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use http::{Request, Response, StatusCode};
use tower_service::Service;

use super::shutdown::Shutdown;

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
