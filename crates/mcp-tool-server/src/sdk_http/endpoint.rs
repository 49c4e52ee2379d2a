//! The steps of a request, from its head to its response.

use std::fmt;
use std::future::ready;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::request::Parts;
use http::{Method, Request, StatusCode};
use http_body_util::Full;
use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::embed::AnyState;
use mcp_tool_runtime::{ProtocolError, ToolRegistry};
use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use tokio_util::sync::CancellationToken;
use tracing::Span;

use super::exchange::{Exchange, SdkService};
use super::head::{check_removed, is_listen, is_of_request, is_stream, last_event};
use super::posted_message::PostedMessage;
use super::response::{SdkResponse, empty, end_with, hold, hold_until_written};
use super::sessions::{Sessions, Visit};
use super::{from_sdk, running, short_response, slow_response};
use crate::http::config::HttpConfig;
use crate::http::head::{SESSION_ID, check_head, is_older, protocol_version, session};
use crate::http::host::AllowedHosts;
use crate::http::protection::{Protection, check_protected};
use crate::http::rejection::Rejection;
use crate::http::request_body::{self, RequestBody, UnreadableBody};
use crate::http::response::{HttpBody, is_of_type};
use crate::http::service::{Engine, ResponseFuture};
use crate::http::shutdown::End;
use crate::mutex::lock;
use crate::sdk::call::RequestSpan;
use crate::sdk::context::WithoutSessions;
use crate::sdk::messages::{Message, read_message};
use crate::sdk::request_id::Id;
use crate::sdk::request_limit::{Requests, Room, RoomOfCall};
use crate::stdio::id_finder::IdFinder;
use crate::transport::unreadable;

/// The size limit, in bytes, of a session's message that arrives while the maximum number of requests is open.
const SHORT: usize = 64 * 1024;

/// Returns the tools that a server has at the moment.
pub(super) type CurrentTools = Box<dyn Fn() -> ToolRegistry<AnyState> + Send + Sync>;

/// The service, independent of the type of its handler. So it is compiled once, in this crate, and not in
/// each program.
pub(super) struct SdkEndpoint {
    sdk: SdkService,
    keep_alive: Duration,
    hosts: AllowedHosts,
    pub(super) sessions: Arc<Sessions>,
    requests: Arc<Requests>,
    /// The size limit of a body, in bytes.
    max_body: usize,
    body_timeout: Duration,
    end: Arc<End>,
    protection: Option<Protection>,
    /// The tools whose scopes the service checks. `None` for a service from the function `http_service`,
    /// which does not know its handler's tools.
    tools: Option<CurrentTools>,
    has_sessions: bool,
    /// Ends the SDK's service.
    cancellation: Mutex<Option<CancellationToken>>,
}

/// Makes the SDK's service for a configuration.
type MakeService = Box<dyn FnOnce(Arc<Sessions>, StreamableHttpServerConfig) -> SdkService>;

impl SdkEndpoint {
    pub(super) fn new(tools: Option<CurrentTools>, config: HttpConfig, sdk: MakeService) -> Self {
        if let (None, Some(tools)) = (&config.protection, &tools) {
            check_protected(tools().definitions());
        }
        let end = Arc::clone(&config.end);
        if let Some(grace) = config.grace {
            end.set_grace(grace);
        }
        end.watch();
        let mut manager = LocalSessionManager::default();
        manager.session_config.keep_alive = Some(config.session_timeout);
        let sessions = Arc::new(Sessions::of(
            manager,
            config.max_sessions,
            config.max_questions_per_session,
        ));
        let sdk_config = sdk_config(&config);
        SdkEndpoint {
            cancellation: Mutex::new(Some(sdk_config.cancellation_token.clone())),
            sdk: sdk(Arc::clone(&sessions), sdk_config),
            keep_alive: config.keep_alive,
            hosts: AllowedHosts::new(&config.hosts, config.origins.as_deref()),
            sessions,
            requests: Requests::new(config.max_requests, config.max_questions),
            max_body: config.max_body_bytes,
            body_timeout: config.body_timeout,
            end,
            protection: config.protection,
            tools,
            has_sessions: config.has_sessions,
        }
    }

