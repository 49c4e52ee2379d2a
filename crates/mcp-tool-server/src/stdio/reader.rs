//! Passes the client's messages on, in their order, as far as the limits allow.

use std::collections::VecDeque;
use std::sync::Arc;

use mcp_tool_runtime::embed::{
    InvalidMessage, Message, error_response, normalize_id, read_cancellation, read_message,
};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use serde_json::value::RawValue;

use super::lines::{LINE_LIMIT, Line};
use crate::connection::{Batch, Connection, Outbox, Outlet, Reply};
use crate::dispatch::dispatch;
use crate::received::{Dispatched, Incoming, Received};

/// Passes the client's messages on. Requests that may not start yet wait in a queue. Responses and notifications
/// overtake them, because running calls may wait for them. A `ping` overtakes them too. If the client does not read,
/// everything that gets a response waits.
pub(super) struct Reader {
    pub(super) connection: Arc<Connection>,
    pub(super) outbox: Arc<Outbox>,
    pub(super) outlet: Arc<dyn Outlet>,
    queue: VecDeque<Queued>,
    queued_bytes: usize,
    /// Whether requests run in the reader's task up to their first wait. On a runtime with one thread, this saves a
    /// task for each request. On several threads, requests that compute would not run side by side.
    runs_here: bool,
}

/// A message that waits until others have ended, or until the client reads.
struct Queued {
    message: Waiting,
    outlet: Arc<dyn Outlet>,
}

