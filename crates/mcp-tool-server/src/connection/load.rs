//! The limits on what clients can make a server do at a time: the requests of one connection over streams, or of all
//! clients over HTTP.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{AcqRel, Acquire};

use mcp_tool_runtime::ProtocolError;
use tokio::sync::Notify;

/// The limits of a [`Load`].
pub(crate) struct Limits {
    /// The maximum number of requests that run at a time. A request that waits for the client's answer does not
    /// count, and neither does a stream.
    pub(crate) running: usize,
    /// The maximum number of open requests, including those that wait for the client, and streams.
    pub(crate) open: usize,
    /// No further request starts while another runs and the open requests have at least this many bytes.
    pub(crate) bytes: usize,
    /// The maximum number of bytes of the open requests. A single request may have more.
    pub(crate) open_bytes: usize,
    /// The maximum number of questions that clients have not answered.
    pub(crate) questions: usize,
}

/// What the open requests take.
pub(crate) struct Load {
    limits: Limits,
    /// The number of requests that run. It may exceed the limit while calls go on whose questions were answered.
    running: AtomicUsize,
    /// The number of requests that wait for the client, and of streams.
    resting: AtomicUsize,
    bytes: AtomicUsize,
    questions: AtomicUsize,
    /// Wakes the task that waits until no question is open.
    answered: Notify,
    /// Wakes the task that waits until another request may start, or until none is open.
    pub(crate) freed: Arc<Notify>,
}

impl Load {
    pub(crate) fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Load {
            limits,
            running: AtomicUsize::new(0),
            resting: AtomicUsize::new(0),
            bytes: AtomicUsize::new(0),
            questions: AtomicUsize::new(0),
            answered: Notify::new(),
            freed: Arc::default(),
        })
    }

    /// Returns whether another request may start.
    pub(crate) fn has_room(&self) -> bool {
        let running = self.running.load(Acquire);
        running == 0
            || running < self.limits.running && self.bytes.load(Acquire) < self.limits.bytes
    }

    /// Returns the number of open requests.
    #[cfg(feature = "http")]
    pub(crate) fn open(&self) -> usize {
        self.running.load(Acquire) + self.resting.load(Acquire)
    }

    /// Waits until no request is open.
    #[cfg(feature = "http")]
    pub(crate) async fn emptied(&self) {
        while self.open() > 0 {
            self.freed.notified().await;
        }
    }

    /// Returns whether a request waits for its client.
    #[cfg(feature = "http")]
    pub(crate) fn has_questions(&self) -> bool {
        self.questions.load(Acquire) > 0
    }

    /// Waits until no request waits for its client.
    #[cfg(feature = "http")]
    pub(crate) async fn answered(&self) {
        while self.has_questions() {
            self.answered.notified().await;
        }
    }

    fn end_questions(&self, number: usize) {
        self.questions.fetch_sub(number, AcqRel);
        self.answered.notify_one();
    }

    /// Counts a request, even beyond the limit on running requests.
    ///
    /// # Errors
    ///
    /// Returns -32603 if too many requests or bytes are open.
    pub(crate) fn admit(self: &Arc<Self>, bytes: usize) -> Result<Room, ProtocolError> {
        let running = self.running.fetch_add(1, AcqRel);
        let mut room = Room {
            load: Arc::clone(self),
            bytes: 0,
            questions: 0,
            rests: false,
        };
        if running + self.resting.load(Acquire) >= self.limits.open {
            return Err(ProtocolError::internal_error(format!(
                "{} requests are open, which is the limit; respond to the server's requests, or cancel one",
                self.limits.open
            )));
        }
        if !room.grow(bytes) {
            return Err(ProtocolError::internal_error(format!(
                "the open requests have more than {} MiB, which is the limit; respond to the server's requests, or cancel one",
                self.limits.open_bytes / (1024 * 1024)
            )));
        }
        Ok(room)
    }

    /// Counts a request. Returns `None` if the limit on running requests is reached.
    #[cfg(feature = "http")]
    pub(crate) fn enter(self: &Arc<Self>) -> Option<Room> {
        let room = self.admit(0).ok()?;
        (self.running.load(Acquire) <= self.limits.running).then_some(room)
    }
}

/// Keeps one request counted until it is dropped.
pub(crate) struct Room {
    load: Arc<Load>,
    bytes: usize,
    /// The number of the request's questions to the client that have no answer yet.
    questions: usize,
    rests: bool,
}

impl Room {
    /// Adds bytes to the request. Returns `false` if the open requests then had too many bytes.
    pub(crate) fn grow(&mut self, bytes: usize) -> bool {
        let all = self.load.bytes.fetch_add(bytes, AcqRel) + bytes;
        if all > self.load.limits.open_bytes && all > self.bytes + bytes {
            self.load.bytes.fetch_sub(bytes, AcqRel);
            return false;
        }
        self.bytes += bytes;
        true
    }

    /// Adds bytes of a response, even beyond the limit.
    #[cfg(feature = "http")]
    pub(crate) fn hold(&mut self, bytes: usize) {
        self.load.bytes.fetch_add(bytes, AcqRel);
        self.bytes += bytes;
    }

    /// Turns the request into a stream, which does not run.
    pub(crate) fn rest(&mut self) {
        if !std::mem::replace(&mut self.rests, true) {
            self.load.resting.fetch_add(1, AcqRel);
            self.load.running.fetch_sub(1, AcqRel);
            self.load.freed.notify_one();
        }
    }

    /// Counts a question to the client. Until it is answered, the request does not run.
    pub(super) fn ask(&mut self) -> Result<(), &'static str> {
        if self.load.questions.fetch_add(1, AcqRel) >= self.load.limits.questions {
            self.load.end_questions(1);
            return Err("too many questions of this server wait for an answer");
        }
        self.questions += 1;
        self.rest();
        Ok(())
    }

    /// Counts the end of a question.
    pub(super) fn answered(&mut self) {
        self.load.end_questions(1);
        self.questions -= 1;
        if self.questions == 0 {
            self.rests = false;
            self.load.running.fetch_add(1, AcqRel);
            self.load.resting.fetch_sub(1, AcqRel);
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let load = &self.load;
        if self.questions > 0 {
            load.end_questions(self.questions);
        }
        load.bytes.fetch_sub(self.bytes, AcqRel);
        let counter = if self.rests {
            &load.resting
        } else {
            &load.running
        };
        counter.fetch_sub(1, AcqRel);
        load.freed.notify_one();
    }
}
