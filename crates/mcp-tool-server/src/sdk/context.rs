//! Builds a tool's context from a request that the SDK has received.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use mcp_tool_runtime::context::{Cancellation, ClientCapabilities, ClientInfo, Progress};
use mcp_tool_runtime::{ProtocolVersion, ToolContext};
use rmcp::RoleServer;
use rmcp::model::{Implementation, ProgressNotificationParam};
use rmcp::service::{Peer, RequestContext};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::oneshot;

use super::client_request;
#[cfg(feature = "http")]
use super::request_limit::RoomOfCall;

/// The progress reports of a call.
pub(crate) struct Reports {
    progress: UnboundedReceiver<Progress>,
    request: Arc<RequestContext<RoleServer>>,
}

/// Returns the context of a call, and its progress reports.
pub(crate) fn of(
    request: &RequestContext<RoleServer>,
    protocol_version: ProtocolVersion,
) -> (ToolContext, Reports) {
    let (outbox, progress) = unbounded_channel();
    let shared = Arc::new(request.clone());
    let progress = Reports {
        progress,
        request: Arc::clone(&shared),
    };
    let mut context = ToolContext::new(protocol_version)
        // Ignore errors, because sending fails only after the call has ended.
        .with_progress(move |progress| drop(outbox.send(progress)))
        .with_cancellation(Token(Arc::clone(&shared)))
        .with_extension(request.peer.clone())
        .with_shared_extension(shared);
    if is_reachable(request) {
        let (peer, call) = (request.peer.clone(), request.id.clone());
        #[cfg(feature = "http")]
        let room = extension::<RoomOfCall>(request).cloned();
        context = context.with_input_requests(move |request| {
            let question = client_request::ask(peer.clone(), call.clone(), request);
            #[cfg(feature = "http")]
            let question = {
                let wait = room.as_ref().map_or(Ok(None), RoomOfCall::asks);
                async move {
                    let _wait = wait?;
                    question.await
                }
            };
            question
        });
    }
    if let Some(client) = client(request) {
        let mut info = ClientInfo::new(client.name, client.version);
        info.title = client.title;
        let capabilities = match request.client_capabilities().map(serde_json::to_value) {
            Some(Ok(Value::Object(members))) => ClientCapabilities::new(members),
            _ => ClientCapabilities::default(),
        };
        context = context.with_client(info, capabilities);
    }
    (context, progress)
}

/// Returns the client's name and version, if the client sent them. Without a session, the SDK fills in its
/// own name and version if the client's are missing. This function ignores them.
fn client(request: &RequestContext<RoleServer>) -> Option<Implementation> {
    let client = request.client_info()?;
    let is_made_up = !is_reachable(request) && client == Implementation::default();
    (!is_made_up).then_some(client)
}

/// Returns whether the client's response can reach a waiting call. Over HTTP, that needs a session. A session
/// header in the request does not prove that the session exists. So this function checks whether the SDK
/// knows the client's name or capabilities. The SDK stores them only when a client opens a session.
#[cfg(feature = "http")]
fn is_reachable(request: &RequestContext<RoleServer>) -> bool {
    let over_http = request.extensions.get::<http::request::Parts>().is_some();
    let begun = request.peer.peer_info();
    !over_http
        || begun.is_some_and(|client| {
            client.capabilities != Default::default()
                || client.client_info != Implementation::default()
        })
}

#[cfg(not(feature = "http"))]
fn is_reachable(_request: &RequestContext<RoleServer>) -> bool {
    true
}

/// Marks a request to an HTTP service that has no sessions.
#[cfg(feature = "http")]
#[derive(Clone, Copy)]
pub(crate) struct WithoutSessions;

/// Returns whether the server can send notifications to clients with protocol versions before 2026-07-28.
pub fn can_notify(_request: &RequestContext<RoleServer>) -> bool {
    #[cfg(feature = "http")]
    return extension::<WithoutSessions>(_request).is_none();
    #[cfg(not(feature = "http"))]
    true
}

/// Runs a call, and sends its progress to the client. Returns the response after sending all progress. If the
/// request is cancelled, some progress may remain unsent.
pub(crate) async fn reporting<T>(
    call: impl Future<Output = T>,
    Reports {
        mut progress,
        request,
    }: Reports,
    peer: &Peer<RoleServer>,
) -> T {
    let (running, mut end) = oneshot::channel::<()>();
    let call = async {
        let answer = call.await;
        drop(running);
        answer
    };
    let report = async {
        loop {
            tokio::select! {
                biased;
                Some(progress) = progress.recv() => tokio::select! {
                    () = send(peer, progress) => {}
                    // At shutdown, the SDK cancels the request and sends no more progress. So
                    // stop, because the response must not wait for `send`.
                    () = request.ct.cancelled() => break,
                },
                _ = &mut end => break,
            }
        }
    };
    // Run the call and the sending of progress concurrently. The tool then does not wait for a
    // slow client.
    tokio::join!(call, report).0
}

async fn send(peer: &Peer<RoleServer>, progress: Progress) {
    // The SDK stores a numeric progress token as `i64`. If the token does not fit, send no
    // progress.
    let token = serde_json::to_value(&progress.progress_token).and_then(serde_json::from_value);
    let Ok(token) = token else {
        return;
    };
    let mut params = ProgressNotificationParam::new(token, progress.progress);
    params.total = progress.total;
    params.message = progress.message;
    if let Err(error) = peer.notify_progress(params).await {
        tracing::debug!(%error, "progress could not be sent");
    }
}

/// The cancellation of a call, by the client or by the shutdown.
struct Token(Arc<RequestContext<RoleServer>>);

impl Token {
    /// Returns the signal that cancels calls when this crate's HTTP service shuts down. The SDK does not know
    /// this signal. Over other transports, returns `None`.
    fn end(&self) -> Option<&Arc<dyn Cancellation>> {
        extension(&self.0)
    }
}

impl Cancellation for Token {
    fn is_cancelled(&self) -> bool {
        self.0.ct.is_cancelled() || self.end().is_some_and(|end| end.is_cancelled())
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {
            let cancelled = self.0.ct.cancelled();
            match self.end() {
                None => cancelled.await,
                Some(end) => tokio::select! {
                    () = cancelled => {}
                    () = end.cancelled() => {}
                },
            }
        })
    }
}

/// Returns the value of type `T` in the extensions of the SDK's request or else of the HTTP request. Returns
/// `None` if there is no such value. `context/sdk_request.rs` in the runtime does the same for tools.
pub fn extension<T: Send + Sync + 'static>(request: &RequestContext<RoleServer>) -> Option<&T> {
    let own = request.extensions.get();
    #[cfg(feature = "http")]
    let own = own.or_else(|| {
        let parts = request.extensions.get::<http::request::Parts>()?;
        parts.extensions.get()
    });
    own
}

/// Keeps the request counted until the result is dropped, even after its client has disconnected.
pub fn keep_room(_request: &RequestContext<RoleServer>) -> Option<Box<dyn std::any::Any + Send>> {
    #[cfg(feature = "http")]
    return extension::<RoomOfCall>(_request)
        .and_then(RoomOfCall::keep)
        .map(|room| Box::new(room) as _);
    #[cfg(not(feature = "http"))]
    None
}
