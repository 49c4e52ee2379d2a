//! Encodes messages as lines.

use crate::sdk::messages::error_response;
use crate::sdk::request_id::Id;
use mcp_tool_runtime::ProtocolVersion;
use mcp_tool_runtime::embed::success_response;
use rmcp::model::{ErrorData, ServerResult};
use serde::Serialize;

/// Encodes the response to a request as a line.
pub(super) fn answer_line(id: &Id, answer: &Result<ServerResult, ErrorData>) -> Vec<u8> {
    let mut line = match answer {
        Ok(result) => {
            let json = serde_json::to_string(id).unwrap_or_default();
            success_response(&json, 0, |out| serde_json::to_writer(out, result))
                .unwrap_or_else(|error| error_response(Some(id), &error, None))
        }
        Err(error) => error_response(Some(id), error, None),
    };
    line.push(b'\n');
    line
}

/// Encodes an error response as a line. The `id` is `None` if the rejected message has no readable id.
pub(super) fn error_line(
    id: Option<&Id>,
    error: &impl Serialize,
    protocol_version: Option<ProtocolVersion>,
) -> Vec<u8> {
    let mut line = error_response(id, error, protocol_version);
    line.push(b'\n');
    line
}

/// Encodes a message as a line.
pub(super) fn line(message: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}
