//! Requests that wait until the limits on open requests let them start.

use std::collections::VecDeque;
use std::sync::Mutex;

use crate::sdk::request_id::Id;

use crate::mutex::lock;

/// The number of bytes at which the queue is full.
const FULL: usize = 1024 * 1024;

/// Queues requests as lines, which take less memory than decoded requests.
#[derive(Default)]
pub(super) struct Queue(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    requests: VecDeque<(Id, Vec<u8>)>,
    bytes: usize,
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        lock(&self.0).requests.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        lock(&self.0).bytes >= FULL
    }

    pub(super) fn push(&self, id: Id, line: Vec<u8>) {
        let mut queue = lock(&self.0);
        queue.bytes += line.len();
        queue.requests.push_back((id, line));
    }

    pub(super) fn pop(&self) -> Option<(Id, Vec<u8>)> {
        let mut queue = lock(&self.0);
        let (id, line) = queue.requests.pop_front()?;
        queue.bytes -= line.len();
        Some((id, line))
    }

    /// Removes the first request with this id.
    pub(super) fn cancel(&self, id: &Id) {
        let mut queue = lock(&self.0);
        let position = queue.requests.iter().position(|(queued, _)| queued == id);
        if let Some((_, line)) = position.and_then(|position| queue.requests.remove(position)) {
            queue.bytes -= line.len();
        }
    }
}
