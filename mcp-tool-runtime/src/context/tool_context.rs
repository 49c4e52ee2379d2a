//! The context of one call.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use mcp_tool_schema::json_values::to_json;
use serde_json::{Map, Value, json};

use super::log_level::LogLevel;
use super::meta::Meta;
use super::peer::{Cancellation, Inbox, Peer, RequestError};
use super::principal::Principal;
use super::progress::{Progress, ProgressFunction, ProgressToken, Reporter, Sink};
use super::progress::{ProgressAmount, ProgressMessage, ProgressTotal};
#[cfg(feature = "rmcp-types")]
use super::sdk_request::extension;
use crate::definition::ToolDefinition;
use crate::elicit::{LazyRound, Round};
use crate::error::ProtocolError;
use crate::protocol::{ClientCapabilities, ClientInfo, ProtocolVersion};

/// Describes the request of a tool call, and sends messages to the client while the call runs.
///
/// A tool receives its context as a `#[context] cx: &ToolContext` parameter. This parameter is not part of
/// the tool's input. A server creates contexts with [`ToolContext::new`]. A test creates them with
/// [`ToolContext::detached`].
///
/// The context has no HTTP headers, no session data and no data of earlier requests. The server can add such
/// data as [extensions](Self::extension). Put data that must outlast a call into the registry's state.
/// Information about the client comes from the client itself, so do not trust it.
///
/// ```
/// use mcp_tool_runtime::{ToolContext, mcp_tool};
///
/// /// Copies all pages.
/// #[mcp_tool]
/// async fn copy(
///     #[context] cx: &ToolContext,
///     /// How many there are
///     pages: u32,
/// ) -> String {
///     for page in 0..pages {
///         cx.progress(page, pages, format!("page {page}"));
///         // …
///     }
///     "done".to_owned()
/// }
/// ```
// R56, R174: `ToolContext` has no field for HTTP headers and no field for data from earlier
// calls. A server can add such values only as extensions (see `with_extension`).
#[derive(Clone)]
pub struct ToolContext {
    pub(super) version: ProtocolVersion,
    meta: Meta,
    pub(super) connection: Arc<Connection>,
    /// The client of the running call. Takes precedence over the functions in `connection`.
    pub(super) peer: Option<Arc<dyn Peer>>,
    /// Sends the progress of the call. `None` if no registry prepared this context for a request, if the
    /// client has not asked for progress, or if the server cannot send progress.
    reporter: Option<Arc<Reporter>>,
    /// The tool's questions to the client, with the answers. `None` if no registry prepared this context for
    /// a request.
    pub(super) round: Option<LazyRound>,
    /// The tools of the registry, and the position of the called tool. `None` unless a registry is calling a
    /// tool with this context.
    call: Option<(Arc<dyn ToolSet>, usize)>,
}

/// The part of a context that only the server sets. A server may use one context for several requests. The
/// contexts that `for_request` creates from that context share this part.
#[derive(Clone, Default)]
pub(super) struct Connection {
    progress: Option<ProgressFunction>,
    pub(super) inbox: Option<Inbox>,
    cancellation: Option<Arc<dyn Cancellation>>,
    client: Option<Arc<ClientInfo>>,
    capabilities: Option<Arc<ClientCapabilities>>,
    /// The values that the server adds to a request: at most one of each type. Clones share them.
    extensions: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

impl Connection {
    fn extension<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.extensions.get(&TypeId::of::<T>())?.downcast_ref()
    }
}

impl ToolContext {
    /// Creates the context of a request in the protocol version `version`.
    ///
    /// ```
    /// use mcp_tool_runtime::{ProtocolVersion, ToolContext};
    ///
    /// let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    /// assert_eq!(context.protocol_version(), ProtocolVersion::V2025_11_25);
    /// assert_eq!(ToolContext::detached().protocol_version(), ProtocolVersion::LATEST);
    /// ```
    pub fn new(version: ProtocolVersion) -> Self {
        ToolContext {
            version,
            meta: Meta::default(),
            connection: Arc::default(),
            peer: None,
            reporter: None,
            round: None,
            call: None,
        }
    }

    /// Creates a context without a client, for tests and for direct calls of a tool's function.
    pub fn detached() -> Self {
        ToolContext::new(ProtocolVersion::LATEST)
    }

