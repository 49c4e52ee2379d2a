//! What a server may send. The model sees each message that the client sends, and checks each line from the server.

mod open_requests;
mod receive;

use std::collections::HashSet;
use std::mem::{replace, take};

use self::open_requests::{Change, InUse, Open, OpenRequests, Stream};
use crate::messages::{
    ASKS, Answer, BROKEN, IDS, IGNORED, LARGE, LISTENS, REQUESTS, VERSIONS, WAITS, cancellation,
    request, value,
};

/// The limit on running calls.
const RUNNING: usize = 256;

#[derive(Default)]
pub(crate) struct Model {
    open: OpenRequests,
    session: Option<Session>,
    questions: Vec<Question>,
    /// The keys of the calls that may ask.
    asking: HashSet<u32>,
    /// Whether requests may be queued, so that it is not certain which ones have started.
    is_crowded: bool,
    batch: Option<u32>,
    batches: u32,
    /// Whether `notifications/initialized` came before `initialize`.
    is_initialized_early: bool,
    /// Whether a request has named its protocol version. It then also decides whether later errors have no id.
    has_named_version: bool,
    /// Whether the tools have changed since the server had nothing left to do.
    has_changed: bool,
    /// Cancelled streams whose notifications may still come.
    ended_streams: HashSet<String>,
}

/// What `initialize` agreed on.
#[derive(Default)]
struct Session {
    version: &'static str,
    has_elicitation: bool,
    /// Whether the server has certainly read `initialize`.
    is_settled: bool,
    is_initialized: bool,
    /// The change that came before `notifications/initialized`.
    missed_change: Change,
    change: Change,
}

#[derive(Debug)]
struct Question {
    id: String,
    call: u32,
    is_answered: bool,
}

// What the client sends. Each function returns the message.
impl Model {
    pub(crate) fn request(&mut self, id: &str, number: usize, version: usize, key: u32) -> String {
        let (method, params, early, legacy, modern) = REQUESTS[number];
        // Parameters that are no object have no `_meta`.
        let version = if params.starts_with('{') { version } else { 0 };
        let (meta, fixed) = VERSIONS[version];
        let is_modern = meta.is_some_and(|meta| meta.contains("2026-07-28"));
        let needs_session = meta.is_none() || early.starts_with("initialized") || early == "pong";
        // Whether a session has begun must not depend on the id of `initialize`.
        let handshake = format!("\"initialize {key}\"");
        let id = if method == "initialize" {
            &handshake
        } else {
            id
        };
        let outcomes = match (fixed, &self.session) {
            (Some(fixed), _) => fixed,
            (None, _) if is_modern => modern,
            (None, None) if needs_session || method == "initialize" => early,
            (None, _) => legacy,
        };
        if let Some(version) = outcomes.strip_prefix("initialized ") {
            let has_elicitation = params.contains("elicitation");
            self.session = Some(Session {
                version,
                has_elicitation,
                is_initialized: self.is_initialized_early,
                change: Change {
                    may_come: self.has_changed,
                    must_come: false,
                },
                ..Session::default()
            });
        }
        let can_ask = self.session.as_ref().is_some_and(|session| {
            session.has_elicitation && (meta.is_some() || session.version >= "2025-06-18")
        });
        let asks = outcomes == ASKS && can_ask;
        if asks {
            self.asking.insert(key);
        }
        let stream = (outcomes == LISTENS).then(|| Stream {
            has_tools: params.contains(r#""toolsListChanged":true"#),
            change: Change {
                may_come: self.has_changed,
                must_come: false,
            },
        });
        let waits_for = (asks || matches!(outcomes, WAITS | LISTENS)).then_some(key);
        let outcomes = match outcomes {
            ASKS if asks => "",
            ASKS => "is error",
            LISTENS => "",
            other => other,
        };
        let outcomes = outcomes.replace('$', &key.to_string());
        let outcomes = outcomes.split('|').filter(|outcome| !outcome.is_empty());
        let outcomes = outcomes.map(|outcome| {
            let is_result = !outcome.starts_with("error");
            let era = if is_modern && is_result {
                "modern "
            } else {
                ""
            };
            format!("{era}{outcome}")
        });
        self.open(Open {
            is_request: true,
            is_handshake: method == "initialize",
            asks,
            stream,
            waits_for,
            is_in_use: self.is_in_use(id),
            ..Open::new(id, outcomes.collect())
        });
        // Large responses can fill the outbox, and then requests wait, too.
        self.is_crowded |= self.waiting().count() >= RUNNING || number == LARGE;
        self.has_named_version |= meta.is_some();
        request(id, method, params, meta, key)
    }

    fn open(&mut self, open: Open) {
        let batch = self.batch;
        self.open.0.push(Open { batch, ..open });
    }

    fn is_in_use(&self, id: &str) -> InUse {
        let value = value(id);
        let same = self
            .open
            .0
            .iter()
            .filter(|open| open.holds_id() && open.value == value);
        // The response of a cancelled request can be mistaken for that of a later one with its id.
        let is_cancelled = |open: &Open| open.is_optional && open.value == value;
        let unclear = if self.open.0.iter().any(is_cancelled) {
            InUse::Possibly
        } else {
            InUse::No
        };
        same.fold(unclear, |is_in_use, open| {
            let is_certain = is_in_use == InUse::Certainly || !self.is_crowded && open.is_waiting();
            if is_certain {
                InUse::Certainly
            } else {
                InUse::Possibly
            }
        })
    }

    pub(crate) fn cancel(&mut self, id: usize, is_spelled_otherwise: bool) -> String {
        let id = IDS[id];
        let value = value(id);
        let has_id = |open: &Open| open.holds_id() && !open.is_handshake && open.value == value;
        let count = self.open.0.iter().filter(|open| has_id(open)).count();
        let ended_streams = &mut self.ended_streams;
        self.open.0.retain_mut(|open| {
            if !has_id(open) {
                return true;
            }
            if open.stream.is_some() {
                ended_streams.insert(open.id.clone());
            }
            if count == 1 && open.is_waiting() {
                return false;
            }
            open.is_optional = true;
            if count == 1 {
                open.is_request = false;
            } else {
                open.is_in_use = InUse::Possibly;
            }
            true
        });
        cancellation(id, is_spelled_otherwise)
    }

    /// Returns the keys of the calls of `wait` that have not been released.
    fn waiting(&self) -> impl Iterator<Item = u32> {
        let is_call = |open: &&Open| open.holds_id() && !open.asks && open.stream.is_none();
        self.open
            .0
            .iter()
            .filter(is_call)
            .filter_map(|open| open.waits_for)
    }

    pub(crate) fn release(&mut self, position: usize) -> Option<u32> {
        let count = self.waiting().count();
        let key = self.waiting().nth(position.checked_rem(count)?)?;
        self.let_go(key);
        Some(key)
    }

    /// Records that a call no longer waits. It may return before the server reads another request with its id.
    fn let_go(&mut self, key: u32) {
        let mut open = self.open.0.iter_mut();
        let Some(call) = open.find(|open| open.waits_for == Some(key)) else {
            return;
        };
        call.waits_for = None;
        let value = call.value.clone();
        for open in &mut self.open.0 {
            if open.value == value && open.is_request && open.is_in_use == InUse::Certainly {
                open.is_in_use = InUse::Possibly;
            }
        }
    }

    pub(crate) fn answer(&mut self, position: usize, answer: Answer) -> Option<String> {
        let count = self.questions.len();
        let question = self.questions.get_mut(position.checked_rem(count)?)?;
        let (id, call) = (&question.id, question.call);
        let (outcome, response) = answer.response(id, call);
        if !replace(&mut question.is_answered, true) {
            let mut open = self.open.0.iter_mut();
            if let Some(open) = open.find(|open| open.waits_for == Some(call)) {
                open.outcomes.push(outcome);
                // After a wrong answer, the server may ask again, or end the call.
                open.may_have_ended = true;
            }
            if !matches!(answer, Answer::Wrong(_)) {
                self.let_go(call);
            }
        }
        Some(response)
    }

    pub(crate) fn broken(&mut self, number: usize) -> &'static [u8] {
        let (line, id, code) = BROKEN[number];
        self.invalid(id, code);
        line
    }

