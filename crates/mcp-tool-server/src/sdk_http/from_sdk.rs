//! Rejections that come from the SDK, or from a decoded id.

use http::StatusCode;
use http_body_util::BodyExt as _;
use mcp_tool_runtime::ProtocolError;
use rmcp::model::JsonRpcError;

use super::posted_message::PostedMessage;
use super::response::SdkResponse;
use crate::http::rejection::Rejection;
use crate::sdk::messages::{InvalidMessage, read_message};
use crate::sdk::request_fault;
use crate::sdk::request_id::Id;
use crate::transport;

const NO_SESSION: &str = "the header `Mcp-Session-Id` is missing: send the id from the response to \
    `initialize`, or use protocol version 2026-07-28, which has no sessions";

impl From<InvalidMessage> for Rejection {
    fn from(InvalidMessage { id, error }: InvalidMessage) -> Self {
        Rejection::bad_request(id.map(|id| id.json()).as_deref(), error)
    }
}

/// Rejects a request because another open request of the session has the same id.
pub(super) fn in_use(id: &Id) -> Rejection {
    Rejection::bad_request(Some(&id.json()), request_fault::id_in_use(id))
}

/// Reads an error response of the SDK. Its body is text or JSON.
///
/// The SDK's text may name the wrong fault. In that case, this function determines the fault itself. The
/// SDK reports an unreadable message as a wrong media type. It reports an `initialize` with wrong
/// parameters as a request without a session.
pub(super) async fn rejection(answer: SdkResponse, message: Option<&PostedMessage>) -> Rejection {
    let (head, body) = answer.into_parts();
    let body = match body.collect().await {
        Ok(body) => body.to_bytes(),
        Err(never) => match never {},
    };
    let mut status = head.status;
    let error = if let Ok(failed) = serde_json::from_slice::<JsonRpcError>(&body) {
        let failed = failed.error;
        let error = ProtocolError::new(failed.code.0, failed.message);
        match failed.data {
            Some(data) => error.with_data(data),
            None => error,
        }
    } else if status == StatusCode::NOT_FOUND {
        return Rejection::unknown_session();
    } else if let Some(error) = message.and_then(|message| fault(status, message)) {
        status = StatusCode::BAD_REQUEST;
        error
    } else if body.ends_with(b"Session ID is required") {
        ProtocolError::invalid_request(NO_SESSION)
    } else {
        let text = if body.is_empty() {
            status.canonical_reason().unwrap_or_default().into()
        } else {
            String::from_utf8_lossy(&body)
        };
        if status.is_server_error() {
            ProtocolError::internal_error(text)
        } else {
            ProtocolError::invalid_request(text)
        }
    };
    let id = message.and_then(PostedMessage::request_id);
    let rejection = Rejection::new(status, id.as_deref(), error);
    let headers = head.headers.iter();
    headers.fold(rejection, |rejection, (name, value)| {
        rejection.with_header(name.clone(), value.clone())
    })
}

/// Returns the actual fault of a message that the SDK has rejected with `status`. Returns `None` if no such
/// fault is found.
fn fault(status: StatusCode, message: &PostedMessage) -> Option<ProtocolError> {
    let read = read_message(&message.text).ok()?;
    match status {
        StatusCode::BAD_REQUEST => transport::fault(read),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => transport::fault(read).or_else(|| {
            Some(ProtocolError::invalid_request(
                "the message is nested too deeply",
            ))
        }),
        _ => None,
    }
}
