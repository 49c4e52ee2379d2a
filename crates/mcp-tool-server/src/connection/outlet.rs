//! Where the messages to a client go.

use mcp_tool_runtime::embed::escape_separators;

use super::load::Room;
use crate::json_text::to_json;

/// Where the messages about one request of a client go: the stream of the connection, a batch, or an HTTP response.
pub(crate) trait Outlet: Send + Sync {
    /// Sends the response to the request. The request counts until `room` is dropped.
    fn respond(&self, response: Vec<u8>, room: Option<Room>);

    /// Records that the message gets no response, because it needs none, or because it was cancelled.
    fn skip(&self) {}

    /// Sends a notification, or a request to the client. If the client reads too slowly, drops a message that may be lost.
    fn send(&self, message: Vec<u8>, may_be_lost: bool);

    /// Returns whether the client has left so much unread that the companion must not ask it more.
    fn is_stuck(&self) -> bool {
        false
    }
}

/// Writes a notification, or a request with a number as its id, on one line for the client. `params` is the JSON of an
/// object.
pub(crate) fn message(number: Option<u64>, method: &str, params: Option<&str>) -> Vec<u8> {
    let mut message = write(number, method, params).into_bytes();
    escape_separators(&mut message);
    message
}

/// Writes a notification, or a request with a number as its id.
pub(crate) fn write(number: Option<u64>, method: &str, params: Option<&str>) -> String {
    let id = number.map_or_else(String::new, |number| format!(r#""id":{number},"#));
    let method = to_json(method);
    match params {
        Some(params) => {
            format!(r#"{{"jsonrpc":"2.0",{id}"method":{method},"params":{params}}}"#)
        }
        None => format!(r#"{{"jsonrpc":"2.0",{id}"method":{method}}}"#),
    }
}
