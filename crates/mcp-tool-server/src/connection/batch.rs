//! The responses to a batch of requests, which only protocol version 2025-03-26 has.

use std::mem::take;
use std::sync::{Arc, Mutex};

use super::outlet::Outlet;
use crate::mutex::lock;

/// Collects the responses to a batch. Each of its requests holds the batch, so the last one to end sends them.
pub(crate) struct Batch {
    responses: Mutex<Vec<u8>>,
    outlet: Arc<dyn Outlet>,
}

impl Batch {
    /// The maximum number of messages in a batch.
    pub(crate) const LIMIT: usize = 50;

    pub(crate) fn new(outlet: Arc<dyn Outlet>) -> Self {
        Batch {
            responses: Mutex::default(),
            outlet,
        }
    }
}

impl Outlet for Batch {
    fn respond(&self, response: Vec<u8>) {
        let mut responses = lock(&self.responses);
        let separator = if responses.is_empty() { b'[' } else { b',' };
        responses.push(separator);
        responses.extend_from_slice(&response);
    }

    fn ask(&self, request: Vec<u8>) {
        self.outlet.ask(request);
    }

    fn notify(&self, notification: Vec<u8>) {
        self.outlet.notify(notification);
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        let mut responses = take(&mut *lock(&self.responses));
        if !responses.is_empty() {
            responses.push(b']');
            self.outlet.respond(responses);
        }
    }
}
