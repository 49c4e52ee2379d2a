//! Requests of the client that have no response yet.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context, Poll, Waker};

use mcp_tool_runtime::context::{Cancellation, LogLevel, Peer, PeerResponse};
use mcp_tool_runtime::embed::{error_response, normalize_id, shorten};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use tokio::sync::Notify;
use tracing::Instrument as _;

use super::load::Room;
use super::outlet::{Outlet, message};
use super::{Connection, is_modern};
use crate::companion::members::Members;
use crate::mutex::lock;

/// The member of `_meta` with the id of a `subscriptions/listen` request.
pub(crate) const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

pub(super) const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";

/// One request of the client that runs: a request for tools or for the companion, or a stream of
/// `subscriptions/listen`. It is also what a running tool sees of its client.
pub(crate) struct Call {
    /// The JSON of the request's id.
    pub(crate) id: Box<str>,
    pub(crate) outlet: Arc<dyn Outlet>,
    pub(crate) kind: Kind,
    pub(crate) connection: Arc<Connection>,
    pub(crate) version: ProtocolVersion,
    /// Counts the request until its end.
    room: Mutex<Option<Room>>,
    is_cancelled: AtomicBool,
    cancelled: Notify,
    /// Whether the response was sent.
    has_ended: AtomicBool,
    /// Whether a stream was acknowledged.
    is_acknowledged: AtomicBool,
    /// The link to the companion, if the call has used it.
    link: OnceLock<Arc<dyn Forwarding>>,
    /// The number of the request to the companion. 0 if there is none.
    forwarded: AtomicU64,
}

/// The link to the companion, as a call needs it.
pub(crate) trait Forwarding: Send + Sync {
    /// Cancels a request to the companion, unless it has ended. `params` are those of the client's notification.
    fn cancel(&self, number: u64, params: Option<&str>);

    /// Returns a value that the companion lends.
    fn lent(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)>;
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// A request for tools, or any other whose response a task writes.
    Tool,
    /// A request for the companion, whose response ends the call.
    Forwarded,
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
        room: Room,
    ) -> Arc<Self> {
        Arc::new(Call {
            id: id.into(),
            outlet: Arc::clone(outlet),
            kind,
            connection: Arc::clone(connection),
            version,
            room: Mutex::new(Some(room)),
            is_cancelled: AtomicBool::new(false),
            cancelled: Notify::new(),
            has_ended: AtomicBool::new(false),
            is_acknowledged: AtomicBool::new(false),
            link: OnceLock::new(),
            forwarded: AtomicU64::new(0),
        })
    }

    /// Acknowledges a stream of notifications, unless it was acknowledged before.
    pub(crate) fn acknowledge_alone(&self) {
        if self.has_ended.load(Acquire) || self.is_acknowledged.swap(true, AcqRel) {
            return;
        }
        let accepted = if self.kind == (Kind::Stream { tools: true }) {
            r#"{"toolsListChanged":true}"#
        } else {
            "{}"
        };
        let id = &self.id;
        let params = format!(r#"{{"_meta":{{"{SUBSCRIPTION}":{id}}},"notifications":{accepted}}}"#);
        self.outlet
            .send(message(None, ACKNOWLEDGED, Some(&params)), false);
    }

    /// Returns whether a stream was acknowledged.
    pub(crate) fn is_acknowledged(&self) -> bool {
        self.is_acknowledged.load(Acquire)
    }

    /// Returns the companion's acknowledgement of a stream, with what the server adds. Returns `None` if the stream was
    /// acknowledged before.
    pub(super) fn acknowledge(&self, params: &str) -> Option<String> {
        if self.is_acknowledged.swap(true, AcqRel) {
            return None;
        }
        let mut members = Members::read(params)?;
        if self.kind == (Kind::Stream { tools: true }) {
            members.set_in("notifications", "toolsListChanged", "true");
        }
        Some(members.to_string())
    }

    /// Sets the link to the companion. Does nothing if the call has one.
    pub(crate) fn use_link(&self, link: Arc<dyn Forwarding>) {
        let _ = self.link.set(link);
    }

    /// Sets the number of the request to the companion.
    pub(super) fn set_forwarded(&self, number: u64) {
        self.forwarded.store(number, Release);
    }

    /// Cancels the request to the companion, unless it has ended. `params` are those of the client's notification.
    pub(crate) fn cancel_forwarded(&self, params: Option<&str>) {
        if let Some(link) = self.link.get() {
            link.cancel(self.forwarded.load(Acquire), params);
        }
    }

    /// Ends the call with a response, unless it has ended before.
    pub(crate) fn end(self: &Arc<Self>, response: Vec<u8>) {
        self.connection.calls.end(self, Some(response));
    }

    /// Signals the cancellation to the tool, or to the companion.
    pub(crate) fn cancel(&self) {
        self.has_ended.store(true, Release);
        self.is_cancelled.store(true, Release);
        self.cancelled.notify_waiters();
        self.cancel_forwarded(None);
    }

    /// Sends the response of a call that was removed from the open calls. Without a response, sends an error.
    pub(crate) fn respond(&self, response: Option<Vec<u8>>) {
        self.has_ended.store(true, Release);
        self.cancel_forwarded(None);
        let response = response
            .unwrap_or_else(|| error_response(Some(&self.id), &ProtocolError::cancelled(), None));
        self.outlet.respond(response, self.take_room());
    }

    /// Ends the call without a response, unless it has ended. The client is gone.
    #[cfg(feature = "http")]
    pub(crate) fn abandon(self: &Arc<Self>) {
        if lock(&self.connection.calls.0).remove_call(self) {
            self.skip();
        }
    }

    /// Ends the call without a response.
    pub(crate) fn skip(&self) {
        self.cancel();
        self.outlet.skip();
        if self.kind != Kind::Tool {
            drop(self.take_room());
        }
    }

    /// A tool may keep its context, and with it the call, for ever. So the room is freed by hand.
    fn take_room(&self) -> Option<Room> {
        lock(&self.room).take()
    }

    /// Counts a question to the client.
    ///
    /// # Errors
    ///
    /// Returns the reason if there are too many.
    pub(super) fn ask(&self) -> Result<(), &'static str> {
        lock(&self.room).as_mut().map_or(Ok(()), Room::ask)
    }

    /// Counts the end of a question.
    pub(super) fn answered(&self) {
        if let Some(room) = &mut *lock(&self.room) {
            room.answered();
        }
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
            self.outlet.send(message(None, method, Some(params)), true);
        }
    }

    fn request(self: Arc<Self>, method: &str, params: &str) -> PeerResponse {
        let asked = if self.has_ended.load(Acquire) {
            Err("the call has ended")
        } else {
            self.connection.questions.ask_during(&self, method, params)
        };
        Box::pin(async { Ok(asked?.await?) })
    }

    fn takes_requests(&self) -> bool {
        !is_modern(self.version) && self.connection.questions.are_possible()
    }

    fn log_level(&self) -> Option<LogLevel> {
        let offers_logs = self.connection.server.settings.logs;
        offers_logs.then(|| self.connection.log_level())
    }

    fn extension(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        if self.link.get().is_none() {
            self.use_link(self.connection.link(&self.outlet)?);
        }
        self.link.get()?.lent(id)
    }
}