    /// Checks a request step by step, from its head to its message, and passes it to the SDK.
    async fn serve(&self, mut request: Request<RequestBody>) -> Result<SdkResponse, Rejection> {
        if self.end.all.is_sent() {
            return Err(Rejection::shutting_down(None));
        }
        check_head(&request)?;
        self.hosts.check(request.uri(), request.headers())?;
        if !is_older(request.headers()) {
            // Protocol version 2026-07-28 has no sessions, so remove the session id. Otherwise,
            // the response can reveal whether a session with this id exists.
            request.headers_mut().remove(&SESSION_ID);
        }
        if let Some(protection) = &self.protection {
            request = tokio::select! {
                known = protection.authenticate(request) => known?,
                () = self.end.all.sent() => return Err(Rejection::shutting_down(None)),
            };
        }
        let visit = self.enter_session(&request)?;
        let room = self.take_room(&mut request, visit.as_ref())?;
        request
            .extensions_mut()
            .insert(running::cancellation(&self.end));
        request
            .extensions_mut()
            .insert(RequestSpan(Span::current()));
        if !self.has_sessions {
            request.extensions_mut().insert(WithoutSessions);
        }
        let is_stream = is_stream(&request);
        let running = (!is_stream).then(|| running::running(&self.end));
        let resumed = last_event(request.headers())
            .filter(|event| is_of_request(event) && request.method() == Method::GET)
            .map(ToOwned::to_owned);

        let (mut head, body) = request.into_parts();
        let mut message = self.read(&head, body, room.is_some()).await?;
        // Only this crate's handlers read the text of the arguments.
        if self.tools.is_some()
            && let Some(text) = message.as_mut().and_then(PostedMessage::replace_half_pairs)
        {
            head.extensions.insert(text);
        }
        if let Some((id, method)) = message.as_ref().and_then(PostedMessage::request) {
            if room.is_none() {
                return Err(Rejection::busy(Some(&id.json())));
            }
            check_removed(&head.headers, id, method)?;
        }
        if let (Some(protection), Some(tools), Some(message)) =
            (&self.protection, &self.tools, &message)
        {
            let (tool, id) = (message.called_tool(), message.request_id());
            protection.check_scopes(&tools(), &head, tool.as_deref(), id.as_deref())?;
        }

        let replay = visit.as_ref().and_then(|visit| visit.replay.clone());
        let request = message.as_ref().and_then(PostedMessage::request);
        let recorded = match (&replay, request) {
            (Some(replay), Some((id, _))) => {
                Some(replay.begin(id).ok_or_else(|| from_sdk::in_use(id))?)
            }
            _ => None,
        };
        // For `initialize`, set `id` to `None`, so that the code below does not call
        // `slow_response::or_stream`. That function can send headers before the SDK responds, but
        // the headers of the response to `initialize` must contain the session id from the SDK.
        let initializes = request.is_some_and(|(_, method)| method == "initialize");
        let id = request.filter(|_| !initializes).map(|(id, _)| id.clone());
        // A notification stream does not count towards the request limit, and does not delay the
        // shutdown.
        let listens = is_listen(&head.headers, message.as_ref());
        let room = room.filter(|_| !listens);
        let principal = head.extensions.get::<Principal>();
        let expiry = principal.and_then(Principal::expiry);
        let exchange = Exchange {
            sdk: self.sdk.clone(),
            sessions: Arc::clone(&self.sessions),
            principal: principal.filter(|_| replay.is_none()).cloned(),
            room: room.clone(),
            running: running.filter(|_| !listens),
            in_session: replay.is_some(),
            is_older: initializes || is_older(&head.headers),
            recorded,
            // Also restore ids in the response to a GET request, which has no message. This
            // response can continue the stream of an earlier request whose id the server has
            // replaced.
            restores_ids: message.as_ref().is_none_or(|message| message.is_renamed),
        };
        let session = session(&head.headers).map(ToOwned::to_owned);
        let ends_session = head.method == Method::DELETE;
        let text = message.as_ref().map(|message| message.text.clone());
        let sdk_body = Full::new(text.unwrap_or_default());
        let sdk_answer = exchange.answer(Request::from_parts(head, sdk_body));
        let mut answer = match id {
            Some(id) => slow_response::or_stream(sdk_answer, id, self.keep_alive).await,
            None => sdk_answer.await,
        };
        if let (Some(replay), Some(last)) = (replay, resumed) {
            answer = replay.resume(&last, answer);
            answer = answer.map(|body| slow_response::with_comments(body, self.keep_alive));
        }

        if answer.status().is_client_error() || answer.status().is_server_error() {
            if let (Some(message), Some(session)) = (&message, &session) {
                self.fail_question(&answer, message, session).await;
            }
            return Err(from_sdk::rejection(answer, message.as_ref()).await);
        }
        if ends_session && answer.status() == StatusCode::ACCEPTED {
            // Respond with 204, because some clients report 202 as an error.
            answer = empty(StatusCode::NO_CONTENT);
        }
        answer = if is_stream || listens {
            answer.map(|body| end_with(body, running::notifications_end(&self.end, expiry)))
        } else {
            short_response::gather(answer).await
        };
        Ok(answer.map(|body| {
            let body = hold(body, visit);
            match room {
                Some(room) => hold_until_written(body, room),
                None => body,
            }
        }))
    }

