//! A posted message, in a form that the SDK can read.
//!
//! The SDK receives messages without a byte order mark. Requests and notifications contain only `jsonrpc`,
//! `id`, `method` and `params`, with replacements for ids that the SDK cannot represent.

use std::borrow::Cow;

use crate::sdk::messages::{InvalidMessage, Message, read_cancellation, read_message};
use crate::sdk::request_id::Id;
use bytes::Bytes;
use mcp_tool_runtime::embed::sdk_engine;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

use super::odd_ids;
use crate::sdk::arguments_text::ArgumentsText;

/// A message from the body of a POST request.
pub(super) struct PostedMessage {
    /// The JSON text that the SDK receives.
    pub(super) text: Bytes,
    /// The id and the method, if the message is a request.
    request: Option<(Id, String)>,
    /// Whether `text` contains a replacement for the request's id, because the SDK cannot represent the
    /// original.
    pub(super) is_renamed: bool,
}

#[derive(Serialize)]
struct SdkMessage<'a> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Cow<'a, Id>>,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<Cow<'a, RawValue>>,
}

impl PostedMessage {
    /// Reads a message. Fails if the body is not a valid JSON-RPC message.
    pub(super) fn read(body: &Bytes) -> Result<Self, InvalidMessage> {
        let (id, method, params) = match read_message(body)? {
            Message::Request { id, method, params } => {
                let exact = params
                    .filter(|_| method == "tools/call")
                    .and_then(with_exact_integers)
                    .map(Cow::Owned);
                (Some(id), method, exact.or(params.map(Cow::Borrowed)))
            }
            Message::Notification { method, params } => {
                let renamed = params
                    .filter(|_| method == "notifications/cancelled")
                    .and_then(renamed_cancellation)
                    .map(Cow::Owned);
                (None, method, renamed.or(params.map(Cow::Borrowed)))
            }
            Message::Response(answer) => {
                return Ok(PostedMessage {
                    // `slice_ref` copies no data. It requires that `answer` borrows from `body`.
                    text: body.slice_ref(answer.as_bytes()),
                    request: None,
                    is_renamed: false,
                });
            }
        };
        let marked = id.as_ref().and_then(odd_ids::marked);
        let is_renamed = marked.is_some();
        let text = serde_json::to_vec(&SdkMessage {
            jsonrpc: "2.0",
            id: marked.map(Cow::Owned).or(id.as_ref().map(Cow::Borrowed)),
            method: &method,
            params,
        });
        Ok(PostedMessage {
            // The message consists of strings, an id and raw JSON, so serializing it never fails.
            text: text.unwrap_or_default().into(),
            request: id.map(|id| (id, method)),
            is_renamed,
        })
    }

    /// Returns the id and the method, if the message is a request.
    pub(super) fn request(&self) -> Option<(&Id, &str)> {
        let (id, method) = self.request.as_ref()?;
        Some((id, method))
    }

    /// Returns the JSON of the id, if the message is a request.
    pub(super) fn request_id(&self) -> Option<String> {
        self.request.as_ref().map(|(id, _)| id.json())
    }

    /// Replaces half surrogate pairs in the arguments of a call. Returns the client's arguments, if they have any.
    pub(super) fn replace_half_pairs(&mut self) -> Option<ArgumentsText> {
        let text = str::from_utf8(&self.text).ok()?;
        // The escape of a whole character, such as a Greek letter, needs no replacement either.
        if !text.contains("\\ud") && !text.contains("\\uD") {
            return None;
        }
        let Ok(Message::Request { method, params, .. }) = read_message(&self.text) else {
            return None;
        };
        let params = params.filter(|_| method == "tools/call")?.get();
        let (replaced, arguments) = ArgumentsText::replace(params)?;
        self.text = text.replacen(params, &replaced, 1).into();
        Some(arguments)
    }

    /// Returns the name of the called tool, if the message is a `tools/call` request with a name.
    pub(super) fn called_tool(&self) -> Option<String> {
        #[derive(Deserialize)]
        struct Call {
            name: String,
        }

        match read_message(&self.text) {
            Ok(Message::Request { method, params, .. }) if method == "tools/call" => {
                let call = serde_json::from_str::<Call>(params?.get());
                call.ok().map(|call| call.name)
            }
            _ => None,
        }
    }
}

/// Returns new parameters if a float in them must become an integer, to keep its digits.
fn with_exact_integers(params: &RawValue) -> Option<Box<RawValue>> {
    match sdk_engine::with_exact_integers(params.get()) {
        Cow::Borrowed(_) => None,
        Cow::Owned(exact) => RawValue::from_string(exact).ok(),
    }
}

/// Returns new parameters for a cancellation if the id of the cancelled request needs a replacement.
fn renamed_cancellation(params: &RawValue) -> Option<Box<RawValue>> {
    let (id, reason) = read_cancellation(params)?;
    let id = odd_ids::marked(&id)?;
    serde_json::value::to_raw_value(&json!({ "requestId": id, "reason": reason })).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_sdk_gets_readable_messages() {
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
                r#"{"jsonrpc":"2.0","id":7.0,"method":"m","params":{"a":[1]}}"#,
                json!({ "jsonrpc": "2.0", "id": "\u{1}7.0", "method": "m", "params": { "a": [1] } }),
            ),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7.0}}"#,
                json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
                    "params": { "requestId": "\u{1}7.0", "reason": null } }),
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":[9007199254740993.0]}}"#,
                json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call",
                    "params": { "a": [9_007_199_254_740_993_u64] } }),
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
            let posted = PostedMessage::read(&Bytes::from_static(body.as_bytes()));
            let text = posted.map(|posted| serde_json::from_slice::<Value>(&posted.text).unwrap());
            assert_eq!(text.ok(), Some(expected), "{body}");
        }
    }
}
