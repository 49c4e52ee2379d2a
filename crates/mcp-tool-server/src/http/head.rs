//! Reads and checks the headers of a request.

use http::header::{ACCEPT, AUTHORIZATION, HOST, ORIGIN};
use http::{HeaderMap, HeaderName, HeaderValue, Request};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};

use super::rejection::Rejection;

/// The name of the header with the session id.
pub(crate) static SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// The name of the header with the protocol version.
pub(crate) static PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// The name of the header with the id of the event that a resuming client has read last.
pub(crate) const LAST_EVENT_ID: &str = "last-event-id";

/// Returns the session id of a request or a response.
pub(crate) fn session(headers: &HeaderMap) -> Option<&str> {
    headers.get(&SESSION_ID)?.to_str().ok()
}

/// Rejects ambiguous headers, such as two `host` headers: of these, a proxy could read one and this server the
/// other. Also rejects a host with a user name.
pub(crate) fn check_head<B>(request: &Request<B>) -> Result<(), Rejection> {
    let headers = request.headers();
    let invalid = |fault: &str| {
        let error = ProtocolError::invalid_request(fault);
        Err(Rejection::bad_request(None, error))
    };
    let has_repeated = headers.len() != headers.keys_len();
    for name in [
        &HOST,
        &ORIGIN,
        &AUTHORIZATION,
        &PROTOCOL_VERSION,
        &SESSION_ID,
    ] {
        if has_repeated && headers.get_all(name).iter().nth(1).is_some() {
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
    let version = headers.get(&PROTOCOL_VERSION)?.as_bytes();
    let known = ProtocolVersion::ALL.iter().rev();
    let mut older = known.filter(|known| known.as_str().as_bytes() <= version);
    older.next().copied()
}

/// Returns whether the protocol version of the request is older than 2026-07-28, or missing.
pub(crate) fn is_older(headers: &HeaderMap) -> bool {
    let version = headers.get(&PROTOCOL_VERSION);
    version.is_none_or(|version| version.as_bytes() < NEWEST.as_bytes())
}

pub(super) const NEWEST: &str = ProtocolVersion::V2026_07_28.as_str();

/// Returns the first of these media types that the client does not accept. Without a header, it accepts all.
pub(super) fn not_accepted<'a>(headers: &HeaderMap, kinds: &[&'a str]) -> Option<&'a str> {
    match headers.get(ACCEPT).map(HeaderValue::as_bytes) {
        // What most clients send.
        None | Some(b"application/json, text/event-stream" | b"*/*") => return None,
        Some(_) => {}
    }
    let is_accepted = |kind: &str| {
        let values = headers.get_all(ACCEPT).iter();
        let mut ranges = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        ranges.any(|range| includes(range, kind))
    };
    kinds.iter().find(|kind| !is_accepted(kind)).copied()
}

/// Returns whether a media range, such as `text/*;q=0.5`, includes a media type.
fn includes(range: &str, kind: &str) -> bool {
    let mut parts = range.split(';').map(str::trim);
    let range = parts.next().unwrap_or_default();
    let is_named = range.eq_ignore_ascii_case(kind)
        || match (range.split_once('/'), kind.split_once('/')) {
            (Some(("*", "*")), _) => true,
            (Some((range, "*")), Some((all, _))) => range.eq_ignore_ascii_case(all),
            _ => false,
        };
    let is_refused = |part: &str| {
        let weight = part.strip_prefix("q=").or_else(|| part.strip_prefix("Q="));
        weight.is_some_and(|weight| weight.parse() == Ok(0.0))
    };
    is_named && !parts.any(is_refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_ranges_are_matched() {
        // L67
        const EVENTS: &str = "text/event-stream";

        for (accept, accepted) in [
            (None, true),
            (Some("*/*"), true),
            (Some("text/*"), true),
            (Some("application/json, Text/Event-Stream;q=0.5"), true),
            (Some("application/json,text/event-stream"), true),
            (Some("application/*, */*;q=0.1"), true),
            (Some("application/json"), false),
            (Some("text/event-stream; q=0"), false),
            (Some("text/event-stream-2"), false),
            (Some(""), false),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(accept) = accept {
                headers.insert(ACCEPT, accept.parse().unwrap());
            }
            let refused = not_accepted(&headers, &[EVENTS]);
            assert_eq!(refused.is_none(), accepted, "{accept:?}");
        }
    }
}
