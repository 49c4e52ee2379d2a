//! Passes the client's messages on, in their order, as far as the limits allow.

use std::collections::VecDeque;
use std::sync::Arc;

use mcp_tool_runtime::embed::{
    InvalidMessage, Message, error_response, normalize_id, read_cancellation, read_message,
};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use serde_json::value::RawValue;

use super::lines::{LINE_LIMIT, Line};
use crate::connection::{Batch, Connection, Outbox, Outlet};
use crate::dispatch::{Incoming, dispatch};

/// Passes the client's messages on. Requests that may not start yet wait in a queue. Responses and notifications
/// overtake them, because running calls may wait for them.
pub(super) struct Reader {
    pub(super) connection: Arc<Connection>,
    pub(super) outbox: Arc<Outbox>,
    outlet: Arc<dyn Outlet>,
    queue: VecDeque<Queued>,
    queued_bytes: usize,
    /// Whether requests run in the reader's task up to their first wait. On a runtime with one thread, this saves a
    /// task for each request. On several threads, requests that compute would not run side by side.
    runs_here: bool,
}

/// A request that waits until others have ended.
struct Queued {
    message: Incoming,
    outlet: Arc<dyn Outlet>,
}

impl Reader {
    /// The number of queued bytes from which no more lines are read.
    const QUEUE_LIMIT: usize = 1024 * 1024;

    pub(super) fn new(connection: Arc<Connection>, outbox: Arc<Outbox>, runs_here: bool) -> Self {
        Reader {
            connection,
            outlet: Arc::clone(&outbox) as Arc<dyn Outlet>,
            outbox,
            queue: VecDeque::new(),
            queued_bytes: 0,
            runs_here,
        }
    }

    /// Returns whether another line may be read.
    pub(super) fn has_room(&self) -> bool {
        self.queued_bytes < Self::QUEUE_LIMIT
    }

    pub(super) fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.connection.calls.is_empty()
    }

    /// Starts queued requests, as far as the limits allow. Returns whether it started one.
    pub(super) fn start_queued(&mut self) -> bool {
        let mut has_started = false;
        while !self.queue.is_empty() && self.may_start() {
            let Some(queued) = self.queue.pop_front() else {
                break;
            };
            self.queued_bytes -= queued.size();
            self.start(queued.message, &queued.outlet);
            has_started = true;
        }
        has_started
    }

    /// Accepts a line.
    pub(super) fn accept(&mut self, line: Line) {
        let line = match line {
            Line::Whole(line) => line,
            Line::TooLong { id, is_answer } => {
                let InvalidMessage { id, error } =
                    InvalidMessage::too_long(id.as_deref(), LINE_LIMIT);
                if is_answer {
                    self.connection
                        .questions
                        .refuse(id.as_deref(), error.message());
                    return;
                }
                return self.refuse(id.as_deref(), &error);
            }
        };
        match String::from_utf8(line) {
            Ok(text) if text.trim_ascii().is_empty() => {}
            Ok(text) if self.is_batch(&text) => self.accept_batch(&text),
            Ok(text) => self.accept_message(text, &Arc::clone(&self.outlet)),
            Err(error) => {
                let error = ProtocolError::parse_error(format!(
                    "the message is not UTF-8: {}",
                    error.utf8_error()
                ));
                self.refuse(None, &error);
            }
        }
    }

    fn refuse(&self, id: Option<&str>, error: &ProtocolError) {
        tracing::debug!(%error, "refused a message");
        let version = self.connection.last_version();
        self.outlet.respond(error_response(id, error, version));
    }

    /// Returns whether the line is a batch that the session allows: only protocol version 2025-03-26 has batches.
    fn is_batch(&self, text: &str) -> bool {
        text.trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with('[')
            && self.connection.session_version() == Some(ProtocolVersion::V2025_03_26)
    }

    fn accept_batch(&mut self, text: &str) {
        let text = text.trim_start_matches('\u{feff}');
        let messages: Vec<&RawValue> = match serde_json::from_str(text) {
            Ok(messages) => messages,
            Err(error) => {
                let error = format!("the message is not JSON: {error}");
                return self.refuse(None, &ProtocolError::parse_error(error));
            }
        };
        if messages.is_empty() || messages.len() > Batch::LIMIT {
            let error = format!("a batch has from 1 to {} messages", Batch::LIMIT);
            return self.refuse(None, &ProtocolError::invalid_request(error));
        }
        let outlet = Arc::clone(&self.outlet);
        let batch: Arc<dyn Outlet> = Arc::new(Batch::new(outlet, messages.len()));
        for message in messages {
            let text = message.get();
            self.accept_message(text.to_owned(), &batch);
            if let Ok(Message::Notification { .. } | Message::Response { .. }) =
                read_message(text.as_bytes())
            {
                batch.skip();
            }
        }
    }

    fn accept_message(&mut self, text: String, outlet: &Arc<dyn Outlet>) {
        let message = Incoming::read(text);
        if self.queue.is_empty() && self.may_start() {
            return self.start(message, outlet);
        }
        if message.request_id().is_some() {
            let outlet = Arc::clone(outlet);
            let queued = Queued { message, outlet };
            self.queued_bytes += queued.size();
            return self.queue.push_back(queued);
        }
        if let Incoming::Other(text) = &message {
            self.cancel_queued(text);
        }
        self.start(message, outlet);
    }

    /// Removes a queued request that the message cancels.
    fn cancel_queued(&mut self, text: &str) {
        let Ok(Message::Notification { method, params }) = read_message(text.as_bytes()) else {
            return;
        };
        let id = params
            .and_then(read_cancellation)
            .map(|(id, _)| normalize_id(id));
        let Some(id) = id.filter(|_| method == "notifications/cancelled") else {
            return;
        };
        // A running request with this id came first.
        if self.connection.calls.contains(&id) {
            return;
        }
        let position = self.queue.iter().position(|queued| {
            queued
                .message
                .request_id()
                .is_some_and(|queued| normalize_id(queued) == id)
        });
        if let Some(queued) = position.and_then(|position| self.queue.remove(position)) {
            self.queued_bytes -= queued.size();
            queued.outlet.skip();
        }
    }

    fn start(&self, message: Incoming, outlet: &Arc<dyn Outlet>) {
        match dispatch(&self.connection, outlet, message) {
            Some(call) if self.runs_here => call.run_here(),
            Some(call) => call.spawn(),
            None => {}
        }
    }

    /// Returns whether another request may start.
    fn may_start(&self) -> bool {
        !self.outbox.is_full() && self.connection.calls.have_room()
    }

    /// Cancels everything that runs or waits, and responds with errors.
    pub(super) fn abort(&mut self) {
        for call in self.connection.calls.take_all() {
            call.abort();
        }
        for Queued { message, outlet } in self.queue.drain(..) {
            if let Some(id) = message.request_id() {
                outlet.respond(error_response(Some(id), &ProtocolError::cancelled(), None));
            }
        }
    }
}

impl Queued {
    /// Returns about the memory that a queued request takes, in bytes.
    fn size(&self) -> usize {
        self.message.size() + size_of::<Queued>() + 16
    }
}

/// If the server's future is dropped, running calls end, and the writer stops after the last response.
impl Drop for Reader {
    fn drop(&mut self) {
        self.abort();
        self.connection.questions.close("the server shuts down");
        self.outbox.close();
    }
}
