//! Messages with decoded ids, as the SDK needs them.

use mcp_tool_runtime::embed;
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use serde::Serialize;
use serde_json::value::RawValue;

use super::request_id::Id;

/// One message from the client.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    Request {
        id: Id,
        method: String,
        params: Option<&'a RawValue>,
    },
    Notification {
        method: String,
        params: Option<&'a RawValue>,
    },
    /// The whole text of the client's response.
    Response(&'a str),
}

/// The error for bytes that are not a valid message, and the id if it is readable.
#[derive(Debug)]
pub(crate) struct InvalidMessage {
    pub(crate) id: Option<Id>,
    pub(crate) error: ProtocolError,
}

impl From<embed::InvalidMessage> for InvalidMessage {
    fn from(invalid: embed::InvalidMessage) -> Self {
        InvalidMessage {
            id: invalid.id.and_then(|id| Id::read(&id)),
            error: invalid.error,
        }
    }
}

impl InvalidMessage {
    pub(crate) fn too_long(id: Option<Id>, limit: usize) -> Self {
        InvalidMessage {
            id,
            ..embed::InvalidMessage::too_long(None, limit).into()
        }
    }
}

pub(crate) fn read_message(line: &[u8]) -> Result<Message<'_>, InvalidMessage> {
    Ok(match embed::read_message(line)? {
        embed::Message::Request { id, method, params } => match Id::read(id) {
            Some(id) if id.is_allowed() => Message::Request {
                id,
                method: method.into_owned(),
                params,
            },
            id => {
                let error = ProtocolError::invalid_request("`id` must be a string or an integer");
                return Err(InvalidMessage { id, error });
            }
        },
        embed::Message::Notification { method, params } => Message::Notification {
            method: method.into_owned(),
            params,
        },
        embed::Message::Response { .. } => {
            let text = str::from_utf8(line).unwrap_or_default();
            Message::Response(text.trim_start_matches('\u{feff}').trim_ascii())
        }
    })
}

pub(crate) fn read_cancellation(params: &RawValue) -> Option<(Id, Option<String>)> {
    let (id, reason) = embed::read_cancellation(params)?;
    Some((Id::read(id)?, reason))
}

pub(crate) fn error_response(
    id: Option<&Id>,
    error: &impl Serialize,
    version: Option<ProtocolVersion>,
) -> Vec<u8> {
    let id = id.and_then(|id| serde_json::to_string(id).ok());
    embed::error_response(id.as_deref(), error, version)
}
