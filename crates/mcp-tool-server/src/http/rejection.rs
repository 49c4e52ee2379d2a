//! Rejections of requests: error responses that contain a JSON-RPC error.

use http::header::RETRY_AFTER;
use http::{HeaderName, HeaderValue, StatusCode};
use mcp_tool_runtime::embed::{InvalidMessage, error_response, shorten};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};

use super::response::{HttpResponse, json_response};

/// The error response to a rejected request.
pub(super) struct Rejection(Box<ErrorResponse>);

struct ErrorResponse {
    status: StatusCode,
    header: Option<(HeaderName, HeaderValue)>,
    /// The JSON of the request's id.
    id: Option<Box<str>>,
    error: ProtocolError,
}

impl From<ProtocolError> for Rejection {
    fn from(error: ProtocolError) -> Self {
        Rejection::new(StatusCode::BAD_REQUEST, error)
    }
}

impl From<InvalidMessage> for Rejection {
    fn from(InvalidMessage { id, error }: InvalidMessage) -> Self {
        Rejection::from(error).with_id(id.as_deref())
    }
}

impl Rejection {
    pub(super) fn new(status: StatusCode, error: ProtocolError) -> Self {
        Rejection(Box::new(ErrorResponse {
            status,
            header: None,
            id: None,
            error,
        }))
    }

    /// Rejects an invalid request.
    pub(super) fn invalid(status: StatusCode, fault: impl Into<String>) -> Self {
        Rejection::new(status, ProtocolError::invalid_request(fault))
    }

    /// Rejects a request that the server cannot answer now.
    pub(super) fn unavailable(reason: &str) -> Self {
        let error = ProtocolError::internal_error(reason);
        Rejection::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }

    /// Rejects a request beyond the limit of concurrent requests.
    pub(super) fn busy() -> Self {
        let reason =
            "the server has reached its limit of concurrent requests; try again in a moment";
        Rejection::unavailable(reason).with_header(RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// Rejects a request while the server shuts down.
    pub(super) fn shutting_down() -> Self {
        Rejection::unavailable("the server is shutting down")
    }

    /// Rejects a request that names no session.
    pub(super) fn no_session() -> Self {
        let fault = "the header `Mcp-Session-Id` is missing: send the id from the response to \
            `initialize`, or use protocol version 2026-07-28, which has no sessions";
        Rejection::invalid(StatusCode::BAD_REQUEST, fault)
    }

    /// Rejects a request in a session that does not exist, or that belongs to another user. Both cases return
    /// the same error, so that a client cannot detect the sessions of other users.
    pub(super) fn unknown_session() -> Self {
        let fault = "the session is unknown, or has ended";
        Rejection::invalid(StatusCode::NOT_FOUND, fault)
    }

    /// Rejects a client that resumes after an event that was never sent, or after which events are missing.
    pub(super) fn unknown_event() -> Self {
        let fault = "the event in the header `Last-Event-ID` is unknown, or events after it are no longer kept";
        Rejection::invalid(StatusCode::BAD_REQUEST, fault)
    }

    pub(super) fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.header = Some((name, value));
        self
    }

    /// Sets the JSON of the request's id.
    pub(super) fn with_id(mut self, id: Option<&str>) -> Self {
        self.0.id = id.map(Into::into);
        self
    }

    /// Returns the error, for a response that has no status of its own.
    pub(super) fn into_error(self) -> ProtocolError {
        self.0.error
    }

    /// Builds the response for a client of the given protocol version, or of an unknown one. The version
    /// decides whether a response without a request id contains `"id":null`.
    pub(super) fn into_response(self, protocol_version: Option<ProtocolVersion>) -> HttpResponse {
        let ErrorResponse {
            status,
            header,
            id,
            error,
        } = *self.0;
        let body = error_response(id.as_deref(), &concise(error), protocol_version);
        let mut response = json_response(status, body);
        response.headers_mut().extend(header);
        response
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
