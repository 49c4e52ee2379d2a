//! Requests to the client that have no response yet.

use std::collections::HashMap;
use std::sync::Mutex;

use mcp_tool_runtime::embed::shorten;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::oneshot::{Receiver, channel};

use crate::mutex::lock;

/// The client's result of a request, or the reason why there is none.
pub(crate) type Answer = Result<Value, String>;

/// What ends a question.
pub(crate) enum Reply<'a> {
    /// The client's result.
    Result(&'a RawValue),
    /// The client's response, which has no result.
    Error(&'a str),
    /// The reason why there is no response.
    None(&'a str),
}

type OnReply = Box<dyn FnOnce(u64, Reply<'_>) + Send>;

/// The requests to one client that have no response yet. Their ids are numbers from 0.
pub(crate) struct Questions {
    limit: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    waiting: HashMap<u64, OnReply>,
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
        let (sender, receiver) = channel();
        let number = self.begin_with(|_, reply| {
            let answer = match reply {
                Reply::Result(result) => {
                    let result = serde_json::from_str(result.get());
                    result.map_err(|_| UNREADABLE.to_owned())
                }
                Reply::Error(response) => Err(error_message(response)),
                Reply::None(reason) => Err(reason.to_owned()),
            };
            // Ignore a failed `send`: the call may have ended.
            let _ = sender.send(answer);
        })?;
        Ok((number, receiver))
    }

    /// Begins a question. `on_reply` gets its number and what ends it, unless the question is
    /// [forgotten](Self::forget).
    ///
    /// # Errors
    ///
    /// Returns the reason if no more questions can be asked.
    pub(super) fn begin_with(
        &self,
        on_reply: impl FnOnce(u64, Reply<'_>) + Send + 'static,
    ) -> Result<u64, String> {
        let mut open = lock(&self.open);
        if let Some(reason) = open.closed {
            return Err(reason.to_owned());
        }
        if open.waiting.len() >= self.limit {
            return Err("too many questions of this session wait for an answer".to_owned());
        }
        let number = open.next;
        open.next += 1;
        open.waiting.insert(number, Box::new(on_reply));
        Ok(number)
    }

    /// Passes the client's response on. Ignores a response to no open question.
    pub(crate) fn answer(&self, id: Option<&str>, outcome: Result<&RawValue, &str>) {
        let reply = match outcome {
            Ok(result) => Reply::Result(result),
            Err(response) => Reply::Error(response),
        };
        self.end(id, reply);
    }

    /// Ends a question whose response is longer than the limit.
    pub(crate) fn refuse(&self, id: Option<&str>, reason: &str) {
        self.end(id, Reply::None(reason));
    }

    fn end(&self, id: Option<&str>, reply: Reply<'_>) {
        // Some clients return the number as text.
        let number = id.and_then(|id| id.trim_matches('"').parse().ok());
        let waiting = number.and_then(|number| {
            let on_reply = lock(&self.open).waiting.remove(&number)?;
            Some((number, on_reply))
        });
        match waiting {
            Some((number, on_reply)) => on_reply(number, reply),
            None => tracing::debug!("ignored a response to no open request"),
        }
    }

    /// Forgets a question. Returns `false` if it has an answer.
    pub(super) fn forget(&self, number: u64) -> bool {
        lock(&self.open).waiting.remove(&number).is_some()
    }

    /// Fails all open and all later questions.
    pub(crate) fn close(&self, reason: &'static str) {
        let waiting = {
            let mut open = lock(&self.open);
            open.closed = Some(reason);
            std::mem::take(&mut open.waiting)
        };
        for (number, on_reply) in waiting {
            on_reply(number, Reply::None(reason));
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
