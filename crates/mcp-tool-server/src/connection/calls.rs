//! Requests of the client that have no response yet.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};

use mcp_tool_runtime::context::{Cancellation, LogLevel, Peer, PeerResponse};
use mcp_tool_runtime::embed::{error_response, normalize_id, shorten};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use tokio::sync::Notify;

use super::outlet::{Outlet, message};
use super::{Connection, is_modern};
use crate::mutex::lock;

/// One request of the client that runs: a request for tools, or a stream of `subscriptions/listen`. It is also what a
/// running tool sees of its client.
pub(crate) struct Call {
    /// The JSON of the request's id.
    pub(crate) id: Box<str>,
    pub(crate) outlet: Arc<dyn Outlet>,
    pub(crate) kind: Kind,
    connection: Arc<Connection>,
    version: ProtocolVersion,
    /// The length of the request in bytes.
    size: usize,
    is_cancelled: AtomicBool,
    cancelled: Notify,
    /// Whether the response was sent.
    has_ended: AtomicBool,
    /// The number of the call's questions that have no answer yet.
    questions: AtomicUsize,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Tool,
    /// A stream of `subscriptions/listen`, which does not end by itself.
    Stream {
        /// Whether the client wants to know about changed tools.
        tools: bool,
    },
}

impl Call {
    pub(crate) fn new(
        connection: &Arc<Connection>,
        outlet: &Arc<dyn Outlet>,
        id: &str,
        kind: Kind,
        version: ProtocolVersion,
        size: usize,
    ) -> Arc<Self> {
        Arc::new(Call {
            id: id.into(),
            outlet: Arc::clone(outlet),
            kind,
            connection: Arc::clone(connection),
            version,
            size,
            is_cancelled: AtomicBool::new(false),
            cancelled: Notify::new(),
            has_ended: AtomicBool::new(false),
            questions: AtomicUsize::new(0),
        })
    }

    /// Sends a notification that must not be lost.
    pub(crate) fn send(&self, method: &str, params: &str) {
        self.outlet.ask(message(None, method, params));
    }

    /// Signals the cancellation to the tool.
    pub(crate) fn cancel(&self) {
        self.has_ended.store(true, Release);
        self.is_cancelled.store(true, Release);
        self.cancelled.notify_waiters();
    }

    /// Ends the call with an error, because the server shuts down.
    pub(crate) fn abort(&self) {
        self.cancel();
        self.respond(None);
    }

    fn respond(&self, response: Option<Vec<u8>>) {
        self.has_ended.store(true, Release);
        self.outlet.respond(
            response.unwrap_or_else(|| {
                error_response(Some(&self.id), &ProtocolError::cancelled(), None)
            }),
        );
    }
}

impl Cancellation for Call {
    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Acquire)
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {
            let cancelled = self.cancelled.notified();
            // A notification between the creation of `cancelled` and its first poll counts.
            if !self.is_cancelled() {
                cancelled.await;
            }
        })
    }
}

impl Peer for Call {
    fn notify(&self, method: &str, params: &str) {
        if !self.has_ended.load(Acquire) {
            self.outlet.notify(message(None, method, params));
        }
    }

    fn request(self: Arc<Self>, method: &str, params: &str) -> PeerResponse {
        if self.has_ended.load(Acquire) {
            return Box::pin(async { Err("the call has ended".into()) });
        }
        let (number, answer) = match self.connection.questions.begin() {
            Ok(begun) => begun,
            Err(reason) => return Box::pin(async { Err(reason.into()) }),
        };
        if self.questions.fetch_add(1, AcqRel) == 0 {
            self.connection.calls.waiting.fetch_add(1, AcqRel);
            self.connection.room.notify_one();
        }
        self.outlet.ask(message(Some(number), method, params));
        let question = Question { call: self, number };
        Box::pin(async move {
            let answer = answer.await;
            drop(question);
            Ok(answer.unwrap_or_else(|_| Err("the connection is closed".to_owned()))?)
        })
    }

    fn takes_requests(&self) -> bool {
        !is_modern(self.version)
    }

    fn log_level(&self) -> Option<LogLevel> {
        let offers_logs = self.connection.server.offers_logs();
        offers_logs.then(|| self.connection.log_level())
    }
}

/// A request to the client. Dropping it cancels the request, unless the client has answered.
struct Question {
    call: Arc<Call>,
    number: u64,
}

impl Drop for Question {
    fn drop(&mut self) {
        let connection = &self.call.connection;
        if self.call.questions.fetch_sub(1, AcqRel) == 1 {
            connection.calls.waiting.fetch_sub(1, AcqRel);
        }
        if connection.questions.forget(self.number) {
            let params = format!(
                r#"{{"requestId":{},"reason":"the call has ended"}}"#,
                self.number
            );
            let cancelled = message(None, "notifications/cancelled", &params);
            self.call.outlet.ask(cancelled);
        }
    }
}

/// The requests of one client that have no response yet.
#[derive(Default)]
pub(crate) struct OpenCalls {
    table: Mutex<Table>,
    /// The number of calls that wait for an answer of the client.
    waiting: AtomicUsize,
}

#[derive(Default)]
struct Table {
    /// The calls by their ids in the normal form.
    open: HashMap<Box<str>, Arc<Call>>,
    streams: usize,
    bytes: usize,
}

