//! The SDK's service, with an end.

use std::convert::Infallible;
use std::fmt::Display;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use ::rmcp::ServerHandler;
use ::rmcp::model::ProtocolVersion;
use ::rmcp::transport::streamable_http_server::StreamableHttpService;
use ::rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST, ORIGIN, RETRY_AFTER};
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use http_body::Body;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Empty, Full};
use tower_service::Service;
use tracing::Span;

use super::super::call::Around;
use super::super::removed::is_removed;
use super::super::transport::unreadable;
use super::body::{self, Counted, Held};
use super::end::End;
use super::late;
use super::requests::{Requests, RoomOfCall};
use super::resumed::{Resumed, last_event};
use super::serve::Shutdown;
use super::sessions::{SESSION_ID, Sessions, session};
use super::{HttpConfig, REQUESTS, SESSION_TIMEOUT, SESSIONS};
use crate::json_rpc::failure;
use crate::json_rpc::message::{self, Message, Refusal};
use crate::json_rpc::request_id::Id;
use crate::{Principal, ProtocolError};

type Sdk<H> = StreamableHttpService<H, LocalSessionManager>;
pub(super) type Answer = Response<BoxBody<Bytes, Infallible>>;

/// A server as a `tower` service for axum or hyper: what [`ToolServer::http_service`] and
/// [`http_service`] make of a handler `H`. Clones share their sessions.
///
/// [`ToolServer::http_service`]: crate::ToolServer::http_service
/// [`http_service`]: crate::http_service
pub struct HttpService<H> {
    /// Serves what has an answer.
    calls: Arc<Sdk<H>>,
    /// Serves what waits for what may never come. It has the sessions of the other.
    streams: Arc<Sdk<H>>,
    sessions: Arc<Sessions>,
    requests: Arc<Requests>,
    end: Arc<End>,
}

impl<H: ServerHandler + Clone> HttpService<H> {
    pub(super) fn new(handler: H, config: HttpConfig) -> Self {
        let end = Arc::clone(&config.end);
        if let Some(grace) = config.grace {
            end.set_grace(grace);
        }
        end.watch();
        let mut manager = LocalSessionManager::default();
        let timeout = config.session_timeout.unwrap_or(SESSION_TIMEOUT);
        manager.session_config.keep_alive = Some(timeout);
        let manager = Arc::new(manager);
        let limit = config.max_sessions.unwrap_or(SESSIONS);
        let sessions = Arc::new(Sessions::of(Arc::clone(&manager), limit));
        let requests = Requests::new(config.max_requests.unwrap_or(REQUESTS));
        let mut sdk = config.sdk();
        sdk.cancellation_token = end.all.clone();
        let service = move || Ok(handler.clone());
        let calls = StreamableHttpService::new(service, manager, sdk);
        let mut streams = calls.clone();
        streams.config.cancellation_token = end.idle.clone();
        HttpService {
            calls: Arc::new(calls),
            streams: Arc::new(streams),
            sessions,
            requests,
            end,
        }
    }
}

#[cfg(test)]
impl<H> HttpService<H> {
    pub(super) fn sessions(&self) -> &Sessions {
        &self.sessions
    }
}

impl<H, B> Service<Request<B>> for HttpService<H>
where
    H: ServerHandler,
    B: Body<Data: Send, Error: Display> + Send + 'static,
{
    type Response = Answer;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Answer, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        match request.extensions().get::<Arc<Shutdown>>() {
            Some(listener) => self.end.follow(listener),
            None => self.end.watch(),
        }
        if self.end.all.is_cancelled() {
            return Box::pin(ready(Ok(empty(StatusCode::SERVICE_UNAVAILABLE))));
        }
        let service = self.clone();
        Box::pin(async move { Ok(service.answer(request).await) })
    }
}

