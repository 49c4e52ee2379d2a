//! One client's link to the companion: the requests of both sides that have no response yet.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::context::Peer as _;
use mcp_tool_runtime::embed::{
    Message, catch_panic, normalize_id, read_cancellation, read_message,
};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::calls::{ACKNOWLEDGED, Call, Forwarding, SUBSCRIPTION};
use super::outlet::{Outlet, message, write};
use super::questions::{CANCELLED, Question, Questions, Reply, cancellation};
use crate::companion::Companion;
use crate::companion::channel::{Client, Head, Lent, ToCompanion};
use crate::companion::members::Members;
use crate::mutex::lock;

/// One client's link to the companion. Requests have ids of the server in both directions, so that no id is odd, or used
/// twice.
pub(crate) struct Link {
    /// `None` after the end of the companion or of the client.
    to: Mutex<Option<ToCompanion>>,
    /// Where messages go that belong to no request.
    home: Weak<dyn Outlet>,
    /// The server's questions to the client.
    questions: Arc<Questions>,
    /// Whether the client takes requests outside of its own.
    takes_requests: AtomicBool,
    /// The values that the companion lends.
    lent: OnceLock<Vec<Lent>>,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    /// The number of the last request.
    last: u64,
    requests: HashMap<u64, Request>,
}

/// A request to the companion that has no response yet.
struct Request {
    /// The request of the client because of which the companion is asked.
    call: Arc<Call>,
    /// The JSON of the request's progress token, in its normal form.
    token: Option<String>,
    on_outcome: OnOutcome,
}

/// Handles the JSON of the companion's result or error.
type OnOutcome = Box<dyn FnOnce(&Arc<Call>, Result<&str, &str>) + Send>;

/// The error for a request that the companion will not answer.
pub(crate) const STOPPED: &str =
    r#"{"code":-32603,"message":"the part of the server for this request does not answer"}"#;

const PROGRESS: &str = "notifications/progress";

