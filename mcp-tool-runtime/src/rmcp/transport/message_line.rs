//! Writes messages as lines.

use ::rmcp::model::{ErrorData, ServerResult};
use serde::Serialize;

use crate::json_rpc::error_response;
use crate::json_rpc::request_id::Id;
use crate::{ProtocolError, ProtocolVersion};

/// Writes the response to a request.
pub(super) fn answer_line(id: &Id, answer: &Result<ServerResult, ErrorData>) -> Vec<u8> {
    #[derive(Serialize)]
    struct Answer<'a> {
        jsonrpc: &'static str,
        id: &'a Id,
        result: &'a ServerResult,
    }

    let result = match answer {
        Ok(result) => result,
        Err(error) => return error_line(Some(id), error, None),
    };
    let answer = Answer {
        jsonrpc: "2.0",
        id,
        result,
    };
    line(&answer).unwrap_or_else(|error| {
        tracing::error!(%error, "a result cannot be written as JSON");
        error_line(
            Some(id),
            &ProtocolError::internal_error("the result cannot be written as JSON"),
            None,
        )
    })
}

/// Writes an error response to a request, or to an unreadable message.
pub(super) fn error_line(
    id: Option<&Id>,
    error: &impl Serialize,
    revision: Option<ProtocolVersion>,
) -> Vec<u8> {
    let mut line = error_response(id, error, revision);
    line.push(b'\n');
    line
}

/// Writes a message.
pub(super) fn line(message: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}
