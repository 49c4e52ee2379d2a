//! The only writer of a stream. It writes whole lines in the order in which they are pushed. The sender of a message
//! writes a short one itself if none waits.

use std::io;
use std::mem::{swap, take};
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;

use super::load::Room;
use super::outlet::Outlet;
use crate::mutex::lock;

/// Writes as many bytes as the stream takes without waiting, and returns their number.
pub(crate) type WriteNow = Box<dyn Fn(&[u8]) -> usize + Send + Sync>;

/// The messages that a stream has not written yet.
///
/// A response is never lost, so the outbox itself has no limit. No request starts while the outbox is
/// [full](Self::is_full), and running calls are limited.
pub(crate) struct Outbox {
    lines: Mutex<Lines>,
    /// Writes a message that has none before it. So the writer does not wake for it.
    write_now: Option<WriteNow>,
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
    /// Whether more messages follow soon, which the writer writes together.
    expects_more: bool,
    /// Whether the writer keeps a large buffer. It drops the buffer when it takes the next messages.
    is_batch_large: bool,
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

    pub(crate) fn new(room: Arc<Notify>, write_now: Option<WriteNow>) -> Self {
        Outbox {
            lines: Mutex::default(),
            write_now,
            filled: Notify::new(),
            room,
            stopped: Notify::new(),
        }
    }

    /// Sets whether more messages follow soon.
    pub(crate) fn expect_more(&self, expects_more: bool) {
        lock(&self.lines).expects_more = expects_more;
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
                    lines.is_batch_large = batch.capacity() > Self::FULL;
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
        if is_first
            && lines.writing == 0
            && !lines.is_batch_large
            && !lines.expects_more
            && let Some(write_now) = &self.write_now
        {
            let written = write_now(&lines.waiting);
            lines.waiting.drain(..written);
        }
        let has_rest = !lines.waiting.is_empty();
        drop(lines);
        if is_first && has_rest {
            self.filled.notify_one();
        }
    }

    fn is_stuck(&self) -> bool {
        lock(&self.lines).size() > Self::STUCK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_message_is_written_at_once_only_if_none_waits() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let stream = Arc::clone(&written);
        // A stream that takes five bytes of each message.
        let write_now = move |bytes: &[u8]| {
            let length = bytes.len().min(5);
            lock(&stream).extend_from_slice(&bytes[..length]);
            length
        };
        let outbox = Outbox::new(Arc::default(), Some(Box::new(write_now)));
        let send = |message: &str| outbox.send(message.into(), false);
        let mut batch = Vec::new();

        send("one");
        assert_eq!(*lock(&written), b"one\n");
        send("four, five");
        send("six");
        assert_eq!(*lock(&written), b"one\nfour,");
        assert!(outbox.take(&mut batch).await);
        assert_eq!(batch, b" five\nsix\n");

        // The writer still writes its batch.
        send("7");
        outbox.expect_more(true);
        assert!(outbox.take(&mut batch).await);
        assert_eq!(batch, b"7\n");

        // The writer drops a large buffer only when it takes more messages.
        outbox.expect_more(false);
        send(&"8".repeat(Outbox::FULL));
        assert!(outbox.take(&mut batch).await);
        let (has_more, ()) = tokio::join!(outbox.take(&mut batch), async { send("9") });
        assert!(has_more);
        assert_eq!(batch, b"9\n");
        assert!(batch.capacity() < Outbox::FULL);

        outbox.close();
        assert!(!outbox.take(&mut batch).await);
        assert_eq!(*lock(&written), b"one\nfour,");
    }
}
