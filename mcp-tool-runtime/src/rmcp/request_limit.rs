//! The limit on HTTP requests that the server answers at a time.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

use super::mutex::lock;

/// Counts requests up to a limit.
pub(super) struct Requests {
    limit: usize,
    open: AtomicUsize,
    /// Messages beyond the limit that are read to find out whether they are calls.
    short: AtomicUsize,
}

impl Requests {
    /// The longest message that is read beyond the limit, in bytes.
    const SHORT: usize = 64 * 1024;

    /// How many of these are read at a time.
    const MAX_SHORT: usize = 64;

    pub(super) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Requests {
            limit,
            open: AtomicUsize::new(0),
            short: AtomicUsize::new(0),
        })
    }

    /// Admits a request. At the limit, `may_be_short` admits a short message, to find out whether it is a
    /// call. Responses and cancellations of a session's client must get through: running calls wait for
    /// them.
    pub(super) fn admit(self: &Arc<Self>, may_be_short: bool) -> Option<Place> {
        match self.enter() {
            Some(room) => Some(Place::Room(room)),
            None if may_be_short => self
                .enter_short()
                .map(|counted| Place::Short { _counted: counted }),
            None => None,
        }
    }

    /// Returns room for a request, unless there are too many.
    fn enter(self: &Arc<Self>) -> Option<Arc<Room>> {
        admit(&self.open, self.limit).then(|| {
            Arc::new(Room {
                requests: Arc::clone(self),
                asks: Mutex::new(0),
            })
        })
    }

    /// Returns room to read a short message, unless there are too many of those.
    fn enter_short(self: &Arc<Self>) -> Option<Short> {
        admit(&self.short, Self::MAX_SHORT).then(|| Short(Arc::clone(self)))
    }
}

fn admit(count: &AtomicUsize, limit: usize) -> bool {
    let one_more = |count: usize| (count < limit).then(|| count + 1);
    let updated = count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
    updated.is_ok()
}

/// A request that was admitted.
pub(super) enum Place {
    Room(Arc<Room>),
    /// A short message, beyond the limit.
    Short {
        _counted: Short,
    },
}

impl Place {
    /// Returns how many bytes of the body may be read, of at most `limit`.
    pub(super) fn limit(&self, limit: usize) -> usize {
        match self {
            Place::Room(_) => limit,
            Place::Short { .. } => limit.min(Requests::SHORT),
        }
    }

    /// Returns the room, which short messages do not have.
    pub(super) fn room(&self) -> Option<&Arc<Room>> {
        match self {
            Place::Room(room) => Some(room),
            Place::Short { .. } => None,
        }
    }
}

/// A counted request, until its response has been sent and its call has ended.
pub(crate) struct Room {
    requests: Arc<Requests>,
    /// How many requests of the call to its client have no response.
    asks: Mutex<usize>,
}

impl Room {
    /// Stops counting the call while it waits for the client, until the result is dropped. The limit may be
    /// exceeded then, because a running call cannot be rejected.
    fn asks(self: Arc<Self>) -> Asks {
        self.change(|asks| *asks += 1);
        Asks(self)
    }

    fn change(&self, change: impl FnOnce(&mut usize)) {
        let mut asks = lock(&self.asks);
        let counted = *asks == 0;
        change(&mut asks);
        match (counted, *asks == 0) {
            (true, false) => self.requests.open.fetch_sub(1, Ordering::Relaxed),
            (false, true) => self.requests.open.fetch_add(1, Ordering::Relaxed),
            _ => return,
        };
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // Requests to the client hold the room. So none is open, and the call counts.
        self.requests.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The room of a request, for its extensions. A tool may keep its context for ever, and must not keep the
/// room.
#[derive(Clone)]
pub(crate) struct RoomOfCall(pub(super) Weak<Room>);

impl RoomOfCall {
    /// Keeps the room for a call, also after its client has gone away.
    pub(crate) fn keep(&self) -> Option<Arc<Room>> {
        self.0.upgrade()
    }

    /// Stops counting the call until the result is dropped.
    pub(crate) fn asks(&self) -> Option<Asks> {
        self.keep().map(Room::asks)
    }
}

/// An open request to the client.
pub(crate) struct Asks(Arc<Room>);

impl Drop for Asks {
    fn drop(&mut self) {
        self.0.change(|asks| *asks -= 1);
    }
}

/// A short message that is being read.
pub(super) struct Short(Arc<Requests>);

impl Drop for Short {
    fn drop(&mut self) {
        self.0.short.fetch_sub(1, Ordering::Relaxed);
    }
}

impl fmt::Debug for Requests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Requests")
            .field("open", &self.open)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_asks_does_not_count() {
        let requests = Requests::new(1);
        let first = requests.enter().expect("room");
        assert!(requests.enter().is_none());
        let call = RoomOfCall(Arc::downgrade(&first));

        // Two questions at once leave room for one request.
        let questions = [call.asks(), call.asks()];
        let second = requests.enter().expect("room");
        assert!(requests.enter().is_none());
        // Both calls run beyond the limit, until one has ended.
        drop(questions);
        assert!(requests.enter().is_none());
        drop(second);
        assert!(requests.enter().is_none());

        // The response was sent, or its client is gone. The call runs on.
        let running = call.keep();
        drop(first);
        assert!(requests.enter().is_none());
        let question = call.asks();
        drop(running);
        drop(question);
        assert!(call.keep().is_none() && call.asks().is_none());
        assert!(requests.enter().is_some());
        assert_eq!(requests.open.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn short_messages_have_a_limit_of_their_own() {
        let requests = Requests::new(0);
        let short: Vec<_> = (0..=Requests::MAX_SHORT)
            .map_while(|_| requests.enter_short())
            .collect();
        assert_eq!(short.len(), Requests::MAX_SHORT);
        drop(short);
        assert!(requests.enter_short().is_some());
    }
}
