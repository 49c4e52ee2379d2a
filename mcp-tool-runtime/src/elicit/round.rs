//! A round is one run of a tool. It holds the questions of this run, and the answers to the questions of earlier
//! runs.
//!
//! Since protocol version 2026-07-28, a call does not wait for answers. It ends with its questions, and the
//! client calls again with the answers. Each of these calls runs the tool from the top. A question that
//! already has an answer gets that answer at once.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::task::{Context, Poll, Waker};

use serde_json::{Map, Value};

use super::InputRequest;
use crate::error::shorten;
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
    asked: Vec<(String, u32)>,
    /// The answers that questions of this run have received.
    used: Map<String, Value>,
    /// The questions of this run with and without an answer.
    all: Questions,
    /// The questions without an answer, to a client whose protocol version is 2026-07-28 or newer.
    open: Questions,
    end: Option<End>,
    /// The open questions to a client whose protocol version is older than 2026-07-28.
    shown: Questions,
    /// The number of questions that are no longer open.
    closed: u32,
    /// Whether the run is parked: the call has left the tower layers until the user answers. Then answered
    /// questions wait until the run continues.
    is_parked: bool,
    is_over: bool,
    /// The wakers of the call, and of the futures that wait for a change of the round. A task that the tool
    /// spawned can ask a question, and nothing else then wakes the call.
    wakers: Vec<Waker>,
}

/// Questions of a call, by their keys.
pub(crate) type Questions = BTreeMap<String, InputRequest>;

/// How a call ends without a result.
#[derive(Debug)]
pub(crate) enum End {
    /// The client answers the open questions, and calls again.
    Asks {
        open: Questions,
        /// The answers to the questions that are not open.
        used: Map<String, Value>,
        /// The questions with and without an answer.
        all: Questions,
    },
    /// The call cannot continue. The model reads the reason.
    Reason(String),
    /// The client has not declared the capability that a request needs.
    Undeclared { reason: String, required: Value },
    /// The tool's author must correct the form's type or the URL. The reason is only for the log.
    Unaskable(String),
}

impl Round {
    /// Sets the answers that the client sent with this call, and the answers of earlier rounds.
    pub(crate) fn set_answers(&self, answers: Map<String, Value>) {
        self.lock().answers = answers;
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(|poison| poison.into_inner())
    }

