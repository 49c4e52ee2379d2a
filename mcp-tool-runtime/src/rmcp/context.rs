//! What the SDK knows of a request, as a tool's context.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use ::rmcp::RoleServer;
use ::rmcp::model::{Implementation, ProgressNotificationParam};
use ::rmcp::service::{Peer, RequestContext};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::oneshot;

use super::client_request;
#[cfg(feature = "tower")]
use super::http::RoomOfCall;
pub(super) use crate::context::extension;
use crate::{Cancellation, ClientCapabilities, ClientInfo, Progress, ProtocolVersion, ToolContext};

/// The progress that a call makes.
pub(super) struct Reports {
    progress: UnboundedReceiver<Progress>,
    request: Arc<RequestContext<RoleServer>>,
}

/// The context of a call, and the progress that it makes.
pub(super) fn of(
    request: &RequestContext<RoleServer>,
    revision: ProtocolVersion,
) -> (ToolContext, Reports) {
    let (outbox, progress) = unbounded_channel();
    let shared = Arc::new(request.clone());
    let progress = Reports {
        progress,
        request: Arc::clone(&shared),
    };
    let mut context = ToolContext::new(revision)
        // Nobody is left to be told once the call is gone.
        .with_progress(move |progress| drop(outbox.send(progress)))
        .with_cancellation(Token(Arc::clone(&shared)))
        .with_extension(request.peer.clone())
        .with_shared_extension(shared);
    if is_reachable(request) {
        let (peer, call) = (request.peer.clone(), request.id.clone());
        #[cfg(feature = "tower")]
        let room = extension::<RoomOfCall>(request).cloned();
        context = context.with_input_requests(move |request| {
            let question = client_request::ask(peer.clone(), call.clone(), request);
            #[cfg(feature = "tower")]
            let asks = room.as_ref().and_then(RoomOfCall::asks);
            async move {
                #[cfg(feature = "tower")]
                let _asks = asks;
                question.await
            }
        });
    }
    if let Some(client) = client(request) {
        let mut info = ClientInfo::new(client.name, client.version);
        info.title = client.title;
        let capabilities = request.client_capabilities();
        let capabilities = capabilities.map(serde_json::to_value);
        let capabilities = match capabilities {
            Some(Ok(Value::Object(members))) => ClientCapabilities::new(members),
            _ => ClientCapabilities::default(),
        };
        context = context.with_client(info, capabilities);
    }
    (context, progress)
}

/// Who calls. Of a client that has no session and does not say, the SDK tells its own name.
fn client(request: &RequestContext<RoleServer>) -> Option<Implementation> {
    let client = request.client_info()?;
    let is_made_up = !is_reachable(request) && client == Implementation::default();
    (!is_made_up).then_some(client)
}

/// Whether an answer of the client's would find its way back to a call that waits: over HTTP it
/// needs a session. What a request's header says of one proves nothing; only of a client that has
/// begun one does the SDK know who it is, or what it can do.
#[cfg(feature = "tower")]
fn is_reachable(request: &RequestContext<RoleServer>) -> bool {
    let over_http = request.extensions.get::<http::request::Parts>().is_some();
    let begun = request.peer.peer_info();
    !over_http
        || begun.is_some_and(|client| {
            client.capabilities != Default::default()
                || client.client_info != Implementation::default()
        })
}

#[cfg(not(feature = "tower"))]
fn is_reachable(_request: &RequestContext<RoleServer>) -> bool {
    true
}

/// Lets a call go on, and takes its progress to the peer; what is on its way when the call ends is
/// sent before the answer (R178).
pub(super) async fn reporting<T>(
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
                    // Where the server ends, nobody takes it any more, and the answer would wait.
                    () = request.ct.cancelled() => break,
                },
                _ = &mut end => break,
            }
        }
    };
    // Both at once: a peer that is slow to read must not keep the call from going on.
    tokio::join!(call, report).0
}

async fn send(peer: &Peer<RoleServer>, progress: Progress) {
    // The SDK's integers have a bit less.
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

/// Cancelled by the peer, or because the server ends.
struct Token(Arc<RequestContext<RoleServer>>);

impl Token {
    /// The end of a server that the SDK knows nothing of.
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
