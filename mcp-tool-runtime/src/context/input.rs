//! Asking the client for input while a call is served.

use std::error::Error;
use std::future::pending;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::tool_context::ToolContext;
use crate::elicit::{
    Action, Asking, Decision, ElicitForm, Elicitation, End, Form, FormFault, InputRequest, missing,
};
use crate::text::shorten;

/// How many answers of an older client may not fit the form before the call fails.
const TRIES: u32 = 3;

impl ToolContext {
    /// Sets the function that asks the client while a call waits, as in protocol versions before
    /// 2026-07-28. It sends a request of this method with these parameters on the stream of the call,
    /// and returns its result. A server for 2026-07-28 alone does not need it.
    ///
    /// In a test that calls a tool's function, it plays the user. In a test that calls a registry, use
    /// [`testing::call_json_with`](crate::testing::call_json_with).
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
        self.connection_mut().inbox = Some(Arc::new(move |request| {
            let answer = send(request);
            Box::pin(async move { answer.await.map_err(Into::into) })
        }));
        self
    }

    /// Asks the user to fill in a form: the fields of `T`, under a message that explains its purpose.
    ///
    /// `key` names the question among those of the tool. It is part of the protocol since 2026-07-28.
    /// The second question of a call under one key counts as another question.
    ///
    /// # How a call continues
    ///
    /// Before 2026-07-28, the call waits for the client's answer. Since then, the call ends with its
    /// question, and the client calls again with the user's answer. The tool then **runs from the
    /// top**, and this returns at once. So ask before you change anything, and ask in the same order
    /// each time. The client may also never call again.
    ///
    /// An answer belongs to its key, also if the message has changed since. If the user agrees to
    /// something that may change between the runs, name it in the key.
    ///
    /// Dropping the future of a question before the tool waits withdraws the question. A task or a
    /// thread of the tool that asks ends with the call: it unwinds silently.
    ///
    /// The user gets concurrent questions, as with `tokio::join!`, together. Each later question takes
    /// a round of its own. That round asks the earlier questions again, unless the tool has
    /// `#[mcp_tool(request_state)]`.
    ///
    /// # When nobody can be asked
    ///
    /// This then does not return, and the call ends. The client gets the reason with the error -32021
    /// of 2026-07-28, or in a result with `isError` for the model. A tool with an alternative checks
    /// [`can_elicit`](Self::can_elicit) first. If an answer does not fit the form, the user gets the
    /// form again; the user of an older client gets it three times in all.
    ///
    /// A `timeout` does not count the time that the user takes. It starts again with the answer.
    ///
    /// # Panics
    ///
    /// Panics outside of a call of a registry, as in a test that calls the function itself, unless
    /// the context has [input requests](Self::with_input_requests).
    // Not an `async fn`: the compiler would report a missing `ElicitForm` three times, for the call, the
    // future and `.await`.
    pub fn elicit<'a, T: ElicitForm>(&'a self, key: &'a str, message: &'a str) -> Asking<'a, T> {
        Asking::new(self.fill_in(key, message))
    }

    /// Asks the user to open a web page of the server, under a message that explains its purpose: to
    /// log in, to enter a secret, to pay. Input on the page passes neither the client nor the model, so
    /// use it for data that a form must not ask for.
    ///
    /// [`Elicitation::Accepted`] means that the user agreed to open the page. Only the server knows
    /// whether the user has done anything there.
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
    /// A call continues as after [`elicit`](Self::elicit), and ends as there if the client opens no
    /// pages. Check that with [`can_elicit_url`](Self::can_elicit_url); 2025-06-18 has no pages. Since
    /// 2026-07-28 the tool runs from the top once the user has agreed. So check first whether the page
    /// is still needed.
    ///
    /// The client sees the address, and may log it. So the address must not identify the user or give
    /// access. Let the page authenticate its visitor, and check that it is the user of this call.
    ///
    /// An invalid address, or one that starts with neither `https://` nor `http://`, is an error of the
    /// tool. The model reads that the tool failed, and the log has the reason.
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
        let form = form.and_then(|form| Ok((form.request(message, self.version)?, form)));
        let (request, form) = match form {
            Ok(form) => form,
            Err(FormFault::Author(reason)) => {
                let name = std::any::type_name::<T>();
                let fault = format!("`{name}` is not a form: {reason}");
                return self.give_up(End::Unaskable { fault }).await;
            }
            Err(FormFault::ProtocolVersion(reason)) => {
                return self.give_up(End::Unsayable { reason }).await;
            }
        };
        let read = |content: Option<Map<String, Value>>| form.read(content.unwrap_or_default());
        self.put(key, message, request, read).await
    }

    /// Asks the user until the answer fits. Asks the user of an older client at most three times.
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

    /// Sends any input request to the client, and returns its unchecked result.
    /// [`elicit`](Self::elicit) does this for forms, and documents how a call continues.
    ///
    /// # Panics
    ///
    /// As [`elicit`](Self::elicit).
    pub async fn request_input(&self, key: &str, request: InputRequest) -> Value {
        let key = self.key(key);
        self.ask(&key, &request, None).await
    }

    /// Returns whether the user can fill in forms: the client has declared the capability, and the
    /// connection carries requests to it.
    pub fn can_elicit(&self) -> bool {
        let reachable = self.asks_by_result() || self.connection.inbox.is_some();
        reachable && (self.round.is_none() || self.client_capabilities().has_forms())
    }

    /// Returns whether the user can open a web page, as [`can_elicit`](Self::can_elicit) does for forms.
    pub fn can_elicit_url(&self) -> bool {
        let reachable = self.asks_by_result() || self.connection.inbox.is_some();
        let declared = || self.client_capabilities().has_pages(self.version);
        reachable && (self.round.is_none() || declared())
    }

    /// Returns whether a call ends with its questions.
    fn asks_by_result(&self) -> bool {
        self.round.is_some() && self.version.has_input_required()
    }

    fn key(&self, key: &str) -> String {
        match &self.round {
            Some(round) => round.get().key(key),
            None => key.to_owned(),
        }
    }

    /// Returns the answer to a request. Takes an earlier answer, unless that did not fit: `again` is then
    /// the request with a new message.
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
            if !self.asks_by_result() && self.connection.inbox.is_none() {
                let request = request.clone();
                return self.give_up(End::Unreachable { request }).await;
            }
            if let Some(required) = missing(request, &self.client_capabilities(), self.version) {
                let request = request.clone();
                return self.give_up(End::Undeclared { request, required }).await;
            }
            if self.asks_by_result() {
                return round.ask(key, sent.project(self.version)).await;
            }
        }
        let request = request.clone();
        let Some(inbox) = &self.connection.inbox else {
            return self.give_up(End::Unreachable { request }).await;
        };
        let sent = sent.project(self.version);
        let round = self.round.as_ref().map(|round| round.get());
        let shown = round.map(|round| round.shown(key, &sent));
        let answered = inbox(sent).await;
        drop(shown);
        if let Some(round) = round {
            round.returned().await;
        }
        match answered {
            Ok(answer) => answer,
            Err(error) => {
                let reason = error.to_string();
                self.give_up(End::Unanswered { request, reason }).await
            }
        }
    }

    /// Ends the call, and never completes.
    async fn give_up<T>(&self, end: End) -> T {
        match &self.round {
            Some(round) => round.get().end(end).await,
            None if self.connection.inbox.is_some() => {
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
