//! What a connection receives.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Changes, Connection, Model, Purpose, SHORT, Sent, Session, State};
use crate::http::events::{Event, Received};
use crate::http::model::Kind;
use crate::messages::outcome;

/// The version whose streams begin with an empty event.
const PRIMED: &str = "2025-11-25";

impl Model {
    pub(crate) fn receive(&mut self, number: usize, received: &Received) -> Result<(), String> {
        let result = match received {
            _ if !self.connections[number].is_open() => Err("the connection is closed"),
            Received::Head {
                status,
                is_stream,
                session,
            } => self.head(number, *status, *is_stream, session.as_deref()),
            Received::Event(event) => self.event(number, event),
            Received::Body(text) => self.body(number, text),
            Received::End => self.end(number),
            Received::Failed(_) => Err("the body failed"),
        };
        result.map_err(|error| {
            let received = format!("{received:?}");
            format!(
                "connection {number}: {error}: {received:.300}\n{}",
                self.describe(number)
            )
        })
    }

    pub(super) fn describe(&self, number: usize) -> String {
        let connection = &self.connections[number];
        let call = match connection.purpose {
            Purpose::Call(call) | Purpose::Resume(call) => Some(&self.calls[call]),
            _ => None,
        };
        let session = connection.origin.1.map(|session| &self.sessions[session]);
        let text = format!("{connection:?}\n{call:?}\n{session:?}");
        text.chars().take(4000).collect()
    }

    fn is_deleted(&self, connection: &Connection) -> bool {
        let session = connection.origin.1;
        session.is_some_and(|session| self.sessions[session].is_deleted)
    }

    /// Returns whether a client that resumes a stream has read all of it.
    fn has_nothing_left(&self, connection: &Connection) -> bool {
        let Purpose::Resume(call) = connection.purpose else {
            return false;
        };
        let call = &self.calls[call];
        let has_ended = call.has_response || call.is_cancelled;
        has_ended && connection.last == Some(call.events.len() as u32)
    }

