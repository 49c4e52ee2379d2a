//! The requests without a response, and how responses belong to them. If several requests have one id, it may be
//! unclear which one a response belongs to.

use std::collections::HashSet;

/// The error for an id that an open request already has.
const IN_USE: &str = "error -32600";

/// A request. The model forgets it once its response is certain.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) id: String,
    /// The value of the id, whatever its spelling.
    pub(crate) value: String,
    /// Whether the message is a request, even if the server rejects it.
    pub(crate) is_request: bool,
    pub(crate) is_handshake: bool,
    pub(crate) asks: bool,
    /// The possible responses, if the server accepts the request.
    pub(crate) outcomes: Vec<String>,
    /// The call that must be released, or whose question must be answered.
    pub(crate) waits_for: Option<u32>,
    pub(crate) is_in_use: InUse,
    /// Whether the call may have ended after a wrong answer of the client.
    pub(crate) may_have_ended: bool,
    /// Whether the request may stay without a response, because the client cancelled it.
    pub(crate) is_optional: bool,
    /// The id and outcome of the response.
    pub(crate) response: Option<(String, String)>,
}

/// Whether another open request has the same id.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum InUse {
    No,
    Possibly,
    Certainly,
}

impl Open {
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
        self.waits_for.is_some() && self.is_in_use == InUse::No && !self.may_have_ended
    }

    pub(crate) fn needs_response(&self) -> bool {
        !self.is_optional && self.waits_for.is_none()
    }

    pub(crate) fn allows(&self, (id, outcome): &(String, String)) -> bool {
        let is_own = (self.is_in_use != InUse::Certainly || outcome.starts_with("error"))
            && self.outcomes.contains(outcome);
        self.id == *id && (is_own || self.is_in_use != InUse::No && outcome == IN_USE)
    }
}

#[derive(Default)]
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
        self.0.retain(|open| {
            let is_waiting = open.is_open() && open.waits_for.is_some();
            is_waiting || unclear.contains(&open.value)
        });
        for open in &mut self.0 {
            if !unclear.contains(&open.value) {
                open.is_in_use = InUse::No;
                open.may_have_ended = false;
            }
        }
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
    pub(crate) fn assign(
        &mut self,
        response: (String, String),
        tried: &mut HashSet<usize>,
    ) -> bool {
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
