//! Progress notifications of a call.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Map, Value};

use super::meta::PROGRESS_TOKEN;
use super::peer::Peer;

/// The client's token for the progress of a call: a string or an integer. The server sends it back
/// unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct ProgressToken(Value);

impl ProgressToken {
    /// Returns the token in the `_meta` of a request, if it is a string or an integer.
    pub(super) fn of(meta: &Map<String, Value>) -> Option<Self> {
        let token = meta.get(PROGRESS_TOKEN)?;
        let is_valid = token.is_string() || token.is_i64() || token.is_u64();
        is_valid.then(|| ProgressToken(token.clone()))
    }
}

impl fmt::Display for ProgressToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Value::String(text) => f.write_str(text),
            number => number.fmt(f),
        }
    }
}

/// The progress of a call. Serializes to the parameters of `notifications/progress`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Progress {
    /// The progress token from the request's `_meta`.
    pub progress_token: ProgressToken,
    /// A finite number, greater than `progress` in every earlier report of this call.
    pub progress: f64,
    /// The value that `progress` has at the end, if it is known. A finite number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// A message for people. `None` in protocol version 2024-11-05.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A function that sends the progress of a call to the client.
pub(super) type ProgressFunction = Arc<dyn Fn(Progress) + Send + Sync>;

/// The receiver of the progress of a call.
#[derive(Clone)]
pub(super) enum Sink {
    Function(ProgressFunction),
    Peer(Arc<dyn Peer>),
}

impl Sink {
    fn send(&self, progress: Progress) {
        match self {
            Sink::Function(send) => send(progress),
            Sink::Peer(peer) => {
                // Progress consists of text and finite numbers, so serializing it never fails.
                let params = serde_json::to_string(&progress).unwrap_or_default();
                peer.notify("notifications/progress", &params);
            }
        }
    }
}

/// The maximum number of notifications that the rate limit lets through without a pause.
const BURST: u32 = 10;
/// The time after which the rate limit allows one more notification.
const INTERVAL: Duration = Duration::from_millis(100);

/// Sends the progress of one call, with a rate limit.
pub(super) struct Reporter {
    token: ProgressToken,
    sink: Sink,
    state: Mutex<State>,
}

struct State {
    last: Option<f64>,
    /// The latest report, if the rate limit has held it back.
    held_back: Option<Progress>,
    allowed: u32,
    counted_at: Instant,
    is_over: bool,
}

impl Reporter {
    pub(super) fn new(token: ProgressToken, sink: Sink) -> Self {
        Reporter {
            token,
            sink,
            state: Mutex::new(State {
                last: None,
                held_back: None,
                allowed: BURST,
                counted_at: Instant::now(),
                is_over: false,
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn report(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        // Call the sink while the state is locked, so that two threads cannot send reports in the
        // wrong order.
        let mut state = self.state();
        let is_more = state.last.is_none_or(|last| progress > last);
        if state.is_over || !progress.is_finite() || !is_more {
            tracing::debug!(
                progress,
                "dropped progress: it is not finite, not above the last value, or too late"
            );
            return;
        }
        state.last = Some(progress);
        let progress = Progress {
            progress_token: self.token.clone(),
            progress,
            total: total.filter(|total| total.is_finite()),
            message: message.map(str::to_owned),
        };
        if state.may_send(Instant::now()) {
            state.held_back = None;
            self.sink.send(progress);
        } else {
            state.held_back = Some(progress);
        }
    }

    /// Drops all later reports. If `by_itself` is true, first sends the report that the rate limit held back.
    /// `by_itself` is false if the call was cancelled or its future was dropped.
    pub(super) fn end(&self, by_itself: bool) {
        let mut state = self.state();
        if !std::mem::replace(&mut state.is_over, true)
            && let Some(last) = state.held_back.take()
            && by_itself
        {
            self.sink.send(last);
        }
    }
}

impl State {
    fn may_send(&mut self, now: Instant) -> bool {
        let intervals = now.duration_since(self.counted_at).as_nanos() / INTERVAL.as_nanos();
        if let Ok(intervals @ 1..) = u32::try_from(intervals) {
            self.allowed = self.allowed.saturating_add(intervals).min(BURST);
            self.counted_at += INTERVAL * intervals;
        }
        let may = self.allowed > 0;
        self.allowed -= u32::from(may);
        may
    }
}

/// A type for the current progress: a float, or an integer of up to 64 bits.
#[diagnostic::on_unimplemented(
    message = "progress must be a number, not `{Self}`",
    label = "is not a number",
    note = "write `cx.progress(done, total, \"what is being done\")`; `total` and the message may be `None`"
)]
pub trait ProgressAmount {
    #[doc(hidden)]
    fn amount(self) -> f64;
}

/// A type for the total amount of progress: a float, an integer of up to 64 bits, or `Option<f64>`.
#[diagnostic::on_unimplemented(
    message = "the total of progress is a number or an `Option<f64>`, not `{Self}`",
    label = "is neither a number nor an `Option<f64>`",
    note = "if the total may be unknown, write `total.map(|total| total as f64)`"
)]
pub trait ProgressTotal {
    #[doc(hidden)]
    fn total(self) -> Option<f64>;
}

