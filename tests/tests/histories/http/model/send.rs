//! What the clients send.

use super::{AROUND, Call, Changes, Kind, Model, Origin, Purpose, Sent};
use crate::http::history::Work;
use crate::messages::{
    ASKS, Answer, IDS, LISTENS, MODERN, REQUESTS, WAITS, cancellation, request, value,
};

/// What a session keeps at least.
const KEPT: Sent = Sent {
    events: 256,
    bytes: 1024 * 1024,
};

impl Model {
    /// Records a request. Returns its text, and what its connection is for.
    pub(crate) fn request(
        &mut self,
        (user, session): Origin,
        id: usize,
        work: Work,
        key: u32,
    ) -> (String, Purpose) {
        let id = IDS[id];
        let (method, params, kind) = match work {
            Work::Listed(number) => {
                let (method, params, _, legacy, modern) = REQUESTS[number];
                let outcome = if session.is_some() { legacy } else { modern };
                (
                    method,
                    params.to_owned(),
                    self.kind(session, outcome, params, key),
                )
            }
            Work::Report {
                count,
                stages,
                size,
            } => {
                let arguments =
                    format!(r#"{{"key":$,"count":{count},"stages":{stages},"size":{size}}}"#);
                let params = format!(r#"{{"name":"report","arguments":{arguments}}}"#);
                let kind = Kind::Report {
                    count,
                    stages,
                    size,
                };
                ("tools/call", params, kind)
            }
        };
        let meta = match session {
            Some(_) => format!(r#"{{"progressToken":{key}}}"#),
            None => {
                let more = format!(
                    r#"{{"progressToken":{key},"io.modelcontextprotocol/logLevel":"error","#
                );
                MODERN.0.unwrap().replacen('{', &more, 1)
            }
        };
        let text = request(id, method, &params, Some(&meta), key);
        if !self.may_use((user, session)) {
            return (text, Purpose::message(&[404]));
        }
        let sent_before = session.map(|session| self.sessions[session].least);
        self.calls.push(Call {
            key,
            id: id.to_owned(),
            session,
            user,
            kind,
            released: 0,
            stream: None,
            events: Vec::new(),
            sent_before: sent_before.into_iter().collect(),
            has_response: false,
            is_json: false,
            is_primed: false,
            is_cancelled: false,
            is_evicted: false,
            questions: Vec::new(),
        });
        (text, Purpose::Call(self.calls.len() - 1))
    }

    fn kind(&self, session: Option<usize>, outcome: &str, params: &str, key: u32) -> Kind {
        let can_ask = session.is_some_and(|session| self.sessions[session].can_ask);
        match outcome {
            WAITS => Kind::Report {
                count: 0,
                stages: 1,
                size: 0,
            },
            ASKS if can_ask => Kind::Ask,
            LISTENS => Kind::Listen {
                has_tools: params.contains(r#""toolsListChanged":true"#),
                changes: Changes::new(self.new_changes),
            },
            _ => {
                let outcome = if outcome == ASKS { "is error" } else { outcome };
                let outcome = outcome.replace('$', &key.to_string());
                let outcomes = outcome.split('|').map(|outcome| {
                    let is_modern = session.is_none() && !outcome.starts_with("error");
                    let era = if is_modern { "modern " } else { "" };
                    format!("{era}{outcome}")
                });
                Kind::Plain(outcomes.collect())
            }
        }
    }

    /// Records a cancellation. Returns its text.
    pub(crate) fn cancel(&mut self, origin: Origin, id: usize, other: bool) -> String {
        let id = IDS[id];
        if self.may_use(origin) && origin.1.is_some() {
            let is_same = |call: &Call| call.session == origin.1 && value(&call.id) == value(id);
            self.cancel_all(is_same);
        }
        cancellation(id, other)
    }

    fn cancel_all(&mut self, is_cancelled: impl Fn(&Call) -> bool) {
        for call in &mut self.calls {
            if !call.has_response && is_cancelled(call) {
                call.is_cancelled = true;
            }
        }
    }

    /// Returns the streams that a client can continue: the sessions, and the calls. The stream of a session that
    /// belongs to no request has no call.
    pub(crate) fn streams(&self) -> Vec<(usize, Option<usize>)> {
        let calls = self.calls.iter().enumerate();
        let calls = calls.filter(|(_, call)| call.stream.is_some());
        let calls = calls.filter_map(|(number, call)| Some((call.session?, Some(number))));
        let sessions = self.sessions.iter().enumerate();
        let sessions = sessions.filter(|(_, session)| !session.events.is_empty());
        calls
            .chain(sessions.map(|(number, _)| (number, None)))
            .collect()
    }

    /// Records that a client continues a stream, after the last event that it has received, or after an earlier one.
    /// Returns the id of that event, and the number of the connection.
    pub(crate) fn resume(
        &mut self,
        position: usize,
        again: usize,
        stranger: Option<usize>,
    ) -> Option<(String, usize)> {
        let streams = self.streams();
        let (session, call) = streams[position.checked_rem(streams.len())?];
        let (stream, last, may_be_evicted) = match call {
            Some(number) => {
                let call = &self.calls[number];
                let first = usize::from(!call.is_primed);
                let last = call.events.len().saturating_sub(again).max(first);
                let may_be_evicted = self.may_be_evicted(session, call.sent_before(last));
                (call.stream?, last as u32, may_be_evicted)
            }
            None => {
                let events = &self.sessions[session].events;
                let last = events.keys().rev().nth(again.min(events.len() - 1))?;
                let may_be_evicted = self.may_be_evicted(session, Sent::default());
                (0, *last, may_be_evicted)
            }
        };
        let purpose = call.map_or(Purpose::Listen, Purpose::Resume);
        let user = stranger.unwrap_or(self.sessions[session].user);
        let number = self.connect((user, Some(session)), purpose);
        self.connections[number].last = Some(last);
        self.connections[number].is_resumed = true;
        self.connections[number].may_be_evicted = may_be_evicted;
        Some((format!("{stream}/{last}"), number))
    }

    fn may_be_evicted(&self, session: usize, before: Sent) -> bool {
        let calls = self
            .calls
            .iter()
            .filter(|call| call.session == Some(session));
        let most = calls.fold(Sent::default(), |sum, call| sum + call.may_have_sent());
        // And the empty event of the stream without a request.
        let changes = 1 + self.sessions[session].changes.most;
        let bytes = most.bytes + changes * AROUND - before.bytes;
        most.events + changes - before.events > KEPT.events || bytes > KEPT.bytes
    }

    pub(crate) fn delete(&mut self, origin: Origin) {
        if let (true, Some(session)) = (self.may_use(origin), origin.1) {
            self.cancel_all(|call| call.session == Some(session));
            self.sessions[session].is_deleted = true;
        }
    }

    /// Lets a call run. Returns the key to release.
    pub(crate) fn release(&mut self, position: usize) -> Option<u32> {
        let may_release = |number: &usize| self.calls[*number].may_release();
        let waiting: Vec<_> = (0..self.calls.len()).filter(may_release).collect();
        let number = waiting[position.checked_rem(waiting.len())?];
        let call = &mut self.calls[number];
        if let Some(session) = call.session {
            call.sent_before.push(self.sessions[session].least);
        }
        call.released += 1;
        Some(call.key + call.released - 1)
    }

    /// Returns the calls and positions of all questions.
    pub(crate) fn questions(&self) -> Vec<(usize, usize)> {
        let calls = self.calls.iter().enumerate();
        let questions =
            calls.flat_map(|(call, it)| (0..it.questions.len()).map(move |at| (call, at)));
        questions.collect()
    }

    /// Records the answer to a question. Returns its text. Returns `None` if it may answer another question, which the
    /// client has not received.
    pub(crate) fn answer(
        &mut self,
        (number, position): (usize, usize),
        answer: Answer,
        origin: Origin,
    ) -> Option<String> {
        let is_own = self.may_use(origin) && self.calls[number].session == origin.1;
        let id = self.calls[number].questions[position].id.clone();
        let is_asked = |call: &Call| {
            call.session == origin.1 && call.must_send() && matches!(call.kind, Kind::Ask)
        };
        if !is_own && self.calls.iter().any(is_asked) {
            return None;
        }
        // In another session, a question can have the same id.
        let (number, position) = if is_own {
            (number, position)
        } else {
            let is_there = |(number, position): &(usize, usize)| {
                let call = &self.calls[*number];
                let question = &call.questions[*position];
                call.session == origin.1 && question.id == id && question.answer.is_none()
            };
            match self.questions().into_iter().find(is_there) {
                Some(found) if self.may_use(origin) => found,
                _ => return Some(answer.response(&id, 0).1),
            }
        };
        let call = &mut self.calls[number];
        let is_open = !call.is_cancelled && call.questions[position].answer.is_none();
        if is_open {
            call.questions[position].answer = Some(answer);
        }
        Some(answer.response(&id, call.key).1)
    }

    pub(crate) fn initialized(&mut self, origin: Origin) {
        if let (true, Some(session)) = (self.may_use(origin), origin.1) {
            let session = &mut self.sessions[session];
            // The server tells what the client has missed.
            session.changes.is_due |= !session.is_initialized && session.changes.most > 0;
            session.is_initialized = true;
        }
    }

    pub(crate) fn change(&mut self) {
        self.new_changes += 1;
        for session in &mut self.sessions {
            session.changes.most += 1;
            let known = session.events.last_key_value().map(|(known, _)| *known);
            session.changes.is_due |= session.is_initialized && Some(session.last) >= known;
        }
        for call in &mut self.calls {
            if let Kind::Listen { has_tools, changes } = &mut call.kind {
                changes.most += 1;
                changes.is_due |= *has_tools && !call.events.is_empty();
            }
        }
    }
}
