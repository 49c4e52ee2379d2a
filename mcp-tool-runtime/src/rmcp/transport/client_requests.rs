//! What the peer is asked while it waits for an answer itself, and what it answers.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ::rmcp::model::{
    ClientJsonRpcMessage, ErrorData, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
    ServerNotification,
};

use crate::json_rpc::request_id::Id;

/// The requests to the peer that have no answer yet.
#[derive(Default)]
pub(super) struct Asked(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// By the numbers that the SDK gives them.
    open: HashSet<i64>,
    /// Nothing is read any more, and so nothing can be asked.
    is_over: bool,
}

impl Asked {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of a message to the peer; false for a request that it could not answer any more.
    pub(super) fn sees(&self, message: &ServerJsonRpcMessage) -> bool {
        let mut inner = self.lock();
        match message {
            JsonRpcMessage::Request(request) if inner.is_over => {
                tracing::debug!(id = %request.id, "nobody is left to be asked");
                return false;
            }
            JsonRpcMessage::Request(request) => {
                inner.open.extend(number(&request.id));
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

    /// Hands a request on, unless it was taken back while it waited for its turn: the peer would hear
    /// of that first, and wait for ever.
    pub(super) fn hand_on(&self, id: &RequestId, hand_on: impl FnOnce()) {
        let inner = self.lock();
        if number(id).is_none_or(|number| inner.open.contains(&number)) {
            hand_on();
        }
    }

    /// An answer as the SDK knows it. Of one that cannot be decoded, whoever waits for it is told.
    pub(super) fn read(&self, line: &str) -> Option<ClientJsonRpcMessage> {
        let answer = match serde_json::from_str(line) {
            Ok(answer) => answer,
            Err(error) => {
                tracing::debug!(%error, "an answer cannot be decoded");
                return self.unreadable(Id::of_message(line), UNREADABLE);
            }
        };
        let id = match &answer {
            JsonRpcMessage::Response(answer) => Some(&answer.id),
            JsonRpcMessage::Error(answer) => answer.id.as_ref(),
            _ => None,
        };
        if let Some(number) = id.and_then(number) {
            self.lock().open.remove(&number);
        }
        Some(answer)
    }

    /// What stands for an answer that cannot be read, to a request of ours.
    pub(super) fn unreadable(&self, id: Option<Id>, reason: &str) -> Option<ClientJsonRpcMessage> {
        let number = own_number(id?)?;
        let is_open = self.lock().open.remove(&number);
        is_open.then(|| failure(RequestId::Number(number), reason))
    }

    /// Returns how many requests have no answer yet.
    pub(super) fn count(&self) -> usize {
        self.lock().open.len()
    }

    /// Nothing is read any more.
    pub(super) fn close(&self) {
        self.lock().is_over = true;
    }

    /// Takes one out that has no answer.
    pub(super) fn next_open(&self) -> Option<RequestId> {
        let mut inner = self.lock();
        let next = *inner.open.iter().next()?;
        inner.open.remove(&next);
        Some(RequestId::Number(next))
    }
}

/// The number of a request of ours; some peers send it back as a text, which the SDK understands.
fn number(id: &RequestId) -> Option<i64> {
    match id {
        RequestId::Number(number) => Some(*number),
        RequestId::String(text) => text.parse().ok(),
    }
}

/// The same of an id that is not the SDK's yet.
fn own_number(id: Id) -> Option<i64> {
    match id {
        Id::Number(number) => number.as_i64(),
        Id::Text(text) => text.parse().ok(),
    }
}

const UNREADABLE: &str = "its answer cannot be decoded";

/// What stands for an answer that cannot be decoded, where it is not known what was asked.
#[cfg(feature = "tower")]
pub(in super::super) fn unreadable(answer: &str) -> Option<ClientJsonRpcMessage> {
    let number = own_number(Id::of_message(answer)?)?;
    Some(failure(RequestId::Number(number), UNREADABLE))
}

/// Tells whoever waits for an answer that there will be none.
pub(super) fn failure(id: RequestId, reason: &str) -> ClientJsonRpcMessage {
    let error = ErrorData::internal_error(reason.to_owned(), None);
    JsonRpcMessage::error(error, Some(id))
}
