//! What must have come once the server has nothing left to do.

use super::{Call, Connection, Kind, Model, Purpose, SHORT, Sent, State};

impl Model {
    /// Checks that everything has come that must come. `is_running` returns whether the call with a key runs.
    pub(crate) fn settle(&mut self, is_running: impl Fn(u32) -> bool) -> Result<(), String> {
        for (number, connection) in self.connections.iter().enumerate() {
            if let Some(missing) = self.missing(connection) {
                return Err(format!(
                    "connection {number}: {missing}\n{}",
                    self.describe(number)
                ));
            }
        }
        for call in &self.calls {
            if call
                .is_running()
                .is_some_and(|expected| expected != is_running(call.key))
            {
                return Err(format!("the tool runs, or does not: {call:?}"));
            }
        }
        self.commit();
        Ok(())
    }

    fn missing(&self, connection: &Connection) -> Option<&'static str> {
        if !connection.is_open() || !connection.is_reading {
            return None;
        }
        let session = connection.origin.1.map(|session| &self.sessions[session]);
        let is_deleted = session.is_some_and(|session| session.is_deleted);
        let call = match connection.purpose {
            Purpose::Call(call) | Purpose::Resume(call) => Some(&self.calls[call]),
            _ => None,
        };
        let is_over = is_deleted || call.is_some_and(|call| call.is_cancelled);
        match (connection.state, call, &connection.purpose) {
            (State::Waiting, Some(call), Purpose::Call(_)) => {
                let is_late = connection.opened.elapsed() > SHORT;
                // Events wait for the response, so that most responses are sent in one write.
                (is_late || is_over || call.is_over()).then_some("no head")
            }
            (State::Stream, _, _) if is_over || connection.is_replaced => {
                Some("no end of a stream that is over")
            }
            (State::Stream, Some(call), _) => {
                let is_behind = connection.last != Some(call.events.len() as u32);
                if is_behind || call.must_send() {
                    Some("an event has not come")
                } else {
                    call.has_response.then_some("no end after the response")
                }
            }
            (State::Stream, None, _) => {
                let session = session?;
                let known = session.events.last_key_value().map(|(known, _)| *known);
                let is_behind = connection.last < known;
                // On several threads, a replaced connection may get one more event after its replacement has begun.
                let mut others = self.connections.iter();
                let is_excused = !self.is_exact
                    && others.any(|it| it.is_replaced && it.origin.1 == connection.origin.1);
                let is_missing = is_behind || session.changes.is_due;
                (is_missing && !is_excused).then_some("a change has not come")
            }
            _ => Some("no response"),
        }
    }

    fn commit(&mut self) {
        for (number, session) in self.sessions.iter_mut().enumerate() {
            let calls = self.calls.iter();
            let calls = calls.filter(|call| call.session == Some(number));
            session.least = calls.fold(Sent::default(), |sum, call| sum + call.sent());
        }
        if self.is_exact {
            self.new_changes = 0;
        }
    }

    /// Returns whether a stream has events to come, and nobody reads it.
    pub(crate) fn is_lost(&self, (session, call): (usize, Option<usize>)) -> bool {
        let is_own = |connection: &&Connection| {
            let is_same = match connection.purpose {
                Purpose::Call(other) | Purpose::Resume(other) => call == Some(other),
                Purpose::Listen => call.is_none() && connection.origin.1 == Some(session),
                _ => false,
            };
            is_same && connection.is_open() && !connection.is_replaced
        };
        let is_over = call.is_some_and(|call| {
            let call = &self.calls[call];
            call.has_response || call.is_evicted
        });
        let is_deleted = self.sessions[session].is_deleted;
        !is_over && !is_deleted && !self.connections.iter().any(|it| is_own(&it))
    }

    /// Checks that each request has its response, unless it was cancelled, or the client knows nothing about its
    /// stream.
    pub(crate) fn finish(&self) -> Result<(), String> {
        let is_open = |call: &&Call| {
            let is_known = call.session.is_none() || call.stream.is_some();
            let is_stream = matches!(call.kind, Kind::Listen { .. });
            let is_over = call.has_response || call.is_cancelled || call.is_evicted;
            is_known && !is_over && !is_stream
        };
        match self.calls.iter().find(is_open) {
            Some(call) => Err(format!("no response at the end: {call:?}")),
            None => Ok(()),
        }
    }
}
