//! The responses to a batch of requests, which only protocol version 2025-03-26 has.

use std::sync::{Arc, Mutex};

use mcp_tool_runtime::ProtocolError;
use serde_json::value::RawValue;

use super::load::Room;
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
    /// Keeps one request counted until the batch has its response.
    room: Option<Room>,
}

impl Batch {
    /// The maximum number of messages in a batch.
    const LIMIT: usize = 50;

    /// Splits a batch into its messages.
    ///
    /// # Errors
    ///
    /// Returns -32700 for invalid JSON, and -32600 for too few or too many messages.
    pub(crate) fn split(text: &str) -> Result<Vec<&RawValue>, ProtocolError> {
        let text = text.trim_start_matches('\u{feff}');
        let messages: Vec<&RawValue> = serde_json::from_str(text).map_err(|error| {
            ProtocolError::parse_error(format!("the message is not JSON: {error}"))
        })?;
        if messages.is_empty() || messages.len() > Self::LIMIT {
            let error = format!("a batch has from 1 to {} messages", Self::LIMIT);
            return Err(ProtocolError::invalid_request(error));
        }
        Ok(messages)
    }

    /// Returns whether a text is a batch.
    pub(crate) fn is_batch(text: &str) -> bool {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        text.starts_with('[')
    }

    pub(crate) fn new(outlet: Arc<dyn Outlet>, messages: usize) -> Self {
        Batch {
            state: Mutex::new(State {
                open: messages,
                responses: Vec::new(),
                room: None,
            }),
            outlet,
        }
    }

    fn end_message(&self, response: Option<Vec<u8>>, room: Option<Room>) {
        let mut state = lock(&self.state);
        state.room = state.room.take().or(room);
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
        if state.open > 0 {
            return;
        }
        if state.responses.is_empty() {
            self.outlet.skip();
        } else {
            let mut responses = std::mem::take(&mut state.responses);
            responses.push(b']');
            self.outlet.respond(responses, state.room.take());
        }
    }
}

impl Outlet for Batch {
    fn respond(&self, response: Vec<u8>, room: Option<Room>) {
        self.end_message(Some(response), room);
    }

    fn skip(&self) {
        self.end_message(None, None);
    }

    fn send(&self, message: Vec<u8>, may_be_lost: bool) {
        self.outlet.send(message, may_be_lost);
    }

    fn is_stuck(&self) -> bool {
        self.outlet.is_stuck()
    }
}
