//! The limits on HTTP requests that the server answers at a time, and on questions that wait for clients.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicIsize, AtomicUsize};
use std::sync::{Arc, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Counts requests up to a limit.
pub(crate) struct Requests {
    limit: isize,
    /// The number of counted requests. This number may briefly be negative if a call starts one request to
    /// the client just as another ends.
    open: AtomicIsize,
    /// A permit for each open question of the server.
    questions: Arc<Semaphore>,
}

/// Returns a semaphore with this many permits. A larger number than the semaphore allows counts as its maximum.
pub(crate) fn permits(number: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(number.min(Semaphore::MAX_PERMITS)))
}

impl Requests {
    pub(crate) fn new(limit: usize, max_questions: usize) -> Arc<Self> {
        Arc::new(Requests {
            limit: limit.try_into().unwrap_or(isize::MAX),
            open: AtomicIsize::new(0),
            questions: permits(max_questions),
        })
    }

    /// Counts a request, and returns its `Room`. Returns `None` if the limit is reached. `questions` has the
    /// permits for questions in the request's session.
    pub(crate) fn enter(self: &Arc<Self>, questions: Option<Arc<Semaphore>>) -> Option<Arc<Room>> {
        let one_more = |count: isize| (count < self.limit).then(|| count + 1);
        let entered = self.open.fetch_update(Relaxed, Relaxed, one_more);
        entered.ok().map(|_| {
            Arc::new(Room {
                requests: Arc::clone(self),
                questions,
                asks: AtomicUsize::new(0),
            })
        })
    }
}

/// Keeps a request counted until its response has been sent and its call has ended.
pub(crate) struct Room {
    requests: Arc<Requests>,
    questions: Option<Arc<Semaphore>>,
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
pub(crate) struct RoomOfCall(pub(crate) Weak<Room>);

impl RoomOfCall {
    /// Returns the room, or `None` if it no longer exists. A running call holds the room, so the call counts
    /// even after its client has disconnected.
    pub(crate) fn keep(&self) -> Option<Arc<Room>> {
        self.0.upgrade()
    }

    /// Stops counting the call until all its `ClientWait` values are dropped. The call then counts again,
    /// even if this exceeds the limit, because the server cannot reject a running call. Returns `None` if the
    /// room no longer exists. Returns an error if too many questions are open.
    pub(crate) fn asks(&self) -> Result<Option<ClientWait>, String> {
        let Some(room) = self.keep() else {
            return Ok(None);
        };
        let of_session = match &room.questions {
            Some(questions) => Some(permit(questions, "of this session")?),
            None => None,
        };
        let of_server = permit(&room.requests.questions, "of this server")?;
        if room.asks.fetch_add(1, Relaxed) == 0 {
            room.requests.open.fetch_sub(1, Relaxed);
        }
        Ok(Some(ClientWait {
            room,
            _permits: (of_session, of_server),
        }))
    }
}

fn permit(questions: &Arc<Semaphore>, whose: &str) -> Result<OwnedSemaphorePermit, String> {
    let permit = Arc::clone(questions).try_acquire_owned();
    permit.map_err(|_| format!("too many questions {whose} wait for an answer"))
}

/// An open request to the client.
pub(crate) struct ClientWait {
    room: Arc<Room>,
    _permits: (Option<OwnedSemaphorePermit>, OwnedSemaphorePermit),
}

impl Drop for ClientWait {
    fn drop(&mut self) {
        if self.room.asks.fetch_sub(1, Relaxed) == 1 {
            self.room.requests.open.fetch_add(1, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_waits_for_the_user_does_not_count() {
        let requests = Requests::new(1, 2);
        let first = requests.enter(None).expect("room");
        assert!(requests.enter(None).is_none());
        let call = RoomOfCall(Arc::downgrade(&first));

        // A call that asks two questions at once makes room for only one more request.
        let questions = [call.asks().unwrap(), call.asks().unwrap()];
        assert!(call.asks().is_err(), "two questions are the limit");
        let second = requests.enter(None).expect("room");
        assert!(requests.enter(None).is_none());
        // Dropping `questions` ends the wait for the user, so `first` counts again. With `first`
        // and `second`, or with `first` alone, no other request may enter.
        drop(questions);
        assert!(requests.enter(None).is_none());
        drop(second);
        assert!(requests.enter(None).is_none());

        // `running` represents the running call. Dropping `first` simulates the end of the HTTP
        // request. `running` alone then keeps the call counted, until the call asks a question.
        let running = call.keep();
        drop(first);
        assert!(requests.enter(None).is_none());
        let question = call.asks().unwrap();
        drop(running);
        drop(question);
        assert!(call.keep().is_none() && call.asks().unwrap().is_none());
        assert!(requests.enter(None).is_some());
        assert_eq!(requests.open.load(Relaxed), 0);
    }
}
