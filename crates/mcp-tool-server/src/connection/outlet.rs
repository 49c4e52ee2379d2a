//! Where the messages to a client go.

use mcp_tool_runtime::embed::escape_separators;

use super::load::Room;

/// Where the messages about one request of a client go: the stream of the connection, a batch, or an HTTP response.
pub(crate) trait Outlet: Send + Sync {
    /// Sends the response to the request. The request counts until `room` is dropped.
    fn respond(&self, response: Vec<u8>, room: Option<Room>);

    /// Records that the message gets no response, because it needs none, or because it was cancelled.
    fn skip(&self) {}

    /// Sends a request to the client.
    fn ask(&self, request: Vec<u8>);

    /// Returns whether the client has left so much unread that the companion must not ask it more.
    fn is_stuck(&self) -> bool {
        false
    }

    /// Sends a notification. Drops it if the client reads too slowly.
    fn notify(&self, notification: Vec<u8>);
}

/// Writes a notification, or a request with a number as its id, on one line for the client. `params` is the JSON of an
/// object.
pub(crate) fn message(number: Option<u64>, method: &str, params: &str) -> Vec<u8> {
    let mut message = write(number, method, Some(params)).into_bytes();
    escape_separators(&mut message);
    message
}

/// Writes a notification, or a request with a number as its id.
pub(super) fn write(number: Option<u64>, method: &str, params: Option<&str>) -> String {
    let mut message = String::with_capacity(method.len() + params.map_or(0, str::len) + 64);
    message.push_str(r#"{"jsonrpc":"2.0","#);
    if let Some(number) = number {
        message.push_str(r#""id":"#);
        message.push_str(&number.to_string());
        message.push(',');
    }
    message.push_str(r#""method":"#);
    message.push_str(&serde_json::Value::from(method).to_string());
    if let Some(params) = params {
        message.push_str(r#","params":"#);
        message.push_str(params);
    }
    message.push('}');
    message
}
