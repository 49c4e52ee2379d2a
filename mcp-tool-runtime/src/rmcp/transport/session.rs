//! What is known of a session outside of its transport.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use ::rmcp::model::RequestId;
use tokio::sync::{Notify, mpsc, watch};

use super::super::serve_error::Cause;
use super::client_requests::Asked;
use super::in_flight::InFlight;
use super::output::Output;
use crate::ProtocolVersion;

/// What is known of a session outside of its transport.
pub(in super::super) struct Session {
    pub(super) in_flight: InFlight,
    pub(super) asked: Asked,
    pub(super) stopped: Notify,
    pub(super) input_ended: Notify,
    pub(super) output_ended: Notify,
    is_initialized: AtomicBool,
    /// The version that `initialize` has agreed on, or that the last request has named.
    revision: Mutex<Option<ProtocolVersion>>,
    /// Wakes the transport when another request may begin.
    pub(super) room: Notify,
    /// Tells that a request of the queue has begun.
    pub(super) queue_moved: Notify,
    abandoned: watch::Sender<bool>,
    output: mpsc::WeakSender<Vec<u8>>,
    failure: Mutex<Option<Cause>>,
}

impl Session {
    pub(super) fn new(output: &Output) -> Self {
        Session {
            in_flight: InFlight::default(),
            asked: Asked::default(),
            stopped: Notify::new(),
            input_ended: Notify::new(),
            output_ended: Notify::new(),
            is_initialized: AtomicBool::new(false),
            revision: Mutex::default(),
            room: Notify::new(),
            queue_moved: Notify::new(),
            abandoned: watch::Sender::default(),
            output: output.lines.downgrade(),
            failure: Mutex::default(),
        }
    }

    /// Whether `initialize` has succeeded.
    pub(super) fn is_initialized(&self) -> bool {
        self.is_initialized.load(Ordering::Acquire)
    }

    pub(super) fn set_initialized(&self) {
        self.is_initialized.store(true, Ordering::Release);
    }

    /// Returns the protocol version of the client, if it is known.
    pub(super) fn protocol_version(&self) -> Option<ProtocolVersion> {
        *self
            .revision
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
    }

    /// Remembers the protocol version of the client.
    pub(super) fn set_revision(&self, revision: ProtocolVersion) {
        let mut known = self
            .revision
            .lock()
            .unwrap_or_else(|poison| poison.into_inner());
        *known = Some(revision);
    }

    /// Whether as much waits to be written as the output holds: the client does not read.
    pub(in super::super) fn output_is_full(&self) -> bool {
        let output = self.output.upgrade();
        output.is_some_and(|output| output.capacity() == 0)
    }

    /// Reads no more, as if the input had ended.
    pub(in super::super) fn stop(&self) {
        self.stopped.notify_one();
    }

    /// Waits for the end of the input. Only one may wait.
    pub(in super::super) async fn input_ended(&self) {
        self.input_ended.notified().await;
    }

    /// Waits until a request of the queue begins. Only one may wait.
    pub(in super::super) async fn queue_moved(&self) {
        self.queue_moved.notified().await;
    }

    /// Waits until nothing can be written any more. Only one may wait.
    pub(in super::super) async fn output_ended(&self) {
        self.output_ended.notified().await;
    }

    /// Writes nothing more: the client has not read for too long.
    pub(in super::super) fn abandon(&self) {
        self.abandoned.send_replace(true);
    }

    /// Waits until the session writes nothing more.
    pub(super) async fn abandoned(&self) {
        // Fails only without a sender, and `self` is it.
        let _ = self
            .abandoned
            .subscribe()
            .wait_for(|is_over| *is_over)
            .await;
    }

    /// Waits for a place in the output; `None` where nothing more is written.
    pub(super) async fn place<'o>(
        &self,
        output: &'o mpsc::Sender<Vec<u8>>,
    ) -> Option<mpsc::Permit<'o, Vec<u8>>> {
        tokio::select! {
            place = output.reserve() => place.ok(),
            () = self.abandoned() => None,
        }
    }

    /// Ends a request and hands its answer on, as [`InFlight::end`] does; another may begin.
    pub(super) fn end(&self, number: &RequestId, hand_on: impl FnOnce()) {
        self.in_flight.end(number, hand_on);
        self.room.notify_one();
    }

    /// How many requests wait for an answer.
    pub(in super::super) fn unanswered(&self) -> usize {
        self.in_flight.count()
    }

    /// The first failure, if there was one.
    pub(in super::super) fn failure(&self) -> Option<Cause> {
        self.failure
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
            .take()
    }

    pub(super) fn fail(&self, cause: Cause) {
        let mut first = self
            .failure
            .lock()
            .unwrap_or_else(|poison| poison.into_inner());
        first.get_or_insert(cause);
    }
}
