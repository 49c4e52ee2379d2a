//! Rejections of requests: error responses that contain a JSON-RPC error.

use std::time::Duration;

use http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use mcp_tool_runtime::embed::{InvalidMessage, error_response, shorten};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};

use super::response::HttpResponse;

/// The error response to a rejected request.
pub(crate) struct Rejection(Box<ErrorResponse>);

struct ErrorResponse {
    status: StatusCode,
    headers: HeaderMap,
    /// The JSON of the request's id.
    id: Option<Box<str>>,
    error: ProtocolError,
}

impl From<InvalidMessage> for Rejection {
    fn from(InvalidMessage { id, error }: InvalidMessage) -> Self {
        Rejection::bad_request(id.as_deref(), error)
    }
}

impl Rejection {
    /// Creates a rejection. `id` is the JSON of the request's id.
    pub(crate) fn new(status: StatusCode, id: Option<&str>, error: ProtocolError) -> Self {
        Rejection(Box::new(ErrorResponse {
            status,
            headers: HeaderMap::new(),
            id: id.map(Into::into),
            error,
        }))
    }

    pub(crate) fn bad_request(id: Option<&str>, error: ProtocolError) -> Self {
        Rejection::new(StatusCode::BAD_REQUEST, id, error)
    }

    /// Rejects a request beyond the limit of concurrent requests.
    pub(crate) fn busy(id: Option<&str>) -> Self {
        let error =
            "the server has reached its limit of concurrent requests; try again in a moment";
        let busy = Rejection::unavailable(id, error);
        busy.with_header(RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// Rejects a request while the server shuts down.
    pub(crate) fn shutting_down(id: Option<&str>) -> Self {
        Rejection::unavailable(id, "the server is shutting down")
    }

    pub(crate) fn unavailable(id: Option<&str>, error: &str) -> Self {
        let error = ProtocolError::internal_error(error);
        Rejection::new(StatusCode::SERVICE_UNAVAILABLE, id, error)
    }

    pub(crate) fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.headers.insert(name, value);
        self
    }

    /// Rejects a body of more than `limit` bytes.
    pub(crate) fn too_long(id: Option<&str>, limit: usize) -> Self {
        let error = InvalidMessage::too_long(None, limit).error;
        Rejection::new(StatusCode::PAYLOAD_TOO_LARGE, id, error)
    }

    /// Rejects a body that was not complete within the time limit.
    pub(crate) fn too_slow(limit: Duration) -> Self {
        let limit = limit.as_secs_f64();
        let text = format!("the body was not complete within {limit} seconds");
        let error = ProtocolError::invalid_request(text);
        Rejection::new(StatusCode::REQUEST_TIMEOUT, None, error)
    }

    /// Rejects a request that names no session.
    pub(super) fn no_session(id: Option<&str>) -> Self {
        const NO_SESSION: &str = "the header `Mcp-Session-Id` is missing: send the id from the response to \
            `initialize`, or use protocol version 2026-07-28, which has no sessions";

        Rejection::bad_request(id, ProtocolError::invalid_request(NO_SESSION))
    }

    /// Rejects a client that resumes after an event that was never sent, or after which events are missing.
    pub(super) fn unknown_event() -> Self {
        let error = "the event in the header `Last-Event-ID` is unknown, or events after it are no longer kept";
        Rejection::bad_request(None, ProtocolError::invalid_request(error))
    }

    /// Rejects a client that does not accept a media type.
    pub(super) fn not_acceptable(kind: &str) -> Self {
        let error = format!("the header `Accept` does not allow `{kind}`");
        let error = ProtocolError::invalid_request(error);
        Rejection::new(StatusCode::NOT_ACCEPTABLE, None, error)
    }

    /// Rejects a body that is no JSON.
    pub(super) fn unsupported_media_type() -> Self {
        let error = "the header `Content-Type` must be `application/json`";
        let error = ProtocolError::invalid_request(error);
        Rejection::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, None, error)
    }

    /// Returns the error, for a response that has no status of its own.
    pub(super) fn into_error(self) -> ProtocolError {
        self.0.error
    }

    /// Rejects a request in a session that does not exist, or that belongs to another user. Both cases return
    /// the same error, so that a client cannot detect the sessions of other users.
    pub(crate) fn unknown_session() -> Self {
        let error = ProtocolError::invalid_request("the session is unknown, or has ended");
        Rejection::new(StatusCode::NOT_FOUND, None, error)
    }

    /// Builds the response for a client of the given protocol version, or of an unknown one. The version
    /// decides whether a response without a request id contains `"id":null`.
    pub(crate) fn into_response(self, protocol_version: Option<ProtocolVersion>) -> HttpResponse {
        let ErrorResponse {
            status,
            mut headers,
            id,
            error,
        } = *self.0;
        headers.remove(CONTENT_LENGTH);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let body = error_response(id.as_deref(), &concise(error), protocol_version);
        let mut answer = Response::new(body.into());
        *answer.status_mut() = status;
        *answer.headers_mut() = headers;
        answer
    }
}

/// Shortens each quoted part of an error message, such as the value of a header, to 200 characters, and the
/// whole message to 500.
fn concise(error: ProtocolError) -> ProtocolError {
    let parts = error.message().split_inclusive(['`', '(', ')']);
    let short_parts: String = parts.map(|part| shorten(part, 200)).collect();
    let concise = ProtocolError::new(error.code(), shorten(&short_parts, 500));
    match error.data() {
        Some(data) => concise.with_data(data.clone()),
        None => concise,
    }
}
