//! What the SDK knows of a request, as a tool's context.

use std::future::Future;
use std::pin::Pin;

use ::rmcp::RoleServer;
use ::rmcp::model::ProgressNotificationParam;
use ::rmcp::service::{Peer, RequestContext};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::oneshot;

use crate::{Cancellation, ClientCapabilities, ClientInfo, Progress, Revision, ToolContext};

/// The context of a call, and the progress that it makes.
pub(super) fn of(
    request: &RequestContext<RoleServer>,
    revision: Revision,
) -> (ToolContext, UnboundedReceiver<Progress>) {
    let (outbox, progress) = unbounded_channel();
    let mut context = ToolContext::new(revision)
        // Nobody is left to be told once the call is gone.
        .with_progress(move |progress| drop(outbox.send(progress)))
        .with_cancellation(Token(request.clone()))
        .with_extension(request.peer.clone())
        .with_extension(request.clone());
    if let Some(client) = request.client_info() {
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

/// Lets a call go on, and takes its progress to the peer; what is on its way when the call ends is
/// sent before the answer (R178).
pub(super) async fn reporting<T>(
    call: impl Future<Output = T>,
    mut progress: UnboundedReceiver<Progress>,
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
                Some(progress) = progress.recv() => send(peer, progress).await,
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
struct Token(RequestContext<RoleServer>);

impl Cancellation for Token {
    fn is_cancelled(&self) -> bool {
        self.0.ct.is_cancelled()
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.0.ct.cancelled())
    }
}
