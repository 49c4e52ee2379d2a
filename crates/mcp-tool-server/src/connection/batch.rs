//! The responses to a batch of requests, which only protocol version 2025-03-26 has.

use std::sync::{Arc, Mutex};

use super::outlet::Outlet;
use crate::mutex::lock;

/// Collects the responses to a batch, and sends them after the last one.
pub(crate) struct Batch {
    state: Mutex<State>,
    outlet: Arc<dyn Outlet>,
}

struct State {
    /// The number of messages that may still get a response.
    open: usize,
    /// The responses, as a JSON array without its end.
    responses: Vec<u8>,
}

impl Batch {
    /// The maximum number of messages in a batch.
    pub(crate) const LIMIT: usize = 50;

    pub(crate) fn new(outlet: Arc<dyn Outlet>, messages: usize) -> Self {
        Batch {
            state: Mutex::new(State {
                open: messages,
                responses: Vec::new(),
            }),
            outlet,
        }
    }

    fn end_message(&self, response: Option<Vec<u8>>) {
        let mut state = lock(&self.state);
        if let Some(response) = response {
            let separator = if state.responses.is_empty() {
                b'['
            } else {
                b','
            };
            state.responses.push(separator);
            state.responses.extend_from_slice(&response);
        }
        state.open = state.open.saturating_sub(1);
        if state.open == 0 && !state.responses.is_empty() {
            let mut responses = std::mem::take(&mut state.responses);
            responses.push(b']');
            self.outlet.respond(responses);
        }
    }
}

impl Outlet for Batch {
    fn respond(&self, response: Vec<u8>) {
        self.end_message(Some(response));
    }

    fn skip(&self) {
        self.end_message(None);
    }

    fn ask(&self, request: Vec<u8>) {
        self.outlet.ask(request);
    }

    fn notify(&self, notification: Vec<u8>) {
        self.outlet.notify(notification);
    }
}
