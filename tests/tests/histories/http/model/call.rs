//! A request, and the events of its stream.

use std::ops::Add;

use serde_json::{Value, json};

use super::{AROUND, Changes};
use crate::http::history::USERS;
use crate::messages::{Answer, Message, Params, outcome};
use crate::tools::Notification;

/// The response of the tool `large`, and more bytes than it has.
const LARGE_TEXT: &str = "text large";
const LARGE_BYTES: usize = 301_000;

/// The maximum number of times that a form is shown.
const SHOWN: usize = 3;

#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) key: u32,
    pub(crate) id: String,
    /// The position of the session.
    pub(crate) session: Option<usize>,
    pub(crate) user: usize,
    pub(crate) kind: Kind,
    /// The number of times that the client has let the call run.
    pub(crate) released: u32,
    /// The number of the stream, once the client knows it.
    pub(crate) stream: Option<u32>,
    /// The events that a client has received: those from 1 on.
    pub(crate) events: Vec<String>,
    /// What the session had certainly sent when the call could send events: at its start, and at each release.
    pub(crate) sent_before: Vec<Sent>,
    /// Whether the client has received the empty event.
    pub(crate) is_primed: bool,
    pub(crate) has_response: bool,
    /// Whether the response was no stream.
    pub(crate) is_json: bool,
    pub(crate) is_cancelled: bool,
    /// Whether the client has learned that the server no longer has all events, or will send no more.
    pub(crate) is_evicted: bool,
    /// The questions, and their answers.
    pub(crate) questions: Vec<Question>,
}

/// How much a session has sent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sent {
    pub(crate) events: usize,
    pub(crate) bytes: usize,
}

impl Add for Sent {
    type Output = Sent;

    fn add(self, other: Sent) -> Sent {
        Sent {
            events: self.events + other.events,
            bytes: self.bytes + other.bytes,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) id: String,
    pub(crate) answer: Option<Answer>,
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// The call needs nothing from the client. It has one of these outcomes.
    Plain(Vec<String>),
    Report {
        count: u32,
        stages: u32,
        size: usize,
    },
    Ask,
    Listen {
        has_tools: bool,
        changes: Changes,
    },
}

/// What an event is.
pub(crate) enum Event {
    Notification,
    Question(String),
    Response,
}

impl Call {
    /// Returns what the next event is. Returns `None` if the server must not send it.
    pub(crate) fn next(&self, text: &str) -> Option<Event> {
        let message: Message<'_> = serde_json::from_str(text).ok()?;
        if self.has_response || message.jsonrpc != "2.0" {
            return None;
        }
        let id = message.id(text);
        let Some(method) = message.method else {
            return self.ends_with(text).then_some(Event::Response);
        };
        let json = message.params?.get();
        let params: Params<'_> = serde_json::from_str(json).ok()?;
        match (&self.kind, method) {
            (Kind::Ask, "elicitation/create") => {
                let is_own = params.message.lines().next()? == self.key.to_string();
                let is_open = (self.questions.last()).is_some_and(|last| last.answer.is_none());
                let may_repeat = (self.questions.last())
                    .is_none_or(|last| matches!(last.answer, Some(Answer::Wrong(_))));
                let is_shown = !is_open && may_repeat && self.questions.len() < SHOWN;
                (is_own && is_shown && id != "absent").then_some(Event::Question(id))
            }
            (Kind::Ask, "notifications/cancelled") => {
                let last = self.questions.last()?;
                let is_own = params.request?.get() == last.id;
                (is_own && self.is_cancelled).then_some(Event::Notification)
            }
            (Kind::Report { .. }, _) => {
                self.reports(method, &serde_json::from_str(json).ok()?, &id)
            }
            (Kind::Listen { .. }, _) => self.tells(method, &params, &id),
            _ => None,
        }
    }

    /// Returns whether the call may end with this response now.
    pub(crate) fn ends_with(&self, text: &str) -> bool {
        let Ok(message) = serde_json::from_str::<Message<'_>>(text) else {
            return false;
        };
        let id = message.id(text);
        if message.method.is_some() || message.jsonrpc != "2.0" || id != self.id {
            return false;
        }
        let outcome = outcome(&id, message.result, message.error);
        outcome.is_some_and(|outcome| !self.has_response && self.outcomes().contains(&outcome))
    }

    /// Returns the responses that may be next.
    fn outcomes(&self) -> Vec<String> {
        let era = if self.session.is_none() {
            "modern "
        } else {
            ""
        };
        match &self.kind {
            Kind::Plain(outcomes) => outcomes.clone(),
            Kind::Report { count, stages, .. } => {
                let is_over = self.released == *stages;
                let is_next = is_over && self.events.len() == (count * stages) as usize;
                let outcome = || format!("{era}text waited {}", self.key);
                is_next.then(outcome).into_iter().collect()
            }
            Kind::Ask => {
                let answer = self.questions.last().and_then(|last| last.answer);
                let outcome = answer.map(|answer| answer.response("0", self.key).0);
                outcome.into_iter().collect()
            }
            Kind::Listen { .. } => Vec::new(),
        }
    }

