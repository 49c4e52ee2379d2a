//! A row of the tables: what the client does, and what arrives.

use std::collections::BTreeMap;

use mcp_tool_runtime::ProtocolVersion;
use serde_json::{Map, Value, json};

/// One action of the client. `title` names the row in reports and in the list of differences.
pub(crate) struct Row {
    pub(crate) title: &'static str,
    pub(crate) method: &'static str,
    pub(crate) params: Value,
    pub(crate) action: Action,
    pub(crate) id: Option<Value>,
    /// How many events the handler records for this row on each side, besides those that `action` implies.
    events: [usize; 2],
    /// Whether the row has its own `_meta`, or none.
    pub(crate) is_bare: bool,
    /// Whether the row needs a connection without a session.
    pub(crate) is_for_streams: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Action {
    /// Sends a request, and reads its response.
    Request,
    /// Sends a notification.
    Notification,
    /// Sends a request, and cancels it after the first notification.
    CancelledRequest,
    /// Subscribes, sends a request of this method, and reads what the subscription gets.
    Subscription { then: &'static str },
}

/// The server that serves the handler.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Side {
    /// The SDK.
    Alone,
    /// Our server, beside an empty registry.
    Beside,
}

/// The messages of a row, by the stream on which they arrived.
pub(crate) type Exchange = BTreeMap<&'static str, Vec<Value>>;

impl Row {
    fn new(title: &'static str, method: &'static str, params: Value, action: Action) -> Self {
        Row {
            title,
            method,
            params,
            action,
            id: None,
            events: [0, 0],
            is_bare: false,
            is_for_streams: false,
        }
    }

    pub(crate) fn id(mut self, id: Value) -> Self {
        self.id = Some(id);
        self
    }

    pub(crate) fn events(mut self, alone: usize, beside: usize) -> Self {
        self.events = [alone, beside];
        self
    }

    /// Returns how many events the handler records for this row.
    pub(crate) fn events_on(&self, side: Side) -> usize {
        self.events[side as usize]
    }

    pub(crate) fn bare(mut self) -> Self {
        self.is_bare = true;
        self
    }

    pub(crate) fn for_streams(mut self) -> Self {
        self.is_for_streams = true;
        self
    }

    /// Returns whether the server sends requests to a client of 2025-11-25.
    pub(crate) fn asks(&self) -> bool {
        let name = self.params["name"].as_str().unwrap_or_default();
        name.starts_with("ask") || matches!(name, "doubt" | "mixed" | "roots" | "sample")
    }

    /// Returns the message. A request gets the number as its id, unless the row has an id.
    pub(crate) fn message(&self, number: u64, version: ProtocolVersion) -> Value {
        let mut params = self.params.clone();
        if is_modern(version) && !self.is_bare && params.is_object() {
            params = with_client(params);
        }
        let mut message = json!({ "jsonrpc": "2.0", "method": self.method });
        if !params.is_null() {
            message["params"] = params;
        }
        if self.action != Action::Notification {
            message["id"] = self.id.clone().unwrap_or(number.into());
        }
        message
    }
}

pub(crate) fn request(title: &'static str, method: &'static str, params: Value) -> Row {
    Row::new(title, method, params, Action::Request)
}

pub(crate) fn call(title: &'static str, tool: &str, arguments: Value) -> Row {
    let params = json!({ "name": tool, "arguments": arguments });
    request(title, "tools/call", params)
}

/// Returns a row that calls a tool without arguments, with a progress token.
pub(crate) fn call_with_token(title: &'static str, tool: &str, token: Value) -> Row {
    let meta = json!({ "progressToken": token });
    request(title, "tools/call", json!({ "name": tool, "_meta": meta }))
}

pub(crate) fn cancelled(row: Row) -> Row {
    Row {
        action: Action::CancelledRequest,
        ..row
    }
}

pub(crate) fn notification(title: &'static str, method: &'static str, params: Value) -> Row {
    Row::new(title, method, params, Action::Notification).events(1, 1)
}

pub(crate) fn subscription(title: &'static str, filter: Value, then: &'static str) -> Row {
    let params = json!({ "notifications": filter });
    Row::new(
        title,
        "subscriptions/listen",
        params,
        Action::Subscription { then },
    )
}

/// Returns whether each request describes its client, because there is no `initialize`.
pub(crate) fn is_modern(version: ProtocolVersion) -> bool {
    version >= ProtocolVersion::V2026_07_28
}

fn client_info() -> Value {
    json!({ "name": "parity", "version": "1.0.0", "title": "Parity" })
}

fn client_capabilities() -> Value {
    json!({
        "elicitation": { "form": {} },
        "extensions": { "io.modelcontextprotocol/tasks": {} },
        "roots": { "listChanged": true },
        "sampling": {},
    })
}

/// Returns the parameters of `initialize`.
pub(crate) fn initialize(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": client_capabilities(),
        "clientInfo": client_info(),
    })
}

/// Adds the protocol version and the client to the `_meta` of a request. Members of the row take precedence.
pub(crate) fn with_client(mut params: Value) -> Value {
    let mut meta = Map::new();
    let name = |key: &str| format!("io.modelcontextprotocol/{key}");
    meta.insert(
        name("protocolVersion"),
        json!(ProtocolVersion::V2026_07_28.as_str()),
    );
    meta.insert(name("clientCapabilities"), client_capabilities());
    meta.insert(name("clientInfo"), client_info());
    if let Some(Value::Object(given)) = params.get("_meta").cloned() {
        meta.extend(given);
    }
    params["_meta"] = meta.into();
    params
}

/// Whether a message is the response to the request with this id.
pub(crate) fn is_response(message: &Value, id: &Value) -> bool {
    message.get("method").is_none() && message["id"] == *id
}

/// Whether a message is the response to a request that the server cannot read.
pub(crate) fn is_response_without_id(message: &Value) -> bool {
    message.get("error").is_some() && message["id"].is_null()
}
