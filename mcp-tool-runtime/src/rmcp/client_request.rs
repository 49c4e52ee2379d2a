//! A question to the client in the middle of a call, and its end.

use ::rmcp::RoleServer;
use ::rmcp::model::{CustomRequest, RequestId, ServerRequest};
use ::rmcp::service::{
    OriginatingRequestId, Peer, PeerRequestOptions, RequestHandle, ServiceError,
};
use serde_json::Value;
use tokio::runtime::Handle;

use crate::InputRequest;

/// Sends a request to the client, on the stream of a call, and waits for the answer.
pub(super) async fn ask(
    peer: Peer<RoleServer>,
    call: RequestId,
    request: InputRequest,
) -> Result<Value, String> {
    let params = Value::Object(request.params().clone());
    let mut request = CustomRequest::new(request.method(), Some(params));
    // The SDK knows it of the call's own task alone.
    request.extensions.insert(OriginatingRequestId(call));
    let request = ServerRequest::CustomRequest(request);
    let options = PeerRequestOptions::no_options();
    let request = peer.send_cancellable_request(request, options).await;
    let mut open = Open(Some(request.map_err(explain)?));
    let answer = match &mut open.0 {
        Some(request) => (&mut request.rx).await,
        None => return Err(GONE.to_owned()),
    };
    open.0 = None;
    match answer {
        // What has been read can be written.
        Ok(Ok(answer)) => Ok(serde_json::to_value(answer).unwrap_or_default()),
        Ok(Err(error)) => Err(explain(error)),
        Err(_) => Err(GONE.to_owned()),
    }
}

const GONE: &str = "it cannot be reached any more";

/// The client's own words; those of a transport are for the log.
fn explain(error: ServiceError) -> String {
    match error {
        ServiceError::McpError(error) => error.message.into_owned(),
        other => {
            tracing::debug!(error = %other, "the client could not be asked");
            GONE.to_owned()
        }
    }
}

/// A question that has no answer yet. Where nobody waits for one any more, because the call has ended
/// or its tool has other things to do, the client is told to close its form, and the SDK waits no
/// longer.
struct Open(Option<RequestHandle<RoleServer>>);

impl Drop for Open {
    fn drop(&mut self) {
        if let (Some(request), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(async move {
                let reason = Some("nobody waits for the answer any more".to_owned());
                if let Err(error) = request.cancel(reason).await {
                    tracing::debug!(%error, "a question could not be taken back");
                }
            });
        }
    }
}