impl<H: ServerHandler> HttpService<H> {
    async fn answer<B>(self, mut request: Request<B>) -> Answer
    where
        B: Body<Data: Send, Error: Display> + Send + 'static,
    {
        // The head alone decides whether this host and this origin may ask.
        if let Err(fault) = check_head(&request) {
            let error = ProtocolError::invalid_request(fault);
            return failed(StatusCode::BAD_REQUEST, None, &error);
        }
        let head = host_and_origin(&request);
        if let Some(refused) = refused_by_host(&self.calls, head).await {
            return refused;
        }
        let is_older = is_older(request.headers());
        if !is_older {
            // 2026-07-28 has no sessions: the header must not tell whether one exists.
            request.headers_mut().remove(SESSION_ID);
        }
        let principal = request.extensions().get::<Principal>().cloned();
        let session_id = session(request.headers()).map(ToOwned::to_owned);
        let mut visit = match &session_id {
            None => None,
            Some(id) => match self.sessions.enter(id, principal.as_ref()) {
                None => return no_session(),
                visit => visit,
            },
        };
        let is_post = request.method() == Method::POST;
        let is_stream = is_stream(&request);
        let room = is_post.then(|| self.requests.enter()).flatten();
        if let Some(room) = &room {
            let room = RoomOfCall(Arc::downgrade(room));
            request.extensions_mut().insert(room);
        }
        // Answers and cancellations of a session's client get through, or calls that wait for them would
        // never end.
        let is_excess = is_post && room.is_none();
        let may_be_short = is_excess && visit.as_ref().is_some_and(|visit| visit.is_known);
        let short = may_be_short.then(|| self.requests.enter_short()).flatten();
        if is_excess && short.is_none() {
            return busy(None);
        }
        let last = last_event(&request).map(ToOwned::to_owned);
        let last = last.filter(|_| request.method() == Method::GET);
        let ends_session = request.method() == Method::DELETE;
        if ends_session && visit.as_ref().is_some_and(|visit| !visit.is_known) {
            return no_session();
        }
        let running = (!is_stream).then(|| self.end.running());
        request.extensions_mut().insert(self.end.cancellation());
        request.extensions_mut().insert(Around(Span::current()));
        let is_json = is_of_type(request.headers(), "application/json");
        let (head, body) = request.into_parts();
        // The SDK refuses a body of another type by the head, and reads none without POST.
        let body = match is_post && is_json {
            false => Bytes::new(),
            true => {
                let limit = self.calls.config.max_request_body_bytes;
                let limit = short.as_ref().map_or(limit, |_| limit.min(Requests::SHORT));
                let read = tokio::select! {
                    read = body::read(body, limit) => read,
                    () = self.end.all.cancelled() => Err(StatusCode::SERVICE_UNAVAILABLE),
                };
                match read {
                    Ok(body) => body,
                    Err(StatusCode::PAYLOAD_TOO_LARGE) if short.is_some() => return busy(None),
                    Err(status) => return empty(status),
                }
            }
        };
        if short.is_some()
            && let Ok(Message::Request { id, .. }) = message::read(&body)
        {
            return busy(Some(&id));
        }
        if let Some(visit) = &mut visit
            && let Ok(Message::Request { id, .. }) = message::read(&body)
            && !visit.begin(&id)
        {
            let error = ProtocolError::in_use(&id);
            return failed(StatusCode::BAD_REQUEST, Some(&id), &error);
        }
        // A stream of news makes room, and does not delay the end. The header alone proves nothing.
        let listens = is_post && says_listen(&head.headers) && is_listen(&body);
        let room = room.filter(|_| !listens);
        let running = running.filter(|_| !listens);
        let sdk = match is_stream || listens {
            true => self.streams,
            false => self.calls,
        };
        // R186, R187: to older peers, a lost stream is no cancellation. The SDK knows that of those
        // with a session.
        let outlives = running.is_some() && !sdk.config.legacy_session_mode && is_older;
        // A session that begins is known of, whether or not somebody is left to hear of it.
        let may_begin = running.is_some() && session_id.is_none();
        let begins = may_begin && is_older;
        if is_post
            && is_json
            && let Some(unknown) = removed(&head.headers, &body)
        {
            return unknown;
        }
        let request = Request::from_parts(head, Full::new(body.clone()));
        let keep_alive = sdk.config.sse_keep_alive;
        let known = Arc::clone(&self.sessions);
        let sessions = self.sessions;
        // A request whose client goes away keeps the room until its call has it.
        let kept = room.clone();
        let answer = async move {
            let answer = sdk.handle(request).await;
            drop(kept);
            if may_begin && let Some(begun) = session(answer.headers()) {
                sessions.begun(begun, principal).await;
            }
            match running {
                None => answer,
                Some(running) => answer.map(|body| {
                    let body = Counted {
                        body,
                        outlives,
                        running,
                    };
                    body.boxed()
                }),
            }
        };
        let answer = async move {
            match outlives || begins {
                false => answer.await,
                true => match tokio::spawn(answer).await {
                    Ok(answer) => answer,
                    Err(_) => empty(StatusCode::INTERNAL_SERVER_ERROR),
                },
            }
        };
        let answer = match keep_alive {
            Some(every) => late::or_stream(answer, body.clone(), every).await,
            None => answer.await,
        };
        let answer = match last {
            None => answer,
            last => answer.map(|body| Resumed { body, last }.boxed()),
        };
        let answer = match answer.status() {
            StatusCode::UNSUPPORTED_MEDIA_TYPE if is_json => {
                if let Some(id) = session_id
                    && let Ok(Message::Answer(answer)) = message::read(&body)
                    && let Some(failure) = unreadable(answer)
                {
                    known.tell(&id, failure).await;
                }
                refused(&body)
            }
            // The session has ended, and some clients complain about "accepted".
            StatusCode::ACCEPTED if ends_session => {
                session_id.inspect(|id| known.forget(id));
                empty(StatusCode::NO_CONTENT)
            }
            _ => answer,
        };
        let _held = (visit, room, short);
        answer.map(|body| Held { body, _held }.boxed())
    }
}

