//! Rejections of requests: error responses that contain a JSON-RPC error.

use std::time::Duration;

use crate::sdk::messages::{InvalidMessage, error_response, read_message};
use crate::sdk::request_id::Id;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use mcp_tool_runtime::embed::shorten;
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use rmcp::model::{ErrorData, JsonRpcError};

use super::posted_message::PostedMessage;
use super::response::HttpResponse;
use crate::sdk::{convert, request_fault};
use crate::transport;

/// The error response to a rejected request.
pub(super) struct Rejection(Box<ErrorResponse>);

struct ErrorResponse {
    status: StatusCode,
    headers: HeaderMap,
    id: Option<Id>,
    error: ErrorData,
}

const NO_SESSION: &str = "the header `Mcp-Session-Id` is missing: send the id from the response to \
    `initialize`, or use protocol version 2026-07-28, which has no sessions";

impl From<InvalidMessage> for Rejection {
    fn from(InvalidMessage { id, error }: InvalidMessage) -> Self {
        Rejection::new(StatusCode::BAD_REQUEST, id, error)
    }
}

impl Rejection {
    pub(super) fn new(status: StatusCode, id: Option<Id>, error: ProtocolError) -> Self {
        Rejection(Box::new(ErrorResponse {
            status,
            headers: HeaderMap::new(),
            id,
            error: convert::error(error),
        }))
    }

    pub(super) fn bad_request(id: Option<Id>, error: ProtocolError) -> Self {
        Rejection::new(StatusCode::BAD_REQUEST, id, error)
    }

    /// Rejects a request because another open request of the session has the same id.
    pub(super) fn in_use(id: &Id) -> Self {
        Self::bad_request(Some(id.clone()), request_fault::id_in_use(id))
    }

    /// Rejects a request beyond the limit of concurrent requests.
    pub(super) fn busy(id: Option<Id>) -> Self {
        let error =
            "the server has reached its limit of concurrent requests; try again in a moment";
        let busy = Rejection::unavailable(id, error);
        busy.with_header(RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// Rejects a request while the server shuts down.
    pub(super) fn shutting_down() -> Self {
        Rejection::unavailable(None, "the server is shutting down")
    }

    pub(super) fn unavailable(id: Option<Id>, error: &str) -> Self {
        let error = ProtocolError::internal_error(error);
        Rejection::new(StatusCode::SERVICE_UNAVAILABLE, id, error)
    }

    /// Returns the text of the error if a request was forbidden.
    pub(super) fn forbidden(&self) -> Option<&str> {
        (self.0.status == StatusCode::FORBIDDEN).then_some(&*self.0.error.message)
    }

    pub(super) fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.headers.insert(name, value);
        self
    }

    /// Rejects a body of more than `limit` bytes.
    pub(super) fn too_long(id: Option<Id>, limit: usize) -> Self {
        let InvalidMessage { id, error } = InvalidMessage::too_long(id, limit);
        Rejection::new(StatusCode::PAYLOAD_TOO_LARGE, id, error)
    }

    /// Rejects a body that was not complete within the time limit.
    pub(super) fn too_slow(limit: Duration) -> Self {
        let limit = limit.as_secs_f64();
        let text = format!("the body was not complete within {limit} seconds");
        let error = ProtocolError::invalid_request(text);
        Rejection::new(StatusCode::REQUEST_TIMEOUT, None, error)
    }

    /// Rejects a request in a session that does not exist, or that belongs to another user. Both cases return
    /// the same error, so that a client cannot detect the sessions of other users.
    pub(super) fn unknown_session() -> Self {
        let error = ProtocolError::invalid_request("the session is unknown, or has ended");
        Rejection::new(StatusCode::NOT_FOUND, None, error)
    }

    /// Reads an error response of the SDK. Its body is text or JSON.
    ///
    /// The SDK's text may name the wrong fault. In that case, this function determines the fault itself. The
    /// SDK reports an unreadable message as a wrong media type. It reports an `initialize` with wrong
    /// parameters as a request without a session.
    pub(super) async fn from_sdk(answer: HttpResponse, message: Option<&PostedMessage>) -> Self {
        let (head, body) = answer.into_parts();
        let body = match body.collect().await {
            Ok(body) => body.to_bytes(),
            Err(never) => match never {},
        };
        let text = if body.is_empty() {
            head.status.canonical_reason().unwrap_or_default().into()
        } else {
            String::from_utf8_lossy(&body)
        };
        let error = match head.status {
            status if status.is_server_error() => ProtocolError::internal_error(text),
            _ => ProtocolError::invalid_request(text),
        };
        let id = message
            .and_then(PostedMessage::request)
            .map(|(id, _)| id.clone());
        let mut rejection = Rejection::new(head.status, id, error);
        let response = &mut *rejection.0;
        if let Ok(failed) = serde_json::from_slice::<JsonRpcError>(&body) {
            response.error = failed.error;
        } else if head.status == StatusCode::NOT_FOUND {
            return Rejection::unknown_session();
        } else if let Some(error) = message.and_then(|message| fault(head.status, message)) {
            response.status = StatusCode::BAD_REQUEST;
            response.error = convert::error(error);
        } else if body.ends_with(b"Session ID is required") {
            response.error.message = NO_SESSION.into();
        }
        response.headers = head.headers;
        rejection
    }

    /// Builds the response for a client of the given protocol version, or of an unknown one. The version
    /// decides whether a response without a request id contains `"id":null`.
    pub(super) fn into_response(self, protocol_version: Option<ProtocolVersion>) -> HttpResponse {
        let ErrorResponse {
            status,
            mut headers,
            id,
            mut error,
        } = *self.0;
        error.message = concise(&error.message).into();
        headers.remove(CONTENT_LENGTH);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let body = error_response(id.as_ref(), &error, protocol_version);
        let mut answer = Response::new(Full::from(body).boxed());
        *answer.status_mut() = status;
        *answer.headers_mut() = headers;
        answer
    }
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

/// Shortens each quoted part of an error message, such as the value of a header, to 200 characters, and the
/// whole message to 500.
fn concise(message: &str) -> String {
    let parts = message.split_inclusive(['`', '(', ')']);
    let short_parts: String = parts.map(|part| shorten(part, 200)).collect();
    shorten(&short_parts, 500)
}