    fn head(
        &mut self,
        number: usize,
        status: u16,
        is_stream: bool,
        id: Option<&str>,
    ) -> Result<(), &'static str> {
        let connection = &self.connections[number];
        if connection.state != State::Waiting {
            return Err("a second head");
        }
        let is_deleted = self.is_deleted(connection);
        let is_allowed = match &connection.purpose {
            Purpose::Message { statuses, .. } => !is_stream && statuses.contains(&status),
            Purpose::Open { .. } => status == 200 && id.is_some(),
            Purpose::Call(call) => {
                let call = &self.calls[*call];
                let is_late = connection.opened.elapsed() >= SHORT || !self.is_exact;
                let has_event = match call.kind {
                    Kind::Plain(_) => false,
                    Kind::Report { count, .. } => count > 0 && call.released > 0,
                    Kind::Ask | Kind::Listen { .. } => true,
                };
                match status {
                    200 if is_stream => is_late || has_event,
                    200 => !call.is_cancelled || call.may_be_json(),
                    202 => call.is_cancelled && !is_stream,
                    404 if is_deleted => true,
                    _ => !is_stream && matches!(call.kind, Kind::Plain(_)),
                }
            }
            Purpose::Resume(_) | Purpose::Listen => match status {
                200 => is_stream,
                204 => !is_stream && self.has_nothing_left(connection),
                400 => connection.may_be_evicted,
                _ => status == 404 && is_deleted,
            },
        };
        if !is_allowed {
            return Err("unexpected head");
        }
        let state = if is_stream {
            State::Stream
        } else {
            State::Other(status)
        };
        self.connections[number].state = state;
        match self.connections[number].purpose.clone() {
            Purpose::Open {
                user,
                version,
                can_ask,
            } => {
                let id = id.unwrap_or_default().to_owned();
                if self.sessions.iter().any(|session| session.id == id) {
                    return Err("the session is not new");
                }
                self.sessions.push(Session {
                    id,
                    user,
                    version,
                    can_ask,
                    is_initialized: false,
                    is_deleted: false,
                    changes: Changes::new(self.new_changes),
                    events: BTreeMap::new(),
                    last: 0,
                    least: Sent::default(),
                });
            }
            Purpose::Resume(call) if status == 400 => self.calls[call].is_evicted = true,
            purpose @ Purpose::Resume(call) if status == 204 => {
                self.calls[call].is_evicted = true;
                // Nothing is left for an older connection, either.
                self.replace(&purpose, None, |connection| connection.is_replaced = true);
            }
            purpose @ (Purpose::Resume(_) | Purpose::Listen) if is_stream => {
                let session = self.connections[number].origin.1;
                self.replace(&purpose, session, |connection| {
                    connection.is_replaced = true
                });
                let connection = &mut self.connections[number];
                connection.is_replaced = false;
                if let (Purpose::Listen, Some(session)) = (purpose, session) {
                    let session = &mut self.sessions[session];
                    // A new stream has the events that no earlier one had.
                    session.last = *connection.last.get_or_insert(session.last);
                    // The server tells about a change with any unread event, also with one that the client wants again.
                    let known = session.events.last_key_value().map(|(known, _)| *known);
                    session.changes.is_due &= Some(session.last) >= known;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn event(&mut self, number: usize, event: &Event) -> Result<(), &'static str> {
        let connection = &self.connections[number];
        if connection.state != State::Stream {
            return Err("an event outside of a stream");
        }
        if connection.is_replaced && self.is_exact && !event.data.is_empty() {
            return Err("an event for a connection that another one has replaced");
        }
        let position = match (connection.origin.1, &event.id) {
            (None, None) => (0, connection.last.unwrap_or_default() + 1),
            (Some(_), Some(id)) => {
                let (stream, number) = id.split_once('/').ok_or("not an event id")?;
                let [stream, number] = [stream, number].map(str::parse);
                (
                    stream.map_err(|_| "not an event id")?,
                    number.map_err(|_| "not an event id")?,
                )
            }
            _ => return Err("an id where none is expected, or none"),
        };
        match connection.purpose {
            Purpose::Call(call) | Purpose::Resume(call) => {
                self.event_of_call(number, call, position, event)
            }
            Purpose::Listen => self.change_event(number, position, event),
            _ => Err("an event for a message"),
        }
    }

    fn event_of_call(
        &mut self,
        number: usize,
        position: usize,
        (stream, event): (u32, u32),
        Event { data, .. }: &Event,
    ) -> Result<(), &'static str> {
        let connection = &mut self.connections[number];
        let call = &self.calls[position];
        if let Some(session) = call.session {
            let is_other = |other: &super::Call| {
                other.session == Some(session) && other.stream == Some(stream)
            };
            let is_wrong = match call.stream {
                Some(own) => own != stream,
                None => stream == 0 || self.calls.iter().any(is_other),
            };
            if is_wrong {
                return Err("the event of another stream");
            }
            let has_empty_event = self.sessions[session].version == PRIMED;
            let is_first = matches!(connection.purpose, Purpose::Call(_)) && !connection.is_primed;
            connection.is_primed = true;
            if data.is_empty() {
                let is_allowed = has_empty_event && is_first && event == 0;
                self.calls[position].stream = Some(stream);
                self.calls[position].is_primed = true;
                return is_allowed.then_some(()).ok_or("an empty event");
            }
            if has_empty_event && is_first {
                return Err("no empty event first");
            }
        }
        if connection.last != Some(event.wrapping_sub(1)) {
            return Err("an event is missing, or comes twice");
        }
        connection.last = Some(event);
        let call = &mut self.calls[position];
        call.stream = call.session.map(|_| stream);
        match call.events.get(event as usize - 1) {
            Some(known) if known == data => Ok(()),
            Some(_) => Err("another event with the same id"),
            None => {
                let kind = call.next(data).ok_or("unexpected event")?;
                call.add(data, kind);
                Ok(())
            }
        }
    }

    fn change_event(
        &mut self,
        number: usize,
        (stream, event): (u32, u32),
        Event { data, .. }: &Event,
    ) -> Result<(), &'static str> {
        let connection = &mut self.connections[number];
        let session = &mut self.sessions[connection.origin.1.ok_or("no session")?];
        if stream != 0 {
            return Err("the event of another stream");
        }
        // On several threads, an event of an earlier connection may come later.
        let is_certain = connection.last.is_some() && (self.is_exact || connection.is_resumed);
        if data.is_empty() {
            let is_first = !connection.is_primed && !connection.is_resumed;
            let is_allowed = is_first && session.version == PRIMED;
            if is_certain && connection.last != Some(event) {
                return Err("an empty event that would repeat events, or skip them");
            }
            connection.is_primed = true;
            connection.last = Some(event);
            session.events.entry(event).or_default();
            return is_allowed.then_some(()).ok_or("an empty event");
        }
        if is_certain && connection.last != Some(event.wrapping_sub(1)) {
            return Err("an event is missing, or comes twice");
        }
        connection.is_resumed = true;
        connection.last = Some(event);
        if !connection.is_replaced {
            session.last = event;
            // An event that is sent again tells the client, too.
            session.changes.is_due = false;
        }
        let is_change = serde_json::from_str::<Value>(data).is_ok_and(|message| {
            message["method"] == "notifications/tools/list_changed" && message["id"].is_null()
        });
        let is_possible = is_change && event as usize <= session.changes.most;
        session.events.insert(event, Some(data.clone()));
        is_possible.then_some(()).ok_or("unexpected event")
    }