/// Checks the headers of which the SDK reads the first, or a part.
fn check_head<B>(request: &Request<B>) -> Result<(), String> {
    let headers = request.headers();
    for name in ["host", "origin", "mcp-protocol-version", "mcp-session-id"] {
        if headers.get_all(name).iter().nth(1).is_some() {
            return Err(format!("there is more than one header `{name}`"));
        }
    }
    let host = headers.get(HOST).map(HeaderValue::as_bytes);
    let authority = request
        .uri()
        .authority()
        .map(|authority| authority.as_str().as_bytes());
    let named = [host, authority];
    if named.iter().flatten().any(|named| named.contains(&b'@')) {
        return Err("the host must not name a user".to_owned());
    }
    match named {
        [Some(host), Some(authority)] if !host.eq_ignore_ascii_case(authority) => {
            Err("the header `host` and the authority of the request differ".to_owned())
        }
        _ => Ok(()),
    }
}

/// The SDK's answer to a request of a host or an origin that may not ask. It looks at these first, and
/// then at the method.
async fn refused_by_host<H: ServerHandler>(
    sdk: &Sdk<H>,
    head: Request<Empty<Bytes>>,
) -> Option<Answer> {
    let answer = sdk.handle(head).await;
    (answer.status() != StatusCode::METHOD_NOT_ALLOWED).then_some(answer)
}

/// Copies host and origin into a request with a method that the SDK does not have.
fn host_and_origin<B>(request: &Request<B>) -> Request<Empty<Bytes>> {
    let mut head = Request::new(Empty::new());
    *head.method_mut() = Method::PUT;
    *head.uri_mut() = request.uri().clone();
    for name in [HOST, ORIGIN] {
        for value in request.headers().get_all(&name) {
            head.headers_mut().append(name.clone(), value.clone());
        }
    }
    head
}

fn is_listen(message: &[u8]) -> bool {
    matches!(
        message::read(message),
        Ok(Message::Request { method, .. }) if method == "subscriptions/listen"
    )
}

