//! The methods of `ToolContext` that ask the client for input.

use std::error::Error;
use std::future::pending;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::tool_context::ToolContext;
use crate::elicit::{
    Action, Decision, ElicitForm, ElicitFuture, Elicitation, End, Form, InputRequest, LazyRound,
    missing,
};
use crate::error::shorten;
use crate::protocol::ClientCapabilities;

/// The number of invalid answers to one question after which a call fails. Since protocol version
/// 2026-07-28, calls through a registry have no such limit.
const TRIES: u32 = 3;

impl ToolContext {
    /// Sets `send`, the function that sends a request to the client during a call. `send` must send the
    /// method and parameters of the [`InputRequest`] on the call's stream, and return the client's result. A
    /// call through a registry needs `send` only in protocol versions before 2026-07-28.
    ///
    /// In a test that calls a tool's function directly, `send` answers for the user. In a test that calls a
    /// registry, use [`testing::call_json_with`](crate::testing::call_json_with) instead.
    ///
    /// ```
    /// use mcp_tool_runtime::elicit::Elicitation;
    /// use mcp_tool_runtime::{ElicitForm, ToolContext, mcp_tool};
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

    /// Asks the user to fill in a form with the fields of `T`. The message explains the purpose of
    /// the form.
    ///
    /// `key` identifies the question within the tool. Since protocol version 2026-07-28, clients see the key.
    /// If one call uses the same key twice, it asks two separate questions.
    ///
    /// # How a call continues
    ///
    /// In protocol versions before 2026-07-28, the call waits for the client's answer. Since 2026-07-28, the
    /// response contains the question and ends the call. The client then calls again with the user's answer.
    /// The tool then **runs again from the top**, and `elicit` returns the answer at once. So ask before you
    /// change anything, and ask in the same order each time. It is possible that the client does not call
    /// again.
    ///
    /// The server matches an answer to its question by the key alone, even if the message has changed. If the
    /// question depends on data that may change between the runs, include the data in the key. Example:
    /// `delete-12-drafts`.
    ///
    /// Since 2026-07-28, a question reaches the client only after the tool's own future returns
    /// `Poll::Pending`. If the tool drops the future of `elicit` earlier, the client does not get the
    /// question. If the tool asks on a task or thread that it has spawned, that task or thread unwinds
    /// silently when the call ends.
    ///
    /// A tool can ask several questions at the same time, for example with `tokio::join!`. Since 2026-07-28,
    /// the client gets these questions in one response, and answers them in one new call. A question that the
    /// tool asks after an answer takes another response and another call. The later response repeats the
    /// answered questions, unless the tool has `#[mcp_tool(request_state)]`.
    ///
    /// # When nobody can be asked
    ///
    /// If the client cannot show forms, `elicit` does not return, and the call ends. Since 2026-07-28, the
    /// client gets the error -32021. In older protocol versions, the model gets the reason in a result with
    /// `isError`. Before 2025-06-18, no client can show forms. If your tool can do without the answer, check [`can_elicit`](Self::can_elicit) first. If an
    /// answer does not fit the form, the user gets the form again. Before 2026-07-28, the call fails after
    /// three such answers.
    ///
    /// The tool's `timeout` does not count the time that the user takes to answer. After an answer, the tool
    /// has at least the full `timeout` again.
    ///
    /// # Panics
    ///
    /// Panics if no valid answer arrives in a call that no registry made. An example is a test that calls the
    /// tool's function directly. To answer in such a test, call
    /// [`with_input_requests`](Self::with_input_requests) on the context.
    // For an `async fn`, the compiler reports a missing `ElicitForm` impl three times: for the
    // call, the future and `.await`. To avoid these repeated errors, this function returns a boxed
    // future.
    pub fn elicit<'a, T: ElicitForm>(
        &'a self,
        key: &'a str,
        message: &'a str,
    ) -> ElicitFuture<'a, T> {
        Box::pin(self.fill_in(key, message))
    }

    /// Asks the user to open a web page of the server, for example to log in, to enter a secret or to pay.
    /// The message explains the purpose. Neither the client nor the model sees what the user enters on the
    /// page. So use a page, not a form, for secrets such as passwords.
    ///
    /// [`Elicitation::Accepted`] means that the user agreed to open the page. The user might not have finished
    /// on the page. Your server itself must check whether the user has finished.
    ///
    /// ```
    /// use mcp_tool_runtime::context::Principal;
    /// use mcp_tool_runtime::elicit::Elicitation;
    /// use mcp_tool_runtime::{ToolContext, mcp_tool};
    ///
    /// struct Bank;
    ///
    /// impl Bank {
    ///     fn is_connected(&self, user: &str) -> bool {
    ///         user == "ada"
    ///     }
    /// }
    ///
    /// /// Returns the balance of the account.
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
    /// A call continues as described at [`elicit`](Self::elicit). If the client cannot open pages, the call
    /// ends as described there. [`can_elicit_url`](Self::can_elicit_url) returns whether the client can open
    /// pages. Clients of protocol versions before 2025-11-25 cannot. Since 2026-07-28, the tool runs again from the
    /// top after the user has agreed. So first check whether the user still needs the page.
    ///
    /// The client sees the URL, and may log it. So the URL must not identify the user or grant
    /// access. The page must authenticate its visitor, and check that the visitor is the user of this
    /// call.
    ///
    /// The URL must start with `https://` or `http://` and a host, and must not contain whitespace or control
    /// characters. If the URL is invalid, the call fails: the model reads that the tool cannot ask the user,
    /// and the log has the reason.
    ///
    /// # Panics
    ///
    /// Panics in the same cases as [`elicit`](Self::elicit).
    pub fn elicit_url<'a>(
        &'a self,
        key: &'a str,
        message: &'a str,
        url: &'a str,
    ) -> ElicitFuture<'a, ()> {
        Box::pin(async move {
            match InputRequest::page(message.to_owned(), url.to_owned()) {
                Ok(page) => self.put(key, message, page, |_| Ok(())).await,
                Err(fault) => self.give_up(End::Unaskable(fault)).await,
            }
        })
    }

    async fn fill_in<T: ElicitForm>(&self, key: &str, message: &str) -> Elicitation<T> {
        let request =
            Form::of::<T>().and_then(|form| Ok((form.request(message, self.version)?, form)));
        let (request, form) = match request {
            Ok(form) => form,
            Err(end) => return self.give_up(end).await,
        };
        let read = |content: Option<Map<String, Value>>| form.read(content.unwrap_or_default());
        self.put(key, message, request, read).await
    }

    /// Asks the question until the answer is valid. Ends the call after [`TRIES`] invalid answers, if this
    /// limit applies.
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
                let end = End::unanswered(&request, "no response matched the question", &reason);
                return self.give_up(end).await;
            }
            let reason = shorten(&reason, 256);
            let again = request.saying(format!("{message}\n\n(The answer did not fit: {reason}.)"));
            answer = self.ask(&key, &request, Some(again)).await;
        }
        pending().await
    }

    /// Sends any input request to the client, and returns the client's result without a check. The
    /// documentation of [`elicit`](Self::elicit) explains how a call continues.
    ///
    /// # Panics
    ///
    /// Panics if no answer arrives in a call that no registry made.
    pub async fn request_input(&self, key: &str, request: InputRequest) -> Value {
        let key = self.key(key);
        self.ask(&key, &request, None).await
    }

    /// Returns whether the user can fill in forms. In a call through a registry, the client must have
    /// declared the capability for forms. Before protocol version 2026-07-28, the server must also be able
    /// to send requests to the client. In a call that no registry made, the context needs only
    /// [`with_input_requests`](Self::with_input_requests).
    pub fn can_elicit(&self) -> bool {
        self.can_ask(|capabilities| capabilities.has_forms(self.version))
    }

    /// Returns whether the user can open a web page. [`can_elicit`](Self::can_elicit) is the same check for
    /// forms.
    pub fn can_elicit_url(&self) -> bool {
        self.can_ask(|capabilities| capabilities.has_pages(self.version))
    }

    fn can_ask(&self, is_declared: impl FnOnce(&ClientCapabilities) -> bool) -> bool {
        (self.asks_by_result() || self.takes_requests())
            && (self.round.is_none() || is_declared(&self.client_capabilities()))
    }

    /// Returns whether the client can get requests during the call.
    fn takes_requests(&self) -> bool {
        match &self.peer {
            Some(peer) => peer.takes_requests(),
            None => self.connection.inbox.is_some(),
        }
    }

    async fn send(&self, request: InputRequest) -> Result<Value, Box<dyn Error + Send + Sync>> {
        match (&self.peer, &self.connection.inbox) {
            (Some(peer), _) => {
                let peer = Arc::clone(peer);
                peer.request(request.method(), &request.params_json()).await
            }
            (None, Some(inbox)) => inbox(request).await,
            (None, None) => Err("the client gets no requests".into()),
        }
    }

    /// Returns whether a question ends the call. A question does so if a registry made the call in protocol
    /// version 2026-07-28 or later.
    fn asks_by_result(&self) -> bool {
        self.round.is_some() && self.version.has_input_required()
    }

    fn key(&self, key: &str) -> String {
        match &self.round {
            Some(round) => round.get().key(key),
            None => key.to_owned(),
        }
    }

    /// Returns the answer to a request. If an earlier answer did not fit, `again` is the request with a
    /// new message.
    async fn ask(&self, key: &str, request: &InputRequest, again: Option<InputRequest>) -> Value {
        let is_first = again.is_none();
        let sent = again
            .unwrap_or_else(|| request.clone())
            .project(self.version);
        let round = self.round.as_ref().map(LazyRound::get);
        let asks_by_result = round.filter(|_| self.asks_by_result());
        match (asks_by_result, self.takes_requests()) {
            (Some(round), _) => {
                if is_first && let Some(answer) = round.answer(key, request) {
                    return answer;
                }
                self.require_capability(request).await;
                round.ask(key, sent).await
            }
            (None, true) => {
                self.require_capability(request).await;
                let shown = round.map(|round| round.shown(key, &sent));
                let answered = self.send(sent).await;
                drop(shown);
                if let Some(round) = round {
                    round.returned().await;
                }
                match answered {
                    Ok(answer) => answer,
                    Err(error) => {
                        let (what, reason) =
                            ("the request to the client failed", error.to_string());
                        self.give_up(End::unanswered(request, what, &reason)).await
                    }
                }
            }
            (None, false) => self.give_up(End::unreachable(request)).await,
        }
    }

    /// Ends the call if the client has not declared the capability that the request needs. Does nothing if no
    /// registry made the call.
    async fn require_capability(&self, request: &InputRequest) {
        if self.round.is_some()
            && let Some(required) = missing(request, &self.client_capabilities(), self.version)
        {
            self.give_up(End::undeclared(request, required, self.version))
                .await
        }
    }

    /// Ends the call: the returned future never completes. Panics if no registry made the call.
    async fn give_up<T>(&self, end: End) -> T {
        if let Some(round) = &self.round {
            return round.get().end(end).await;
        }
        let help = if self.takes_requests() {
            ""
        } else {
            "; set a function that answers with `with_input_requests`"
        };
        panic!(
            "a tool asked the client outside of a call of a registry: {}{help}",
            end.reason()
        )
    }
}

fn decide<T>(
    answer: Value,
    read: impl Fn(Option<Map<String, Value>>) -> Result<T, String>,
) -> Result<Elicitation<T>, String> {
    let decision: Decision = serde_json::from_value(answer)
        .map_err(|_| "its `action` is missing, or is not `accept`, `decline` or `cancel`")?;
    Ok(match decision.action {
        Action::Accept => Elicitation::Accepted(read(decision.content)?),
        Action::Decline => Elicitation::Declined,
        Action::Cancel => Elicitation::Cancelled,
    })
}
