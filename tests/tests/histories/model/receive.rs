//! What the server sends.

use std::collections::HashSet;

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::open_requests::{InUse, Open, Response, Stream};
use super::{Model, Question, RUNNING};
use crate::messages::{Message, Params, outcome};

impl Model {
    pub(crate) fn receive(&mut self, line: &str) -> Result<(), String> {
        let is_expected = match serde_json::from_str::<Vec<&RawValue>>(line) {
            Ok(responses) => self.expects_batch(&responses),
            Err(_) => self.expects(line, None) == Some(true),
        };
        if is_expected {
            return Ok(());
        }
        Err(format!("unexpected: {line:.400}\nopen: {:?}", self.open.0))
    }

    /// Returns whether these may be all responses to one batch.
    fn expects_batch(&mut self, responses: &[&RawValue]) -> bool {
        let before = self.open.clone();
        (1..=self.batches).any(|batch| {
            let is_expected =
                |response: &&RawValue| self.expects(response.get(), Some(batch)) == Some(true);
            let are_expected = !responses.is_empty() && responses.iter().all(is_expected);
            self.open.reassign();
            let is_missing =
                |open: &Open| open.batch == Some(batch) && open.is_open() && !open.is_optional;
            let is_complete = are_expected && !self.open.0.iter().any(is_missing);
            if !is_complete {
                self.open = before.clone();
            }
            is_complete
        })
    }

    /// Returns whether this message may come now. Returns `None` for an invalid message.
    fn expects(&mut self, text: &str, batch: Option<u32>) -> Option<bool> {
        let message: Message<'_> = serde_json::from_str(text).ok()?;
        let id = message.id(text);
        let params: Params<'_> = message.params.map_or(Some(Params::default()), |params| {
            serde_json::from_str(params.get()).ok()
        })?;
        let is_expected = match message.method {
            Some("elicitation/create") => self.expects_question(id, &params.message),
            Some("notifications/cancelled") => {
                let id = params.request?.get();
                self.questions.iter().any(|question| question.id == id)
            }
            Some("notifications/subscriptions/acknowledged") => {
                self.expects_acknowledgement(params.meta.stream?.get(), &params.notifications)
            }
            Some("notifications/tools/list_changed") => {
                self.expects_change(params.meta.stream.map(RawValue::get))
            }
            Some(_) => false,
            None => {
                let outcome = outcome(&id, message.result, message.error)?;
                let response = Response { id, outcome, batch };
                self.open.assign(response, &mut HashSet::new())
            }
        };
        Some(is_expected && message.jsonrpc == "2.0")
    }

    fn expects_question(&mut self, id: String, message: &str) -> bool {
        let call = message.lines().next().and_then(|call| call.parse().ok());
        let Some(call) = call.filter(|call| self.asking.contains(call)) else {
            return false;
        };
        let is_new = |question: &Question| {
            question.id != id && (question.is_answered || question.call != call)
        };
        let is_new = self.questions.iter().all(is_new);
        let mut open = self.open.0.iter();
        if let Some(position) = open.position(|open| open.waits_for == Some(call)) {
            self.open.accept(position);
        }
        self.questions.push(Question {
            id,
            call,
            is_answered: false,
        });
        is_new
    }

    fn expects_acknowledgement(&mut self, id: &str, notifications: &Value) -> bool {
        let expected = |stream: &Stream| {
            if stream.has_tools {
                json!({ "toolsListChanged": true })
            } else {
                json!({})
            }
        };
        let is_silent = |open: &Open| {
            let stream = open.stream.as_ref();
            let fits = stream.is_some_and(|stream| expected(stream) == *notifications);
            open.id == id && fits && !open.is_accepted
        };
        match self.open.0.iter().position(is_silent) {
            Some(position) => self.open.accept(position),
            None => return self.ended_streams.contains(id),
        }
        true
    }

    fn expects_change(&mut self, stream: Option<&str>) -> bool {
        let change = match stream {
            None => self.session.as_mut().map(|session| &mut session.change),
            Some(id) => {
                let open = self.open.0.iter_mut();
                let mut open =
                    open.filter(|open| open.id == id && open.is_open() && open.is_accepted);
                open.find_map(|open| Some(&mut open.stream.as_mut()?.change))
            }
        };
        match change {
            Some(change) if change.may_come => change.must_come = false,
            _ => return stream.is_some_and(|id| self.ended_streams.contains(id)),
        }
        true
    }

    /// Checks that everything has come that must come. `is_idle` says that the server has nothing left to do.
    pub(crate) fn settle(&mut self, is_idle: bool) -> Result<(), String> {
        if self.waiting().count() >= RUNNING {
            return Ok(());
        }
        self.open.reassign();
        for open in self
            .open
            .0
            .iter()
            .filter(|open| open.is_open() && !open.is_optional)
        {
            let is_asked = |question: &Question| {
                Some(question.call) == open.waits_for && !question.is_answered
            };
            let is_question_missing =
                open.asks && open.is_accepted && !self.questions.iter().any(is_asked);
            let is_change_missing = open
                .stream
                .as_ref()
                .is_some_and(|stream| stream.change.must_come);
            let is_response_missing = open.needs_response() || open.is_in_use == InUse::Certainly;
            if is_response_missing && !self.open.is_held(open)
                || is_question_missing
                || is_change_missing
            {
                return Err(format!("nothing came for {open:?}"));
            }
        }
        if self
            .session
            .as_ref()
            .is_some_and(|session| session.change.must_come)
        {
            return Err("the session knows of no change".to_owned());
        }
        if let Some(session) = &mut self.session {
            session.is_settled = true;
        }
        self.is_crowded = false;
        if is_idle {
            let streams = self
                .open
                .0
                .iter_mut()
                .filter_map(|open| open.stream.as_mut());
            streams.for_each(|stream| stream.change.may_come = false);
            self.session
                .iter_mut()
                .for_each(|session| session.change.may_come = false);
            self.has_changed = false;
            self.ended_streams.clear();
            self.open.forget();
        }
        Ok(())
    }

    /// Records that the client has closed the input. Returns the keys of the calls that are released now.
    pub(crate) fn end(&mut self, release: bool) -> Vec<u32> {
        let released: Vec<_> = self.waiting().filter(|_| release).collect();
        for key in &released {
            self.let_go(*key);
        }
        // The response of a call may belong to a later request with its id, if the call's question has not come yet.
        let may_wait = |open: &&mut Open| open.is_open() || open.is_in_use == InUse::Possibly;
        for open in self.open.0.iter_mut().filter(may_wait) {
            if open.stream.is_some() {
                open.outcomes = vec!["modern ended".to_owned()];
            } else if open.asks && open.waits_for.is_some() {
                open.outcomes.push("is error".to_owned());
            } else if open.waits_for.is_some() {
                open.outcomes.retain(|outcome| outcome.starts_with("error"));
            }
            if open.waits_for.is_some() && open.stream.is_none() || self.is_crowded {
                open.outcomes.push("error -32603".to_owned());
            }
            open.waits_for = None;
        }
        released
    }

    /// Checks that each request has its response.
    pub(crate) fn finish(&mut self) -> Result<(), String> {
        self.open.reassign();
        let mut open = self
            .open
            .0
            .iter()
            .filter(|open: &&Open| open.is_open() && !open.is_optional);
        open.next().map_or(Ok(()), |open| {
            Err(format!("no response at the end: {open:?}"))
        })
    }
}
