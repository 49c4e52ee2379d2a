//! `HttpService`: a server as a `tower` service.

use std::convert::Infallible;
use std::fmt;
use std::fmt::Display;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Buf as _;
use http::Request;
use http_body::Body;
use http_body_util::BodyExt as _;
use rmcp::ServerHandler;
use rmcp::transport::StreamableHttpServerConfig;
use tower_service::Service;

use super::config::HttpConfig;
use super::endpoint::{CurrentTools, Endpoint, ResponseFuture};
use super::exchange::{SdkService, sdk_service};
use super::response::HttpResponse;
use super::sessions::Sessions;

/// A server as a `tower` service for axum or hyper. [`ToolServer::http_service`](crate::ToolServer::http_service) creates this service. Clones
/// share their sessions.
#[derive(Clone)]
pub struct HttpService {
    endpoint: Arc<Endpoint>,
}

/// Returns any handler of the SDK as a `tower` service.
pub fn handler_service<H: ServerHandler + Clone>(handler: H, config: HttpConfig) -> HttpService {
    HttpService::new(None, config, |sessions, config| {
        sdk_service(move || handler.clone(), sessions, config)
    })
}

impl HttpService {
    /// Creates the service of a server whose current `tools` are known, or of any handler. `sdk` makes the
    /// SDK's service.
    pub(crate) fn new(
        tools: Option<CurrentTools>,
        config: HttpConfig,
        sdk: impl FnOnce(Arc<Sessions>, StreamableHttpServerConfig) -> SdkService,
    ) -> Self {
        HttpService {
            endpoint: Arc::new(Endpoint::new(tools, config, sdk)),
        }
    }

    #[cfg(test)]
    pub(super) fn sessions(&self) -> &Arc<Sessions> {
        &self.endpoint.sessions
    }
}

impl<B> Service<Request<B>> for HttpService
where
    B: Body<Data: Send, Error: Display> + Send + 'static,
{
    type Response = HttpResponse;
    type Error = Infallible;
    type Future = ResponseFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let whole = |mut data: B::Data| data.copy_to_bytes(data.remaining());
        let request = request.map(|body| {
            let body = body.map_frame(move |frame| frame.map_data(whole));
            body.map_err(|error| error.to_string()).boxed_unsync()
        });
        Arc::clone(&self.endpoint).call(request)
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService")
            .field("end", &self.endpoint.end)
            .finish_non_exhaustive()
    }
}