    /// Sets the `_meta` for requests without one. If a request has a `_meta`, the registry uses the request's
    /// `_meta`.
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = meta.into();
        self
    }

    /// Sets the function that sends progress. It receives the parameters of one `notifications/progress`. It
    /// must send them on the stream of the request, before the response. [`progress`](Self::progress) holds a
    /// lock while the function runs. So the function must neither block nor report progress itself.
    ///
    /// The function runs only if the request's `_meta` has a `progressToken`.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// use mcp_tool_runtime::{CallToolRequest, ToolContext, ToolRegistry, mcp_tool, tools};
    /// use serde_json::json;
    ///
    /// /// Does half of the work.
    /// #[mcp_tool]
    /// async fn work(#[context] cx: &ToolContext) {
    ///     cx.progress(0.5, 1.0, None);
    /// }
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let sent = Arc::new(Mutex::new(Vec::new()));
    /// let outbox = Arc::clone(&sent);
    /// let context = ToolContext::detached()
    ///     .with_progress(move |progress| outbox.lock().unwrap().push(json!(progress)));
    ///
    /// let registry = ToolRegistry::builder(()).tools(tools![work]).build()?;
    /// let mut request = CallToolRequest::new("work");
    /// request.meta = json!({ "progressToken": 7 }).as_object().cloned();
    /// registry.call(request, &context).await?;
    /// assert_eq!(
    ///     *sent.lock().unwrap(),
    ///     [json!({ "progressToken": 7, "progress": 0.5, "total": 1.0 })],
    /// );
    /// # Ok(())
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
    /// ```
    pub fn with_progress(mut self, send: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.connection_mut().progress = Some(Arc::new(send));
        self
    }

    /// Sets the source of cancellation. A cancelled request receives no response, and the registry drops the
    /// future of its call.
    pub fn with_cancellation(mut self, cancellation: impl Cancellation) -> Self {
        self.connection_mut().cancellation = Some(Arc::new(cancellation));
        self
    }

    /// Sets the client of one running call. It replaces the functions of [`with_progress`](Self::with_progress),
    /// [`with_cancellation`](Self::with_cancellation) and [`with_input_requests`](Self::with_input_requests).
    pub fn with_peer(mut self, peer: Arc<dyn Peer>) -> Self {
        self.peer = Some(peer);
        self
    }

    /// Sets the client and its capabilities, as the client declared them in `initialize`. Values in the
    /// `_meta` of the current request take precedence.
    pub fn with_client(mut self, client: ClientInfo, capabilities: ClientCapabilities) -> Self {
        let host = self.connection_mut();
        host.client = Some(Arc::new(client));
        host.capabilities = Some(Arc::new(capabilities));
        self
    }

    /// Adds a value, such as the user or the parts of an HTTP request. Tools look up the value by its type.
    /// The value replaces an earlier value of the same type.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolContext, mcp_tool};
    ///
    /// struct User(String);
    ///
    /// /// Says who is logged in.
    /// #[mcp_tool]
    /// async fn whoami(#[context] cx: &ToolContext) -> Option<String> {
    ///     cx.extension::<User>().map(|user| user.0.clone())
    /// }
    ///
    /// # async fn run() {
    /// let context = ToolContext::detached().with_extension(User("ada".to_owned()));
    /// assert_eq!(whoami(&context).await.as_deref(), Some("ada"));
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run());
    /// ```
    pub fn with_extension<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.insert_extension(value);
        self
    }

    /// Adds a value. Works like [`with_extension`](Self::with_extension).
    pub fn insert_extension<T: Send + Sync + 'static>(&mut self, value: T) {
        let value = Arc::new(value);
        let extensions = &mut self.connection_mut().extensions;
        extensions.insert(TypeId::of::<T>(), value);
    }

    /// Returns the server's part of the context mutably.
    pub(super) fn connection_mut(&mut self) -> &mut Connection {
        Arc::make_mut(&mut self.connection)
    }

    /// Adds a value that the caller also keeps. Works like [`with_extension`](Self::with_extension), and does not
    /// wrap the value again: tools look up `T`, not `Arc<T>`.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use mcp_tool_runtime::ToolContext;
    ///
    /// let language = Arc::new("fr".to_owned());
    /// let context = ToolContext::detached().with_shared_extension(Arc::clone(&language));
    /// assert_eq!(context.extension::<String>(), Some(&*language));
    /// ```
    pub fn with_shared_extension<T: Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        let extensions = &mut self.connection_mut().extensions;
        extensions.insert(TypeId::of::<T>(), value);
        self
    }

    /// Returns the protocol version of this request.
    pub fn protocol_version(&self) -> ProtocolVersion {
        self.version
    }

    /// Returns the request's `_meta`, which may be empty.
    pub fn meta(&self) -> &Map<String, Value> {
        self.meta.members()
    }

    /// Returns the authenticated user: the [`Principal`] among the [extensions](Self::extension), if there is
    /// one.
    pub fn principal(&self) -> Option<&Principal> {
        self.extension()
    }

    /// Returns the definition of the called tool. The definition is not adapted to the request's protocol
    /// version. Returns `None` unless a registry is calling a tool with this context.
    ///
    /// ```
    /// use mcp_tool_runtime::{CallToolRequest, ToolContext, ToolRegistry, mcp_tool, tools};
    ///
    /// /// Says its own name.
    /// #[mcp_tool(read_only)]
    /// async fn introduce(#[context] cx: &ToolContext) -> String {
    ///     cx.tool().map_or("nobody", |tool| &tool.name).to_owned()
    /// }
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = ToolRegistry::builder(()).tools(tools![introduce]).build()?;
    /// let request = CallToolRequest::new("introduce");
    /// let result = registry.call(request, &ToolContext::detached()).await?.complete().unwrap();
    /// assert_eq!(result.content()[0].as_text(), Some("introduce"));
    /// assert_eq!(introduce(&ToolContext::detached()).await, "nobody");
    /// # Ok(())
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
    /// ```
    pub fn tool(&self) -> Option<&ToolDefinition> {
        let (tools, position) = self.call.as_ref()?;
        tools.definition_at(*position)
    }

    /// Returns the definitions of the tools that are visible to the sender of this request. Their order is
    /// that of `tools/list`. The iterator is empty unless a registry is calling a tool with this context.
    pub fn tools(&self) -> impl Iterator<Item = &ToolDefinition> {
        // `is_visible` passes `caller` to the function that the author set with `visible`.
        // `caller` has no tools. Otherwise, a function that calls `tools` would recurse without
        // end.
        let caller = self.call.as_ref().map(|_| ToolContext {
            call: None,
            ..self.clone()
        });
        let tools = self.call.as_ref().into_iter();
        tools.flat_map(move |(tools, _)| {
            let caller = caller.clone();
            let all = (0..).map_while(|position| Some((position, tools.definition_at(position)?)));
            all.filter_map(move |(position, definition)| {
                let is_visible = tools.is_visible(position, caller.as_ref()?);
                is_visible.then_some(definition)
            })
        })
    }

    /// Reports progress: `progress` of `total`, with a message for people. `progress` and `total` are floats,
    /// or integers of up to 64 bits. `total` and `message` may be `None`.
    ///
    /// Frequent reports are cheap. The server sends a report only if the client has asked for progress. The
    /// server ignores a report if `progress` is not finite, or not greater than in the latest report that the
    /// server did not ignore. The server sends up to ten reports at once, then at most ten per second, and
    /// skips the others. If the server skipped the last report, it sends that report when the call ends, but
    /// not after a cancellation.
    /// After the end of the call, this method does nothing. Clients of protocol version 2024-11-05 get no message.
    pub fn progress(
        &self,
        progress: impl ProgressAmount,
        total: impl ProgressTotal,
        message: impl ProgressMessage,
    ) {
        if let Some(reporter) = &self.reporter {
            let message = message.message();
            let message = message.filter(|_| self.version.has_progress_message());
            reporter.report(progress.amount(), total.total(), message);
        }
    }

    /// Returns whether the client has asked for progress, and the server can send it.
    pub fn wants_progress(&self) -> bool {
        self.reporter.is_some()
    }

    /// Sends a notification to the client, on the stream of this call. `params` must be an object. Does nothing after
    /// the end of the call, if no server made the call, or if the client reads too slowly.
    ///
    /// Use [`progress`](Self::progress) and [`log`](Self::log) for these notifications. The server itself tells
    /// clients about changed tools.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolContext, mcp_tool};
    /// use serde_json::json;
    ///
    /// /// Renames a file.
    /// #[mcp_tool]
    /// async fn rename(#[context] cx: &ToolContext, from: String, to: String) {
    ///     // …
    ///     let uri = format!("file:///{to}");
    ///     cx.notify("notifications/resources/updated", json!({ "uri": uri }));
    /// #   let _ = from;
    /// }
    /// ```
    pub fn notify(&self, method: &str, params: Value) {
        if let Some(peer) = &self.peer {
            if params.is_object() {
                peer.notify(method, &to_json(&params));
            } else {
                tracing::warn!(method, "dropped a notification: its `params` are no object");
            }
        }
    }

    /// Sends a log message to the client, on the stream of this call. `data` is a text or any JSON. Does nothing if
    /// the client does not want messages of this level, or if the server does not offer log messages.
    ///
    /// `ToolServer::logging` of `mcp-tool-server` offers log messages. Before protocol version 2026-07-28, a client
    /// sets the level of a session. Default: `info`, also for clients without a session. Since then, it sets the level
    /// of a request, and gets no messages otherwise.
    ///
    /// The protocol deprecates these messages, and few clients show them. For your own log, use the crate `tracing`.
    ///
    /// ```
    /// use mcp_tool_runtime::context::LogLevel;
    /// use mcp_tool_runtime::{ToolContext, mcp_tool};
    ///
    /// /// Imports a file.
    /// #[mcp_tool]
    /// async fn import(#[context] cx: &ToolContext, lines: Vec<String>) -> usize {
    ///     if lines.is_empty() {
    ///         cx.log(LogLevel::Warning, "the file is empty");
    ///     }
    ///     lines.len()
    /// }
    /// ```
    pub fn log(&self, level: LogLevel, data: impl Into<Value>) {
        let Some(peer) = self.peer.as_ref().filter(|_| self.wants_log(level)) else {
            return;
        };
        let mut params = json!({ "level": level.as_str(), "data": data.into() });
        if let Some(tool) = self.tool() {
            params["logger"] = tool.name.as_str().into();
        }
        peer.notify("notifications/message", &to_json(&params));
    }

    fn wants_log(&self, level: LogLevel) -> bool {
        let offered = self.peer.as_ref().and_then(|peer| peer.log_level());
        let wanted = offered.and_then(|of_session| {
            if self.protocol_version().has_log_level_in_meta() {
                self.meta().get(LogLevel::META_KEY)?.as_str()?.parse().ok()
            } else {
                Some(of_session)
            }
        });
        wanted.is_some_and(|least| level >= least)
    }

    /// Sends a request to the client, on the stream of this call, and returns the client's result. `params` must be an
    /// object. Dropping the future cancels the request.
    ///
    /// Since protocol version 2026-07-28, a client gets no requests. Use [`elicit`](Self::elicit) and
    /// [`request_input`](Self::request_input) for questions: they work in every protocol version. The tool's `timeout`
    /// also counts the time that the client takes for this request.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolContext, ToolError, mcp_tool};
    /// use serde_json::json;
    ///
    /// /// Counts the folders of the user's workspace.
    /// #[mcp_tool(read_only)]
    /// async fn count_roots(#[context] cx: &ToolContext) -> Result<usize, ToolError> {
    ///     let roots = cx.request("roots/list", json!({})).await?;
    ///     Ok(roots["roots"].as_array().map_or(0, Vec::len))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the client cannot get requests, answers with an error, or goes away, and if `params` is no
    /// object. Over HTTP, clients without a session cannot get requests.
    pub async fn request(&self, method: &str, params: Value) -> Result<Value, RequestError> {
        let peer = self.peer.as_ref().filter(|peer| peer.takes_requests());
        let Some(peer) = peer else {
            return Err(RequestError("the client cannot get requests".to_owned()));
        };
        if !params.is_object() {
            return Err(RequestError("`params` must be an object".to_owned()));
        }
        let answer = Arc::clone(peer).request(method, &to_json(&params)).await;
        answer.map_err(|error| RequestError(error.to_string()))
    }

    /// Returns whether the client or the server's shutdown has cancelled the request.
    ///
    /// Cancellation drops the future of an `async` tool, so the tool need not call this method. A `blocking`
    /// tool must call this method to stop early. To stop early, a task that the tool spawned must call this
    /// method or [`cancelled`](Self::cancelled) on a clone of the context.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation().is_some_and(Cancellation::is_cancelled)
    }

    /// Completes when the request is cancelled. Never completes if the server cannot cancel
    /// requests.
    pub async fn cancelled(&self) {
        match self.cancellation() {
            Some(cancellation) => cancellation.cancelled().await,
            None => std::future::pending().await,
        }
    }

    pub(crate) fn cancellation(&self) -> Option<&dyn Cancellation> {
        match &self.peer {
            Some(peer) => Some(&**peer),
            None => self.connection.cancellation.as_deref(),
        }
    }

    /// Returns the client, if it is known. In protocol versions before 2026-07-28, a client names itself in
    /// `initialize`. Since 2026-07-28, a client names itself in the `_meta` of each request.
    pub fn client(&self) -> Option<ClientInfo> {
        self.meta()
            .get("io.modelcontextprotocol/clientInfo")
            .and_then(ClientInfo::read)
            .or_else(|| self.connection.client.as_deref().cloned())
    }

    /// Returns the client's capabilities. They are empty if they are unknown.
    pub fn client_capabilities(&self) -> ClientCapabilities {
        match self.meta().get(ClientCapabilities::META_KEY) {
            Some(Value::Object(own)) => ClientCapabilities::new(own.clone()),
            _ => {
                let capabilities = self.connection.capabilities.as_deref();
                capabilities.cloned().unwrap_or_default()
            }
        }
    }

    /// Returns the value of type `T` that the server has added to the request, if there is one.
    ///
    /// Over HTTP, `ToolServer` of `mcp-tool-server` adds the parts of the HTTP request
    /// (`http::request::Parts`), and this method also finds values that a middleware has inserted into the
    /// HTTP request. An example is the user. It also finds what a companion or a handler beside the
    /// tools lends. In a server of the official SDK, `mcp-tool-rmcp` adds the SDK's `RequestContext<RoleServer>` and
    /// `Peer<RoleServer>`.
    ///
    /// ```
    /// use axum::extract::Request;
    /// use axum::http::StatusCode;
    /// use axum::middleware::Next;
    /// use axum::response::Response;
    /// use mcp_tool_runtime::context::Principal;
    /// use mcp_tool_runtime::{ToolContext, mcp_tool};
    ///
    /// #[derive(Clone)]
    /// struct User(String);
    ///
    /// /// Says who is logged in.
    /// #[mcp_tool(read_only)]
    /// async fn whoami(#[context] cx: &ToolContext) -> Option<String> {
    ///     Some(cx.extension::<User>()?.0.clone())
    /// }
    ///
    /// /// Looks up the digest of the token, as the example `auth` does.
    /// fn user_with(token: &str) -> Option<User> {
    /// #   let _ = token;
    /// #   None
    ///     // …
    /// }
    ///
    /// /// For `Router::layer(axum::middleware::from_fn(log_in))`.
    /// async fn log_in(mut request: Request, next: Next) -> Result<Response, StatusCode> {
    ///     // Neither tools nor logs need the token.
    ///     let header = request.headers_mut().remove("authorization");
    ///     let token = header.as_ref().and_then(|header| header.to_str().ok()?.strip_prefix("Bearer "));
    ///     let user = token.and_then(user_with).ok_or(StatusCode::UNAUTHORIZED)?;
    ///     // The id is in the log, and sealed state is bound to it.
    ///     request.extensions_mut().insert(Principal::new(user.0.clone()));
    ///     request.extensions_mut().insert(user);
    ///     Ok(next.run(request).await)
    /// }
    /// ```
    pub fn extension<T: Send + Sync + 'static>(&self) -> Option<&T> {
        let own = self.connection.extension();
        #[cfg(feature = "rmcp-types")]
        let own = own.or_else(|| extension(self.connection.extension()?));
        #[cfg(feature = "http-types")]
        let own = own.or_else(|| {
            let parts = self.connection.extension::<http::request::Parts>()?;
            parts.extensions.get()
        });
        own.or_else(|| {
            self.peer
                .as_ref()?
                .extension(TypeId::of::<T>())?
                .downcast_ref()
        })
    }

    /// Returns the protocol version that a request's `_meta` names. If `_meta` names none, returns the
    /// version of this context. Returns an error if the named version is invalid or unsupported.
    pub(crate) fn version_of(
        &self,
        meta: &Map<String, Value>,
    ) -> Result<ProtocolVersion, ProtocolError> {
        Ok(ProtocolVersion::from_meta(meta)?.unwrap_or(self.version))
    }

    /// Returns the context of one request, with the protocol version and `_meta` of the request. If the request has no
    /// `_meta`, the context keeps its `_meta`.
    pub(crate) fn for_request(&self, version: ProtocolVersion, meta: Option<Meta>) -> Self {
        let meta = meta.unwrap_or_else(|| self.meta.clone());
        ToolContext {
            version,
            reporter: self.reporter(&meta),
            meta,
            connection: Arc::clone(&self.connection),
            peer: self.peer.clone(),
            round: Some(LazyRound::default()),
            call: None,
        }
    }

    fn reporter(&self, meta: &Meta) -> Option<Arc<Reporter>> {
        if !meta.has_progress_token() {
            return None;
        }
        let sink = match (&self.peer, &self.connection.progress) {
            (Some(peer), _) => Sink::Peer(Arc::clone(peer)),
            (None, Some(send)) => Sink::Function(Arc::clone(send)),
            (None, None) => return None,
        };
        let token = ProgressToken::of(meta.members())?;
        Some(Arc::new(Reporter::new(token, sink)))
    }

    /// Sets the tool that the request calls.
    pub(crate) fn set_tool(&mut self, tools: Arc<dyn ToolSet>, position: usize) {
        self.call = Some((tools, position));
    }

    /// Stores the answers that the client gave to the tool's questions, in this request and in earlier rounds
    /// of the call.
    pub(crate) fn set_answers(&self, answers: Map<String, Value>) {
        if let Some(round) = &self.round {
            round.get().set_answers(answers);
        }
    }

    /// Returns the round: the questions and answers of this run of the tool. Returns `None` if no registry
    /// prepared this context for a request, or if nothing has created the round yet.
    pub(crate) fn round(&self) -> Option<&Round> {
        self.round.as_ref()?.begun()
    }

    /// Ends the progress reports and the open questions of the call. If `by_itself` is true, first sends the
    /// progress that the rate limit held back. `by_itself` is false if the call was cancelled or its future
    /// was dropped.
    pub(crate) fn end(&self, by_itself: bool) {
        if let Some(reporter) = &self.reporter {
            reporter.end(by_itself);
        }
        if let Some(round) = self.round() {
            round.over();
        }
    }
}