    fn reports(&self, method: &str, params: &Value, id: &str) -> Option<Event> {
        let Kind::Report {
            count,
            stages,
            size,
        } = self.kind
        else {
            return None;
        };
        let number = self.events.len() as u32;
        let (key, user) = (self.key, USERS[self.user]);
        let data = json!({
            "key": key, "number": number, "user": user, "padding": "x".repeat(size),
        });
        let is_own = match Notification::of(number) {
            Notification::Progress => {
                let numbers = [&params["progress"], &params["total"]].map(Value::as_f64);
                let expected = [number + 1, stages * count].map(|number| Some(number.into()));
                method == "notifications/progress"
                    && numbers == expected
                    && params["progressToken"] == key
            }
            Notification::Log => {
                let log = json!({ "level": "error", "data": data, "logger": "report" });
                method == "notifications/message" && *params == log
            }
            Notification::Other => method == "notifications/report" && *params == data,
        };
        let is_next = number < self.released * count;
        (is_own && is_next && id == "absent").then_some(Event::Notification)
    }

    fn tells(&self, method: &str, params: &Params<'_>, id: &str) -> Option<Event> {
        let Kind::Listen { has_tools, changes } = &self.kind else {
            return None;
        };
        let is_own = params.meta.stream?.get() == self.id;
        let accepted = if *has_tools {
            json!({ "toolsListChanged": true })
        } else {
            json!({})
        };
        let is_expected = if self.events.is_empty() {
            let is_accepted = params.notifications == accepted;
            method == "notifications/subscriptions/acknowledged" && is_accepted
        } else {
            let is_change = method == "notifications/tools/list_changed";
            is_change && *has_tools && self.events.len() <= changes.most
        };
        (is_own && is_expected && id == "absent").then_some(Event::Notification)
    }

    /// Records an event that no client has received before.
    pub(crate) fn add(&mut self, text: &str, event: Event) {
        self.events.push(text.to_owned());
        if let Kind::Listen { changes, .. } = &mut self.kind {
            changes.is_due = false;
        }
        match event {
            Event::Notification => {}
            Event::Question(id) => self.questions.push(Question { id, answer: None }),
            Event::Response => self.has_response = true,
        }
    }

    /// Returns whether the server must send something now, if it has nothing left to do.
    pub(crate) fn must_send(&self) -> bool {
        if self.has_response || self.is_cancelled {
            return false;
        }
        match &self.kind {
            Kind::Plain(_) => true,
            Kind::Report { count, stages, .. } => {
                let is_behind = self.events.len() < (self.released * count) as usize;
                is_behind || self.released == *stages
            }
            Kind::Ask => self
                .questions
                .last()
                .is_none_or(|last| last.answer.is_some()),
            Kind::Listen { changes, .. } => self.events.is_empty() || changes.is_due,
        }
    }

    /// Returns whether the server has certainly sent no event.
    pub(crate) fn may_be_json(&self) -> bool {
        match self.kind {
            Kind::Plain(_) => true,
            Kind::Report { count, .. } => count == 0,
            Kind::Ask | Kind::Listen { .. } => false,
        }
    }

    /// Returns whether the server may have sent the last event.
    pub(crate) fn is_over(&self) -> bool {
        let may_have_ended = match self.kind {
            Kind::Plain(_) => true,
            Kind::Report { stages, .. } => self.released == stages,
            Kind::Ask => self
                .questions
                .last()
                .is_some_and(|last| last.answer.is_some()),
            Kind::Listen { .. } => false,
        };
        self.has_response || self.is_cancelled || may_have_ended
    }

    /// Returns whether the call waits for the client, so that its response cannot have been sent.
    pub(crate) fn waits(&self) -> bool {
        !self.has_response && !self.is_cancelled && !matches!(self.kind, Kind::Plain(_))
    }

    pub(crate) fn may_release(&self) -> bool {
        match self.kind {
            Kind::Report { stages, .. } => self.waits() && self.released < stages,
            _ => false,
        }
    }

    /// Returns whether the tool runs, if the server has nothing left to do. Returns `None` for a tool that does not
    /// record it.
    pub(crate) fn is_running(&self) -> Option<bool> {
        match self.kind {
            Kind::Report { stages, .. } => Some(!self.is_cancelled && self.released < stages),
            _ => None,
        }
    }

    /// Returns what the session had certainly sent before the event with this number.
    pub(crate) fn sent_before(&self, number: usize) -> Sent {
        let stage = match self.kind {
            Kind::Report { count, .. } if count > 0 && number > 0 => {
                1 + (number - 1) / count as usize
            }
            _ => 0,
        };
        let stage = stage.min(self.sent_before.len() - 1);
        self.sent_before[stage]
    }

    /// Returns what the server has certainly sent, if it had nothing left to do.
    pub(crate) fn sent(&self) -> Sent {
        let (sent, size) = match self.kind {
            Kind::Report { count, size, .. } if !self.is_cancelled => (self.released * count, size),
            _ => (0, 0),
        };
        let events = self.events.len().max(sent as usize);
        Sent {
            events,
            bytes: sent as usize * size,
        }
    }

    /// Returns the most that the server can have sent.
    pub(crate) fn may_have_sent(&self) -> Sent {
        if self.is_json {
            return Sent::default();
        }
        let (events, size) = match self.kind {
            Kind::Plain(ref outcomes) if outcomes.iter().any(|outcome| outcome == LARGE_TEXT) => {
                (0, LARGE_BYTES)
            }
            Kind::Report { count, size, .. } => ((self.released * count) as usize, size),
            // Each answer can bring another question, or the end.
            _ => (1 + self.questions.len(), 0),
        };
        // The empty event, the response, and the cancellation of a question.
        let events = events + 3;
        Sent {
            events,
            bytes: events * (size + AROUND),
        }
    }
}
