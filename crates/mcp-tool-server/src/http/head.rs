//! Reads and checks the headers of a request, and decides its protocol version.

use http::header::{ACCEPT, AUTHORIZATION, HOST, ORIGIN};
use http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};

use super::mirrored_headers;
use super::rejection::Rejection;
use crate::served::Served;

/// The name of the header with the session id.
pub(super) static SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// The name of the header with the protocol version.
static PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// The name of the header with the id of the event that a resuming client has read last.
pub(super) const LAST_EVENT_ID: &str = "last-event-id";

/// Returns the session id of a request or a response.
pub(super) fn session(headers: &HeaderMap) -> Option<&str> {
    headers.get(&SESSION_ID)?.to_str().ok()
}

/// Rejects ambiguous headers, such as two `host` headers: of these, a proxy could read one and this server the
/// other. Also rejects a host with a user name.
pub(super) fn check_head<B>(request: &Request<B>) -> Result<(), Rejection> {
    let headers = request.headers();
    let invalid = |fault: &str| Err(Rejection::invalid(StatusCode::BAD_REQUEST, fault));
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

/// Rejects a client that does not accept one of these media types. Without a header, it accepts all.
pub(super) fn check_accepted(headers: &HeaderMap, kinds: &[&str]) -> Result<(), Rejection> {
    match headers.get(ACCEPT).map(HeaderValue::as_bytes) {
        // What most clients send.
        None | Some(b"application/json, text/event-stream" | b"*/*") => return Ok(()),
        Some(_) => {}
    }
    let is_accepted = |kind: &str| {
        let values = headers.get_all(ACCEPT).iter();
        let mut ranges = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        ranges.any(|range| includes(range, kind))
    };
    match kinds.iter().find(|kind| !is_accepted(kind)) {
        Some(kind) => {
            let fault = format!("the header `Accept` does not allow `{kind}`");
            Err(Rejection::invalid(StatusCode::NOT_ACCEPTABLE, fault))
        }
        None => Ok(()),
    }
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

const NEWEST: &str = ProtocolVersion::V2026_07_28.as_str();

/// The protocol version in the header of a request.
#[derive(Clone, Copy)]
pub(super) struct NamedVersion {
    /// The version, if it is a known one.
    pub(super) known: Option<ProtocolVersion>,
    /// Whether the version is older than 2026-07-28, or missing.
    pub(super) is_older: bool,
    pub(super) is_missing: bool,
}

impl NamedVersion {
    pub(super) fn read(headers: &HeaderMap) -> Self {
        let named = headers.get(&PROTOCOL_VERSION).map(HeaderValue::as_bytes);
        let mut known = ProtocolVersion::ALL.iter().rev();
        NamedVersion {
            known: named
                .and_then(|named| known.find(|it| it.as_str().as_bytes() == named).copied()),
            is_older: named.is_none_or(|named| named < NEWEST.as_bytes()),
            is_missing: named.is_none(),
        }
    }

    /// Returns the version for the form of an error.
    pub(super) fn form(self) -> Option<ProtocolVersion> {
        self.known
            .or((!self.is_older).then_some(ProtocolVersion::LATEST))
    }

    /// Checks the protocol version of a request. The body decides, and a header must not disagree with it. Returns
    /// whether the request describes its client itself, as requests do since protocol version 2026-07-28.
    pub(super) fn check(
        self,
        headers: &HeaderMap,
        server: &Served,
        method: &str,
        named: Option<&str>,
    ) -> Result<bool, Rejection> {
        if let Some(named) = named.filter(|named| is_modern(named)) {
            mirrored_headers::VERSION.check(headers, named)?;
            mirrored_headers::METHOD.check(headers, method)?;
            return Ok(true);
        }
        if method == "initialize" {
            // The body negotiates the version, unless the header says that there is nothing to negotiate.
            if !self.is_older && mirrored_headers::METHOD.is_in(headers) {
                let error = ProtocolError::method_not_found(method);
                return Err(Rejection::new(StatusCode::NOT_FOUND, error));
            }
            return Ok(false);
        }
        if !self.is_older {
            if let Some(named) = named {
                mirrored_headers::VERSION.check(headers, named)?;
            }
            return Err(Rejection::from(ProtocolError::invalid_params(
                "`_meta` must have `io.modelcontextprotocol/protocolVersion`, as the header `MCP-Protocol-Version` has",
            )));
        }
        self.check_offered(headers, server)?;
        Ok(false)
    }

    /// Checks that the header of an older client names a version that the server offers.
    pub(super) fn check_offered(
        self,
        headers: &HeaderMap,
        server: &Served,
    ) -> Result<(), Rejection> {
        let is_offered = |version| server.check_offered(version).is_ok();
        if self.is_missing || self.known.is_some_and(is_offered) {
            return Ok(());
        }
        let header = headers.get(&PROTOCOL_VERSION);
        let text = header.and_then(|header| header.to_str().ok());
        let error = server.unsupported(text.unwrap_or_default());
        Err(Rejection::invalid(StatusCode::BAD_REQUEST, error.message()))
    }
}

/// Returns whether a text names protocol version 2026-07-28 or a later one.
pub(super) fn is_modern(version: &str) -> bool {
    version >= NEWEST
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
            let checked = check_accepted(&headers, &[EVENTS]);
            assert_eq!(checked.is_ok(), accepted, "{accept:?}");
        }
    }
}
