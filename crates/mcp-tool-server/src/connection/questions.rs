//! Requests to the client that have no response yet.

use std::collections::HashMap;
use std::sync::Mutex;

use mcp_tool_runtime::embed::shorten;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::oneshot::{Receiver, Sender, channel};

use crate::mutex::lock;

/// The client's result of a request, or the reason why there is none.
pub(crate) type Answer = Result<Value, String>;

/// The requests to one client that have no response yet. Their ids are numbers from 0.
pub(crate) struct Questions {
    limit: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    senders: HashMap<u64, Sender<Answer>>,
    /// Why the client can answer nothing any more.
    closed: Option<&'static str>,
}

impl Questions {
    /// Creates an empty table. `limit` is the maximum number of questions that the client has not answered.
    pub(super) fn new(limit: usize) -> Self {
        Questions {
            limit,
            open: Mutex::default(),
        }
    }

    /// Returns whether the client can still answer questions.
    pub(super) fn are_possible(&self) -> bool {
        lock(&self.open).closed.is_none()
    }

    /// Begins a question. Returns its number and the receiver of the answer.
    ///
    /// # Errors
    ///
    /// Returns the reason if no more questions can be asked.
    pub(super) fn begin(&self) -> Result<(u64, Receiver<Answer>), String> {
        let mut open = lock(&self.open);
        if let Some(reason) = open.closed {
            return Err(reason.to_owned());
        }
        if open.senders.len() >= self.limit {
            return Err("too many questions of this session wait for an answer".to_owned());
        }
        let (sender, receiver) = channel();
        let number = open.next;
        open.next += 1;
        open.senders.insert(number, sender);
        Ok((number, receiver))
    }

    /// Passes the client's response on. Ignores a response to no open question.
    pub(crate) fn answer(&self, id: Option<&str>, outcome: Result<&RawValue, &str>) {
        let answer = match outcome {
            Ok(result) => {
                let result = serde_json::from_str(result.get());
                result.map_err(|_| UNREADABLE.to_owned())
            }
            Err(response) => Err(error_message(response)),
        };
        self.end(id, answer);
    }

    /// Ends a question whose response is longer than the limit.
    pub(crate) fn refuse(&self, id: Option<&str>, reason: &str) {
        self.end(id, Err(reason.to_owned()));
    }

    fn end(&self, id: Option<&str>, answer: Answer) {
        // Some clients return the number as text.
        let number = id.map(|id| id.trim_matches('"').parse());
        let sender = match number {
            Some(Ok(number)) => lock(&self.open).senders.remove(&number),
            _ => None,
        };
        match sender {
            // Ignore a failed `send`: the call may have ended.
            Some(sender) => drop(sender.send(answer)),
            None => tracing::debug!("ignored a response to no open request"),
        }
    }

    /// Forgets a question. Returns `false` if it has an answer.
    pub(super) fn forget(&self, number: u64) -> bool {
        lock(&self.open).senders.remove(&number).is_some()
    }

    /// Fails all open and all later questions.
    pub(crate) fn close(&self, reason: &'static str) {
        let mut open = lock(&self.open);
        open.closed = Some(reason);
        for (_, sender) in open.senders.drain() {
            let _ = sender.send(Err(reason.to_owned()));
        }
    }
}

const UNREADABLE: &str = "its response cannot be decoded";

/// Returns the message of an error response.
fn error_message(response: &str) -> String {
    #[derive(Deserialize)]
    struct Response {
        error: Error,
    }
    #[derive(Deserialize)]
    struct Error {
        message: String,
    }

    match serde_json::from_str::<Response>(response) {
        Ok(response) => shorten(&response.error.message, 4096),
        Err(_) => UNREADABLE.to_owned(),
    }
}
