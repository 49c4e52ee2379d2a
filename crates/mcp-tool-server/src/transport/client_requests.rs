//! The requests that running calls send to the client, and the client's responses.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use crate::sdk::request_id::Id;
use rmcp::model::{
    ClientJsonRpcMessage, ErrorData, GetExtensions as _, JsonRpcMessage, RequestId,
    ServerJsonRpcMessage, ServerNotification,
};
use rmcp::service::OriginatingRequestId;

use crate::mutex::lock;

/// The requests to the client that have no response yet.
#[derive(Default)]
pub(super) struct ClientRequests(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// The requests to the client that have no response yet: the id that the SDK assigned, and the id of the
    /// call that sent the request, if the SDK knows the call.
    open: HashMap<i64, Option<RequestId>>,
    /// Whether the server has stopped reading. The client can then no longer respond.
    is_over: bool,
}

impl ClientRequests {
    /// Records a message to the client that is a request, or that cancels one. Returns `false` for a request
    /// that must not be sent, because the server has stopped reading.
    pub(super) fn record(&self, message: &ServerJsonRpcMessage) -> bool {
        let mut inner = lock(&self.0);
        match message {
            JsonRpcMessage::Request(request) if inner.is_over => {
                tracing::debug!(id = %request.id, "the client is gone");
                return false;
            }
            JsonRpcMessage::Request(request) => {
                let extensions = request.request.extensions();
                let call = extensions
                    .get::<OriginatingRequestId>()
                    .map(|call| call.0.clone());
                inner.open.extend(number(&request.id).map(|id| (id, call)));
            }
            JsonRpcMessage::Notification(message) => {
                if let ServerNotification::CancelledNotification(cancelled) = &message.notification
                    && let Some(number) = cancelled.params.request_id.as_ref().and_then(number)
                {
                    inner.open.remove(&number);
                }
            }
            _ => {}
        }
        true
    }

    /// Sends a request, unless the call has already cancelled the request. Without this check, the request
    /// could reach the client after its cancellation, and stay open there for ever.
    pub(super) fn send(&self, id: &RequestId, send: impl FnOnce()) {
        let inner = lock(&self.0);
        if number(id).is_none_or(|number| inner.open.contains_key(&number)) {
            send();
        }
    }

    /// Decodes a response. A response that cannot be decoded becomes an error for the waiting call, or `None`
    /// if no open request has its id.
    pub(super) fn read(&self, line: &str) -> Option<ClientJsonRpcMessage> {
        let answer = match serde_json::from_str(line) {
            Ok(answer) => answer,
            Err(error) => {
                tracing::debug!(%error, "cannot decode a response");
                return self.unreadable(Id::of_message(line), UNREADABLE);
            }
        };
        let id = match &answer {
            JsonRpcMessage::Response(answer) => Some(&answer.id),
            JsonRpcMessage::Error(answer) => answer.id.as_ref(),
            _ => None,
        };
        if let Some(number) = id.and_then(number) {
            lock(&self.0).open.remove(&number);
        }
        Some(answer)
    }

    /// Returns an error for the waiting call, in place of a response that cannot be read. Returns `None` if
    /// no open request has this `id`.
    pub(super) fn unreadable(&self, id: Option<Id>, reason: &str) -> Option<ClientJsonRpcMessage> {
        let number = own_number(id?)?;
        let open = lock(&self.0).open.remove(&number);
        open.map(|_| failure(RequestId::Number(number), reason))
    }

    /// Returns the number of calls that wait for a response of the client.
    pub(super) fn waiting_calls(&self) -> usize {
        let inner = lock(&self.0);
        let calls: HashSet<_> = inner.open.values().flatten().collect();
        calls.len()
    }

    /// Records that the server has stopped reading.
    pub(super) fn close(&self) {
        lock(&self.0).is_over = true;
    }

    /// Removes any one request that has no response yet, and returns its id.
    pub(super) fn next_open(&self) -> Option<RequestId> {
        let mut inner = lock(&self.0);
        let next = *inner.open.keys().next()?;
        inner.open.remove(&next);
        Some(RequestId::Number(next))
    }
}

/// Returns the numeric id of a request to the client. Some clients return the id as text, and the SDK accepts
/// that.
fn number(id: &RequestId) -> Option<i64> {
    match id {
        RequestId::Number(number) => Some(*number),
        RequestId::String(text) => text.parse().ok(),
    }
}

/// Returns the numeric id of a response that the SDK has not decoded.
fn own_number(id: Id) -> Option<i64> {
    match id {
        Id::Number(number) => number.as_i64(),
        Id::Text(text) => text.parse().ok(),
    }
}

const UNREADABLE: &str = "its response cannot be decoded";

/// Returns an error for the waiting call, in place of a response that cannot be decoded. Does not check
/// whether the call's request is still open. Returns `None` if the response has no numeric id.
#[cfg(feature = "http")]
pub(crate) fn unreadable(answer: &str) -> Option<ClientJsonRpcMessage> {
    let number = own_number(Id::of_message(answer)?)?;
    Some(failure(RequestId::Number(number), UNREADABLE))
}

/// Builds an error response for a call that waits for the client.
pub(super) fn failure(id: RequestId, reason: &str) -> ClientJsonRpcMessage {
    let error = ErrorData::internal_error(reason.to_owned(), None);
    JsonRpcMessage::error(error, Some(id))
}
