//! A posted message, for the service and in a form that the SDK can read.
//!
//! The SDK receives a message as `json_rpc::message` has read it: without a byte order mark, with the known
//! members only, and with an id that the SDK can hold. An id beyond `i64`, or one such as `7.0`, becomes
//! text. The response restores it.

use bytes::buf::Chain;
use bytes::{Buf as _, Bytes};
use http_body_util::BodyExt as _;
use serde::Deserialize;
use serde_json::{Value, json};

use super::response::Answer;
use crate::json_rpc::message::{self, Message, Refusal};
use crate::json_rpc::request_id::Id;

/// The text of a message: the head, the unchanged parameters, and the end.
pub(super) type Text = Chain<Chain<Bytes, Bytes>, Bytes>;

/// A message that was posted.
pub(super) struct Posted {
    /// The unchanged text.
    pub(super) body: Bytes,
    /// Id and method of a request.
    request: Option<(Id, String)>,
    params: Option<Bytes>,
    /// Whether the SDK holds the id of the request as text.
    pub(super) is_renamed: bool,
}

/// Returns the empty text, for a request without a message.
pub(super) fn no_text() -> Text {
    Bytes::new().chain(Bytes::new()).chain(Bytes::new())
}

impl Posted {
    /// Reads a message. Returns it with its text for the SDK.
    pub(super) fn read(body: Bytes) -> Result<(Self, Text), Refusal> {
        // The text is always a part of the body: `message::read` borrows from it.
        let raw = |text: &str| body.slice_ref(text.as_bytes());
        let mut is_renamed = false;
        let (request, head, params) = match message::read(&body)? {
            Message::Request { id, method, params } => {
                let held = held(&id);
                is_renamed = held.is_some();
                let held = held.map_or_else(|| json!(id), Value::String);
                let head = json!({ "id": held, "jsonrpc": "2.0", "method": method });
                let params = params.map(|params| raw(params.get()));
                (Some((id, method)), head, params)
            }
            Message::Notification { method, params } => {
                let cancelled = params.filter(|_| method == "notifications/cancelled");
                let cancelled = cancelled.and_then(message::cancellation);
                let held = cancelled.and_then(|(id, reason)| Some((held(&id)?, reason)));
                let params = match held {
                    Some((id, reason)) => {
                        let params = json!({ "requestId": id, "reason": reason });
                        Some(Bytes::from(params.to_string()))
                    }
                    None => params.map(|params| raw(params.get())),
                };
                let head = json!({ "jsonrpc": "2.0", "method": method });
                (None, head, params)
            }
            Message::Answer(answer) => {
                let text = Bytes::new().chain(raw(answer)).chain(Bytes::new());
                let posted = Posted {
                    body,
                    request: None,
                    params: None,
                    is_renamed,
                };
                return Ok((posted, text));
            }
        };
        let mut head = head.to_string();
        let text = match params.clone() {
            None => Bytes::from(head).chain(Bytes::new()).chain(Bytes::new()),
            Some(params) => {
                head.pop();
                head.push_str(r#","params":"#);
                let end = Bytes::from_static(b"}");
                Bytes::from(head).chain(params).chain(end)
            }
        };
        let posted = Posted {
            body,
            request,
            params,
            is_renamed,
        };
        Ok((posted, text))
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

        let (_, method) = self.request()?;
        let params = self.params.as_ref().filter(|_| method == "tools/call")?;
        let call = serde_json::from_slice::<Call>(params);
        call.ok().map(|call| call.name)
    }
}

/// Marks an id that the SDK holds as text, before its JSON. Ids that begin with the mark are marked, too.
const MARK: char = '\u{1}';

/// The start of such an id in the SDK's JSON.
const MARKED: &[u8] = br#""\u0001"#;

/// Returns the text under which the SDK holds an id that it would change or refuse.
fn held(id: &Id) -> Option<String> {
    let is_held = match id {
        Id::Number(number) => number.is_i64(),
        Id::Text(text) => !text.starts_with(MARK),
    };
    let json = (!is_held).then(|| json!(id).to_string())?;
    Some(format!("{MARK}{json}"))
}

/// Puts the client's ids back into a response of the SDK.
pub(super) fn restore_ids(answer: Answer) -> Answer {
    answer.map(|body| body.map_frame(|frame| frame.map_data(restored)).boxed())
}

/// Restores the ids of an event, or of a whole JSON response. The SDK writes each in one piece.
fn restored(data: Bytes) -> Bytes {
    if !data.windows(MARKED.len()).any(|bytes| bytes == MARKED) {
        return data;
    }
    let Ok(text) = str::from_utf8(&data) else {
        return data;
    };
    let lines = text.split_inclusive('\n');
    lines.map(restored_line).collect::<String>().into()
}

fn restored_line(line: &str) -> String {
    let (field, json) = match line.strip_prefix("data:") {
        Some(json) => ("data: ", json),
        None => ("", line),
    };
    let Ok(mut message) = serde_json::from_str::<Value>(json) else {
        return line.to_owned();
    };
    for place in [
        "/id",
        "/params/_meta/io.modelcontextprotocol~1subscriptionId",
        "/result/_meta/io.modelcontextprotocol~1subscriptionId",
    ] {
        if let Some(id) = message.pointer_mut(place)
            && let Some(json) = id.as_str().and_then(|text| text.strip_prefix(MARK))
            && let Some(client) = Id::read(json)
        {
            *id = json!(client);
        }
    }
    let end = if line.ends_with('\n') { "\n" } else { "" };
    format!("{field}{message}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(body: &'static str) -> Value {
        let body = Bytes::from_static(body.as_bytes());
        let Ok((_, mut text)) = Posted::read(body) else {
            panic!("a message");
        };
        serde_json::from_slice(&text.copy_to_bytes(text.remaining())).unwrap()
    }

    #[test]
    fn the_sdk_gets_what_it_can_read() {
        for (body, expected) in [
            (
                "\u{feff}{\"id\":7,\"jsonrpc\":\"2.0\",\"method\":\"m\",\"more\":\"\\ud800\"}",
                json!({ "jsonrpc": "2.0", "id": 7, "method": "m" }),
            ),
            (
                r#"{"jsonrpc":"2.0","id":7.0,"method":"m\"","params":{"a":[1]}}"#,
                json!({ "jsonrpc": "2.0", "id": "\u{1}7.0", "method": "m\"", "params": { "a": [1] } }),
            ),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7.0}}"#,
                json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
                    "params": { "requestId": "\u{1}7.0", "reason": null } }),
            ),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
                json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7 } }),
            ),
            (
                "\u{feff}{\"id\":7.0,\"result\":{}}",
                json!({ "id": 7.0, "result": {} }),
            ),
        ] {
            assert_eq!(text(body), expected, "{body}");
        }
    }

    #[test]
    fn parameters_are_not_copied() {
        let body = r#"{"jsonrpc":"2.0","id":7,"method":"m","params":{"a":"b"}}"#;
        let body = Bytes::from_static(body.as_bytes());
        let Ok((_, text)) = Posted::read(body.clone()) else {
            panic!("a message");
        };
        let params = text.first_ref().last_ref();
        assert!(body.as_ptr_range().contains(&params.as_ptr()));
    }

    #[test]
    fn ids_come_back_as_they_were() {
        for id in [
            "7.0",
            "-0.0",
            "18446744073709551615",
            "9223372036854775808",
            r#""\u0001""#,
            r#""\u00017""#,
        ] {
            let held = held(&Id::read(id).unwrap()).unwrap();
            let expected: Value = serde_json::from_str(id).unwrap();
            let key = "io.modelcontextprotocol/subscriptionId";
            // Only the id itself is restored, and no text of a tool.
            let sent = json!({ "id": held, "params": { "_meta": { key: held } }, "result": { "id": held } });
            let data = restored(format!("id: 0/1\ndata: {sent}\n\n").into());
            let expected = json!({
                "id": expected, "params": { "_meta": { key: expected } }, "result": { "id": held },
            });
            let event = format!("id: 0/1\ndata: {expected}\n\n");
            assert_eq!(data, Bytes::from(event), "{id}");
        }
        for id in ["7", "-9223372036854775808", r#""7.0""#, r#""""#] {
            assert_eq!(held(&Id::read(id).unwrap()), None, "{id}");
        }
    }
}
