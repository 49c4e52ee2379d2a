//! The requests without a response, and how responses belong to them. If several requests have one id, it may be
//! unclear which one a response belongs to.

use std::collections::HashSet;

use crate::messages::value;

/// The error for an id that an open request already has.
const IN_USE: &str = "in use";

/// A request. The model forgets it once its response is certain.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub(crate) id: String,
    /// The value of the id, whatever its spelling.
    pub(crate) value: String,
    /// Whether the message is a request, even if the server rejects it.
    pub(crate) is_request: bool,
    pub(crate) is_handshake: bool,
    pub(crate) asks: bool,
    /// What a request for a stream of notifications gets.
    pub(crate) stream: Option<Stream>,
    /// The batch that the message is in. The responses to its messages come together.
    pub(crate) batch: Option<u32>,
    /// The possible responses, if the server accepts the request.
    pub(crate) outcomes: Vec<String>,
    /// The call that must be released, or whose question must be answered.
    pub(crate) waits_for: Option<u32>,
    pub(crate) is_in_use: InUse,
    /// Whether the call may have ended after a wrong answer of the client.
    pub(crate) may_have_ended: bool,
    /// Whether the server has asked for the call, or acknowledged the stream.
    pub(crate) is_accepted: bool,
    /// Whether the request may stay without a response, because the client cancelled it.
    pub(crate) is_optional: bool,
    pub(crate) response: Option<Response>,
}

#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub(crate) id: String,
    pub(crate) outcome: String,
    pub(crate) batch: Option<u32>,
}

/// An open stream of notifications.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// Whether the stream has notifications about tools.
    pub(crate) has_tools: bool,
    pub(crate) change: Change,
}

/// The notification that the tools have changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    pub(crate) may_come: bool,
    pub(crate) must_come: bool,
}

/// Whether another open request has the same id.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum InUse {
    No,
    Possibly,
    Certainly,
}

impl Open {
    /// Returns an invalid message with these possible responses.
    pub(crate) fn new(id: &str, outcomes: Vec<String>) -> Self {
        Open {
            id: id.to_owned(),
            value: value(id),
            is_request: false,
            is_handshake: false,
            asks: false,
            stream: None,
            batch: None,
            outcomes,
            waits_for: None,
            is_in_use: InUse::No,
            may_have_ended: false,
            is_accepted: false,
            is_optional: false,
            response: None,
        }
    }

    /// Returns whether the id of this request may be in use. If several requests have the id, the response may
    /// belong to another one.
    pub(crate) fn holds_id(&self) -> bool {
        let is_open = self.response.is_none() || self.is_in_use == InUse::Possibly;
        self.is_request && self.is_in_use != InUse::Certainly && is_open
    }

    pub(crate) fn is_open(&self) -> bool {
        self.response.is_none()
    }

    /// Returns whether the call certainly has no response yet.
    pub(crate) fn is_waiting(&self) -> bool {
        let may_have_ended = self.may_have_ended || self.is_optional;
        self.waits_for.is_some() && self.is_in_use == InUse::No && !may_have_ended
    }

    pub(crate) fn needs_response(&self) -> bool {
        // A question or an acknowledgement shows that the server has accepted the request.
        let is_silent = (self.asks || self.stream.is_some()) && !self.is_accepted;
        !self.is_optional && (self.waits_for.is_none() || is_silent)
    }

    fn allows(&self, response: &Response) -> bool {
        let Response { id, outcome, batch } = response;
        // It may be unclear whether an error has no id, or `null`.
        let is_same_id = self.id == *id || self.id == "?" && (id == "null" || id == "absent");
        let is_own = (self.is_in_use != InUse::Certainly || outcome.starts_with("error"))
            && self.outcomes.contains(outcome);
        is_same_id
            && self.batch == *batch
            && (is_own || self.is_in_use != InUse::No && outcome == IN_USE)
    }
}

