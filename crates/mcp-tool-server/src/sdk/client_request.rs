//! Requests to the client during a call.

use mcp_tool_runtime::elicit::InputRequest;
use rmcp::RoleServer;
use rmcp::model::{CustomRequest, RequestId, ServerRequest};
use rmcp::service::{OriginatingRequestId, Peer, PeerRequestOptions, RequestHandle, ServiceError};
use serde_json::Value;
use tokio::runtime::Handle;

/// Sends a request to the client on the stream of a call, and waits for the response.
pub(crate) async fn ask(
    peer: Peer<RoleServer>,
    call: RequestId,
    request: InputRequest,
) -> Result<Value, String> {
    let params = Value::Object(request.params().clone());
    let mut request = CustomRequest::new(request.method(), Some(params));
    // Add the id of the call, because a task that the tool spawned can send the request. The SDK
    // keeps the id in a task-local value, which a spawned task does not have.
    request.extensions.insert(OriginatingRequestId(call));
    let request = ServerRequest::CustomRequest(request);
    let options = PeerRequestOptions::no_options();
    let request = peer.send_cancellable_request(request, options).await;
    let mut open = OpenRequest(Some(request.map_err(explain)?));
    let answer = match &mut open.0 {
        Some(request) => (&mut request.rx).await,
        None => return Err(GONE.to_owned()),
    };
    open.0 = None;
    match answer {
        // Serializing cannot fail, because the response was deserialized from JSON.
        Ok(Ok(answer)) => Ok(serde_json::to_value(answer).unwrap_or_default()),
        Ok(Err(error)) => Err(explain(error)),
        Err(_) => Err(GONE.to_owned()),
    }
}

const GONE: &str = "the connection is closed";

/// Returns the client's error message. For any other error, logs the error and returns `GONE`.
fn explain(error: ServiceError) -> String {
    match error {
        ServiceError::McpError(error) => error.message.into_owned(),
        other => {
            tracing::debug!(error = %other, "cannot send a request to the client");
            GONE.to_owned()
        }
    }
}

/// A request that still waits for its response. In a Tokio runtime, dropping an `OpenRequest` cancels the
/// request. The client can then close the form that it shows to the user, and the SDK stops waiting.
struct OpenRequest(Option<RequestHandle<RoleServer>>);

impl Drop for OpenRequest {
    fn drop(&mut self) {
        if let (Some(request), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(async move {
                let reason = Some("the call has ended".to_owned());
                if let Err(error) = request.cancel(reason).await {
                    tracing::debug!(%error, "cannot cancel a question");
                }
            });
        }
    }
}
