//! JSON-RPC 2.0: reads messages, and the requests `tools/list` and `tools/call`, and writes responses.

pub(crate) mod message;
pub(crate) mod request;
mod request_meta;

use memchr::memchr2_iter;
use serde::Serialize;

use crate::error::ProtocolError;
use crate::protocol::ProtocolVersion;

/// Writes a response whose result takes about `size` bytes. `id` is the JSON of the request's id.
///
/// # Errors
///
/// Returns -32603 if `write` fails.
pub fn success(
    id: &str,
    size: usize,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), serde_json::Error>,
) -> Result<Vec<u8>, ProtocolError> {
    let mut response = Vec::with_capacity(size + id.len() + 64);
    response.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    response.extend_from_slice(id.as_bytes());
    response.extend_from_slice(br#","result":"#);
    write(&mut response).map_err(|error| {
        tracing::error!(%error, "a result cannot be written");
        ProtocolError::internal_error("the result cannot be written")
    })?;
    response.push(b'}');
    escape_separators(&mut response);
    Ok(response)
}

/// Writes an error response. `id` is the JSON of the request's id. If the id is unknown, the response omits `id` in
/// protocol version 2025-11-25 and newer versions, and contains `"id":null` if the protocol version is older or
/// unknown.
pub fn error_response(
    id: Option<&str>,
    error: &impl Serialize,
    version: Option<ProtocolVersion>,
) -> Vec<u8> {
    let mut response = br#"{"jsonrpc":"2.0","#.to_vec();
    if id.is_some() || !version.is_some_and(ProtocolVersion::omits_unknown_id) {
        response.extend_from_slice(br#""id":"#);
        response.extend_from_slice(id.unwrap_or("null").as_bytes());
        response.push(b',');
    }
    response.extend_from_slice(br#""error":"#);
    let start = response.len();
    if serde_json::to_writer(&mut response, error).is_err() {
        // This fallback is never used, because serializing a message, a code and JSON data cannot
        // fail.
        response.truncate(start);
        response.extend_from_slice(br#"{"code":-32603,"message":"internal error"}"#);
    }
    response.push(b'}');
    escape_separators(&mut response);
    response
}

/// Replaces U+0085, U+2028 and U+2029 in JSON text by escapes. Some clients take these characters for the end of a
/// line, and then wait for ever (modelcontextprotocol/typescript-sdk#2155).
pub fn escape_separators(json: &mut Vec<u8>) {
    let mut escaped = Vec::new();
    let mut copied = 0;
    for at in memchr2_iter(0xc2, 0xe2, json) {
        let (length, escape) = match json[at..] {
            [0xc2, 0x85, ..] => (2, br"\u0085"),
            [0xe2, 0x80, 0xa8, ..] => (3, br"\u2028"),
            [0xe2, 0x80, 0xa9, ..] => (3, br"\u2029"),
            _ => continue,
        };
        escaped.extend_from_slice(&json[copied..at]);
        escaped.extend_from_slice(escape);
        copied = at + length;
    }
    if copied > 0 {
        escaped.extend_from_slice(&json[copied..]);
        *json = escaped;
    }
}