impl Link {
    /// Opens the companion for a client.
    pub(crate) fn open(
        companion: &dyn Companion,
        home: Weak<dyn Outlet>,
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
                lent: OnceLock::new(),
                open: Mutex::default(),
            }
        });
        if let Some(channel) = opened {
            let lent = channel.lent();
            if let Err(panic) = catch_panic(|| companion.open(channel)) {
                tracing::error!(panic, "the companion panicked");
            }
            let _ = link.lent.set(std::mem::take(&mut *lock(&lent)));
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
        self.send(write(Some(0), "initialize", Some(params)));
        self.send(write(None, "notifications/initialized", None));
        self.allow_requests();
    }

    /// Ends the link, because the client is gone.
    pub(crate) fn close(&self) {
        lock(&self.to).take();
    }

    /// Sends a message, however much the companion has left unread.
    fn send(&self, json: String) {
        self.send_within(usize::MAX, json, None);
    }

    /// Sends a message. Returns `false` if the companion has stopped, or has left more than `limit` bytes unread.
    fn send_within(&self, limit: usize, json: String, head: Option<Arc<Head>>) -> bool {
        let to = lock(&self.to);
        to.as_ref().is_some_and(|to| to.send(json, head, limit))
    }

    /// Passes a notification of the client on.
    pub(crate) fn notify(&self, method: &str, params: Option<&str>, head: Option<Arc<Head>>) {
        if !self.send_within(ToCompanion::FULL, write(None, method, params), head) {
            tracing::warn!(
                method,
                "dropped a notification: the companion does not read"
            );
        }
    }

    /// Passes a request on. `on_outcome` gets the JSON of its result or error, unless the call ends before.
    pub(crate) fn forward(
        self: &Arc<Self>,
        call: &Arc<Call>,
        (method, params): (&str, Option<&str>),
        head: Option<Arc<Head>>,
        on_outcome: impl FnOnce(&Arc<Call>, Result<&str, &str>) + Send + 'static,
    ) {
        call.use_link(Arc::clone(self) as Arc<dyn Forwarding>);
        let request = Request {
            call: Arc::clone(call),
            token: params
                .and_then(|params| in_meta(params, "progressToken"))
                .map(|token| normalize_id(&token).into_owned()),
            on_outcome: Box::new(on_outcome),
        };
        let number = {
            let mut open = lock(&self.open);
            open.last += 1;
            let number = open.last;
            call.set_forwarded(number);
            open.requests.insert(number, request);
            number
        };
        let request = write(Some(number), method, params);
        if !self.send_within(ToCompanion::STUCK, request, head) {
            self.end(number, Err(STOPPED));
        }
    }

    /// Ends a request.
    fn end(&self, number: u64, outcome: Result<&str, &str>) {
        match self.remove(number) {
            Some(request) => (request.on_outcome)(&request.call, outcome),
            None => tracing::debug!("the companion has answered no open request"),
        }
    }

    /// Removes a request, and withdraws its questions.
    fn remove(&self, number: u64) -> Option<Request> {
        let request = lock(&self.open).requests.remove(&number)?;
        let call = Arc::as_ptr(&request.call);
        self.withdraw(None, |question| question.call.as_ptr() == call);
        Some(request)
    }

    /// Withdraws questions of the companion. `params` are those of the companion's own notification.
    fn withdraw(&self, params: Option<&str>, mut is_meant: impl FnMut(&Question) -> bool) {
        let is_meant = |_, question: &Question| question.theirs.is_some() && is_meant(question);
        self.questions.withdraw(params, is_meant);
    }

    /// Returns the client's request with this number.
    fn call(&self, number: u64) -> Option<Arc<Call>> {
        let open = lock(&self.open);
        let request = open.requests.get(&number)?;
        Some(Arc::clone(&request.call))
    }

    /// Returns where messages of a request go, or those that belong to no request. Returns `None` if the client is gone.
    fn outlet(&self, call: Option<&Arc<Call>>) -> Option<Arc<dyn Outlet>> {
        match call {
            Some(call) => Some(Arc::clone(&call.outlet)),
            None => self.home.upgrade(),
        }
    }

    /// Passes a request of the companion on to the client.
    fn ask(
        self: &Arc<Self>,
        during: Option<u64>,
        id: &str,
        method: &str,
        params: Option<&RawValue>,
    ) {
        let call = during.and_then(|number| self.call(number));
        let Some(outlet) = self.outlet(call.as_ref()) else {
            return;
        };
        let (link, theirs): (_, Box<str>) = (Arc::downgrade(self), id.into());
        let question = Question {
            outlet: Arc::clone(&outlet),
            call: call.as_ref().map(Arc::downgrade).unwrap_or_default(),
            theirs: Some(normalize_id(id).into()),
            on_reply: Box::new(move |reply| {
                if let Some(link) = link.upgrade() {
                    link.answer(&theirs, reply);
                }
            }),
        };
        let may_ask = self.may_ask(call.as_deref(), &*outlet);
        let asked = may_ask.and_then(|()| {
            // The request must not end before its question is known.
            let open = lock(&self.open);
            if during.is_some_and(|it| call.is_some() && !open.requests.contains_key(&it)) {
                return Err("the request has ended");
            }
            let params = params.map_or("{}", RawValue::get);
            self.questions.ask(question, method, params)
        });
        if let Err(reason) = asked {
            self.answer(id, Reply::None(reason));
        }
    }

    /// Returns the reason if the companion may not ask the client.
    fn may_ask(&self, call: Option<&Call>, outlet: &dyn Outlet) -> Result<(), &'static str> {
        let takes_requests = match call {
            Some(call) => call.takes_requests(),
            None => self.takes_requests.load(Ordering::Acquire),
        };
        if !takes_requests {
            return Err("the client takes no requests in this protocol version");
        }
        if outlet.is_stuck() {
            return Err("the client does not read");
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
        let response = format!(r#"{{"jsonrpc":"2.0","id":{id},"{name}":{value}}}"#);
        self.send(response);
    }

    /// Passes a notification of the companion on to the client.
    fn notify_client(&self, during: Option<u64>, method: &str, params: Option<&str>) {
        let stream = params.and_then(|params| in_meta(params, SUBSCRIPTION));
        let is_acknowledgement = method == ACKNOWLEDGED && stream.is_some();
        let mut restored = None;
        let call = match (params, stream) {
            (Some(params), _) if method == PROGRESS => {
                let Some(call) = self.call_of_progress(params) else {
                    // The request has its response.
                    return;
                };
                Some(call)
            }
            (Some(params), Some(stream)) => {
                let Some((call, params)) = self.of_stream(&stream, method, params) else {
                    return;
                };
                restored = Some(params);
                Some(call)
            }
            _ => during.and_then(|number| self.call(number)),
        };
        if let Some(outlet) = self.outlet(call.as_ref()) {
            let message = message(None, method, restored.as_deref().or(params));
            outlet.send(message, !is_acknowledgement);
        }
    }

    fn call_of_progress(&self, params: &str) -> Option<Arc<Call>> {
        let params = Members::read(params)?;
        let token = normalize_id(params.get("progressToken")?).into_owned();
        let open = lock(&self.open);
        let mut requests = open.requests.values();
        let request = requests.find(|request| request.token.as_ref() == Some(&token))?;
        Some(Arc::clone(&request.call))
    }

    /// Restores the client's id in a message of a stream. `stream` is the id that the companion knows. Returns `None` if
    /// the stream has ended.
    fn of_stream(&self, stream: &str, method: &str, params: &str) -> Option<(Arc<Call>, String)> {
        let call = self.call(stream.trim_matches('"').parse().ok()?)?;
        let mut members = Members::read(params)?;
        members.set_in("_meta", SUBSCRIPTION, &call.id);
        let mut params = members.to_string();
        if method == ACKNOWLEDGED {
            params = call.acknowledge(&params)?;
        }
        Some((call, params))
    }
}

