//! One request to the SDK, and its response.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::ready;

use bytes::Bytes;
use http::{Request, StatusCode};
use http_body_util::Full;
use mcp_tool_runtime::context::Principal;
use rmcp::ServerHandler;
use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::streamable_http_server::StreamableHttpService;

use super::odd_ids;
use super::replay::OpenRequest;
use super::response::{SdkResponse, empty, poll_frame, wrap, wrap_to_end};
use super::running::RunningCall;
use super::sessions::Sessions;
use crate::http::head::session;
use crate::sdk::request_limit::Room;

/// The SDK's service, without the type of its handler.
pub(super) type SdkService = Arc<dyn Fn(Request<Full<Bytes>>) -> ResponseFuture + Send + Sync>;

type ResponseFuture = Pin<Box<dyn Future<Output = SdkResponse> + Send>>;

/// Returns the service of a handler. `handler` makes one for each session, and for each request without a
/// session.
pub(super) fn sdk_service<H: ServerHandler>(
    handler: impl Fn() -> H + Send + Sync + 'static,
    sessions: Arc<Sessions>,
    config: StreamableHttpServerConfig,
) -> SdkService {
    let service = Arc::new(StreamableHttpService::new(
        move || Ok(handler()),
        sessions,
        config,
    ));
    Arc::new(move |request| {
        let service = Arc::clone(&service);
        Box::pin(async move { service.handle(request).await })
    })
}

/// The data with which `answer` passes a request to the SDK, and processes the response.
pub(super) struct Exchange {
    pub(super) sdk: SdkService,
    pub(super) sessions: Arc<Sessions>,
    pub(super) principal: Option<Principal>,
    /// Counts the request towards the limit until its call holds the `Room`.
    pub(super) room: Option<Arc<Room>>,
    /// Keeps the events of the response, for a client that loses the stream. `None` unless the message is a
    /// request in a session.
    pub(super) recorded: Option<OpenRequest>,
    /// Makes the shutdown wait for the request. `None` for notification streams.
    pub(super) running: Option<RunningCall>,
    /// Whether the request belongs to an open session.
    pub(super) in_session: bool,
    pub(super) is_older: bool,
    /// Whether the response may contain ids that `odd_ids` has replaced. The service then restores the
    /// original ids.
    pub(super) restores_ids: bool,
}

impl Exchange {
    /// Returns the SDK's response. If `outlives` returns `true`, a separate task runs the request, so that a
    /// disconnect does not stop it.
    pub(super) async fn answer(self, request: Request<Full<Bytes>>) -> SdkResponse {
        if !self.outlives() {
            return self.ask(request).await;
        }
        let answer = tokio::spawn(self.ask(request)).await;
        answer.unwrap_or_else(|_| empty(StatusCode::INTERNAL_SERVER_ERROR))
    }

    /// Returns whether this service must continue the request after its client disconnects. In protocol
    /// versions before 2026-07-28, a disconnect does not cancel a call. This service must also record each
    /// new session, even if its client has disconnected. In a session, the SDK itself keeps the call running.
    fn outlives(&self) -> bool {
        self.running.is_some() && self.is_older && !self.in_session
    }

    async fn ask(mut self, request: Request<Full<Bytes>>) -> SdkResponse {
        let mut answer = (self.sdk)(request).await;
        drop(self.room.take());
        if self.running.is_some()
            && !self.in_session
            && let Some(begun) = session(answer.headers())
        {
            let principal = self.principal.take();
            self.sessions.insert(begun, principal).await;
        }
        if self.restores_ids {
            answer = odd_ids::restore(answer);
        }
        if let Some(request) = self.recorded.take() {
            answer = request.record(answer);
        }
        if self.outlives() {
            answer = answer.map(|body| wrap_to_end(body, poll_frame));
        }
        match self.running {
            Some(mut running) => answer.map(|body| {
                wrap(body, move |body, context| {
                    ready!(running.poll_response(context));
                    poll_frame(body, context)
                })
            }),
            None => answer,
        }
    }
}