/// The answer where there are too many requests.
fn busy(id: Option<&Id>) -> Answer {
    let error = ProtocolError::internal_error(
        "the server is answering as many requests as it may; try again in a moment",
    );
    let mut answer = failed(StatusCode::SERVICE_UNAVAILABLE, id, &error);
    let soon = HeaderValue::from_static("1");
    answer.headers_mut().insert(RETRY_AFTER, soon);
    answer
}

/// The answer to what the SDK cannot read, which to the SDK is of another type (R155).
fn refused(message: &[u8]) -> Answer {
    let (id, error) = match message::read(message) {
        Err(Refusal { id, error }) => (id, error),
        Ok(Message::Request { id, .. }) => {
            let error = ProtocolError::invalid_params("`params` cannot be decoded");
            (Some(id), error)
        }
        Ok(Message::Notification { .. } | Message::Answer(_)) => {
            let error = ProtocolError::invalid_request("the message cannot be decoded");
            (None, error)
        }
    };
    failed(StatusCode::BAD_REQUEST, id.as_ref(), &error)
}

/// The answer to a method that the request's revision has removed. Headers and message are the same, or
/// the SDK refuses the request.
fn removed(headers: &HeaderMap, message: &[u8]) -> Option<Answer> {
    let version = headers.get("mcp-protocol-version")?.to_str().ok()?;
    let version = serde_json::from_value(version.into()).ok()?;
    let named = headers.get("mcp-method")?;
    if !is_removed(named.to_str().ok()?, &version) {
        return None;
    }
    match message::read(message) {
        Ok(Message::Request { id, method, .. }) if *named == method => {
            let error = ProtocolError::method_not_found(&method);
            Some(failed(StatusCode::NOT_FOUND, Some(&id), &error))
        }
        _ => None,
    }
}

fn failed(status: StatusCode, id: Option<&Id>, error: &ProtocolError) -> Answer {
    let error = failure(id, error);
    let mut answer = Response::new(Full::from(error).boxed());
    *answer.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    answer.headers_mut().insert(CONTENT_TYPE, json);
    answer
}

pub(super) fn is_of_type(headers: &HeaderMap, expected: &str) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case(expected))
}

/// Whether a request opens a stream of news. A stream that an older client has lost and takes up again is
/// that of a call, and ends with its answer (R186).
fn is_stream<B>(request: &Request<B>) -> bool {
    let last = request.headers().get("last-event-id");
    // To the SDK, an event is `12/3` on the stream of the third request, and else `12`.
    request.method() == Method::GET && !last.is_some_and(|last| last.as_bytes().contains(&b'/'))
}

/// Whether the headers say that a message is `subscriptions/listen`. The SDK holds them against the
/// message from 2026-07-28 on, and no older version has the method.
fn says_listen(headers: &HeaderMap) -> bool {
    let method = headers.get("mcp-method");
    method.is_some_and(|method| method == "subscriptions/listen")
}

fn is_older(headers: &HeaderMap) -> bool {
    let version = headers.get("mcp-protocol-version");
    version.is_none_or(|version| {
        version.as_bytes() < ProtocolVersion::V_2026_07_28.as_str().as_bytes()
    })
}

/// What the SDK says of a session that it does not know.
fn no_session() -> Answer {
    let mut answer = Response::new(Full::from("Not Found: Session not found").boxed());
    *answer.status_mut() = StatusCode::NOT_FOUND;
    answer
}

fn empty(status: StatusCode) -> Answer {
    let mut answer = Response::new(Empty::new().boxed());
    *answer.status_mut() = status;
    answer
}

impl<H> Clone for HttpService<H> {
    fn clone(&self) -> Self {
        HttpService {
            calls: Arc::clone(&self.calls),
            streams: Arc::clone(&self.streams),
            sessions: Arc::clone(&self.sessions),
            requests: Arc::clone(&self.requests),
            end: Arc::clone(&self.end),
        }
    }
}

impl<H> std::fmt::Debug for HttpService<H> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpService")
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}
