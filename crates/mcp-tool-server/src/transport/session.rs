//! The state that the reader and the transport of a connection share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use mcp_tool_runtime::ProtocolVersion;
use rmcp::model::RequestId;
use tokio::sync::{Notify, mpsc, watch};

use super::client_requests::ClientRequests;
use super::in_flight::InFlight;
use super::output::Output;
use super::queue::Queue;
use crate::mutex::lock;
use crate::serve_error::Cause;

/// The state that the reader and the transport of a connection share.
pub(crate) struct Session {
    pub(super) in_flight: InFlight,
    pub(super) client_requests: ClientRequests,
    pub(super) queue: Queue,
    is_initialized: AtomicBool,
    /// The protocol version that `initialize` or a request set last.
    protocol_version: Mutex<Option<ProtocolVersion>>,
    /// Wakes the reader when another request may start.
    pub(super) room: Notify,
    abandoned: watch::Sender<bool>,
    output: mpsc::WeakSender<Vec<u8>>,
    failure: Mutex<Option<Cause>>,
}

impl Session {
    pub(super) fn new(output: &Output) -> Self {
        Session {
            in_flight: InFlight::default(),
            client_requests: ClientRequests::default(),
            queue: Queue::default(),
            is_initialized: AtomicBool::new(false),
            protocol_version: Mutex::default(),
            room: Notify::new(),
            abandoned: watch::Sender::default(),
            output: output.lines.downgrade(),
            failure: Mutex::default(),
        }
    }

    /// Returns whether `initialize` has succeeded.
    pub(super) fn is_initialized(&self) -> bool {
        self.is_initialized.load(Ordering::Acquire)
    }

    pub(super) fn set_initialized(&self) {
        self.is_initialized.store(true, Ordering::Release);
    }

    /// Returns the protocol version of the client, if it is known.
    pub(super) fn protocol_version(&self) -> Option<ProtocolVersion> {
        *lock(&self.protocol_version)
    }

    /// Remembers the protocol version of the client.
    pub(super) fn set_protocol_version(&self, protocol_version: ProtocolVersion) {
        *lock(&self.protocol_version) = Some(protocol_version);
    }

    /// Returns the output, unless it has been closed.
    pub(super) fn output(&self) -> Option<mpsc::Sender<Vec<u8>>> {
        self.output.upgrade()
    }

    /// Returns whether the output queue is full. A full queue means that the client reads too slowly or not
    /// at all.
    pub(crate) fn output_is_full(&self) -> bool {
        self.output().is_some_and(|output| output.capacity() == 0)
    }

    /// Stops writing to a client that does not read.
    pub(crate) fn abandon(&self) {
        self.abandoned.send_replace(true);
    }

    /// Waits until [`Session::abandon`] is called.
    pub(super) async fn abandoned(&self) {
        // `wait_for` fails only if no sender is left, but `self` owns one.
        let _ = self
            .abandoned
            .subscribe()
            .wait_for(|is_over| *is_over)
            .await;
    }

    /// Waits for room for one line in the output queue. Returns `None` if the queue is closed, or after
    /// [`Session::abandon`].
    pub(super) async fn place<'o>(
        &self,
        output: &'o mpsc::Sender<Vec<u8>>,
    ) -> Option<mpsc::Permit<'o, Vec<u8>>> {
        tokio::select! {
            place = output.reserve() => place.ok(),
            () = self.abandoned() => None,
        }
    }

    /// Ends a request and sends its response, like [`InFlight::end`]. Then wakes the reader, because another
    /// request may start.
    pub(super) fn end(&self, number: &RequestId, send: impl FnOnce()) {
        self.in_flight.end(number, send);
        self.room.notify_one();
    }

    /// Takes the first failure of reading or writing, if there was one.
    pub(crate) fn failure(&self) -> Option<Cause> {
        lock(&self.failure).take()
    }

    pub(super) fn fail(&self, cause: Cause) {
        lock(&self.failure).get_or_insert(cause);
    }
}
