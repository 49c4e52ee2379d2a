//! One client's link to the companion: the requests of both sides that have no response yet.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};

use mcp_tool_runtime::embed::{
    Message, catch_panic, escape_separators, normalize_id, read_cancellation, read_message,
};
use serde_json::value::RawValue;

use super::link_json::{
    STOPPED, SUBSCRIPTION, cancellation, error_of, is_of_stream, progress_token, reason,
};
use super::outlet::{Outlet, message, write};
use super::questions::{Questions, Reply};
use crate::companion::Companion;
use crate::companion::channel::{Attached, Client, Lent, ToCompanion};
use crate::companion::members::Members;
use crate::mutex::lock;

/// One client's link to the companion. Requests have ids of the server in both directions, so that no id is odd, or used
/// twice.
pub(crate) struct Link {
    /// `None` after the end of the companion or of the client.
    to: Mutex<Option<ToCompanion>>,
    /// Where messages go that belong to no request.
    home: Arc<dyn Outlet>,
    /// The server's questions to the client.
    questions: Arc<Questions>,
    /// Whether the client takes requests outside of its own.
    takes_requests: AtomicBool,
    lent: Lent,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    /// The number of the last request.
    last: u64,
    requests: HashMap<u64, Request>,
    questions: Vec<Question>,
}

/// A request to the companion that has no response yet.
struct Request {
    asker: Arc<dyn Asker>,
    /// The JSON of the request's progress token, in its normal form.
    token: Option<String>,
    on_outcome: OnOutcome,
}

/// Handles the JSON of the companion's result or error.
pub(crate) type OnOutcome = Box<dyn FnOnce(Result<&str, &str>) + Send>;

/// A request of the companion to the client that has no response yet.
struct Question {
    number: u64,
    /// The JSON of the companion's id.
    theirs: Box<str>,
    /// The request of the client during which it was sent.
    during: Option<(u64, Weak<dyn Asker>)>,
    outlet: Arc<dyn Outlet>,
}

impl Question {
    /// Counts the end of the question.
    fn end(&self) {
        if let Some((_, asker)) = &self.during
            && let Some(asker) = asker.upgrade()
        {
            asker.answered();
        }
    }
}

/// The request of the client because of which the companion is asked.
pub(crate) trait Asker: Send + Sync {
    /// The JSON of the id.
    fn id(&self) -> &str;

    fn outlet(&self) -> &Arc<dyn Outlet>;

    /// Returns whether the client of the request takes requests.
    fn takes_requests(&self) -> bool;

    /// Counts a question to the client.
    ///
    /// # Errors
    ///
    /// Returns the reason if there are too many.
    fn ask(&self) -> Result<(), &'static str>;

    /// Counts the end of a question.
    fn answered(&self);

    /// Changes the acknowledgement of a stream of notifications. Returns `None` if the client has got one.
    fn acknowledge(&self, params: &str) -> Option<String>;
}

const PROGRESS: &str = "notifications/progress";
const CANCELLED: &str = "notifications/cancelled";
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";

impl Link {
    /// Opens the companion for a client.
    pub(crate) fn open(
        companion: &dyn Companion,
        home: Arc<dyn Outlet>,
        questions: Arc<Questions>,
    ) -> Arc<Self> {
        let mut opened = None;
        let link = Arc::new_cyclic(|link: &Weak<Link>| {
            let (to, channel) = ToCompanion::new(link.clone());
            opened = Some(channel);
            Link {
                to: Mutex::new(Some(to)),
                home,
                questions,
                takes_requests: AtomicBool::new(false),
                lent: Lent::default(),
                open: Mutex::default(),
            }
        });
        if let Some(channel) = opened
            && let Err(panic) = catch_panic(|| companion.open(channel))
        {
            tracing::error!(panic, "the companion panicked");
        }
        link
    }

    /// Allows the companion to send requests to the client outside of the client's own.
    pub(crate) fn allow_requests(&self) {
        self.takes_requests.store(true, Ordering::Release);
    }

    /// Tells the companion of a client whose `initialize` another server has answered. `params` is the JSON of its
    /// parameters.
    pub(crate) fn introduce(&self, params: &str) {
        self.send(write(Some(0), "initialize", Some(params)), None);
        self.send(write(None, "notifications/initialized", None), None);
        self.allow_requests();
    }

    /// Returns a value that the companion lends.
    pub(crate) fn lent(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        self.lent.get(id)
    }

    /// Ends the link, because the client is gone.
    pub(crate) fn close(&self) {
        lock(&self.to).take();
    }

    fn send(&self, json: String, attached: Option<Attached>) -> bool {
        let to = lock(&self.to);
        to.as_ref().is_some_and(|to| to.send(json, attached))
    }

    fn is(&self, what: fn(&ToCompanion) -> bool) -> bool {
        lock(&self.to).as_ref().is_some_and(what)
    }