    /// Registers the request in its session. Returns `None` if the request names no session. Rejects a request
    /// that names the session of another user.
    fn enter_session<B>(&self, request: &Request<B>) -> Result<Option<Visit>, Rejection> {
        let Some(id) = session(request.headers()) else {
            return Ok(None);
        };
        let visit = self
            .sessions
            .enter(id, request.extensions().get())
            .ok_or_else(Rejection::unknown_session)?;
        // The SDK does not check whether the session of a DELETE request exists, so this function
        // rejects an unknown session.
        if request.method() == Method::DELETE && !visit.is_known() {
            return Err(Rejection::unknown_session());
        }
        Ok(Some(visit))
    }

    /// Counts a posted message as a request. At the limit, returns `None` for a message of an open session,
    /// and rejects all other messages. The server still reads a session's message, because it may be a
    /// response or a notification. Also returns `None` for HTTP methods other than POST.
    fn take_room<B>(
        &self,
        request: &mut Request<B>,
        visit: Option<&Visit>,
    ) -> Result<Option<Arc<Room>>, Rejection> {
        if request.method() != Method::POST {
            return Ok(None);
        }
        let questions = visit.and_then(|visit| visit.questions.clone());
        let room = self.requests.enter(questions);
        match &room {
            Some(room) => {
                let room = RoomOfCall(Arc::downgrade(room));
                request.extensions_mut().insert(room);
            }
            None if visit.is_some_and(Visit::is_known) => {}
            None => return Err(Rejection::busy(None)),
        }
        Ok(room)
    }

    /// Reads a posted message. Returns `None` if the content type is not JSON, because the SDK rejects such a
    /// request. Also returns `None` for HTTP methods other than POST.
    async fn read(
        &self,
        head: &Parts,
        body: RequestBody,
        has_room: bool,
    ) -> Result<Option<PostedMessage>, Rejection> {
        if head.method != Method::POST || !is_of_type(&head.headers, "application/json") {
            return Ok(None);
        }
        let limit = if has_room {
            self.max_body
        } else {
            self.max_body.min(SHORT)
        };
        let read = tokio::select! {
            read = request_body::read(body, limit, self.body_timeout, None) => read,
            () = self.end.all.sent() => return Err(Rejection::shutting_down(None)),
        };
        match read {
            Ok(body) => Ok(Some(PostedMessage::read(&body.into())?)),
            Err(UnreadableBody::Broken(error)) => {
                let fault = format!("the body cannot be read: {error}");
                let error = ProtocolError::invalid_request(fault);
                Err(Rejection::bad_request(None, error))
            }
            Err(UnreadableBody::TooSlow) => Err(Rejection::too_slow(self.body_timeout)),
            Err(UnreadableBody::NoRoom) => Err(Rejection::busy(None)),
            Err(UnreadableBody::TooLong(start)) => {
                let mut finder = IdFinder::default();
                finder.read(&start);
                let (id, _) = finder.take();
                let id = id.and_then(|id| Id::read(&id)).map(|id| id.json());
                Err(if has_room {
                    Rejection::too_long(id.as_deref(), self.max_body)
                } else {
                    Rejection::busy(id.as_deref())
                })
            }
        }
    }

    /// Fails a request to the client if the SDK could not read the client's response. Without this failure,
    /// the call that sent the request would keep waiting for a response.
    async fn fail_question(&self, answer: &SdkResponse, message: &PostedMessage, session: &str) {
        if answer.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE
            && let Ok(Message::Response(response)) = read_message(&message.text)
            && let Some(failure) = unreadable(response)
        {
            self.sessions.send(session, failure).await;
        }
    }
}

impl Engine for SdkEndpoint {
    fn call(self: Arc<Self>, request: Request<RequestBody>) -> ResponseFuture {
        self.end.follow_listener_of(&request);
        if let Some(token) = lock(&self.cancellation).take() {
            let all = self.end.all.clone();
            tokio::spawn(async move {
                all.sent().await;
                token.cancel();
            });
        }
        let protection = self.protection.as_ref();
        if let Some(answer) = protection.and_then(|it| it.answer_metadata(&request)) {
            return Box::pin(ready(Ok(answer)));
        }
        Box::pin(async move {
            let protocol_version = protocol_version(request.headers());
            let answer = self.serve(request).await;
            Ok(match answer {
                Ok(answer) => answer.map(HttpBody::boxed),
                Err(rejection) => rejection.into_response(protocol_version),
            })
        })
    }
}

impl fmt::Debug for SdkEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SdkEndpoint")
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

/// Returns the configuration for the SDK. It has no size limit, and allows all hosts, because `SdkEndpoint` checks
/// both before the SDK receives a request.
fn sdk_config(config: &HttpConfig) -> StreamableHttpServerConfig {
    let mut sdk = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .disable_allowed_origins();
    sdk.max_request_body_bytes = usize::MAX;
    sdk.legacy_session_mode = config.has_sessions;
    sdk.json_response = !config.has_sessions;
    sdk.sse_keep_alive = Some(config.keep_alive);
    sdk
}
