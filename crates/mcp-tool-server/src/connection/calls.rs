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

use super::link::{Asker, Link, OnOutcome};
use super::load::Room;
use super::outlet::{Outlet, message};
use super::{Connection, is_modern};
use crate::companion::channel::Attached;
use crate::companion::members::Members;
use crate::mutex::lock;

/// One request of the client that runs: a request for tools or for the companion, or a stream of
/// `subscriptions/listen`. It is also what a running tool sees of its client.
pub(crate) struct Call {
    /// The JSON of the request's id.
    pub(crate) id: Box<str>,
    pub(crate) outlet: Arc<dyn Outlet>,
    pub(crate) kind: Kind,
    connection: Arc<Connection>,
    version: ProtocolVersion,
    /// Counts the request until its end.
    room: Mutex<Option<Room>>,
    is_cancelled: AtomicBool,
    cancelled: Notify,
    /// Whether the response was sent.
    has_ended: AtomicBool,
    /// Whether a stream was acknowledged.
    is_acknowledged: AtomicBool,
    /// The link to the companion, if the call has used it.
    link: OnceLock<Arc<Link>>,
    /// The number of the request to the companion. 0 if there is none.
    forwarded: AtomicU64,
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

    pub(crate) fn version(&self) -> ProtocolVersion {
        self.version
    }

    /// Acknowledges a stream of notifications, unless it was acknowledged before.
    pub(crate) fn acknowledge_alone(&self, method: &str, params: &str) {
        if !self.has_ended.load(Acquire) && !self.is_acknowledged.swap(true, AcqRel) {
            self.outlet.ask(message(None, method, params));
        }
    }

    /// Returns whether a stream was acknowledged.
    pub(crate) fn is_acknowledged(&self) -> bool {
        self.is_acknowledged.load(Acquire)
    }

    /// Sets the link to the companion. Does nothing if the call has one.
    pub(crate) fn use_link(&self, link: &Arc<Link>) {
        let _ = self.link.set(Arc::clone(link));
    }

    /// Passes the request on to the companion. `on_outcome` gets the JSON of its result or error, unless the call ends
    /// before.
    pub(crate) fn forward(
        self: &Arc<Self>,
        link: &Arc<Link>,
        (method, params): (&str, Option<&str>),
        attached: Option<Attached>,
        on_outcome: impl FnOnce(&Arc<Self>, Result<&str, &str>) + Send + 'static,
    ) {
        let asker = Arc::clone(self) as Arc<dyn Asker>;
        self.use_link(link);
        link.request(asker, method, params, attached, |number| -> OnOutcome {
            self.forwarded.store(number, Release);
            let call = Arc::clone(self);
            Box::new(move |outcome| on_outcome(&call, outcome))
        });
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
        if self.connection.calls.remove_call(self) {
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
        if let Some(room) = &mut *lock(&self.room)
            && let Err(reason) = room.ask()
        {
            self.connection.questions.forget(number);
            return Box::pin(async move { Err(reason.into()) });
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
        !is_modern(self.version) && self.connection.questions.are_possible()
    }

    fn log_level(&self) -> Option<LogLevel> {
        let offers_logs = self.connection.server.offers_logs();
        offers_logs.then(|| self.connection.log_level())
    }

    fn extension(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        if self.link.get().is_none() {
            self.use_link(&self.connection.link(&self.outlet)?);
        }
        self.link.get()?.lent(id)
    }
}

impl Asker for Call {
    fn id(&self) -> &str {
        &self.id
    }

    fn outlet(&self) -> &Arc<dyn Outlet> {
        &self.outlet
    }

    fn takes_requests(&self) -> bool {
        Peer::takes_requests(self)
    }

    fn ask(&self) -> Result<(), &'static str> {
        match &mut *lock(&self.room) {
            Some(room) => room.ask(),
            None => Ok(()),
        }
    }

    fn answered(&self) {
        if let Some(room) = &mut *lock(&self.room) {
            room.answered();
        }
    }

    fn acknowledge(&self, params: &str) -> Option<String> {
        if self.is_acknowledged.swap(true, AcqRel) {
            return None;
        }
        let mut members = Members::read(params)?;
        if self.kind == (Kind::Stream { tools: true }) {
            members.set_in("notifications", "toolsListChanged", "true");
        }
        Some(members.to_string())
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
        if let Some(room) = &mut *lock(&self.call.room) {
            room.answered();
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

    /// Removes this very call. Returns `false` if it was removed before.
    pub(crate) fn remove_call(&self, call: &Arc<Call>) -> bool {
        lock(&self.0).remove_call(call)
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