impl OpenCalls {
    /// The maximum number of requests that run at a time. A request that waits for the client's answer does not
    /// count, and neither does a stream.
    const RUNNING: usize = 256;

    /// The maximum number of open requests, including those that wait for the client.
    const OPEN: usize = 1024;

    /// No further request starts while another runs and the open requests have at least this many bytes.
    const BYTES: usize = 16 * 1024 * 1024;

    /// The maximum number of bytes of the open requests, including those that wait for the client.
    const OPEN_BYTES: usize = 64 * 1024 * 1024;

    /// Returns whether another request may start.
    pub(crate) fn have_room(&self) -> bool {
        let table = lock(&self.table);
        let resting = self.waiting.load(Acquire) + table.streams;
        let running = table.open.len().saturating_sub(resting);
        running == 0 || running < Self::RUNNING && table.bytes < Self::BYTES
    }

    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.table).open.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        lock(&self.table).open.len()
    }

    pub(crate) fn contains(&self, id: &str) -> bool {
        lock(&self.table).open.contains_key(&*normalize_id(id))
    }

    /// Checks that no open request has this id.
    ///
    /// # Errors
    ///
    /// Returns -32600 if one has.
    pub(crate) fn check_id(&self, id: &str) -> Result<(), ProtocolError> {
        lock(&self.table).check_id(id)
    }
    /// Checks that a request with this id and this many bytes may run.
    ///
    /// # Errors
    ///
    /// Returns -32600 if an open request has the id, and -32603 if too many requests or bytes are open.
    pub(crate) fn check(&self, id: &str, size: usize) -> Result<(), ProtocolError> {
        let table = lock(&self.table);
        if !table.open.is_empty() && table.bytes + size > Self::OPEN_BYTES {
            return Err(ProtocolError::internal_error(format!(
                "the open requests have more than {} MiB, which is the limit; respond to the server's requests, or cancel one",
                Self::OPEN_BYTES / (1024 * 1024)
            )));
        }
        if table.open.len() >= Self::OPEN {
            return Err(ProtocolError::internal_error(format!(
                "{} requests are open, which is the limit; respond to the server's requests, or cancel one",
                Self::OPEN
            )));
        }
        table.check_id(id)
    }

    /// Adds a call, whose id [`check`](Self::check) has allowed.
    pub(crate) fn add(&self, call: &Arc<Call>) {
        let mut table = lock(&self.table);
        table.bytes += call.size;
        table.streams += usize::from(call.kind != Kind::Tool);
        let id = normalize_id(&call.id).into();
        table.open.insert(id, Arc::clone(call));
    }

    /// Removes the call with this id, in any spelling.
    pub(crate) fn remove(&self, id: &str) -> Option<Arc<Call>> {
        lock(&self.table).remove(&normalize_id(id))
    }

    /// Removes this very call and sends its response under one lock. So the client can reuse the id as soon as it has
    /// the response, and nobody takes the connection for idle before. Does nothing if the call was removed before.
    fn end(&self, call: &Arc<Call>, response: Option<Vec<u8>>) {
        let id = normalize_id(&call.id);
        let mut table = lock(&self.table);
        let open = table.open.get(&*id);
        if open.is_some_and(|open| Arc::ptr_eq(open, call)) {
            table.remove(&id);
            call.respond(response);
        }
    }

    /// Returns the open streams of `subscriptions/listen`.
    pub(crate) fn streams(&self) -> Vec<Arc<Call>> {
        let table = lock(&self.table);
        let streams = table.open.values().filter(|call| call.kind != Kind::Tool);
        streams.cloned().collect()
    }

    /// Removes all calls.
    pub(crate) fn take_all(&self) -> Vec<Arc<Call>> {
        let table = std::mem::take(&mut *lock(&self.table));
        table.open.into_values().collect()
    }
}

impl Table {
    fn check_id(&self, id: &str) -> Result<(), ProtocolError> {
        if self.open.is_empty() || !self.open.contains_key(&*normalize_id(id)) {
            return Ok(());
        }
        let id = shorten(id, 128);
        Err(ProtocolError::invalid_request(format!(
            "the id {id} is in use by a request that has not been answered yet"
        )))
    }

    fn remove(&mut self, id: &str) -> Option<Arc<Call>> {
        let call = self.open.remove(id)?;
        self.bytes -= call.size;
        self.streams -= usize::from(call.kind != Kind::Tool);
        Some(call)
    }
}

/// A request for tools that was started and not yet polled.
pub(crate) struct StartedCall {
    pub(crate) call: Arc<Call>,
    pub(crate) response: Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>,
}

impl StartedCall {
    /// Runs the request up to its first wait. If it has not ended then, the rest runs in a task. Most requests end
    /// at once, and need no task.
    pub(crate) fn run_here(mut self) {
        let mut context = Context::from_waker(Waker::noop());
        match self.response.as_mut().poll(&mut context) {
            std::task::Poll::Ready(response) => self.call.respond(response),
            // The task polls again, so the waker of the first poll may do nothing.
            std::task::Poll::Pending => self.spawn(),
        }
    }

    /// Runs the request in a task.
    pub(crate) fn spawn(self) {
        let StartedCall { call, response } = self;
        call.connection.calls.add(&call);
        tokio::spawn(async move {
            let response = response.await;
            let connection = &call.connection;
            connection.calls.end(&call, response);
            connection.room.notify_one();
        });
    }
}
