//! The only writer of a stream. It writes whole lines in the order in which they are pushed.

use std::io;
use std::mem::{swap, take};
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;

use super::load::Room;
use super::outlet::Outlet;
use crate::mutex::lock;

/// The messages that a stream has not written yet.
///
/// A response is never lost, so the outbox itself has no limit. No request starts while the outbox is
/// [full](Self::is_full), and running calls are limited.
pub(crate) struct Outbox {
    lines: Mutex<Lines>,
    /// Wakes the writer.
    filled: Notify,
    /// Wakes the reader when the outbox is no longer full, and when the writer has stopped.
    room: Arc<Notify>,
    stopped: Notify,
}

#[derive(Default)]
struct Lines {
    waiting: Vec<u8>,
    /// The number of bytes that the writer has taken and not yet written.
    writing: usize,
    /// Whether the reader waits until the writer takes what is waiting.
    is_awaited: bool,
    /// Whether nothing more is pushed.
    is_closed: bool,
    /// Whether the writer has stopped, and its error.
    end: Option<io::Result<()>>,
}

impl Outbox {
    /// The number of unwritten bytes from which the outbox is full.
    const FULL: usize = 1024 * 1024;

    /// The number of unwritten bytes from which the companion may not ask. Running calls alone do not reach it.
    const STUCK: usize = 16 * Self::FULL;

    pub(crate) fn new(room: Arc<Notify>) -> Self {
        Outbox {
            lines: Mutex::default(),
            filled: Notify::new(),
            room,
            stopped: Notify::new(),
        }
    }

    /// Waits for messages, and swaps them into `batch`. Returns `false` after the last message.
    pub(crate) async fn take(&self, batch: &mut Vec<u8>) -> bool {
        batch.clear();
        loop {
            {
                let mut lines = lock(&self.lines);
                let was_full = lines.is_full();
                lines.writing = 0;
                if was_full && !lines.is_full() || take(&mut lines.is_awaited) {
                    self.room.notify_one();
                }
                if !lines.waiting.is_empty() {
                    // A few large messages must not occupy memory for ever.
                    if batch.capacity() > Self::FULL {
                        *batch = Vec::new();
                    }
                    swap(batch, &mut lines.waiting);
                    lines.writing = batch.len();
                    return true;
                }
                if lines.is_closed {
                    return false;
                }
            }
            self.filled.notified().await;
        }
    }

    /// Records that the writer has stopped.
    pub(crate) fn stop(&self, end: io::Result<()>) {
        lock(&self.lines).end.get_or_insert(end);
        self.room.notify_one();
        self.stopped.notify_one();
    }

    /// Returns whether the client reads too slowly for another request to start.
    pub(crate) fn is_full(&self) -> bool {
        lock(&self.lines).is_full()
    }

    /// Returns whether messages wait for the writer. If so, wakes the reader when the writer takes them.
    pub(crate) fn is_busy(&self) -> bool {
        let mut lines = lock(&self.lines);
        lines.is_awaited = !lines.waiting.is_empty();
        lines.is_awaited
    }

    pub(crate) fn has_stopped(&self) -> bool {
        lock(&self.lines).end.is_some()
    }

    /// Drops all later messages. The writer stops after the last message.
    pub(crate) fn close(&self) {
        lock(&self.lines).is_closed = true;
        self.filled.notify_one();
    }

    /// Drops everything that is not written.
    pub(crate) fn abandon(&self) {
        lock(&self.lines).waiting.clear();
        self.close();
    }

    /// Waits until the writer has stopped, and returns its result.
    pub(crate) async fn stopped(&self) -> io::Result<()> {
        loop {
            if let Some(end) = &mut lock(&self.lines).end {
                return std::mem::replace(end, Ok(()));
            }
            self.stopped.notified().await;
        }
    }
}

impl Lines {
    fn size(&self) -> usize {
        self.waiting.len() + self.writing
    }

    fn is_full(&self) -> bool {
        self.size() > Outbox::FULL
    }
}

impl Outlet for Outbox {
    fn respond(&self, response: Vec<u8>, _: Option<Room>) {
        self.send(response, false);
    }

    fn send(&self, message: Vec<u8>, may_be_lost: bool) {
        let mut lines = lock(&self.lines);
        if lines.is_closed || lines.end.is_some() || may_be_lost && lines.is_full() {
            return;
        }
        let is_first = lines.waiting.is_empty();
        lines.waiting.extend_from_slice(&message);
        lines.waiting.push(b'\n');
        drop(lines);
        if is_first {
            self.filled.notify_one();
        }
    }

    fn is_stuck(&self) -> bool {
        lock(&self.lines).size() > Self::STUCK
    }
}
