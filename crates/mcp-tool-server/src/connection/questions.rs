//! Requests to the client that have no response yet.

use std::sync::{Arc, Mutex, Weak};

use mcp_tool_runtime::embed::shorten;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::oneshot::channel;

use super::calls::Call;
use super::outlet::{Outlet, message};
use crate::companion::members::{Members, with_member};
use crate::mutex::lock;

pub(super) const CANCELLED: &str = "notifications/cancelled";

/// The client's result of a request, or the reason why there is none.
type Answer = Result<Value, String>;

/// What ends a question.
pub(crate) enum Reply<'a> {
    /// The client's result.
    Result(&'a RawValue),
    /// The client's response, which has no result.
    Error(&'a str),
    /// The reason why there is no response.
    None(&'a str),
}

/// A request to the client that has no response yet.
pub(super) struct Question {
    pub(super) outlet: Arc<dyn Outlet>,
    /// The request of the client during which it was sent, if any. A call must not keep itself open by its question.
    pub(super) call: Weak<Call>,
    /// The JSON of the companion's id, in its normal form. `None` for a question of a tool.
    pub(super) theirs: Option<Box<str>>,
    /// Runs unless the question is [withdrawn](Questions::withdraw).
    pub(super) on_reply: Box<dyn FnOnce(Reply<'_>) + Send>,
}

/// The requests to one client that have no response yet. Their ids are numbers from 0.
pub(crate) struct Questions {
    limit: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    waiting: Vec<(u64, Question)>,
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

    /// Sends a question.
    ///
    /// # Errors
    ///
    /// Returns the reason if no more questions can be asked.
    pub(super) fn ask(
        &self,
        question: Question,
        method: &str,
        params: &str,
    ) -> Result<u64, &'static str> {
        let (outlet, call) = (Arc::clone(&question.outlet), question.call.upgrade());
        let mut open = lock(&self.open);
        if let Some(reason) = open.closed {
            return Err(reason);
        }
        if open.waiting.len() >= self.limit {
            return Err("too many questions of this session wait for an answer");
        }
        if let Some(call) = call {
            call.ask()?;
        }
        let number = open.next;
        open.next += 1;
        open.waiting.push((number, question));
        drop(open);
        outlet.send(message(Some(number), method, Some(params)), false);
        Ok(number)
    }

    /// Sends a question of a tool. Dropping the returned future withdraws it.
    ///
    /// # Errors
    ///
    /// Works like [`ask`](Self::ask).
    pub(super) fn ask_during(
        self: &Arc<Self>,
        call: &Arc<Call>,
        method: &str,
        params: &str,
    ) -> Result<impl Future<Output = Answer> + Send + use<>, &'static str> {
        let (sender, answer) = channel();
        let question = Question {
            outlet: Arc::clone(&call.outlet),
            call: Arc::downgrade(call),
            theirs: None,
            // Ignore a failed `send`: the call may have ended.
            on_reply: Box::new(|reply| drop(sender.send(reply.read()))),
        };
        let number = self.ask(question, method, params)?;
        let asked = WithdrawOnDrop(Arc::clone(self), number);
        Ok(async move {
            let answer = answer.await;
            drop(asked);
            answer.unwrap_or_else(|_| Err("the connection is closed".to_owned()))
        })
    }

    /// Passes the client's response on. Ignores a response to no open question.
    pub(crate) fn answer(&self, id: Option<&str>, reply: Reply<'_>) {
        // Some clients return the number as text.
        let number = id.and_then(|id| id.trim_matches('"').parse::<u64>().ok());
        let question = {
            let waiting = &mut lock(&self.open).waiting;
            let position = waiting.iter().position(|(it, _)| Some(*it) == number);
            position.map(|position| waiting.remove(position).1)
        };
        match question {
            Some(question) => question.end(reply),
            None => tracing::debug!("ignored a response to no open request"),
        }
    }

    /// Withdraws questions whose answer nobody needs any more. `params` are those of the notification, if there are any.
    pub(super) fn withdraw(
        &self,
        params: Option<&str>,
        mut is_meant: impl FnMut(u64, &Question) -> bool,
    ) {
        let withdrawn: Vec<_> = lock(&self.open)
            .waiting
            .extract_if(.., |(number, question)| is_meant(*number, question))
            .collect();
        for (number, question) in withdrawn {
            question.count_end();
            let params = cancellation(number, params);
            let cancelled = message(None, CANCELLED, Some(&params));
            question.outlet.send(cancelled, false);
        }
    }

    /// Fails all open and all later questions.
    pub(crate) fn close(&self, reason: &'static str) {
        let waiting = {
            let mut open = lock(&self.open);
            open.closed = Some(reason);
            std::mem::take(&mut open.waiting)
        };
        for (_, question) in waiting {
            question.end(Reply::None(reason));
        }
    }
}

impl Question {
    fn count_end(&self) {
        if let Some(call) = self.call.upgrade() {
            call.answered();
        }
    }

    fn end(self, reply: Reply<'_>) {
        self.count_end();
        (self.on_reply)(reply);
    }
}

/// Withdraws a question, unless the client has answered it.
struct WithdrawOnDrop(Arc<Questions>, u64);

impl Drop for WithdrawOnDrop {
    fn drop(&mut self) {
        let params = r#"{"requestId":0,"reason":"the call has ended"}"#;
        self.0.withdraw(Some(params), |number, _| number == self.1);
    }
}

/// Writes the parameters of a cancellation. `params` are those that the other side has sent, with another id.
pub(super) fn cancellation(number: u64, params: Option<&str>) -> String {
    with_member(params, "requestId", number.to_string())
}

impl Reply<'_> {
    fn read(self) -> Answer {
        let unreadable = || "its response cannot be decoded".to_owned();
        match self {
            Reply::Result(result) => serde_json::from_str(result.get()).map_err(|_| unreadable()),
            Reply::Error(response) => {
                let error = Members::read(response)
                    .and_then(|it| Members::read(it.get("error")?)?.text("message"));
                Err(error.map_or_else(unreadable, |message| shorten(&message, 4096)))
            }
            Reply::None(reason) => Err(reason.to_owned()),
        }
    }
}
