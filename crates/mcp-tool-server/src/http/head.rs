//! Reads and checks the headers of a request.

use crate::sdk::request_id::Id;
use http::header::HOST;
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use rmcp::model as sdk;

use super::posted_message::PostedMessage;
use super::rejection::Rejection;
use crate::methods::is_removed;

/// The name of the header with the session id.
pub(super) const SESSION_ID: &str = "mcp-session-id";

/// Returns the session id of a request or a response.
pub(super) fn session(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION_ID)?.to_str().ok()
}

/// Returns the id of the event that a resuming client has read last.
pub(super) fn last_event<B>(request: &Request<B>) -> Option<&str> {
    request.headers().get("last-event-id")?.to_str().ok()
}

/// Returns whether an event id belongs to the stream of a request. In the SDK, `12/3` is event 12 of request
/// stream 3. `12` is event 12 of the notification stream.
pub(super) fn is_of_request(event: &str) -> bool {
    event.contains('/')
}

/// Rejects ambiguous headers, such as two `host` headers. The SDK would read only the first of them. Also
/// rejects a host with a user name.
pub(super) fn check_head<B>(request: &Request<B>) -> Result<(), Rejection> {
    let headers = request.headers();
    let invalid = |fault: &str| {
        let error = ProtocolError::invalid_request(fault);
        Err(Rejection::bad_request(None, error))
    };
    for name in [
        "host",
        "origin",
        "authorization",
        "mcp-protocol-version",
        "mcp-session-id",
    ] {
        if headers.get_all(name).iter().nth(1).is_some() {
            return invalid(&format!("there is more than one header `{name}`"));
        }
    }
    let host = headers.get(HOST).map(HeaderValue::as_bytes);
    let authority = request
        .uri()
        .authority()
        .map(|authority| authority.as_str().as_bytes());
    let named = [host, authority];
    if named.iter().flatten().any(|named| named.contains(&b'@')) {
        return invalid("the host must not name a user");
    }
    match named {
        [Some(host), Some(authority)] if !host.eq_ignore_ascii_case(authority) => {
            invalid("the header `host` and the authority of the request differ")
        }
        _ => Ok(()),
    }
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
            Some(id.clone()),
            ProtocolError::method_not_found(method),
        ));
    }
    Ok(())
}

/// Returns whether a request is a `GET` that opens or resumes a notification stream. Returns `false` for a
/// `GET` that resumes the stream of a call, because that stream ends with the response.
pub(super) fn is_stream<B>(request: &Request<B>) -> bool {
    request.method() == Method::GET && !last_event(request).is_some_and(is_of_request)
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

/// Returns the newest known protocol version that is not newer than the version in the header
/// `mcp-protocol-version`. Returns `None` without the header, or if all known versions are newer.
pub(super) fn protocol_version(headers: &HeaderMap) -> Option<ProtocolVersion> {
    let version = headers.get("mcp-protocol-version")?.as_bytes();
    let known = ProtocolVersion::ALL.iter().rev();
    let mut older = known.filter(|known| known.as_str().as_bytes() <= version);
    older.next().copied()
}

pub(super) fn is_older(headers: &HeaderMap) -> bool {
    let version = headers.get("mcp-protocol-version");
    version.is_none_or(|version| {
        version.as_bytes() < sdk::ProtocolVersion::V_2026_07_28.as_str().as_bytes()
    })
}
