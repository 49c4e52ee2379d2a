//! The SDK's service, with an end.

use std::convert::Infallible;
use std::fmt::Display;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use ::rmcp::ServerHandler;
use ::rmcp::transport::streamable_http_server::StreamableHttpService;
use ::rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST, ORIGIN};
use http::request::Parts;
use http::{HeaderMap, Method, Request, Response, StatusCode, Uri};
use http_body::Body;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Empty, Full};
use tower_service::Service;
use tracing::Span;

use super::super::call::Around;
use super::super::transport::id_finder::IdFinder;
use super::super::transport::unreadable;
use super::body::{self, Held, Unread};
use super::end::End;
use super::exchange::{Exchange, Replayed};
use super::head::{check_head, check_removed, is_listen, is_older, is_stream, revision};
use super::message::{Posted, Text, no_text};
use super::rejection::Rejection;
use super::requests::{Place, Requests, RoomOfCall};
use super::resumed::last_event;
use super::serve::Shutdown;
use super::sessions::{SESSION_ID, Sessions, Visit, session};
use super::{BODY_LIMIT, HttpConfig, REQUESTS, SESSION_TIMEOUT, SESSIONS};
use crate::ProtocolError;
use crate::json_rpc::message::{self, Message};
use crate::json_rpc::request_id::Id;

pub(super) type Sdk<H> = StreamableHttpService<H, Sessions>;
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
    /// The size limit of a body, in bytes.
    max_body: usize,
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
        let limit = config.max_sessions.unwrap_or(SESSIONS);
        let sessions = Arc::new(Sessions::of(manager, limit));
        let requests = Requests::new(config.max_requests.unwrap_or(REQUESTS));
        let max_body = config.max_body_bytes.unwrap_or(BODY_LIMIT);
        let mut sdk = config.sdk();
        sdk.cancellation_token = end.all.clone();
        let service = move || Ok(handler.clone());
        let calls = StreamableHttpService::new(service, Arc::clone(&sessions), sdk);
        let mut streams = calls.clone();
        streams.config.cancellation_token = end.idle.clone();
        HttpService {
            calls: Arc::new(calls),
            streams: Arc::new(streams),
            sessions,
            requests,
            max_body,
            end,
        }
    }
}

#[cfg(test)]
impl<H> HttpService<H> {
    pub(super) fn sessions(&self) -> &Arc<Sessions> {
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
        let service = self.clone();
        Box::pin(async move { Ok(service.answer(request).await) })
    }
}

impl<H: ServerHandler> HttpService<H> {
    async fn answer<B>(self, request: Request<B>) -> Answer
    where
        B: Body<Data: Send, Error: Display> + Send + 'static,
    {
        let revision = revision(request.headers());
        let answer = self.serve(request).await;
        answer.unwrap_or_else(|rejection| rejection.into_response(revision))
    }

    /// Checks a request step by step, from its head to its message, and has the SDK answer it.
    async fn serve<B>(self, mut request: Request<B>) -> Result<Answer, Rejection>
    where
        B: Body<Data: Send, Error: Display> + Send + 'static,
    {
        if self.end.all.is_cancelled() {
            return Err(Rejection::shutting_down());
        }
        // The head alone decides whether this host and this origin may ask.
        check_head(&request)?;
        self.check_host(request.uri(), request.headers()).await?;
        if !is_older(request.headers()) {
            // 2026-07-28 has no sessions: the header must not tell whether one exists.
            request.headers_mut().remove(SESSION_ID);
        }
        let visit = self.enter_session(&request)?;
        let place = self.take_place(&mut request, visit.as_ref())?;
        request.extensions_mut().insert(self.end.cancellation());
        request.extensions_mut().insert(Around(Span::current()));
        let is_stream = is_stream(&request);
        let running = (!is_stream).then(|| self.end.running());
        let resumed = last_event(&request).filter(|_| request.method() == Method::GET);
        let resumed = resumed.map(ToOwned::to_owned);

        let (head, body) = request.into_parts();
        let (message, text) = self.read(&head, body, place.as_ref()).await?;
        if let Some((id, method)) = message.as_ref().and_then(Posted::request) {
            check_room(id, place.as_ref())?;
            check_removed(&head.headers, id, method)?;
        }

        let replay = visit.as_ref().and_then(|visit| visit.replay.clone());
        let replayed = match (replay, message.as_ref().and_then(Posted::request), resumed) {
            (Some(replay), Some((id, _)), _) => {
                let begun = replay.begin(id).ok_or_else(|| Rejection::in_use(id))?;
                Replayed::Recorded(begun)
            }
            (Some(replay), None, Some(last)) => Replayed::Resumed(replay, last),
            _ => Replayed::Nothing,
        };
        // A stream of news makes room, and does not delay the end.
        let listens = is_listen(&head.headers, message.as_ref());
        let place = place.filter(|_| !listens);
        let exchange = Exchange {
            sdk: Arc::clone(match is_stream || listens {
                true => &self.streams,
                false => &self.calls,
            }),
            sessions: Arc::clone(&self.sessions),
            principal: head.extensions.get().cloned(),
            room: place.as_ref().and_then(Place::room).cloned(),
            running: running.filter(|_| !listens),
            in_session: visit.is_some(),
            is_older: is_older(&head.headers),
            replayed,
            // A stream that is taken up again may be that of any request.
            restores_ids: message.as_ref().is_none_or(|message| message.is_renamed),
        };
        let session = session(&head.headers).map(ToOwned::to_owned);
        let ends_session = head.method == Method::DELETE;
        let body = message.as_ref().map(|message| message.body.clone());
        let request = Request::from_parts(head, Full::new(text));
        let mut answer = exchange.answer(request, body.unwrap_or_default()).await;
        if !is_stream && !listens {
            answer = body::gather(answer).await;
        }

        if answer.status().is_client_error() || answer.status().is_server_error() {
            if let (Some(message), Some(session)) = (&message, &session) {
                self.fail_question(&answer, message, session).await;
            }
            return Err(Rejection::from_sdk(answer, message.as_ref()).await);
        }
        if ends_session && answer.status() == StatusCode::ACCEPTED {
            // Some clients complain about "accepted".
            answer = empty(StatusCode::NO_CONTENT);
        }
        let _held = (visit, place);
        Ok(answer.map(|body| Held { body, _held }.boxed()))
    }

