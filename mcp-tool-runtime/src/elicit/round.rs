//! A round is one run of a tool. It holds the questions of this run, and the answers to the questions of earlier
//! runs.
//!
//! Since protocol version 2026-07-28, a call does not wait for answers. It ends with its questions, and the
//! client calls again with the answers. Each of these calls runs the tool from the top. A question that
//! already has an answer gets that answer at once.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::future::poll_fn;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::task::{Context, Poll, Waker};

use serde_json::{Map, Value};

use super::InputRequest;
use crate::protocol::ProtocolVersion;

/// The round of a call's context. Few tools ask questions, so the round is created on first use. Cloning the
/// context also creates the round, because clones share one.
#[derive(Default)]
pub(crate) struct LazyRound(OnceLock<Arc<Round>>);

impl LazyRound {
    pub(crate) fn get(&self) -> &Round {
        self.0.get_or_init(Arc::default)
    }

    /// Returns the round if it has been created.
    pub(crate) fn begun(&self) -> Option<&Round> {
        self.0.get().map(|round| &**round)
    }
}

impl Clone for LazyRound {
    fn clone(&self) -> Self {
        LazyRound(Arc::clone(self.0.get_or_init(Arc::default)).into())
    }
}

/// The questions and answers of one run of a tool.
#[derive(Default)]
pub(crate) struct Round(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// The unused answers: those that the client sent with this call, and those of earlier rounds.
    answers: Map<String, Value>,
    /// For each key, the number of questions in this run that have used the key.
    asked: BTreeMap<String, u32>,
    /// The questions that already have an answer, each with that answer.
    used: BTreeMap<String, (InputRequest, Value)>,
    /// The questions without an answer, to a client whose protocol version is 2026-07-28 or newer.
    open: BTreeMap<String, InputRequest>,
    end: Option<End>,
    /// The open questions to a client whose protocol version is older than 2026-07-28.
    shown: BTreeMap<String, InputRequest>,
    /// The number of questions that are no longer in `shown`.
    closed: u32,
    /// Whether the run is parked: the call has left the tower layers until the user answers. `returning` has
    /// the wakers of answered questions. These questions wait until the run continues.
    is_parked: bool,
    returning: Vec<Waker>,
    /// The waker of the call. `change_and_wake` uses it, because nothing else wakes the call if a task that
    /// the tool spawned asks a question.
    waker: Option<Waker>,
    /// The wakers of the futures that wait for the end of the call.
    waiting: BTreeMap<u64, Waker>,
    last: u64,
    is_over: bool,
}

/// The reason why a call cannot continue.
#[derive(Debug)]
pub(crate) enum End {
    /// The client has not declared the capability that the request needs.
    Undeclared {
        request: InputRequest,
        required: Value,
    },
    /// This connection cannot send requests to the client.
    Unreachable { request: InputRequest },
    /// The request to the client failed. `reason` is the error.
    Unanswered {
        request: InputRequest,
        reason: String,
    },
    /// None of the client's answers fits the request.
    Unfit {
        request: InputRequest,
        reason: String,
    },
    /// The request is invalid, and the tool's author must correct the form's type or the URL.
    Unaskable { fault: String },
    /// The form has a field that the protocol version does not support.
    Unsayable { reason: String },
}

/// How a call ends without a result: with questions, or with the reason why it cannot continue.
pub(crate) enum RoundEnd {
    Asks {
        open: BTreeMap<String, InputRequest>,
        used: BTreeMap<String, (InputRequest, Value)>,
    },
    Cannot(End),
}

impl Round {
    /// Sets the answers that the client sent with this call, and the answers of earlier rounds.
    pub(crate) fn set_answers(&self, answers: Map<String, Value>) {
        self.lock().answers = answers;
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(|poison| poison.into_inner())
    }

