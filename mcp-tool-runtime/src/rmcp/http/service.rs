//! `HttpService`: a server as a `tower` service.

use std::convert::Infallible;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::sync::Arc;
use std::task::{Context, Poll};

use ::rmcp::ServerHandler;
use bytes::Buf as _;
use http::Request;
use http_body::Body;
use http_body_util::BodyExt as _;
use tower_service::Service;

use super::super::server::ToolServer;
use super::super::with_handler::ServerWithHandler;
use super::config::HttpConfig;
use super::endpoint::{Endpoint, ResponseFuture, current_tools};
use super::response::HttpResponse;
#[cfg(test)]
use super::sessions::Sessions;

/// A server as a `tower` service for axum or hyper. Methods such as [`ToolServer::http_service`], and the
/// function [`http_service`], create this service. `H` is the type that handles the requests, such as a
/// `ToolServer`. Clones share their sessions.
///
/// [`ToolServer::http_service`]: crate::ToolServer::http_service
/// [`http_service`]: crate::http_service
pub struct HttpService<H> {
    endpoint: Arc<Endpoint>,
    handler: PhantomData<fn() -> H>,
}

impl<S: Send + Sync + 'static> ToolServer<S> {
    /// Returns the server as a `tower` service that speaks Streamable HTTP, for a path such as `/mcp`. All
    /// connections share the registry and its state. Pass the service to [`serve_http`](crate::serve_http),
    /// for example.
    ///
    /// # Panics
    ///
    /// Panics if a tool has `scopes`, and the configuration has no [protection](HttpConfig::protect).
    pub fn http_service(self, config: HttpConfig) -> HttpService<Self> {
        HttpService::of(Endpoint::of_tools(self.erase(), config))
    }
}

impl<S: Send + Sync + 'static, H: ServerHandler + Clone> ServerWithHandler<S, H> {
    /// Returns the tools and the handler as one `tower` service. Works like [`ToolServer::http_service`].
    ///
    /// # Panics
    ///
    /// Panics if a tool has `scopes`, and the configuration has no [protection](HttpConfig::protect).
    pub fn http_service(self, config: HttpConfig) -> HttpService<Self> {
        let tools = current_tools(&self.tools);
        HttpService::of(Endpoint::new(self, Some(tools), config))
    }
}

/// Returns any [`ServerHandler`] of the SDK as a `tower` service. Works like [`ToolServer::http_service`].
/// Use this function for a handler with its own prompts and resources. A server from
/// [`beside`](ToolServer::beside) has [its own method](ServerWithHandler::http_service). Each session, and
/// each request without a session, gets its own clone of the handler. Pass a handler that is not `Clone` as
/// `Arc::new(handler)`.
///
/// The service does not know the `scopes` of the handler's tools. So if the caller lacks a scope of the tool,
/// a call gets an error result instead of HTTP status 403.
pub fn http_service<H: ServerHandler + Clone>(handler: H, config: HttpConfig) -> HttpService<H> {
    HttpService::of(Endpoint::new(handler, None, config))
}

impl<H> HttpService<H> {
    fn of(endpoint: Endpoint) -> Self {
        HttpService {
            endpoint: Arc::new(endpoint),
            handler: PhantomData,
        }
    }

    #[cfg(test)]
    pub(super) fn sessions(&self) -> &Arc<Sessions> {
        &self.endpoint.sessions
    }
}

impl<H, B> Service<Request<B>> for HttpService<H>
where
    H: ServerHandler,
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

impl<H> Clone for HttpService<H> {
    fn clone(&self) -> Self {
        HttpService {
            endpoint: Arc::clone(&self.endpoint),
            handler: PhantomData,
        }
    }
}

impl<H> fmt::Debug for HttpService<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService")
            .field("end", &self.endpoint.end)
            .finish_non_exhaustive()
    }
}