enum Waiting {
    /// A request, and the JSON of its id.
    Request(Box<Incoming>, Box<str>),
    /// The response to an invalid message.
    Response(Vec<u8>),
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
        while !self.queue.is_empty()
            && self.may_start()
            && let Some(queued) = self.queue.pop_front()
        {
            self.queued_bytes -= queued.size();
            match queued.message {
                Waiting::Request(request, _) => self.start(*request, &queued.outlet),
                Waiting::Response(response) => queued.outlet.respond(response, None),
            }
            has_started = true;
        }
        has_started
    }

    /// Accepts a line.
    pub(super) fn accept(&mut self, line: Line) {
        let outlet = Arc::clone(&self.outlet);
        let line = match line {
            Line::Whole(line) => line,
            Line::TooLong { id, is_answer } => {
                let InvalidMessage { id, error } =
                    InvalidMessage::too_long(id.as_deref(), LINE_LIMIT);
                if is_answer {
                    let reply = Reply::None(error.message());
                    return self.connection.questions.answer(id.as_deref(), reply);
                }
                return self.refuse(id.as_deref(), &error, &outlet);
            }
        };
        match String::from_utf8(line) {
            Ok(text) if text.trim_ascii().is_empty() => {}
            Ok(text) if self.is_batch(&text) => self.accept_batch(&text, &outlet),
            Ok(text) => self.accept_message(text, &outlet),
            Err(error) => {
                let error = ProtocolError::parse_error(format!(
                    "the message is not UTF-8: {}",
                    error.utf8_error()
                ));
                self.refuse(None, &error, &outlet);
            }
        }
    }

    fn refuse(&mut self, id: Option<&str>, error: &ProtocolError, outlet: &Arc<dyn Outlet>) {
        tracing::debug!(%error, "refused a message");
        let response = error_response(id, error, self.connection.last_version());
        if self.outbox.is_full() {
            self.enqueue(Waiting::Response(response), outlet);
        } else {
            outlet.respond(response, None);
        }
    }

    fn enqueue(&mut self, message: Waiting, outlet: &Arc<dyn Outlet>) {
        let outlet = Arc::clone(outlet);
        let queued = Queued { message, outlet };
        self.queued_bytes += queued.size();
        self.queue.push_back(queued);
    }

    /// Returns whether the line is a batch that the session allows: only protocol version 2025-03-26 has batches.
    fn is_batch(&self, text: &str) -> bool {
        Batch::is_batch(text)
            && self.connection.session_version() == Some(ProtocolVersion::V2025_03_26)
    }

    fn accept_batch(&mut self, text: &str, outlet: &Arc<dyn Outlet>) {
        let messages = match Batch::split(text) {
            Ok(messages) => messages,
            Err(error) => return self.refuse(None, &error, outlet),
        };
        let batch: Arc<dyn Outlet> = Arc::new(Batch::new(Arc::clone(outlet), messages.len()));
        for message in messages {
            self.accept_message(message.get().to_owned(), &batch);
        }
    }

    fn accept_message(&mut self, text: String, outlet: &Arc<dyn Outlet>) {
        let message = Incoming::read(text);
        if self.queue.is_empty() && self.may_start() {
            return self.start(message, outlet);
        }
        let waits = match &message {
            Incoming::Tools(request) => Some(request.id().into()),
            Incoming::Other(text) => match read_message(text.as_bytes()) {
                Ok(Message::Request { id, method, .. }) => {
                    (method != "ping" || self.outbox.is_full()).then(|| id.into())
                }
                Ok(Message::Notification { method, params }) => {
                    self.cancel_queued(&method, params);
                    None
                }
                Ok(Message::Response { .. }) => None,
                Err(InvalidMessage { id, error }) => {
                    return self.refuse(id.as_deref(), &error, outlet);
                }
            },
        };
        match waits {
            Some(id) => self.enqueue(Waiting::Request(message.into(), id), outlet),
            None => self.start(message, outlet),
        }
    }

    /// Removes a queued request that the notification cancels.
    fn cancel_queued(&mut self, method: &str, params: Option<&RawValue>) {
        let id = params.filter(|_| method == "notifications/cancelled");
        let Some((id, _)) = id.and_then(read_cancellation) else {
            return;
        };
        // A running request with this id came first.
        if self.connection.calls.contains(id) {
            return;
        }
        let id = normalize_id(id);
        let is_meant = |queued: &Queued| match &queued.message {
            Waiting::Request(_, queued) => normalize_id(queued) == id,
            Waiting::Response(_) => false,
        };
        let position = self.queue.iter().position(is_meant);
        if let Some(queued) = position.and_then(|position| self.queue.remove(position)) {
            self.queued_bytes -= queued.size();
            queued.outlet.skip();
        }
    }

    fn start(&self, message: Incoming, outlet: &Arc<dyn Outlet>) {
        let received = Received {
            connection: &self.connection,
            outlet,
            room: None,
            head: None,
        };
        match dispatch(received, message) {
            Dispatched::Call(call) if self.runs_here => call.run_here(),
            Dispatched::Call(call) => call.spawn(),
            Dispatched::Open(_) | Dispatched::Done => {}
        }
    }

    /// Returns whether another request may start.
    fn may_start(&self) -> bool {
        !self.outbox.is_full() && self.connection.load.has_room()
    }

    /// Cancels everything that runs or waits, and responds with errors. Fails the open questions.
    pub(super) fn abort(&mut self) {
        for call in self.connection.calls.take_all() {
            call.cancel();
            call.respond(None);
        }
        self.connection.close("the server shuts down");
        for Queued { message, outlet } in self.queue.drain(..) {
            let response = match message {
                Waiting::Request(_, id) => {
                    error_response(Some(&id), &ProtocolError::cancelled(), None)
                }
                Waiting::Response(response) => response,
            };
            outlet.respond(response, None);
        }
    }
}

impl Queued {
    /// Returns about the memory that a queued message takes, in bytes.
    fn size(&self) -> usize {
        let length = match &self.message {
            Waiting::Request(request, id) => size_of::<Incoming>() + request.size() + id.len(),
            Waiting::Response(response) => response.len(),
        };
        length + size_of::<Queued>() + 32
    }
}

/// If the server's future is dropped, running calls end, and the writer stops after the last response.
impl Drop for Reader {
    fn drop(&mut self) {
        self.abort();
        self.outbox.close();
    }
}