    /// Changes the round under the lock. Waking or dropping a waker runs code of the executor, and this code
    /// may lock the round. So the closure returns the wakers, and the caller wakes or drops them after
    /// unlocking.
    fn change<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        change(&mut self.lock())
    }

    /// Changes the round, and wakes the call.
    fn change_and_wake(&self, change: impl FnOnce(&mut Inner)) {
        let waker = self.change(|inner| {
            change(inner);
            inner.waker.take()
        });
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Returns a unique key for a question. If this run has already used `key`, adds a number to it.
    pub(crate) fn key(&self, key: &str) -> String {
        let mut inner = self.lock();
        loop {
            let count = inner.asked.entry(key.to_owned()).or_default();
            *count += 1;
            let key = match count {
                1 => return key.to_owned(),
                count => format!("{key} ({count})"),
            };
            // If another question has this key, try the next number.
            if let Entry::Vacant(entry) = inner.asked.entry(key.clone()) {
                entry.insert(1);
                return key;
            }
        }
    }

    /// Returns the answer to a question, if the client has sent it. Moves the answer from `answers` to `used`.
    pub(crate) fn answer(&self, key: &str, request: &InputRequest) -> Option<Value> {
        let mut inner = self.lock();
        let answer = inner.answers.remove(key)?;
        let used = (request.clone(), answer.clone());
        inner.used.insert(key.to_owned(), used);
        Some(answer)
    }

    /// Asks a question, and discards an earlier answer to it. The call ends as soon as the tool's own future
    /// returns `Poll::Pending`. Dropping the future of `ask` before the call ends withdraws the question.
    pub(crate) async fn ask<T>(&self, key: &str, request: InputRequest) -> T {
        self.change_and_wake(|inner| {
            inner.used.remove(key);
            inner.open.insert(key.to_owned(), request);
        });
        self.wait(Some(key)).await
    }

    /// Ends the call for the reason `end`. If the call already has a reason to end, keeps the earlier reason.
    pub(crate) async fn end<T>(&self, end: End) -> T {
        self.change_and_wake(|inner| {
            inner.end.get_or_insert(end);
        });
        self.wait(None).await
    }

    /// Records a question to a client whose protocol version is older than 2026-07-28. Dropping the returned
    /// guard removes the question.
    pub(crate) fn shown<'r>(&'r self, key: &'r str, request: &InputRequest) -> ShownQuestion<'r> {
        self.lock().shown.insert(key.to_owned(), request.clone());
        ShownQuestion(self, key)
    }

    /// Returns whether `shown` has an open question.
    #[cfg(feature = "tower")]
    pub(crate) fn is_asking(&self) -> bool {
        !self.lock().shown.is_empty()
    }

    /// If `shown` has open questions, parks the run and returns these questions.
    pub(crate) fn park(&self) -> Option<BTreeMap<String, InputRequest>> {
        let mut inner = self.lock();
        inner.is_parked = !inner.shown.is_empty();
        inner.is_parked.then(|| inner.shown.clone())
    }

    /// Continues a parked run.
    pub(crate) fn go_on(&self) {
        let returning = self.change(|inner| {
            inner.is_parked = false;
            std::mem::take(&mut inner.returning)
        });
        returning.into_iter().for_each(Waker::wake);
    }

    /// Waits until the run is no longer parked.
    pub(crate) async fn returned(&self) {
        poll_fn(|context| {
            let waker = context.waker().clone();
            let mut inner = self.lock();
            if inner.is_parked {
                inner.returning.push(waker);
                Poll::Pending
            } else {
                Poll::Ready(())
            }
        })
        .await;
    }

    /// Returns whether `shown` has an open question. If not, returns whether a question has closed since the
    /// last update of `seen`, and updates `seen`. After `true`, the caller restarts the time limit of the tool.
    pub(crate) fn has_shown(&self, seen: &mut u32) -> bool {
        let inner = self.lock();
        !inner.shown.is_empty() || std::mem::replace(seen, inner.closed) != inner.closed
    }

    /// Waits for the end of the call. The end of the call drops the tool's own future. A task or thread that
    /// the tool spawned is not dropped. If it asked a question, it would wait forever for the answer. So this
    /// method unwinds that task or thread.
    async fn wait<T>(&self, key: Option<&str>) -> T {
        let waiting = Waiter::new(self, key);
        poll_fn(|context| {
            if waiting.is_over(context) && cfg!(panic = "unwind") {
                resume_unwind(Box::new("the call has ended with a question"));
            }
            Poll::Pending
        })
        .await
    }

    /// Marks the round as over because its call has ended. Wakes the futures that wait for this end.
    pub(crate) fn over(&self) {
        let waiting = self.change(|inner| {
            inner.is_over = true;
            std::mem::take(&mut inner.waiting)
        });
        waiting.into_values().for_each(Waker::wake);
    }

    /// Returns how the call ends, if a question ends it. Otherwise, keeps the waker of `context`, and calls
    /// it as soon as a question ends the call.
    pub(crate) fn ended(&self, context: &Context<'_>) -> Option<RoundEnd> {
        let waker = context.waker().clone();
        let (ended, _before) = self.change(|inner| {
            if let Some(end) = inner.end.take() {
                return (Some(RoundEnd::Cannot(end)), Some(waker));
            }
            if inner.open.is_empty() {
                return (None, inner.waker.replace(waker));
            }
            let open = std::mem::take(&mut inner.open);
            let used = std::mem::take(&mut inner.used);
            (Some(RoundEnd::Asks { open, used }), Some(waker))
        });
        ended
    }
}

pub(crate) struct ShownQuestion<'r>(&'r Round, &'r str);

impl Drop for ShownQuestion<'_> {
    fn drop(&mut self) {
        // Wake the call, because the call can be waiting until no question is open. If a separate
        // task of the tool asked this question, nothing else would wake the call.
        self.0.change_and_wake(|inner| {
            inner.shown.remove(self.1);
            inner.closed += 1;
        });
    }
}

/// Waits for the end of the call after a question or an [`End`].
struct Waiter<'a> {
    round: &'a Round,
    number: u64,
    /// The key of the question. `None` for an [`End`].
    key: Option<&'a str>,
}

impl<'a> Waiter<'a> {
    fn new(round: &'a Round, key: Option<&'a str>) -> Self {
        let mut inner = round.lock();
        inner.last += 1;
        let number = inner.last;
        Waiter { round, number, key }
    }