    /// Changes the round, and then wakes the call and the futures that wait. Waking runs code of the executor,
    /// and this code may lock the round. So the wakers are woken after unlocking.
    fn change(&self, change: impl FnOnce(&mut Inner)) {
        let mut inner = self.lock();
        change(&mut inner);
        let wakers = std::mem::take(&mut inner.wakers);
        drop(inner);
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Reads the round. If `read` returns `None`, keeps the waker of `context` until the next change.
    fn poll<T>(
        &self,
        context: &Context<'_>,
        read: impl FnOnce(&mut Inner) -> Option<T>,
    ) -> Poll<T> {
        // Dropping a waker runs code of the executor, too. Locals are dropped in reverse order, so a waker that
        // is not kept is dropped after unlocking.
        let waker = context.waker().clone();
        let mut inner = self.lock();
        if let Some(found) = read(&mut inner) {
            return Poll::Ready(found);
        }
        if !inner.wakers.iter().any(|known| known.will_wake(&waker)) {
            inner.wakers.push(waker);
        }
        Poll::Pending
    }

    /// Waits until `is_true` returns `true`.
    async fn until(&self, is_true: impl Fn(&Inner) -> bool) {
        poll_fn(|context| self.poll(context, |inner| is_true(inner).then_some(()))).await;
    }

    /// Returns a unique key for a question. If this run has already used `key`, adds a number to it.
    pub(crate) fn key(&self, key: &str) -> String {
        let mut inner = self.lock();
        loop {
            let asked = inner.asked.iter_mut();
            let key = match asked.into_iter().find(|(asked, _)| asked == key) {
                None => key.to_owned(),
                Some((_, count)) => {
                    *count += 1;
                    format!("{key} ({count})")
                }
            };
            // If another question has this key, try the next number.
            if inner.asked.iter().all(|(asked, _)| *asked != key) {
                inner.asked.push((key.clone(), 1));
                return key;
            }
        }
    }

    /// Returns the answer to a question, if the client has sent it. Moves the answer from `answers` to `used`.
    pub(crate) fn answer(&self, key: &str, request: &InputRequest) -> Option<Value> {
        let mut inner = self.lock();
        let answer = inner.answers.remove(key)?;
        inner.all.insert(key.to_owned(), request.clone());
        inner.used.insert(key.to_owned(), answer.clone());
        Some(answer)
    }

    /// Asks a question, and discards an earlier answer to it. The call ends as soon as the tool's own future
    /// returns `Poll::Pending`. Dropping the future of `ask` before the call ends withdraws the question.
    pub(crate) async fn ask<T>(&self, key: &str, request: InputRequest) -> T {
        self.change(|inner| {
            inner.used.remove(key);
            inner.all.insert(key.to_owned(), request.clone());
            inner.open.insert(key.to_owned(), request);
        });
        let _question = Question(self, key);
        self.unwind().await
    }

    /// Ends the call for the reason `end`. If the call already has a reason to end, keeps the earlier reason.
    pub(crate) async fn end<T>(&self, end: End) -> T {
        self.change(|inner| {
            inner.end.get_or_insert(end);
        });
        self.unwind().await
    }

    /// Records a question to a client whose protocol version is older than 2026-07-28. Dropping the returned
    /// guard removes the question.
    pub(crate) fn shown<'r>(&'r self, key: &'r str, request: &InputRequest) -> Question<'r> {
        self.lock().shown.insert(key.to_owned(), request.clone());
        Question(self, key)
    }

    /// Returns whether `shown` has an open question.
    #[cfg(feature = "tower")]
    pub(crate) fn is_asking(&self) -> bool {
        !self.lock().shown.is_empty()
    }

    /// If `shown` has open questions, parks the run and returns these questions.
    #[cfg(feature = "tower")]
    pub(crate) fn park(&self) -> Option<Questions> {
        let mut inner = self.lock();
        inner.is_parked = !inner.shown.is_empty();
        inner.is_parked.then(|| inner.shown.clone())
    }

    /// Continues a parked run.
    #[cfg(feature = "tower")]
    pub(crate) fn go_on(&self) {
        self.change(|inner| inner.is_parked = false);
    }

    /// Waits until the run is no longer parked.
    pub(crate) async fn returned(&self) {
        self.until(|inner| !inner.is_parked).await;
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
    async fn unwind<T>(&self) -> T {
        self.until(|inner| inner.is_over && cfg!(panic = "unwind"))
            .await;
        resume_unwind(Box::new("the call has ended with a question"))
    }

    /// Marks the round as over because its call has ended. Wakes the futures that wait for this end.
    pub(crate) fn over(&self) {
        self.change(|inner| inner.is_over = true);
    }

    /// Returns how the call ends, if a question ends it. Otherwise, keeps the waker of `context`, and calls
    /// it when the round changes.
    pub(crate) fn poll_end(&self, context: &Context<'_>) -> Poll<End> {
        self.poll(context, |inner| {
            let asks = |inner: &mut Inner| End::Asks {
                open: std::mem::take(&mut inner.open),
                used: std::mem::take(&mut inner.used),
                all: std::mem::take(&mut inner.all),
            };
            let end = inner.end.take();
            end.or_else(|| (!inner.open.is_empty()).then(|| asks(inner)))
        })
    }
}

/// An open question of a round. Dropping it removes the question, and wakes the call, which can be waiting until
/// no question is open.
pub(crate) struct Question<'r>(&'r Round, &'r str);

impl Drop for Question<'_> {
    fn drop(&mut self) {
        self.0.change(|inner| {
            if inner.open.remove(self.1).is_some() {
                inner.all.remove(self.1);
            }
            inner.shown.remove(self.1);
            inner.closed += 1;
        });
    }
}

impl End {
    pub(crate) fn undeclared(
        request: &InputRequest,
        required: Value,
        version: ProtocolVersion,
    ) -> Self {
        let subject = request.subject();
        let reason = if request.is_elicitation() && !version.has_forms() {
            let needed = if request.is_page() {
                ProtocolVersion::V2025_11_25
            } else {
                ProtocolVersion::V2025_06_18
            };
            format!(
                "it needs {subject}, but a server cannot ask the user in protocol version {version}; if \
                 the tool has an argument for the answer, pass it there, or use a client with \
                 version {needed} or later"
            )
        } else {
            let capability = request.capability();
            format!(
                "it needs {subject}, but the client has not declared the capability `{capability}`"
            )
        };
        End::Undeclared { reason, required }
    }

    /// This connection cannot send requests to the client.
    pub(crate) fn unreachable(request: &InputRequest) -> Self {
        let subject = request.subject();
        End::Reason(format!(
            "it needs {subject}, but this connection cannot send requests to the client"
        ))
    }

    /// The client has not answered the request: `what` went wrong, for this reason.
    pub(crate) fn unanswered(request: &InputRequest, what: &str, reason: &str) -> Self {
        let (subject, reason) = (request.subject(), shorten(reason, 256));
        End::Reason(format!("it needs {subject}, but {what}: {reason}"))
    }

    /// Returns the reason why the call cannot continue.
    pub(crate) fn reason(&self) -> &str {
        match self {
            End::Asks { .. } => "it asks the client",
            End::Reason(reason) | End::Undeclared { reason, .. } | End::Unaskable(reason) => reason,
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

        // `Reentrant` locks the round when it is woken or dropped. The round must not hold the
        // lock at that moment.
        for _ in 0..2 {
            assert!(
                round
                    .poll_end(&Context::from_waker(&waker().into()))
                    .is_pending()
            );
        }
        let watching = waker();
        let context = watching.clone().into();
        assert!(round.poll_end(&Context::from_waker(&context)).is_pending());
        let task = waker();
        let task_waker = task.clone().into();
        let mut task_context = Context::from_waker(&task_waker);
        let mut asks = pin!(round.ask::<()>("key", request()));
        assert!(asks.as_mut().poll(&mut task_context).is_pending());
        assert_eq!(watching.free.load(Ordering::SeqCst), 1, "a question wakes");
        // Poll `asks` with another waker, and then again with the waker of `task`. The round keeps
        // the waker of `task` once.
        let other = waker().into();
        assert!(
            asks.as_mut()
                .poll(&mut Context::from_waker(&other))
                .is_pending()
        );
        assert!(asks.as_mut().poll(&mut task_context).is_pending());
        assert!(matches!(
            round.poll_end(&Context::from_waker(&context)),
            Poll::Ready(End::Asks { .. })
        ));

        assert!(round.poll_end(&Context::from_waker(&context)).is_pending());
        let mut ends = pin!(round.end::<()>(End::unreachable(&request())));
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
