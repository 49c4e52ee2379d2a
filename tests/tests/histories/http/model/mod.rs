//! What each connection may receive. The model sees each message of the clients, and checks each part of a response.

mod call;
mod receive;
mod send;
mod settle;

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

pub(crate) use self::call::{Call, Kind, Sent};
use super::history::Sender;

/// The time in which a call can end with a response that is no stream.
const SHORT: Duration = Duration::from_millis(20);

/// The bytes around the data of an event, and of its parameters.
const AROUND: usize = 400;

/// The positions of the user and the session of a request.
pub(crate) type Origin = (usize, Option<usize>);

#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) user: usize,
    version: String,
    can_ask: bool,
    pub(crate) is_initialized: bool,
    pub(crate) is_deleted: bool,
    /// The changes on the stream that belongs to no request, and its events that a client has received. An empty
    /// event is `None`.
    changes: Changes,
    events: BTreeMap<u32, Option<String>>,
    /// The number of the last event on the connection that has the stream, or had it.
    last: u32,
    /// What the session had certainly sent when the server had nothing left to do.
    least: Sent,
}

/// Notifications that the tools have changed. The server can tell about several changes at once.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    most: usize,
    /// Whether a change has come that the client does not know.
    is_due: bool,
}

impl Changes {
    /// Returns the changes of a new stream. The server may tell it about earlier changes.
    fn new(most: usize) -> Self {
        Changes {
            most,
            is_due: false,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) purpose: Purpose,
    state: State,
    origin: Origin,
    pub(crate) is_reading: bool,
    /// Whether another connection continues the stream.
    is_replaced: bool,
    /// Whether another connection may already continue the stream.
    may_end: bool,
    /// The number of the last event.
    last: Option<u32>,
    /// Whether the connection continues a stream, or has received an event.
    is_resumed: bool,
    /// Whether the empty event has come.
    is_primed: bool,
    /// Whether the server may no longer have the events after `last`.
    may_be_evicted: bool,
    opened: Instant,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Purpose {
    /// A message without a stream: the possible statuses, and those of an error.
    Message {
        statuses: Vec<u16>,
        code: Option<i64>,
    },
    /// The request opens a session of this protocol version.
    Open {
        user: usize,
        version: String,
        can_ask: bool,
    },
    /// The request of the call with this position.
    Call(usize),
    /// Continues the stream of the call with this position.
    Resume(usize),
    /// The stream of a session that belongs to no request, from its start, or continued.
    Listen,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Waiting,
    /// The head says that the response is a stream.
    Stream,
    /// The head has another status, or says that the response is no stream.
    Other(u16),
    Ended,
    Lost,
}

pub(crate) struct Model {
    /// Whether the clock is paused, so that the model knows when the server has nothing left to do.
    is_exact: bool,
    /// The number of times that the tools have changed since the server had nothing left to do.
    new_changes: usize,
    /// The body of the response to a request for a session that is not there.
    not_found: Option<String>,
    pub(crate) sessions: Vec<Session>,
    pub(crate) calls: Vec<Call>,
    pub(crate) connections: Vec<Connection>,
}

impl Model {
    pub(crate) fn new(is_exact: bool) -> Self {
        Model {
            is_exact,
            new_changes: 0,
            not_found: None,
            sessions: Vec::new(),
            calls: Vec::new(),
            connections: Vec::new(),
        }
    }

    pub(crate) fn origin(&self, sender: Sender) -> Option<Origin> {
        let Some(position) = sender.session else {
            return Some((sender.stranger.unwrap_or(1), None));
        };
        let position = position.checked_rem(self.sessions.len())?;
        let user = sender.stranger.unwrap_or(self.sessions[position].user);
        Some((user, Some(position)))
    }

    pub(crate) fn origin_of(&self, connection: usize) -> Origin {
        self.connections[connection].origin
    }

    /// Returns the number of a stream of the session, or one that it may have.
    pub(crate) fn a_stream(&self, (_, session): Origin) -> u32 {
        let mut calls = self.calls.iter().filter(|call| call.session == session);
        calls.find_map(|call| call.stream).unwrap_or(1)
    }

    /// Returns whether the session is there for the user.
    pub(crate) fn may_use(&self, (user, session): Origin) -> bool {
        session.is_none_or(|session| {
            let session = &self.sessions[session];
            !session.is_deleted && (session.user == 0 || session.user == user)
        })
    }

    /// Records a connection. Returns its number.
    pub(crate) fn connect(&mut self, origin: Origin, purpose: Purpose) -> usize {
        let purpose = if self.may_use(origin) {
            purpose
        } else {
            Purpose::message(&[404])
        };
        let last = match purpose {
            Purpose::Call(_) => Some(0),
            _ => None,
        };
        if !self.is_exact && matches!(purpose, Purpose::Resume(_) | Purpose::Listen) {
            self.replace(&purpose, origin.1, |connection| connection.may_end = true);
        }
        self.connections.push(Connection {
            purpose,
            state: State::Waiting,
            origin,
            is_reading: true,
            is_replaced: false,
            may_end: false,
            last,
            is_resumed: false,
            is_primed: false,
            may_be_evicted: false,
            opened: Instant::now(),
        });
        self.connections.len() - 1
    }

    /// Changes the connections of a stream that a new connection with this purpose continues.
    fn replace(
        &mut self,
        purpose: &Purpose,
        session: Option<usize>,
        change: impl Fn(&mut Connection),
    ) {
        for connection in &mut self.connections {
            let is_same = match (purpose, &connection.purpose) {
                (Purpose::Resume(call), Purpose::Call(other) | Purpose::Resume(other)) => {
                    call == other
                }
                (Purpose::Listen, Purpose::Listen) => session == connection.origin.1,
                _ => false,
            };
            if is_same {
                change(connection);
            }
        }
    }

    /// Records that a connection has broken.
    pub(crate) fn lose(&mut self, number: usize) {
        let connection = &mut self.connections[number];
        connection.state = State::Lost;
        if let Purpose::Call(call) = connection.purpose
            && self.calls[call].session.is_none()
            && !self.calls[call].has_response
        {
            self.calls[call].is_cancelled = true;
        }
    }

    /// Returns the positions of the open connections.
    pub(crate) fn open(&self) -> Vec<usize> {
        let is_open = |number: &usize| self.connections[*number].is_open();
        (0..self.connections.len()).filter(is_open).collect()
    }
}

impl Connection {
    pub(crate) fn is_open(&self) -> bool {
        !matches!(self.state, State::Ended | State::Lost)
    }
}

impl Purpose {
    pub(crate) fn message(statuses: &[u16]) -> Self {
        Purpose::Message {
            statuses: statuses.to_vec(),
            code: None,
        }
    }
}