impl fmt::Debug for ToolContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolContext")
            .field("version", &self.version)
            .field("meta", self.meta())
            .finish_non_exhaustive()
    }
}

/// Marks the type that a `#[context]` parameter borrows. Only [`ToolContext`] implements this
/// trait.
#[diagnostic::on_unimplemented(
    message = "the context of a tool is a `ToolContext`, not a `{Self}`",
    label = "is not a context",
    note = "write `#[context] cx: &ToolContext`, or `#[state]` if this is part of the registry's state",
    note = "to read a value that a middleware inserted, call `cx.extension::<{Self}>()`"
)]
pub trait FromContext {
    #[doc(hidden)]
    fn from_context(context: &ToolContext) -> &Self;
}

#[diagnostic::do_not_recommend]
impl FromContext for ToolContext {
    fn from_context(context: &ToolContext) -> &Self {
        context
    }
}

/// Gives a context access to the tools of its registry.
pub(crate) trait ToolSet: Send + Sync {
    /// Returns the definition at a position. Returns `None` after the last tool.
    fn definition_at(&self, position: usize) -> Option<&ToolDefinition>;

    /// Returns whether the tool at a position is visible to the sender of the request in `context`.
    fn is_visible(&self, position: usize, context: &ToolContext) -> bool;
}
