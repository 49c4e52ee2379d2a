//! Requests that wait because too many others run.

use std::collections::VecDeque;

use crate::json_rpc::request_id::Id;

/// The number of bytes at which the queue is full.
const FULL: usize = 1024 * 1024;

/// Queues requests as lines, their smallest form.
#[derive(Default)]
pub(super) struct Queue {
    requests: VecDeque<(Id, Vec<u8>)>,
    bytes: usize,
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.bytes >= FULL
    }

    pub(super) fn push(&mut self, id: Id, line: Vec<u8>) {
        self.bytes += line.len();
        self.requests.push_back((id, line));
    }

    pub(super) fn pop(&mut self) -> Option<(Id, Vec<u8>)> {
        let (id, line) = self.requests.pop_front()?;
        self.bytes -= line.len();
        Some((id, line))
    }

    /// Removes the first request with this id.
    pub(super) fn cancel(&mut self, id: &Id) {
        let position = self.requests.iter().position(|(queued, _)| queued == id);
        if let Some((_, line)) = position.and_then(|position| self.requests.remove(position)) {
            self.bytes -= line.len();
        }
    }
}
