//! The protocol version of a request, from its header and its body.

use http::{HeaderMap, HeaderValue, StatusCode};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};

use super::head::{NEWEST, PROTOCOL_VERSION};
use super::mirrored_headers;
use super::rejection::Rejection;
use crate::served::Served;

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
        id: &str,
        method: &str,
        named: Option<&str>,
    ) -> Result<bool, Rejection> {
        let bad_request = |error| Rejection::bad_request(Some(id), error);
        if let Some(named) = named.filter(|named| is_modern(named)) {
            mirrored_headers::VERSION
                .check(headers, named)
                .map_err(bad_request)?;
            mirrored_headers::METHOD
                .check(headers, method)
                .map_err(bad_request)?;
            return Ok(true);
        }
        if method == "initialize" {
            // The body negotiates the version, unless the header says that there is nothing to negotiate.
            if !self.is_older && mirrored_headers::METHOD.is_in(headers) {
                let error = ProtocolError::method_not_found(method);
                return Err(Rejection::new(StatusCode::NOT_FOUND, Some(id), error));
            }
            return Ok(false);
        }
        if !self.is_older {
            if let Some(named) = named {
                mirrored_headers::VERSION
                    .check(headers, named)
                    .map_err(bad_request)?;
            }
            return Err(bad_request(ProtocolError::invalid_params(
                "`_meta` must have `io.modelcontextprotocol/protocolVersion`, as the header `MCP-Protocol-Version` has",
            )));
        }
        self.check_offered(headers, server, Some(id))?;
        Ok(false)
    }

    /// Checks that the header of an older client names a version that the server offers.
    pub(super) fn check_offered(
        self,
        headers: &HeaderMap,
        server: &Served,
        id: Option<&str>,
    ) -> Result<(), Rejection> {
        let is_offered = |version| server.check_offered(version).is_ok();
        if self.is_missing || self.known.is_some_and(is_offered) {
            return Ok(());
        }
        let header = headers.get(&PROTOCOL_VERSION);
        let text = header.and_then(|header| header.to_str().ok());
        let error = server.unsupported(text.unwrap_or_default());
        let error = ProtocolError::invalid_request(error.message());
        Err(Rejection::bad_request(id, error))
    }
}

/// Returns whether a text names protocol version 2026-07-28 or a later one.
pub(super) fn is_modern(version: &str) -> bool {
    version >= NEWEST
}
