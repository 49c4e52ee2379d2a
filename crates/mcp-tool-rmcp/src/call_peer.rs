//! The client of one call, as a tool sees it: the SDK's request behind the runtime's context.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use mcp_tool_runtime::context::{
    Cancellation, ClientCapabilities, ClientInfo, LogLevel, Peer, PeerResponse,
};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolContext};
use rmcp::RoleServer;
use rmcp::model::{
    CustomRequest, ErrorData, Implementation, RequestMetaObject, ServerNotification, ServerRequest,
};
use rmcp::service::{OriginatingRequestId, PeerRequestOptions, RequestContext, ServiceError};
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

use crate::convert;

type Request = RequestContext<RoleServer>;

/// The number of unsent notifications of one call. Further notifications are dropped.
const MAX_UNSENT: usize = 256;

/// The client of one call.
struct CallPeer {
    request: Arc<Request>,
    version: ProtocolVersion,
    outbox: Sender<ServerNotification>,
}

/// The notifications of one call that were not sent yet.
pub(crate) struct Notifications {
    unsent: Receiver<ServerNotification>,
    request: Arc<Request>,
}

/// Returns the context of a request, and the notifications of its tool. `meta` is the `_meta` that the SDK keeps with
/// the parameters of the request.
pub(crate) fn context(
    request: Request,
    meta: Option<RequestMetaObject>,
) -> Result<(ToolContext, Notifications), ErrorData> {
    let version = protocol_version(&request)?;
    let mut members = meta.unwrap_or_default().0.0;
    members.extend(request.meta.0.0.clone());
    let client = client_info(&request);
    let capabilities = match request.client_capabilities().map(serde_json::to_value) {
        Some(Ok(Value::Object(members))) => ClientCapabilities::new(members),
        _ => ClientCapabilities::default(),
    };
    let (outbox, unsent) = channel(MAX_UNSENT);
    let request = Arc::new(request);
    let peer = CallPeer {
        request: Arc::clone(&request),
        version,
        outbox,
    };
    let mut context = ToolContext::new(version)
        .with_meta(members)
        .with_peer(Arc::new(peer))
        .with_extension(request.peer.clone())
        .with_shared_extension(Arc::clone(&request));
    if let Some(client) = client {
        let mut info = ClientInfo::new(client.name, client.version);
        info.title = client.title;
        context = context.with_client(info, capabilities);
    }
    Ok((context, Notifications { unsent, request }))
}

/// Returns the protocol version of a request: the one in its `_meta`, or else the one that `initialize` agreed on. Over
/// HTTP without sessions, this is the version in the header, or else 2025-03-26.
pub(crate) fn protocol_version(request: &Request) -> Result<ProtocolVersion, ErrorData> {
    let Some(version) = request.protocol_version() else {
        return Err(convert::error(ProtocolError::invalid_params(
            "`_meta` must have `io.modelcontextprotocol/protocolVersion`, unless `initialize` came before",
        )));
    };
    let parsed = version.as_str().parse::<ProtocolVersion>();
    parsed.map_err(|unsupported| convert::error(unsupported.into()))
}

/// Returns the client's name and version. Over HTTP without sessions, the SDK fills in its own name and version, and no
/// capabilities, if the client's are missing. This function ignores them.
fn client_info(request: &Request) -> Option<Implementation> {
    let client = request.client_info()?;
    let is_made_up = client == Implementation::default()
        && request.client_capabilities() == Some(Default::default());
    (!is_made_up).then_some(client)
}

impl Notifications {
    /// Runs a call, and sends its notifications. Returns the response after all notifications are sent. If the request
    /// is cancelled, some may remain unsent. The tool does not wait for a slow client.
    pub(crate) async fn send_during<T>(mut self, call: impl Future<Output = T>) -> T {
        let (running, mut end) = oneshot::channel::<()>();
        let call = async {
            let response = call.await;
            drop(running);
            response
        };
        let send = async {
            loop {
                tokio::select! {
                    biased;
                    Some(notification) = self.unsent.recv() => tokio::select! {
                        sent = self.request.peer.send_notification(notification) => {
                            if let Err(error) = sent {
                                tracing::debug!(%error, "a notification could not be sent");
                            }
                        }
                        // At its shutdown, the SDK cancels the request, and sends nothing more.
                        () = self.request.ct.cancelled() => break,
                    },
                    _ = &mut end => break,
                }
            }
        };
        tokio::join!(call, send).0
    }
}

impl Cancellation for CallPeer {
    fn is_cancelled(&self) -> bool {
        self.request.ct.is_cancelled()
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.request.ct.cancelled())
    }
}

impl Peer for CallPeer {
    fn notify(&self, method: &str, params: &str) {
        let params = serde_json::from_str::<Value>(params).unwrap_or_default();
        let message = json!({ "method": method, "params": params });
        match serde_json::from_value(message) {
            // Sending fails after the end of the call, and if the client reads too slowly.
            Ok(notification) => drop(self.outbox.try_send(notification)),
            Err(error) => tracing::warn!(method, %error, "dropped a notification"),
        }
    }

    fn request(self: Arc<Self>, method: &str, params: &str) -> PeerResponse {
        let params = serde_json::from_str(params).ok();
        let mut request = CustomRequest::new(method, params);
        // The SDK keeps the id of the call in a task-local value, which a task that the tool spawned does not have.
        let call = OriginatingRequestId(self.request.id.clone());
        request.extensions.insert(call);
        Box::pin(async move {
            let request = ServerRequest::CustomRequest(request);
            let options = PeerRequestOptions::no_options();
            let sending = self.request.peer.send_cancellable_request(request, options);
            let mut open = sending.await.map_err(explain)?;
            let (mut sender, answer) = oneshot::channel();
            // If the tool drops this future, the client can close the form that it shows to the user.
            tokio::spawn(async move {
                tokio::select! {
                    outcome = &mut open.rx => drop(sender.send(outcome)),
                    () = sender.closed() => {
                        drop(open.cancel(Some("the call has ended".to_owned())).await);
                    }
                }
            });
            let answer = answer.await.map_err(|_| GONE)?.map_err(|_| GONE)?;
            // The answer was read from JSON, so writing it never fails.
            Ok(serde_json::to_value(answer.map_err(explain)?).unwrap_or_default())
        })
    }

    fn takes_requests(&self) -> bool {
        self.version < ProtocolVersion::V2026_07_28 && client_info(&self.request).is_some()
    }

    fn log_level(&self) -> Option<LogLevel> {
        self.request.extensions.get().copied()
    }
}

const GONE: &str = "the connection is closed";

/// Returns the client's error message. For any other error, logs the error and returns [`GONE`].
fn explain(error: ServiceError) -> String {
    match error {
        ServiceError::McpError(error) => error.message.into_owned(),
        other => {
            tracing::debug!(error = %other, "cannot send a request to the client");
            GONE.to_owned()
        }
    }
}