#[derive(Clone, Default)]
pub(crate) struct OpenRequests(pub(crate) Vec<Open>);

impl OpenRequests {
    /// Forgets requests with responses, unless a response may belong to another request.
    pub(crate) fn forget(&mut self) {
        let unclear: HashSet<_> = self
            .0
            .iter()
            .filter(|open| open.is_optional || open.is_in_use == InUse::Possibly)
            .filter(|open| self.is_unclear(&open.value))
            .map(|open| open.value.clone())
            .collect();
        let held: HashSet<_> = self
            .0
            .iter()
            .filter(|open| self.is_held(open))
            .filter_map(|open| open.batch)
            .collect();
        let is_held = |open: &Open| open.batch.is_some_and(|batch| held.contains(&batch));
        self.0.retain(|open| {
            let is_waiting = open.is_open() && open.waits_for.is_some();
            is_waiting || is_held(open) || unclear.contains(&open.value)
        });
        for open in &mut self.0 {
            if !unclear.contains(&open.value) && !is_held(open) {
                open.is_in_use = InUse::No;
                open.may_have_ended = false;
            }
        }
    }

    /// Returns whether the response waits for others of its batch.
    pub(crate) fn is_held(&self, open: &Open) -> bool {
        let is_waiting = |other: &Open| {
            other.batch == open.batch && other.is_open() && other.waits_for.is_some()
        };
        open.batch.is_some() && self.0.iter().any(is_waiting)
    }

    /// Returns whether a request with this id may still wait, and it is not known which one.
    fn is_unclear(&self, value: &str) -> bool {
        let same = || self.0.iter().filter(|open| open.value == value);
        let is_possible = |open: &Open| open.is_in_use == InUse::Possibly;
        let may_wait =
            |open: &Open| open.waits_for.is_some() && (open.is_open() || is_possible(open));
        let is_loose = |open: &Open| open.is_optional || is_possible(open) && !open.is_open();
        same().any(Open::is_open) && same().any(may_wait) && same().any(is_loose)
    }

    /// Finds a request that a response fits, if need be by moving other responses.
    pub(crate) fn assign(&mut self, response: Response, tried: &mut HashSet<usize>) -> bool {
        let mut fitting: Vec<_> = (0..self.0.len())
            .filter(|number| self.0[*number].allows(&response))
            .collect();
        fitting.sort_by_key(|number| {
            let open = &self.0[*number];
            (open.is_optional, open.waits_for.is_some())
        });
        fitting.into_iter().any(|number| {
            let is_free = tried.insert(number)
                && match self.0[number].response.clone() {
                    Some(previous) => self.assign(previous, tried),
                    None => true,
                };
            if is_free {
                self.0[number].response = Some(response.clone());
            }
            is_free
        })
    }

    /// Records that the server has certainly accepted a request. An error that its id is in use belongs to another.
    pub(crate) fn accept(&mut self, position: usize) {
        let open = &mut self.0[position];
        open.is_accepted = true;
        open.is_in_use = InUse::No;
        if let Some(response) = open.response.take() {
            self.assign(response, &mut HashSet::new());
        }
    }

    /// Gives each request that needs a response that of one that needs none.
    pub(crate) fn reassign(&mut self) {
        for number in 0..self.0.len() {
            if self.0[number].is_open() && self.0[number].needs_response() {
                self.take(number, &mut HashSet::new());
            }
        }
    }

    /// Finds a response for a request, if need be by moving other responses.
    fn take(&mut self, number: usize, tried: &mut HashSet<usize>) -> bool {
        tried.insert(number);
        for other in 0..self.0.len() {
            let Some(response) = self.0[other].response.clone() else {
                continue;
            };
            if !self.0[number].allows(&response) || !tried.insert(other) {
                continue;
            }
            if !self.0[other].needs_response() {
                self.0[other].response = None;
            } else if !self.take(other, tried) {
                continue;
            }
            self.0[number].response = Some(response);
            return true;
        }
        false
    }
}