/// The requests of one client that have no response yet.
#[derive(Default)]
pub(crate) struct OpenCalls(Mutex<Table>);

#[derive(Default)]
struct Table {
    /// The calls by their ids in the normal form. Over HTTP, several calls may have one id, because each has a response
    /// of its own.
    open: HashMap<Box<str>, Vec<Arc<Call>>>,
    number: usize,
}

impl OpenCalls {
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn len(&self) -> usize {
        lock(&self.0).number
    }

    pub(crate) fn contains(&self, id: &str) -> bool {
        lock(&self.0).open.contains_key(&*normalize_id(id))
    }

    /// Checks that no open request has this id.
    ///
    /// # Errors
    ///
    /// Returns -32600 if one has.
    pub(crate) fn check_id(&self, id: &str) -> Result<(), ProtocolError> {
        if self.is_empty() || !self.contains(id) {
            return Ok(());
        }
        let id = shorten(id, 128);
        Err(ProtocolError::invalid_request(format!(
            "the id {id} is in use by a request that has not been answered yet"
        )))
    }

    pub(crate) fn add(&self, call: &Arc<Call>) {
        let mut table = lock(&self.0);
        table.number += 1;
        let id = normalize_id(&call.id).into();
        table.open.entry(id).or_default().push(Arc::clone(call));
    }

    /// Removes all calls with this id, in any spelling.
    pub(crate) fn remove(&self, id: &str) -> Vec<Arc<Call>> {
        let mut table = lock(&self.0);
        let calls = table.open.remove(&*normalize_id(id)).unwrap_or_default();
        table.number -= calls.len();
        calls
    }

    /// Removes a call and sends its response under one lock. So the client can reuse the id as soon as it has the
    /// response, and nobody takes the connection for idle before. Does nothing if the call was removed before.
    fn end(&self, call: &Arc<Call>, response: Option<Vec<u8>>) {
        let mut table = lock(&self.0);
        if table.remove_call(call) {
            call.respond(response);
        }
    }

    /// Returns the open streams of `subscriptions/listen`.
    pub(crate) fn streams(&self) -> Vec<Arc<Call>> {
        let table = lock(&self.0);
        let calls = table.open.values().flatten();
        calls
            .filter(|call| matches!(call.kind, Kind::Stream { .. }))
            .cloned()
            .collect()
    }

    /// Removes all calls.
    pub(crate) fn take_all(&self) -> Vec<Arc<Call>> {
        let table = std::mem::take(&mut *lock(&self.0));
        table.open.into_values().flatten().collect()
    }
}

impl Table {
    /// Removes this very call. Returns `false` if it was removed before.
    fn remove_call(&mut self, call: &Arc<Call>) -> bool {
        let id = normalize_id(&call.id);
        let Some(calls) = self.open.get_mut(&*id) else {
            return false;
        };
        let Some(position) = calls.iter().position(|open| Arc::ptr_eq(open, call)) else {
            return false;
        };
        calls.swap_remove(position);
        if calls.is_empty() {
            self.open.remove(&*id);
        }
        self.number -= 1;
        true
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
            Poll::Ready(response) => self.call.respond(response),
            // The task polls again, so the waker of the first poll may do nothing.
            Poll::Pending => self.spawn(),
        }
    }

    /// Runs the request in a task.
    pub(crate) fn spawn(self) {
        let StartedCall { call, response } = self;
        call.connection.calls.add(&call);
        let run = async move {
            let response = response.await;
            call.connection.calls.end(&call, response);
            drop(call.take_room());
        };
        tokio::spawn(run.in_current_span());
    }
}
