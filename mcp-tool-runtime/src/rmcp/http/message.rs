//! A posted message, in a form that the SDK can read.
//!
//! The SDK receives a message as `json_rpc::message` has read it: without a byte order mark, and with the
//! known members only.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ProtocolError;
use crate::json_rpc::message::{self, Message, Refusal};
use crate::json_rpc::request_id::Id;

/// A message that was posted.
pub(super) struct Posted {
    /// The text for the SDK.
    pub(super) text: Bytes,
    /// Id and method of a request.
    request: Option<(Id, String)>,
}

#[derive(Serialize)]
struct SdkMessage<'a> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Id>,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<&'a RawValue>,
}

impl Posted {
    /// Reads a message.
    ///
    /// # Errors
    ///
    /// Fails if the body is no message, or if the SDK cannot hold its id.
    pub(super) fn read(body: &Bytes) -> Result<Self, Refusal> {
        let (id, method, params) = match message::read(body)? {
            Message::Request { id, method, params } => (Some(check(id)?), method, params),
            Message::Notification { method, params } => (None, method, params),
            Message::Answer(answer) => {
                return Ok(Posted {
                    // `message::read` borrows from the body.
                    text: body.slice_ref(answer.as_bytes()),
                    request: None,
                });
            }
        };
        let text = serde_json::to_vec(&SdkMessage {
            jsonrpc: "2.0",
            id: id.as_ref(),
            method: &method,
            params,
        });
        Ok(Posted {
            // All members are text, so this never fails.
            text: text.unwrap_or_default().into(),
            request: id.map(|id| (id, method)),
        })
    }

    /// Returns id and method of a request.
    pub(super) fn request(&self) -> Option<(&Id, &str)> {
        let (id, method) = self.request.as_ref()?;
        Some((id, method))
    }

    /// Returns the name of the tool that a `tools/call` names.
    pub(super) fn called_tool(&self) -> Option<String> {
        #[derive(Deserialize)]
        struct Call {
            name: String,
        }

        match message::read(&self.text) {
            Ok(Message::Request { method, params, .. }) if method == "tools/call" => {
                let call = serde_json::from_str::<Call>(params?.get());
                call.ok().map(|call| call.name)
            }
            _ => None,
        }
    }
}

/// Rejects an id that the SDK would change or refuse.
fn check(id: Id) -> Result<Id, Refusal> {
    match &id {
        Id::Number(number) if !number.is_i64() => Err(Refusal {
            error: ProtocolError::invalid_request(
                "`id` must be a string, or an integer of 64 bits without a fraction",
            ),
            id: Some(id),
        }),
        _ => Ok(id),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_sdk_gets_what_it_can_read() {
        for (body, expected) in [
            (
                "\u{feff}{\"id\":7,\"jsonrpc\":\"2.0\",\"method\":\"m\",\"more\":\"\\ud800\"}",
                json!({ "jsonrpc": "2.0", "id": 7, "method": "m" }),
            ),
            (
                r#"{"jsonrpc":"2.0","id":"a","method":"m\"","params":{"a":[1]}}"#,
                json!({ "jsonrpc": "2.0", "id": "a", "method": "m\"", "params": { "a": [1] } }),
            ),
            (
                r#"{"jsonrpc":"2.0","method":"n","params":null}"#,
                json!({ "jsonrpc": "2.0", "method": "n" }),
            ),
            (
                "\u{feff}{\"id\":7.0,\"result\":{}}",
                json!({ "id": 7.0, "result": {} }),
            ),
        ] {
            let posted = Posted::read(&Bytes::from_static(body.as_bytes()));
            let text = posted.map(|posted| serde_json::from_slice::<Value>(&posted.text).unwrap());
            assert_eq!(text.ok(), Some(expected), "{body}");
        }
    }

    #[test]
    fn ids_that_the_sdk_cannot_hold_are_rejected() {
        for id in ["7.0", "-0.0", "18446744073709551615", "9223372036854775808"] {
            let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#);
            let refusal = Posted::read(&body.into()).err().expect("a refusal");
            assert_eq!(refusal.error.code(), -32600);
            assert_eq!(refusal.id, Id::read(id));
        }
    }
}