    /// Passes a notification of the client on.
    pub(crate) fn notify(&self, method: &str, params: Option<&str>, attached: Option<Attached>) {
        if self.is(ToCompanion::is_full) {
            tracing::warn!(
                method,
                "dropped a notification: the companion does not read"
            );
            return;
        }
        self.send(write(None, method, params), attached);
    }

    /// Passes a request on. Returns its number. `on_outcome` runs once, unless the request is [cancelled](Self::cancel).
    pub(crate) fn request(
        &self,
        asker: Arc<dyn Asker>,
        method: &str,
        params: Option<&str>,
        attached: Option<Attached>,
        on_outcome: impl FnOnce(u64) -> OnOutcome,
    ) -> u64 {
        let mut open = lock(&self.open);
        open.last += 1;
        let number = open.last;
        let request = Request {
            asker,
            token: params.and_then(progress_token),
            on_outcome: on_outcome(number),
        };
        open.requests.insert(number, request);
        drop(open);
        let is_sent = !self.is(ToCompanion::is_stuck)
            && self.send(write(Some(number), method, params), attached);
        if !is_sent {
            self.end(number, Err(STOPPED));
        }
        number
    }

    /// Cancels a request, unless it has ended. Its outcome is not handled. `params` are the JSON of the client's own
    /// notification, which may have a reason.
    pub(crate) fn cancel(&self, number: u64, params: Option<&str>) {
        let request = lock(&self.open).requests.remove(&number);
        if request.is_some() {
            self.withdraw(number);
            // Without the reason if the companion does not read.
            let params = params.filter(|_| !self.is(ToCompanion::is_full));
            let params = cancellation(number, params);
            self.send(write(None, CANCELLED, Some(&params)), None);
        }
    }

    /// Ends a request.
    fn end(&self, number: u64, outcome: Result<&str, &str>) {
        let request = lock(&self.open).requests.remove(&number);
        match request {
            Some(request) => {
                self.withdraw(number);
                (request.on_outcome)(outcome);
            }
            None => tracing::debug!("the companion has answered no open request"),
        }
    }

    /// Withdraws the questions of a request that has ended.
    fn withdraw(&self, during: u64) {
        self.withdraw_all(None, |question| {
            let asker = question.during.as_ref();
            asker.is_some_and(|(number, _)| *number == during)
        });
    }

    /// Withdraws questions. `params` are those of the companion's own notification.
    fn withdraw_all(&self, params: Option<&str>, mut is_meant: impl FnMut(&Question) -> bool) {
        let mut open = lock(&self.open);
        if open.questions.is_empty() {
            return;
        }
        let questions: Vec<_> = open
            .questions
            .extract_if(.., |question| is_meant(question))
            .collect();
        drop(open);
        for question in questions {
            question.end();
            if self.questions.forget(question.number) {
                let params = cancellation(question.number, params);
                question.outlet.ask(message(None, CANCELLED, &params));
            }
        }
    }

    /// Returns the request with this number.
    fn asker(&self, number: u64) -> Option<Arc<dyn Asker>> {
        let open = lock(&self.open);
        let request = open.requests.get(&number)?;
        Some(Arc::clone(&request.asker))
    }

