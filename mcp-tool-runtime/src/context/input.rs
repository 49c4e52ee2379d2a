//! Asking the client for input while a call is served.

use std::error::Error;
use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::ToolContext;
use crate::elicit::{
    Action, Asking, Decision, ElicitForm, Elicitation, End, Form, FormFault, InputRequest, missing,
};
use crate::text::shorten;

/// What sends a request to the client and waits for its answer.
pub(super) type Inbox = Arc<dyn Fn(InputRequest) -> Answer + Send + Sync>;

type Answer = Pin<Box<dyn Future<Output = Result<Value, Box<dyn Error + Send + Sync>>> + Send>>;

/// How often an older client is asked the same, where its answer does not fit the form.
const TRIES: u32 = 3;

impl ToolContext {
    /// Sets what asks the client while a call waits, as revisions before 2026-07-28 have it: it sends
    /// a request of this method with these parameters on the stream of the call, and comes back with
    /// its result. A host of 2026-07-28 alone needs none.
    ///
    /// In a test that calls the function of a tool, it is the user; in one that calls a registry,
    /// [`testing::call_json_with`](crate::testing::call_json_with) has the user.
    ///
    /// ```
    /// use mcp_tool_runtime::{ElicitForm, Elicitation, ToolContext, mcp_tool};
    /// use schemars::JsonSchema;
    /// use serde::Deserialize;
    /// use serde_json::json;
    ///
    /// #[derive(ElicitForm, Deserialize, JsonSchema)]
    /// struct Sure {
    ///     /// Whether to go on
    ///     sure: bool,
    /// }
    ///
    /// /// Deletes all files.
    /// #[mcp_tool(destructive)]
    /// async fn delete_all(#[context] cx: &ToolContext) -> &'static str {
    ///     match cx.elicit::<Sure>("sure", "Really delete all files?").await {
    ///         Elicitation::Accepted(Sure { sure: true }) => "deleted",
    ///         _ => "nothing was deleted, as the user wishes",
    ///     }
    /// }
    ///
    /// # async fn test() {
    /// let context = ToolContext::detached().with_input_requests(|_request| async {
    ///     Ok::<_, std::io::Error>(json!({ "action": "accept", "content": { "sure": true } }))
    /// });
    /// assert_eq!(delete_all(&context).await, "deleted");
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(test());
    /// ```
    pub fn with_input_requests<F, A, E>(mut self, send: F) -> Self
    where
        F: Fn(InputRequest) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Value, E>> + Send + 'static,
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        self.host_mut().inbox = Some(Arc::new(move |request| {
            let answer = send(request);
            Box::pin(async move { answer.await.map_err(Into::into) })
        }));
        self
    }

    /// Asks the user to fill in a form: what `T` has for fields, under a message that says what it
    /// is for.
    ///
    /// `key` names the question among those of the tool. It is part of the protocol since 2026-07-28
    /// (R191); the second question of a call under one key counts as another one.
    ///
    /// # How a call goes on
    ///
    /// Before 2026-07-28, the client is asked while the call waits. Since then, nothing waits: the
    /// call ends with its question, and once the user has answered the client calls again with the
    /// answer (R197). The tool then **runs from the top**, and this returns at once. So ask before
    /// anything is changed, and in the same order each time; the client may also never come back
    /// (R196).
    ///
    /// An answer belongs to its key, whatever the message says by then. Where the user agrees to
    /// something that may have changed when the tool runs again, name it in the key.
    ///
    /// A question whose future is dropped before the tool waits is not asked. A task or a thread of the
    /// tool's that asks ends with the call: it is unwound, as by a panic that nobody hears of.
    ///
    /// Questions that are asked at once, as with `tokio::join!`, are put to the user together. Those
    /// asked one after the other take a round each. What earlier rounds have answered is then asked
    /// again, unless the tool says `#[mcp_tool(request_state)]`.
    ///
    /// # When the user cannot be asked
    ///
    /// This then does not return: the call ends, and the client is told why, with the error -32021 of
    /// 2026-07-28 (R163), or in a result with `isError` that the model reads (R201). A tool with
    /// another way looks at [`can_elicit`](Self::can_elicit) first. An answer that does not fit the
    /// form is asked for again (R198); an older client three times in all.
    ///
    /// The time that a user takes is not the tool's: a `timeout` begins anew with the answer.
    ///
    /// # Panics
    ///
    /// Panics outside of a call of a registry, as in a test that calls the function itself, unless
    /// the context has [somebody to ask](Self::with_input_requests).
    // A type with a name, and no `async fn`: a type that is no form would be an error for the call, one
    // for the future, and one for `.await`.
    pub fn elicit<'a, T: ElicitForm>(&'a self, key: &'a str, message: &'a str) -> Asking<'a, T> {
        Asking::new(self.fill_in(key, message))
    }

    /// Asks the user to open a web page of the server's, under a message that says what it is for: to
    /// log in somewhere, to enter a secret, to pay. Nothing that is said there passes the client or the
    /// model, and so it is the way for what no form may ask (R199).
    ///
    /// The user agrees to open the page, and that is all that is known: [`Elicitation::Accepted`] does
    /// not say that anything was done there. What has come of it is for the server to know.
    ///
    /// ```
    /// use mcp_tool_runtime::{Elicitation, Principal, ToolContext, mcp_tool};
    ///
    /// struct Bank;
    ///
    /// impl Bank {
    ///     fn is_connected(&self, user: &str) -> bool {
    ///         user == "ada"
    ///     }
    /// }
    ///
    /// /// Says how much money there is.
    /// #[mcp_tool(read_only)]
    /// async fn balance(#[state] bank: &Bank, #[context] cx: &ToolContext) -> Result<String, String> {
    ///     let user = cx.extension::<Principal>().ok_or("log in first")?.name();
    ///     if !bank.is_connected(user) {
    ///         let page = "https://tools.example/connect";
    ///         return Err(match cx.elicit_url("bank", "Log in to your bank", page).await {
    ///             Elicitation::Accepted(()) => "the user is logging in; try again in a minute".into(),
    ///             _ => "the user does not want to log in to the bank".into(),
    ///         });
    ///     }
    ///     Ok("12 euros".into())
    /// }
    /// ```
    ///
    /// A call goes on as after [`elicit`](Self::elicit), and ends as there where the client opens no
    /// pages, which [`can_elicit_url`](Self::can_elicit_url) tells before; 2025-06-18 has none. To a
    /// client of 2026-07-28, the tool runs from the top once the user has agreed: look first whether
    /// there is still something to ask for.
    ///
    /// The address goes through the client, and perhaps into its log. So it neither says who the user is
    /// nor lets in whoever has it: the page asks who has come, and that it is the user of this call.
    ///
    /// An address that is none, or begins with neither `https://` nor `http://`, is the tool's fault: the
    /// model is told that the tool failed, and the log has why.
    ///
    /// # Panics
    ///
    /// As [`elicit`](Self::elicit).
    pub fn elicit_url<'a>(
        &'a self,
        key: &'a str,
        message: &'a str,
        url: &'a str,
    ) -> Asking<'a, ()> {
        Asking::new(async move {
            match InputRequest::page(message.to_owned(), url.to_owned()) {
                Ok(page) => self.put(key, message, page, |_| Ok(())).await,
                Err(fault) => self.give_up(End::Unaskable { fault }).await,
            }
        })
    }

    async fn fill_in<T: ElicitForm>(&self, key: &str, message: &str) -> Elicitation<T> {
        let form = Form::of::<T>();
        let form = form.and_then(|form| Ok((form.requested_schema(self.revision)?, form)));
        let (schema, form) = match form {
            Ok(form) => form,
            Err(FormFault::Author(reason)) => {
                let name = std::any::type_name::<T>();
                let fault = format!("`{name}` is no form: {reason}");
                return self.give_up(End::Unaskable { fault }).await;
            }
            Err(FormFault::ProtocolVersion(reason)) => {
                return self.give_up(End::Unsayable { reason }).await;
            }
        };
        let request = InputRequest::form(message, schema);
        let read = |content: Option<Map<String, Value>>| form.read(content.unwrap_or_default());
        self.put(key, message, request, read).await
    }

    /// Puts a question to the user until its answer fits; to the user of an older client, three times.
    async fn put<T>(
        &self,
        key: &str,
        message: &str,
        request: InputRequest,
        read: impl Fn(Option<Map<String, Value>>) -> Result<T, String>,
    ) -> Elicitation<T> {
        let key = self.key(key);
        let mut answer = self.ask(&key, &request, None).await;
        for attempt in 1.. {
            let reason = match decide(answer, &read) {
                Ok(elicitation) => return elicitation,
                Err(reason) => reason,
            };
            if attempt == TRIES && !self.asks_by_result() {
                return self.give_up(End::Unfit { request, reason }).await;
            }
            let reason = shorten(&reason, 256);
            let again = request.saying(format!("{message}\n\n(The answer did not fit: {reason}.)"));
            answer = self.ask(&key, &request, Some(again)).await;
        }
        pending().await
    }

    /// Asks the client for anything that it can be asked for, and returns its result as it came.
    /// [`elicit`](Self::elicit) is this for forms, and says how a call goes on and when it does not.
    ///
    /// # Panics
    ///
    /// As [`elicit`](Self::elicit).
    pub async fn request_input(&self, key: &str, request: InputRequest) -> Value {
        let key = self.key(key);
        self.ask(&key, &request, None).await
    }

    /// Whether the user can be asked to fill in forms: whether the client has declared the capability,
    /// and there is a way to it.
    pub fn can_elicit(&self) -> bool {
        let reachable = self.asks_by_result() || self.host.inbox.is_some();
        reachable && (self.round.is_none() || self.client_capabilities().has_forms())
    }

    /// Whether the user can be asked to open a web page, as [`can_elicit`](Self::can_elicit) says it of
    /// forms.
    pub fn can_elicit_url(&self) -> bool {
        let reachable = self.asks_by_result() || self.host.inbox.is_some();
        let declared = || self.client_capabilities().has_pages(self.revision);
        reachable && (self.round.is_none() || declared())
    }

    /// Whether questions are the result of the call.
    fn asks_by_result(&self) -> bool {
        self.round.is_some() && self.revision.has_input_required()
    }

    fn key(&self, key: &str) -> String {
        match &self.round {
            Some(round) => round.get().key(key),
            None => key.to_owned(),
        }
    }

    /// The answer to a request; one that was given before, unless that did not fit and the request is
    /// sent `again`, in other words.
    async fn ask(&self, key: &str, request: &InputRequest, again: Option<InputRequest>) -> Value {
        let is_again = again.is_some();
        let sent = again.unwrap_or_else(|| request.clone());
        if let Some(round) = &self.round {
            let round = round.get();
            if self.asks_by_result()
                && !is_again
                && let Some(answer) = round.answer(key, request)
            {
                return answer;
            }
            if !self.asks_by_result() && self.host.inbox.is_none() {
                let request = request.clone();
                return self.give_up(End::Unreachable { request }).await;
            }
            if let Some(required) = missing(request, &self.client_capabilities(), self.revision) {
                let request = request.clone();
                return self.give_up(End::Undeclared { request, required }).await;
            }
            if self.asks_by_result() {
                return round.ask(key, sent.project(self.revision)).await;
            }
        }
        let request = request.clone();
        let Some(inbox) = &self.host.inbox else {
            return self.give_up(End::Unreachable { request }).await;
        };
        let _shown = self.round.as_ref().map(|round| round.get().shown());
        match inbox(sent.project(self.revision)).await {
            Ok(answer) => answer,
            Err(error) => {
                let reason = error.to_string();
                self.give_up(End::Unanswered { request, reason }).await
            }
        }
    }

    /// Ends the call; what would have come of it never does.
    async fn give_up<T>(&self, end: End) -> T {
        match &self.round {
            Some(round) => round.get().end(end).await,
            None if self.host.inbox.is_some() => {
                panic!(
                    "a tool asked outside of a call of a registry: {}",
                    end.explain()
                )
            }
            None => panic!(
                "a tool asked outside of a call of a registry: {}; give the context somebody to ask \
                 with `with_input_requests`",
                end.explain()
            ),
        }
    }
}

fn decide<T>(
    answer: Value,
    read: impl Fn(Option<Map<String, Value>>) -> Result<T, String>,
) -> Result<Elicitation<T>, String> {
    let decision: Decision = serde_json::from_value(answer)
        .map_err(|_| "it has no `action`, or another than `accept`, `decline` and `cancel`")?;
    Ok(match decision.action {
        Action::Accept => Elicitation::Accepted(read(decision.content)?),
        Action::Decline => Elicitation::Declined,
        Action::Cancel => Elicitation::Cancelled,
    })
}