    /// Has the SDK check host and origin, of a request with a method that it does not have. It looks at
    /// these first, and then at the method.
    async fn check_host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Rejection> {
        let mut head = Request::new(Empty::<Bytes>::new());
        *head.method_mut() = Method::PUT;
        *head.uri_mut() = uri.clone();
        for name in [HOST, ORIGIN] {
            for value in headers.get_all(&name) {
                head.headers_mut().append(name.clone(), value.clone());
            }
        }
        let answer = self.calls.handle(head).await;
        match answer.status() {
            StatusCode::METHOD_NOT_ALLOWED => Ok(()),
            _ => Err(Rejection::from_sdk(answer, None).await),
        }
    }

    /// Enters the session that a request names.
    fn enter_session<B>(&self, request: &Request<B>) -> Result<Option<Visit>, Rejection> {
        let Some(id) = session(request.headers()) else {
            return Ok(None);
        };
        let visit = self.sessions.enter(id, request.extensions().get());
        let visit = visit.ok_or_else(Rejection::unknown_session)?;
        // The SDK does not look whether there is a session to end.
        match request.method() == Method::DELETE && !visit.is_known() {
            true => Err(Rejection::unknown_session()),
            false => Ok(Some(visit)),
        }
    }

    /// Admits a posted message, unless there are too many.
    fn take_place<B>(
        &self,
        request: &mut Request<B>,
        visit: Option<&Visit>,
    ) -> Result<Option<Place>, Rejection> {
        if request.method() != Method::POST {
            return Ok(None);
        }
        let is_in_session = visit.is_some_and(Visit::is_known);
        let place = self.requests.admit(is_in_session);
        let place = place.ok_or_else(|| Rejection::busy(None))?;
        if let Some(room) = place.room() {
            let room = RoomOfCall(Arc::downgrade(room));
            request.extensions_mut().insert(room);
        }
        Ok(Some(place))
    }

    /// Reads a posted message. The SDK refuses a body of another type by the head.
    async fn read<B>(
        &self,
        head: &Parts,
        body: B,
        place: Option<&Place>,
    ) -> Result<(Option<Posted>, Text), Rejection>
    where
        B: Body<Error: Display>,
    {
        let is_json = is_of_type(&head.headers, "application/json");
        let Some(place) = place.filter(|_| is_json) else {
            return Ok((None, no_text()));
        };
        let read = tokio::select! {
            read = body::read(body, place.limit(self.max_body)) => read,
            () = self.end.all.cancelled() => return Err(Rejection::shutting_down()),
        };
        match read {
            Ok(body) => {
                let (posted, text) = Posted::read(body)?;
                Ok((Some(posted), text))
            }
            Err(Unread::Broken(error)) => {
                let fault = format!("the body cannot be read: {error}");
                let error = ProtocolError::invalid_request(fault);
                Err(Rejection::bad_request(None, error))
            }
            Err(Unread::TooLong(start)) => {
                let mut finder = IdFinder::default();
                finder.read(&start);
                let (id, _) = finder.take();
                Err(match place {
                    Place::Room(_) => Rejection::too_long(id, self.max_body),
                    Place::Short { .. } => Rejection::busy(id),
                })
            }
        }
    }

    /// Ends the wait for a client's response that the SDK could not read.
    async fn fail_question(&self, answer: &Answer, message: &Posted, session: &str) {
        if answer.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE
            && let Ok(Message::Answer(response)) = message::read(&message.body)
            && let Some(failure) = unreadable(response)
        {
            self.sessions.tell(session, failure).await;
        }
    }
}

/// Rejects a request that has no room, or whose id is in use.
fn check_room(id: &Id, place: Option<&Place>) -> Result<(), Rejection> {
    match place.is_some_and(|place| place.room().is_none()) {
        true => Err(Rejection::busy(Some(id.clone()))),
        false => Ok(()),
    }
}

pub(super) fn is_of_type(headers: &HeaderMap, expected: &str) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case(expected))
}

pub(super) fn empty(status: StatusCode) -> Answer {
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
            max_body: self.max_body,
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