    fn body(&mut self, number: usize, text: &str) -> Result<(), &'static str> {
        let connection = &self.connections[number];
        let State::Other(status) = connection.state else {
            return Err("a body without a head");
        };
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        // Nobody can tell a session of another user from one that never was.
        if status == 404 && connection.origin.1.is_some() {
            let not_found = self.not_found.get_or_insert_with(|| text.to_owned());
            return (not_found == text).then_some(()).ok_or("another 404");
        }
        let is_allowed = match connection.purpose {
            _ if matches!(status, 202 | 204) => text.is_empty(),
            Purpose::Message { code, .. } => code.is_none_or(|code| value["error"]["code"] == code),
            Purpose::Open { ref version, .. } => value["result"]["protocolVersion"] == **version,
            Purpose::Call(call) => {
                let call = &mut self.calls[call];
                let result = outcome(
                    &call.id,
                    value.get("result").cloned(),
                    value.get("error").cloned(),
                );
                let has_status = match result
                    .as_deref()
                    .and_then(|words| words.strip_prefix("error "))
                {
                    Some("-32601") if call.session.is_none() => status == 404,
                    Some("-32600") => status == 400,
                    // A client of 2026-07-28 may also describe itself in a wrong way.
                    Some(_) => status == 200 || status == 400 && call.session.is_none(),
                    None => status == 200,
                };
                let is_allowed = has_status && call.may_be_json() && call.ends_with(text);
                call.has_response = true;
                call.is_json = true;
                is_allowed
            }
            _ => true,
        };
        is_allowed.then_some(()).ok_or("unexpected body")
    }

    fn end(&mut self, number: usize) -> Result<(), &'static str> {
        let connection = &self.connections[number];
        let is_deleted = self.is_deleted(connection);
        let is_replaced = connection.is_replaced || connection.may_end;
        let is_allowed = match (connection.state, &connection.purpose) {
            (State::Other(_), _) => true,
            (State::Stream, Purpose::Call(call) | Purpose::Resume(call)) => {
                let call = &self.calls[*call];
                let has_all = connection.last == Some(call.events.len() as u32);
                let is_over = call.has_response && has_all;
                is_over || call.is_cancelled || is_replaced || is_deleted
            }
            (State::Stream, _) => is_replaced || is_deleted,
            _ => false,
        };
        self.connections[number].state = State::Ended;
        is_allowed.then_some(()).ok_or("the stream ended early")
    }
}