    /// Returns whether the call has ended. If not, keeps the waker of `context`, and calls it when the call
    /// ends.
    fn is_over(&self, context: &Context<'_>) -> bool {
        let waker = context.waker().clone();
        let (is_over, _before) = self.round.change(|inner| {
            if inner.is_over {
                (true, Some(waker))
            } else {
                (false, inner.waiting.insert(self.number, waker))
            }
        });
        is_over
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        let _waker = self.round.change(|inner| {
            if let Some(key) = self.key {
                inner.open.remove(key);
            }
            inner.waiting.remove(&self.number)
        });
    }
}

impl End {
    /// Returns the reason in words, for the model or for the client's error. The words of `Unaskable` go only
    /// to the log.
    pub(crate) fn explain(&self, version: ProtocolVersion) -> String {
        match self {
            End::Undeclared { request, .. } if request.is_elicitation() && !version.has_forms() => {
                let needed = if request.is_page() {
                    ProtocolVersion::V2025_11_25
                } else {
                    ProtocolVersion::V2025_06_18
                };
                format!(
                    "it needs {}, but a server cannot ask the user in protocol version {version}; if \
                     the tool has an argument for the answer, pass it there, or use a client with \
                     version {needed} or later",
                    request.subject(),
                )
            }
            End::Undeclared { request, .. } => format!(
                "it needs {}, but the client has not declared the capability `{}`",
                request.subject(),
                request.capability()
            ),
            End::Unreachable { request } => format!(
                "it needs {}, but this connection cannot send requests to the client",
                request.subject()
            ),
            End::Unanswered { request, reason } => format!(
                "it needs {}, but the request to the client failed: {}",
                request.subject(),
                crate::error::shorten(reason, 256)
            ),
            End::Unfit { request, reason } => format!(
                "it needs {}, but no response matched the question: {}",
                request.subject(),
                crate::error::shorten(reason, 256)
            ),
            End::Unaskable { fault } => fault.clone(),
            End::Unsayable { reason } => reason.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::Weak;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Wake;

    use super::*;

    /// A waker that tries to lock the round when it is woken or dropped, like an executor that polls at once.
    struct Reentrant {
        round: Weak<Round>,
        free: AtomicUsize,
        locked: Arc<AtomicUsize>,
    }

    impl Reentrant {
        fn look(&self) {
            if let Some(round) = self.round.upgrade() {
                let count: &AtomicUsize = match round.0.try_lock() {
                    Ok(_) => &self.free,
                    Err(_) => &self.locked,
                };
                count.fetch_add(1, Ordering::SeqCst);
            }
        }
    }

    impl Wake for Reentrant {
        fn wake(self: Arc<Self>) {
            self.look();
        }
    }

    impl Drop for Reentrant {
        fn drop(&mut self) {
            self.look();
        }
    }

    #[test]
    fn wakers_can_use_the_round() {
        let round = Arc::new(Round::default());
        let locked = Arc::new(AtomicUsize::new(0));
        let waker = || {
            Arc::new(Reentrant {
                round: Arc::downgrade(&round),
                free: AtomicUsize::new(0),
                locked: Arc::clone(&locked),
            })
        };
        let request = || InputRequest::url("Please sign in", "https://example.com/");
        let end = |request| End::Unreachable { request };

        // `Reentrant` locks the round when it is dropped. The second call of `ended` drops the
        // waker of the first call, and must not hold the lock at that moment.
        for _ in 0..2 {
            assert!(round.ended(&Context::from_waker(&waker().into())).is_none());
        }
        let watching = waker();
        let context = watching.clone().into();
        assert!(round.ended(&Context::from_waker(&context)).is_none());
        let task = waker();
        let task_waker = task.clone().into();
        let mut task_context = Context::from_waker(&task_waker);
        let mut asks = pin!(round.ask::<()>("key", request()));
        assert!(asks.as_mut().poll(&mut task_context).is_pending());
        assert_eq!(watching.free.load(Ordering::SeqCst), 1, "a question wakes");
        // Poll `asks` with another waker, and then again with the waker of `task`. `asks` must
        // keep only the waker of its latest poll.
        let other = waker().into();
        assert!(
            asks.as_mut()
                .poll(&mut Context::from_waker(&other))
                .is_pending()
        );
        assert!(asks.as_mut().poll(&mut task_context).is_pending());
        assert!(matches!(
            round.ended(&Context::from_waker(&context)),
            Some(RoundEnd::Asks { .. })
        ));

        assert!(round.ended(&Context::from_waker(&context)).is_none());
        let mut ends = pin!(round.end::<()>(end(request())));
        assert!(ends.as_mut().poll(&mut task_context).is_pending());
        assert_eq!(watching.free.load(Ordering::SeqCst), 2, "an end wakes");
        round.over();
        assert_eq!(task.free.load(Ordering::SeqCst), 2, "each task is woken");
        assert_eq!(locked.load(Ordering::SeqCst), 0, "under the lock");

        // The call is over, so polling `asks` unwinds. The unwinding must not poison the lock.
        let unwound = crate::error::catch(|| asks.as_mut().poll(&mut task_context).is_ready());
        assert!(unwound.is_err());
        assert!(!round.0.is_poisoned());
    }
}