    /// Records an invalid message.
    pub(crate) fn invalid(&mut self, id: Option<&str>, code: i64) {
        let version = self.session.as_ref().map(|session| session.version);
        let unknown = match version {
            _ if self.is_crowded || self.has_named_version => "?",
            Some("2025-11-25") => "absent",
            _ => "null",
        };
        self.open(Open::new(
            id.unwrap_or(unknown),
            vec![format!("error {code}")],
        ));
    }

    pub(crate) fn ignored(&mut self, number: usize) -> &'static str {
        let line = IGNORED[number];
        if !line.contains("notifications/initialized") {
            return line;
        }
        if let Some(session) = &mut self.session {
            session.is_initialized = true;
            let missed = take(&mut session.missed_change);
            session.change.must_come |= missed.must_come;
            session.change.may_come |= missed.may_come || self.has_changed;
        } else {
            self.is_initialized_early = true;
        }
        line
    }

    /// Begins a batch. Returns whether the session allows batches, or `None` if that is unclear, or if it would be
    /// unclear which batch a response belongs to.
    pub(crate) fn begin_batch(&mut self) -> Option<bool> {
        let is_open = |open: &Open| open.batch.is_some() && open.is_open();
        if self.is_crowded || self.open.0.iter().any(is_open) {
            return None;
        }
        let version = self.session.as_ref().map(|session| session.version);
        let is_allowed = version == Some("2025-03-26");
        if is_allowed {
            self.batches += 1;
            self.batch = Some(self.batches);
        }
        Some(is_allowed)
    }

    pub(crate) fn end_batch(&mut self) {
        self.batch = None;
    }

    pub(crate) fn change(&mut self) {
        self.has_changed = true;
        for open in &mut self.open.0 {
            if let Some(stream) = open.stream.as_mut().filter(|stream| stream.has_tools) {
                stream.change.may_come = true;
                stream.change.must_come |= open.is_accepted;
            }
        }
        if let Some(session) = &mut self.session {
            session.change.may_come = true;
            session.change.must_come |= session.is_settled && session.is_initialized;
            session.missed_change.may_come |= !session.is_initialized;
            session.missed_change.must_come |= session.is_settled && !session.is_initialized;
        }
    }

    pub(crate) fn stop_reading(&mut self) {
        self.is_crowded = true;
    }
}
