//! Reads and checks the headers of a request.

use http::header::HOST;
use http::{HeaderMap, HeaderValue, Request};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};

use super::rejection::Rejection;

/// The name of the header with the session id.
pub(crate) const SESSION_ID: &str = "mcp-session-id";

/// Returns the session id of a request or a response.
pub(crate) fn session(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION_ID)?.to_str().ok()
}

/// Returns the id of the event that a resuming client has read last.
pub(crate) fn last_event<B>(request: &Request<B>) -> Option<&str> {
    request.headers().get("last-event-id")?.to_str().ok()
}

/// Rejects ambiguous headers, such as two `host` headers: of these, a proxy could read one and this server the
/// other. Also rejects a host with a user name.
pub(crate) fn check_head<B>(request: &Request<B>) -> Result<(), Rejection> {
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

/// Returns the newest known protocol version that is not newer than the version in the header
/// `mcp-protocol-version`. Returns `None` without the header, or if all known versions are newer.
pub(crate) fn protocol_version(headers: &HeaderMap) -> Option<ProtocolVersion> {
    let version = headers.get("mcp-protocol-version")?.as_bytes();
    let known = ProtocolVersion::ALL.iter().rev();
    let mut older = known.filter(|known| known.as_str().as_bytes() <= version);
    older.next().copied()
}

/// Returns whether the protocol version of the request is older than 2026-07-28, or missing.
pub(crate) fn is_older(headers: &HeaderMap) -> bool {
    let version = headers.get("mcp-protocol-version");
    version
        .is_none_or(|version| version.as_bytes() < ProtocolVersion::V2026_07_28.as_str().as_bytes())
}
