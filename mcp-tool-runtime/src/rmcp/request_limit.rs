//! The limit on HTTP requests that the server answers at a time.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicIsize, AtomicUsize};
use std::sync::{Arc, Weak};

/// Counts requests up to a limit.
pub(super) struct Requests {
    limit: isize,
    /// The number of counted requests. This number may briefly be negative if a call starts one request to
    /// the client just as another ends.
    open: AtomicIsize,
}

impl Requests {
    pub(super) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Requests {
            limit: limit.try_into().unwrap_or(isize::MAX),
            open: AtomicIsize::new(0),
        })
    }

    /// Counts a request, and returns its `Room`. Returns `None` if the limit is reached.
    pub(super) fn enter(self: &Arc<Self>) -> Option<Arc<Room>> {
        let one_more = |count: isize| (count < self.limit).then(|| count + 1);
        let entered = self.open.fetch_update(Relaxed, Relaxed, one_more);
        entered.ok().map(|_| {
            Arc::new(Room {
                requests: Arc::clone(self),
                asks: AtomicUsize::new(0),
            })
        })
    }
}

/// Keeps a request counted until its response has been sent and its call has ended.
pub(crate) struct Room {
    requests: Arc<Requests>,
    /// The number of the call's requests to the client that have no response yet.
    asks: AtomicUsize,
}

impl Drop for Room {
    fn drop(&mut self) {
        // `open` does not count a call that waits for the client. Each request to the client
        // holds an `Arc` of this room. So when the room is dropped, the call no longer waits, and
        // is counted.
        self.requests.open.fetch_sub(1, Relaxed);
    }
}

/// The [`Room`] of a request, stored in the request's extensions. A tool may keep its context, and with it
/// these extensions, for ever. The weak reference then does not keep the request counted.
#[derive(Clone)]
pub(crate) struct RoomOfCall(pub(super) Weak<Room>);

impl RoomOfCall {
    /// Returns the room, or `None` if it no longer exists. A running call holds the room, so the call counts
    /// even after its client has disconnected.
    pub(crate) fn keep(&self) -> Option<Arc<Room>> {
        self.0.upgrade()
    }

    /// Stops counting the call until all its `ClientWait` values are dropped. The call then counts again,
    /// even if this exceeds the limit, because the server cannot reject a running call. Returns `None` if the
    /// room no longer exists.
    pub(crate) fn asks(&self) -> Option<ClientWait> {
        let room = self.keep()?;
        if room.asks.fetch_add(1, Relaxed) == 0 {
            room.requests.open.fetch_sub(1, Relaxed);
        }
        Some(ClientWait(room))
    }
}

/// An open request to the client.
pub(crate) struct ClientWait(Arc<Room>);

impl Drop for ClientWait {
    fn drop(&mut self) {
        if self.0.asks.fetch_sub(1, Relaxed) == 1 {
            self.0.requests.open.fetch_add(1, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_waits_for_the_user_does_not_count() {
        let requests = Requests::new(1);
        let first = requests.enter().expect("room");
        assert!(requests.enter().is_none());
        let call = RoomOfCall(Arc::downgrade(&first));

        // A call that asks two questions at once makes room for only one more request.
        let questions = [call.asks(), call.asks()];
        let second = requests.enter().expect("room");
        assert!(requests.enter().is_none());
        // Dropping `questions` ends the wait for the user, so `first` counts again. With `first`
        // and `second`, or with `first` alone, no other request may enter.
        drop(questions);
        assert!(requests.enter().is_none());
        drop(second);
        assert!(requests.enter().is_none());

        // `running` represents the running call. Dropping `first` simulates the end of the HTTP
        // request. `running` alone then keeps the call counted, until the call asks a question.
        let running = call.keep();
        drop(first);
        assert!(requests.enter().is_none());
        let question = call.asks();
        drop(running);
        drop(question);
        assert!(call.keep().is_none() && call.asks().is_none());
        assert!(requests.enter().is_some());
        assert_eq!(requests.open.load(Relaxed), 0);
    }
}
