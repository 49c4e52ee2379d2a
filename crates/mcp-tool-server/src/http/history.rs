//! The last events of a session, for a client that loses a stream and resumes it.

use std::collections::VecDeque;
use std::sync::Mutex;

use bytes::Bytes;
use tokio::time::Instant;

use crate::mutex::lock;

/// The maximum number of events that a session keeps.
const EVENTS: usize = 256;

/// The maximum size of the events that a session keeps, in bytes.
const BYTES: usize = 1024 * 1024;

/// The place of an event: the number of its stream, and its number in the stream, from 1. The text of an event id is
/// `STREAM/NUMBER`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EventId {
    pub(super) stream: u32,
    pub(super) number: u32,
}

impl EventId {
    /// Reads the text of an event id.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (stream, number) = text.split_once('/')?;
        Some(EventId {
            stream: stream.parse().ok()?,
            number: number.parse().ok()?,
        })
    }
}

/// What the streams of a session have in common.
pub(super) struct History(Mutex<State>);

struct State {
    /// The last events of the session, oldest first.
    events: VecDeque<(EventId, Bytes)>,
    /// The size of the events in bytes.
    bytes: usize,
    /// The number of the next stream.
    next: u32,
    /// The last time that a message was sent or received.
    used: Instant,
}

impl History {
    pub(super) fn new() -> Self {
        History(Mutex::new(State {
            events: VecDeque::new(),
            bytes: 0,
            next: 1,
            used: Instant::now(),
        }))
    }

    /// Records that the session is in use.
    pub(super) fn touch(&self) {
        lock(&self.0).used = Instant::now();
    }

    /// Returns the last time that a message was received, or sent to a reader.
    pub(super) fn last_use(&self) -> Instant {
        lock(&self.0).used
    }

    /// Returns the number of a new stream.
    pub(super) fn next_stream(&self) -> u32 {
        let mut state = lock(&self.0);
        state.next += 1;
        state.next - 1
    }

    /// Keeps an event, instead of the oldest ones if necessary. An event that nobody reads is no use of the session.
    pub(super) fn keep(&self, id: EventId, event: Bytes, is_read: bool) {
        let mut state = lock(&self.0);
        if is_read {
            state.used = Instant::now();
        }
        state.bytes += event.len();
        state.events.push_back((id, event));
        while state.events.len() > EVENTS || state.bytes > BYTES {
            let Some((_, oldest)) = state.events.pop_front() else {
                return;
            };
            state.bytes -= oldest.len();
        }
        // An idle session keeps no memory for events that it no longer has.
        if state.events.is_empty() {
            state.events = VecDeque::new();
        }
    }

    /// Returns the events of a stream after the one that the client has read last. `last` is the number of the stream's
    /// last event, if the stream is open. Returns `None` if the client has read an event that was never sent, or if an
    /// event after it was not kept.
    pub(super) fn after(&self, read: EventId, last: Option<u32>) -> Option<Vec<Bytes>> {
        let state = lock(&self.0);
        let events = state.events.iter();
        let of_stream = events.filter(|(id, _)| id.stream == read.stream);
        let newest = of_stream.clone().next_back();
        let last = last.or(newest.map(|(id, _)| id.number))?;
        let mut next = read.number.checked_add(1)?;
        let mut missed = Vec::new();
        for (id, event) in of_stream.skip_while(|(id, _)| id.number <= read.number) {
            if id.number != next {
                return None;
            }
            next += 1;
            missed.push(event.clone());
        }
        (next.checked_sub(1) == Some(last)).then_some(missed)
    }
}

/// Returns whether an event of this size can be kept.
pub(super) fn is_kept(size: usize) -> bool {
    size <= BYTES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(stream: u32, number: u32) -> EventId {
        EventId { stream, number }
    }

    fn numbers(history: &History, read: EventId, last: Option<u32>) -> Option<Vec<u8>> {
        let events = history.after(read, last)?;
        Some(events.iter().map(|data| data[0]).collect())
    }

    #[test]
    fn each_stream_continues_after_the_last_read_event() {
        let history = History::new();
        for (stream, number) in [(1, 1), (2, 1), (1, 2), (1, 3)] {
            history.keep(
                id(stream, number),
                Bytes::copy_from_slice(&[number as u8]),
                true,
            );
        }
        history.keep(id(4, 0), Bytes::new(), true);
        for (read, last, expected) in [
            (id(1, 0), None, Some(vec![1, 2, 3])),
            (id(1, 2), Some(3), Some(vec![3])),
            (id(1, 3), Some(3), Some(vec![])),
            (id(1, 3), None, Some(vec![])),
            (id(1, 4), Some(3), None),
            (id(2, 0), None, Some(vec![1])),
            (id(3, 0), None, None),
            (id(3, 0), Some(0), Some(vec![])),
            (id(3, 1), Some(1), Some(vec![])),
            (id(3, 0), Some(1), None),
            (id(1, u32::MAX), None, None),
            // Stream 4 has ended without an event.
            (id(4, 0), None, Some(vec![])),
            (id(4, 1), None, None),
        ] {
            assert_eq!(numbers(&history, read, last), expected, "{read:?} {last:?}");
        }
        for text in ["", "1", "1/", "/1", "-1/1", "1/1/1", "4294967296/1"] {
            assert_eq!(EventId::read(text), None, "{text}");
        }
        assert_eq!(EventId::read("7/0"), Some(id(7, 0)));
    }

    #[test]
    fn old_events_make_room_for_new_ones() {
        let history = History::new();
        for number in 1..=300 {
            history.keep(id(1, number), Bytes::from_static(b"-"), true);
        }
        assert_eq!(history.after(id(1, 43), None), None);
        assert_eq!(
            history.after(id(1, 44), None).map(|events| events.len()),
            Some(256)
        );
        for number in 1..=3 {
            history.keep(id(2, number), vec![0; BYTES / 2].into(), true);
        }
        assert_eq!(history.after(id(2, 0), Some(3)), None);
        assert_eq!(
            history.after(id(2, 1), None).map(|events| events.len()),
            Some(2)
        );
        assert_eq!(lock(&history.0).bytes, BYTES);
    }
}