impl Forwarding for Link {
    fn cancel(&self, number: u64, params: Option<&str>) {
        if self.remove(number).is_some() {
            let cancelled = |params| write(None, CANCELLED, Some(&cancellation(number, params)));
            if !self.send_within(ToCompanion::FULL, cancelled(params), None) {
                // Without the reason if the companion does not read.
                self.send(cancelled(None));
            }
        }
    }

    fn lent(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        let mut lent = self.lent.get()?.iter();
        lent.find(|value| (***value).type_id() == id)
            .map(|value| &**value)
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
                    self.withdraw(params, |it| it.theirs.as_deref() == Some(&*id));
                }
            }
            Ok(Message::Notification { method, params }) => {
                self.notify_client(request, &method, params.map(RawValue::get));
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

    fn stopped(&self) {
        if lock(&self.to).take().is_none() {
            return;
        }
        let open: Vec<_> = lock(&self.open).requests.keys().copied().collect();
        tracing::debug!(requests = open.len(), "the companion has stopped");
        for number in open {
            self.end(number, Err(STOPPED));
        }
        self.withdraw(None, |_| true);
    }
}

fn reason(text: &str) -> String {
    let error = ProtocolError::internal_error(text);
    serde_json::to_string(&error).unwrap_or_else(|_| STOPPED.to_owned())
}

/// Returns the JSON of the error in a response.
fn error_of(response: &str) -> Option<&str> {
    #[derive(Deserialize)]
    struct Response<'a> {
        #[serde(borrow)]
        error: &'a RawValue,
    }

    let response: Response<'_> = serde_json::from_str(response).ok()?;
    Some(response.error.get()).filter(|error| error.starts_with('{'))
}

/// Returns the JSON of a member of `_meta`.
fn in_meta(params: &str, name: &str) -> Option<String> {
    let params = Members::read(Some(params).filter(|it| it.contains(name))?)?;
    Some(Members::read(params.get("_meta")?)?.get(name)?.to_owned())
}
