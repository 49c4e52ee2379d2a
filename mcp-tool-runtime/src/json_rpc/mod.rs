//! JSON-RPC 2.0: reads messages, and the requests `tools/list` and `tools/call`, and writes responses.

pub(crate) mod message;
pub(crate) mod request;
pub(crate) mod request_id;
mod request_meta;

use serde::Serialize;

use self::request_id::Id;
use crate::error::ProtocolError;
use crate::protocol::ProtocolVersion;

#[derive(Serialize)]
struct Failure<'a, E> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Option<&'a Id>>,
    error: &'a E,
}

/// Writes a response whose result takes about `size` bytes.
///
/// # Errors
///
/// Returns -32603 if `write` fails.
pub fn success(
    id: &Id,
    size: usize,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), serde_json::Error>,
) -> Result<Vec<u8>, ProtocolError> {
    let mut response = Vec::with_capacity(size + 64);
    response.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    let written = serde_json::to_writer(&mut response, id).and_then(|()| {
        response.extend_from_slice(br#","result":"#);
        write(&mut response)
    });
    written.map_err(|error| {
        tracing::error!(%error, "a result cannot be written");
        ProtocolError::internal_error("the result cannot be written")
    })?;
    response.push(b'}');
    Ok(response)
}

/// Writes an error response. If the request's id is unknown, the response omits `id` in protocol version
/// 2025-11-25 and newer versions, and contains `"id":null` if the protocol version is older or unknown.
pub fn error_response(
    id: Option<&Id>,
    error: &impl Serialize,
    version: Option<ProtocolVersion>,
) -> Vec<u8> {
    let is_absent = id.is_none() && version.is_some_and(ProtocolVersion::omits_unknown_id);
    let response = Failure {
        jsonrpc: "2.0",
        id: (!is_absent).then_some(id),
        error,
    };
    serde_json::to_vec(&response).unwrap_or_else(|_| {
        // This fallback is never used, because serializing a message, a code and JSON data cannot
        // fail.
        br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}"#
            .to_vec()
    })
}