/// A type for the message of a progress notification: `&str`, `&String`, `String`, `Cow<str>` or `Option<&str>`.
#[diagnostic::on_unimplemented(
    message = "the message of progress is a string or `None`, not `{Self}`",
    label = "is not a string",
    note = "write `cx.progress(done, total, \"what is being done\")`, or `None` in place of the text; for an `Option<String>`, write `message.as_deref()`"
)]
pub trait ProgressMessage {
    #[doc(hidden)]
    fn message(&self) -> Option<&str>;
}

#[diagnostic::do_not_recommend]
impl ProgressMessage for Option<&str> {
    fn message(&self) -> Option<&str> {
        *self
    }
}

macro_rules! texts {
    ($($text:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl ProgressMessage for $text {
            fn message(&self) -> Option<&str> {
                Some(self)
            }
        }
    )*};
}

texts! { &str &String String Cow<'_, str> }

#[diagnostic::do_not_recommend]
impl ProgressTotal for Option<f64> {
    fn total(self) -> Option<f64> {
        self
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl ProgressAmount for $number {
            fn amount(self) -> f64 {
                // Most clients read JSON numbers as `f64`, so the precision that the cast loses
                // above 2^53 does not matter.
                self as f64
            }
        }

        #[diagnostic::do_not_recommend]
        impl ProgressTotal for $number {
            fn total(self) -> Option<f64> {
                Some(self.amount())
            }
        }
    )*};
}

numbers! { f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn reporter(meta: Value) -> (Option<Reporter>, Arc<Mutex<Vec<Value>>>) {
        let sent = Arc::new(Mutex::new(Vec::new()));
        let events = Arc::clone(&sent);
        let sink = Sink::Function(Arc::new(move |progress| {
            let event = serde_json::to_value(progress).unwrap();
            events.lock().unwrap().push(event);
        }));
        let token = ProgressToken::of(meta.as_object().unwrap());
        (token.map(|token| Reporter::new(token, sink)), sent)
    }

    #[test]
    fn a_token_is_a_string_or_an_integer() {
        // R179
        let token = |token: Value| {
            let (reporter, sent) = reporter(json!({ "progressToken": token }));
            reporter?.report(1.0, None, None);
            let sent = sent.lock().unwrap();
            Some(sent[0]["progressToken"].clone())
        };
        for unchanged in [json!("a"), json!(""), json!(7), json!(-7), json!(u64::MAX)] {
            assert_eq!(token(unchanged.clone()), Some(unchanged));
        }
        for none in [json!(1.5), json!(true), json!(null), json!([]), json!({})] {
            assert_eq!(token(none), None);
        }
        assert!(reporter(json!({})).0.is_none());
    }

    #[test]
    fn progress_strictly_increases_and_is_finite() {
        // R180, R181
        let (reporter, sent) = reporter(json!({ "progressToken": 1 }));
        let reporter = reporter.unwrap();
        for progress in [0.0, 0.0, -1.0, f64::NAN, 0.5, f64::INFINITY, 0.25, 1.0] {
            reporter.report(progress, Some(f64::INFINITY), Some("on the way"));
        }
        let expected: Vec<_> = [0.0, 0.5, 1.0]
            .map(|progress| {
                json!({ "progressToken": 1, "progress": progress, "message": "on the way" })
            })
            .into();
        assert_eq!(*sent.lock().unwrap(), expected);
    }

    #[test]
    fn the_rate_is_limited_and_the_last_value_is_sent() {
        // R182
        let (reporter, sent) = reporter(json!({ "progressToken": 1 }));
        let reporter = reporter.unwrap();
        for progress in 1..=10_000 {
            reporter.report(f64::from(progress), Some(10_000.0), None);
        }
        reporter.end(true);
        let sent = sent.lock().unwrap();
        assert!(sent.len() < 1_000, "{}", sent.len());
        assert!(sent.len() > BURST as usize);
        let last = json!({ "progressToken": 1, "progress": 10_000.0, "total": 10_000.0 });
        assert_eq!(sent.last(), Some(&last));
    }

    #[test]
    fn progress_after_the_end_of_a_call_is_not_sent() {
        // R178
        for by_itself in [true, false] {
            let (reporter, sent) = reporter(json!({ "progressToken": 1 }));
            let reporter = reporter.unwrap();
            for progress in 0..=BURST {
                reporter.report(f64::from(progress), None, None);
            }
            reporter.end(by_itself);
            reporter.report(1_000.0, None, None);
            reporter.end(true);
            let expected = BURST as usize + usize::from(by_itself);
            assert_eq!(sent.lock().unwrap().len(), expected);
        }
    }

    #[test]
    fn saved_up_reports_are_limited() {
        let mut state = State {
            last: None,
            held_back: None,
            allowed: 0,
            counted_at: Instant::now(),
            is_over: false,
        };
        let start = state.counted_at;
        assert!(!state.may_send(start + INTERVAL / 2));
        assert!(state.may_send(start + INTERVAL));
        assert!(!state.may_send(start + INTERVAL));
        let later = start + INTERVAL * 1_000;
        let at_once = (0..100).filter(|_| state.may_send(later)).count();
        assert_eq!(at_once, BURST as usize);
    }
}
