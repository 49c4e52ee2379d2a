//! `HttpService`: a server as a `tower` service.

use std::convert::Infallible;
use std::fmt::Display;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Buf as _;
use http::Request;
use http_body::Body;
use http_body_util::BodyExt as _;
use tower_service::Service;

use super::endpoint::Endpoint;
use super::response::{HttpResponse, ResponseFuture};

/// A server as a `tower` service for axum or hyper. [`ToolServer::http_service`](crate::ToolServer::http_service) creates this service. Clones
/// share their sessions.
#[derive(Clone, Debug)]
pub struct HttpService {
    endpoint: Arc<Endpoint>,
}

impl HttpService {
    pub(crate) fn new(endpoint: Arc<Endpoint>) -> Self {
        HttpService { endpoint }
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