    /// Passes a request of the companion on to the client.
    fn ask(
        self: &Arc<Self>,
        during: Option<u64>,
        id: &str,
        method: &str,
        params: Option<&RawValue>,
    ) {
        let answer = {
            let (link, theirs): (_, Box<str>) = (Arc::downgrade(self), id.into());
            move |number: u64, reply: Reply<'_>| {
                let Some(link) = link.upgrade() else { return };
                let mut open = lock(&link.open);
                let position = open.questions.iter().position(|it| it.number == number);
                let question = position.map(|position| open.questions.swap_remove(position));
                drop(open);
                if let Some(question) = question {
                    question.end();
                    link.answer(&theirs, reply);
                }
            }
        };
        let asker = during.and_then(|number| self.asker(number));
        let outlet = Arc::clone(asker.as_ref().map_or(&self.home, |asker| asker.outlet()));
        let may_ask = self.may_ask(asker.as_deref(), &*outlet);
        // Neither the request nor the question may end before the question is known.
        let mut open = lock(&self.open);
        let begun = may_ask.and_then(|()| {
            let during = during.filter(|_| asker.is_some());
            if during.is_some_and(|number| !open.requests.contains_key(&number)) {
                return Err("the request has ended".to_owned());
            }
            asker.as_ref().map_or(Ok(()), |asker| asker.ask())?;
            self.questions.begin_with(answer).inspect_err(|_| {
                if let Some(asker) = &asker {
                    asker.answered();
                }
            })
        });
        let number = match begun {
            Ok(number) => number,
            Err(reason) => {
                drop(open);
                return self.answer(id, Reply::None(&reason));
            }
        };
        open.questions.push(Question {
            number,
            theirs: normalize_id(id).into(),
            // The asker must not keep itself open by its question.
            during: during.zip(asker.as_ref().map(Arc::downgrade)),
            outlet: Arc::clone(&outlet),
        });
        drop(open);
        let params = params.map_or("{}", RawValue::get);
        outlet.ask(message(Some(number), method, params));
    }

    /// Returns the reason if the companion may not ask the client.
    fn may_ask(&self, asker: Option<&dyn Asker>, outlet: &dyn Outlet) -> Result<(), String> {
        let takes_requests = match asker {
            Some(asker) => asker.takes_requests(),
            None => self.takes_requests.load(Ordering::Acquire),
        };
        if !takes_requests {
            return Err("the client takes no requests in this protocol version".to_owned());
        }
        if outlet.is_stuck() {
            return Err("the client does not read".to_owned());
        }
        Ok(())
    }

    /// Passes the client's reply to a question on.
    fn answer(&self, id: &str, reply: Reply<'_>) {
        let (name, value) = match reply {
            Reply::Result(result) => ("result", result.get().to_owned()),
            Reply::Error(response) => (
                "error",
                error_of(response).map_or_else(|| reason("no valid response"), ToOwned::to_owned),
            ),
            Reply::None(text) => ("error", reason(text)),
        };
        self.send(
            format!(r#"{{"jsonrpc":"2.0","id":{id},"{name}":{value}}}"#),
            None,
        );
    }

    /// Passes a notification of the companion on to the client.
    fn notify_client(&self, during: Option<u64>, method: &str, params: Option<&RawValue>) {
        let params = params.map(RawValue::get);
        // A stream has one.
        let is_acknowledgement = method == ACKNOWLEDGED && params.is_some_and(is_of_stream);
        let (outlet, params) = match (method, params) {
            (PROGRESS, Some(params)) => match self.asker_of_progress(params) {
                Some(asker) => (Arc::clone(asker.outlet()), Some(params.to_owned())),
                // The request has its response.
                None => return,
            },
            (_, Some(params)) if is_of_stream(params) => match self.of_stream(method, params) {
                Some((asker, params)) => (Arc::clone(asker.outlet()), Some(params)),
                None => return,
            },
            _ => {
                let asker = during.and_then(|number| self.asker(number));
                let outlet = asker.as_ref().map_or(&self.home, |asker| asker.outlet());
                (Arc::clone(outlet), params.map(ToOwned::to_owned))
            }
        };
        let mut json = write(None, method, params.as_deref()).into_bytes();
        escape_separators(&mut json);
        if is_acknowledgement {
            outlet.ask(json);
        } else {
            outlet.notify(json);
        }
    }

    fn asker_of_progress(&self, params: &str) -> Option<Arc<dyn Asker>> {
        let params = Members::read(params)?;
        let token = normalize_id(params.get("progressToken")?).into_owned();
        let open = lock(&self.open);
        let mut requests = open.requests.values();
        let request = requests.find(|request| request.token.as_ref() == Some(&token))?;
        Some(Arc::clone(&request.asker))
    }

    /// Restores the client's id in a message of a stream. Returns `None` if the stream has ended.
    fn of_stream(&self, method: &str, params: &str) -> Option<(Arc<dyn Asker>, String)> {
        let mut members = Members::read(params)?;
        let number = Members::read(members.get("_meta")?)?
            .get(SUBSCRIPTION)?
            .trim_matches('"')
            .parse()
            .ok()?;
        let asker = self.asker(number)?;
        members.set_in("_meta", SUBSCRIPTION, asker.id());
        let mut params = members.to_string();
        if method == ACKNOWLEDGED {
            params = asker.acknowledge(&params)?;
        }
        Some((asker, params))
    }
}

impl Client for Link {
    fn receive(self: Arc<Self>, request: Option<u64>, json: &str) {
        match read_message(json.as_bytes()) {
            Ok(Message::Request { id, method, params }) => {
                self.ask(request, id, &method, params);
            }
            Ok(Message::Notification { method, params }) if method == CANCELLED => {
                if let Some((id, _)) = params.and_then(read_cancellation) {
                    let id = normalize_id(id);
                    let params = params.map(RawValue::get);
                    self.withdraw_all(params, |question| *question.theirs == *id);
                }
            }
            Ok(Message::Notification { method, params }) => {
                self.notify_client(request, &method, params);
            }
            Ok(Message::Response { id, outcome }) => {
                let number = id.and_then(|id| normalize_id(id).trim_matches('"').parse().ok());
                let outcome = match outcome {
                    Ok(result) => Ok(result.get()),
                    Err(response) => Err(error_of(response).unwrap_or(STOPPED)),
                };
                self.end(number.unwrap_or_default(), outcome);
            }
            Err(error) => {
                let error = error.error;
                tracing::error!(%error, "the companion sent an invalid message");
            }
        }
    }

    fn lend(&self, value: Box<dyn Any + Send + Sync>) {
        self.lent.add(value);
    }

    fn stopped(&self) {
        if lock(&self.to).take().is_none() {
            return;
        }
        let open: Vec<_> = lock(&self.open).requests.keys().copied().collect();
        tracing::debug!(requests = open.len(), "the companion has stopped");
        for number in open {
            self.end(number, Err(STOPPED));
        }
        self.withdraw_all(None, |_| true);
    }
}
