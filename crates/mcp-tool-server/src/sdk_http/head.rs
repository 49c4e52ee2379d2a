//! Reads the headers that the SDK's service needs.

use http::{HeaderMap, Method, Request, StatusCode};
use mcp_tool_runtime::ProtocolError;

use super::posted_message::PostedMessage;
use crate::http::head::LAST_EVENT_ID;
use crate::http::rejection::Rejection;
use crate::methods::is_removed;
use crate::sdk::request_id::Id;

/// Returns whether an event id belongs to the stream of a request. In the SDK, `12/3` is event 12 of request
/// stream 3. `12` is event 12 of the notification stream.
pub(super) fn is_of_request(event: &str) -> bool {
    event.contains('/')
}

/// Rejects a method that no longer exists in the request's protocol version. Accepts the request if the
/// header `mcp-method` does not name `method`. The SDK then rejects it, except `initialize` without the
/// header.
pub(super) fn check_removed(headers: &HeaderMap, id: &Id, method: &str) -> Result<(), Rejection> {
    let version = headers
        .get("mcp-protocol-version")
        .and_then(|version| version.to_str().ok())
        .and_then(|version| serde_json::from_value(version.into()).ok());
    let named = headers.get("mcp-method");
    if version.is_some_and(|version| is_removed(method, &version))
        && named.is_some_and(|named| named == method)
    {
        return Err(Rejection::new(
            StatusCode::NOT_FOUND,
            Some(&id.json()),
            ProtocolError::method_not_found(method),
        ));
    }
    Ok(())
}

/// Returns whether a request is a `GET` that opens or resumes a notification stream. Returns `false` for a
/// `GET` that resumes the stream of a call, because that stream ends with the response.
pub(super) fn is_stream<B>(request: &Request<B>) -> bool {
    request.method() == Method::GET && !last_event(request.headers()).is_some_and(is_of_request)
}

/// Returns whether the message and the header `mcp-method` both name `subscriptions/listen`. This method
/// exists since protocol version 2026-07-28. The SDK rejects a request if its message and its header name
/// different methods.
pub(super) fn is_listen(headers: &HeaderMap, message: Option<&PostedMessage>) -> bool {
    const LISTEN: &str = "subscriptions/listen";

    let named = headers.get("mcp-method");
    let request = message.and_then(PostedMessage::request);
    named.is_some_and(|named| named == LISTEN)
        && request.is_some_and(|(_, method)| method == LISTEN)
}

/// Returns the id of the event that a resuming client has read last.
pub(super) fn last_event(headers: &HeaderMap) -> Option<&str> {
    headers.get(LAST_EVENT_ID)?.to_str().ok()
}
