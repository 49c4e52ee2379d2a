//! The steps of a request up to its message, and the requests that carry no message.

use std::convert::Infallible;
use std::fmt;
use std::fmt::Display;
use std::sync::{Arc, Once};
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime};

use bytes::Buf as _;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body::Body;
use http_body_util::BodyExt as _;
use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::embed::wait_for_blocking_calls;
use mcp_tool_runtime::{ProtocolVersion, ToolContext};
use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};
use tower_service::Service;

use super::config::HttpConfig;
use super::events::{EventBody, EventReader};
use super::head::{LAST_EVENT_ID, NamedVersion, check_accepted, check_head, session};
use super::history::EventId;
use super::host::AllowedHosts;
use super::protection::check_protected;
use super::rejection::Rejection;
use super::request_body::RequestBody;
use super::response::{EVENTS, HttpBody, HttpResponse, ResponseFuture, empty};
use super::session::{Session, Visit};
use super::sessions::{SEARCH, Sessions};
use super::shutdown::{RunningService, SendOnDrop, Shutdown, Signal};
use crate::connection::{Call, Connection, Limits, Load, Outlet, Scope};
use crate::dispatch::{end_streams, tools_changed};
use crate::served::{Served, Settings};
use crate::served_tools::changed;

/// The time limit for sending the responses of cancelled calls.
const LAST_RESPONSES: Duration = Duration::from_secs(1);

/// The service of a server over HTTP.
pub(crate) struct Endpoint {
    pub(super) server: Arc<Served>,
    /// The connections for requests without a session, in the order of [`ProtocolVersion::ALL`].
    independent: Vec<Arc<Connection>>,
    /// `None` if the service has no sessions.
    pub(super) sessions: Option<Sessions>,
    pub(super) load: Arc<Load>,
    hosts: AllowedHosts,
    pub(super) config: HttpConfig,
    /// Is sent at the end of the shutdown. From then on, the service rejects requests.
    pub(super) ended: Signal,
    /// Runs when the service follows a listener.
    follows: Once,
    /// Starts the task of [`look_after`].
    looked_after: Once,
}

impl Endpoint {
    /// Creates the service.
    ///
    /// # Panics
    ///
    /// Panics if a tool has scopes, and the configuration has no protection.
    pub(crate) fn new(settings: Settings, config: HttpConfig) -> Arc<Self> {
        if config.protection.is_none() {
            check_protected(settings.tools.snapshot().definitions());
        }
        let server = Served::new(settings);
        let load = Load::new(Limits {
            running: config.max_requests,
            // Questions and connections have limits of their own.
            open: usize::MAX,
            bytes: config.max_open_bytes,
            open_bytes: config.max_open_bytes,
            questions: config.max_questions,
        });
        config.end.watch();
        let independent = ProtocolVersion::ALL.iter().map(|version| {
            let (server, load) = (Arc::clone(&server), Arc::clone(&load));
            let connection = Connection::new(server, load, Scope::Independent, 0);
            // A client that can send no later message can answer no question.
            connection.questions.close("the client has no session");
            connection.begin_session(ToolContext::new(*version));
            Arc::new(connection)
        });
        let store = config.store.clone();
        let sessions = Sessions::new(config.max_sessions, config.session_timeout, store);
        Arc::new(Endpoint {
            independent: independent.collect(),
            sessions: config.has_sessions.then_some(sessions),
            hosts: AllowedHosts::new(&config.hosts, config.origins.as_deref()),
            config,
            ended: Signal::default(),
            follows: Once::new(),
            looked_after: Once::new(),
            server,
            load,
        })
    }

    /// Creates the connection of a session.
    pub(super) fn new_connection(&self) -> Connection {
        let (server, load) = (Arc::clone(&self.server), Arc::clone(&self.load));
        Connection::new(
            server,
            load,
            Scope::Session,
            self.config.max_questions_per_session,
        )
    }

    /// Returns the connection for requests without a session, in this protocol version.
    pub(super) fn independent(&self, version: ProtocolVersion) -> &Arc<Connection> {
        let position = ProtocolVersion::ALL.iter().position(|it| *it == version);
        &self.independent[position.unwrap_or_default()]
    }

    /// Answers a request.
    pub(super) fn call(self: Arc<Self>, request: Request<RequestBody>) -> ResponseFuture {
        if let Some(listener) = request.extensions().get::<Arc<Shutdown>>() {
            self.follows.call_once(|| {
                let (load, ended) = (Arc::clone(&self.load), self.ended.clone());
                self.config
                    .end
                    .follow(listener, RunningService { load, ended });
            });
        }
        self.look_after();
        Box::pin(async move {
            if let Some(protection) = &self.config.protection
                && let Some(metadata) = protection.answer_metadata(&request)
            {
                return Ok(metadata);
            }
            let version = NamedVersion::read(request.headers());
            let response = self.serve(request, version).await;
            Ok(response.unwrap_or_else(|rejection| rejection.into_response(version.form())))
        })
    }

    /// Checks a request step by step, up to its message.
    async fn serve(
        &self,
        mut request: Request<RequestBody>,
        version: NamedVersion,
    ) -> Result<HttpResponse, Rejection> {
        if self.ended.is_sent() {
            return Err(Rejection::shutting_down());
        }
        check_head(&request)?;
        self.hosts.check(request.uri(), request.headers())?;
        if let Some(protection) = &self.config.protection {
            request = tokio::select! {
                biased;
                known = protection.authenticate(request, version) => known?,
                () = self.ended.sent() => return Err(Rejection::shutting_down()),
            };
        }
        let (head, body) = request.into_parts();
        // Protocol version 2026-07-28 has no sessions, so the header says nothing there.
        let sessions = self.sessions.as_ref().filter(|_| version.is_older);
        let visit = match (sessions, session(&head.headers)) {
            (Some(sessions), Some(id)) => {
                let principal = head.extensions.get::<Principal>();
                let visit = sessions.visit(id, principal, || self.new_connection());
                Some(visit.await?)
            }
            _ => None,
        };
        match (head.method.clone(), sessions) {
            (Method::POST, _) => self.post(head, version, body, visit).await,
            (Method::GET, Some(_)) => self.get(&head, version, visit),
            (Method::DELETE, Some(sessions)) => {
                let visit = visit.ok_or_else(Rejection::no_session)?;
                sessions.end(visit.session()).await?;
                Ok(empty(StatusCode::NO_CONTENT))
            }
            (_, sessions) => {
                let (allowed, fault) = match sessions {
                    Some(_) => (
                        "GET, POST, DELETE",
                        "the method must be GET, POST or DELETE",
                    ),
                    None => (
                        "POST",
                        "the method must be POST, because there are no sessions",
                    ),
                };
                let rejection = Rejection::invalid(StatusCode::METHOD_NOT_ALLOWED, fault);
                Err(rejection.with_header(ALLOW, HeaderValue::from_static(allowed)))
            }
        }
    }

    /// Opens the stream of notifications of a session, or continues a lost stream.
    fn get(
        &self,
        head: &Parts,
        version: NamedVersion,
        visit: Option<Visit>,
    ) -> Result<HttpResponse, Rejection> {
        check_accepted(&head.headers, &[EVENTS])?;
        version.check_offered(&head.headers, &self.server)?;
        let visit = visit.ok_or_else(Rejection::no_session)?;
        let session = visit.session();
        let last = head.headers.get(LAST_EVENT_ID);
        let read = last.and_then(|text| EventId::read(text.to_str().ok()?));
        let reader = match (last, read) {
            (Some(_), Some(read)) => session.resume(read).ok_or_else(Rejection::unknown_event)?,
            (Some(_), None) => return Err(Rejection::unknown_event()),
            (None, _) => session.listen().ok_or_else(Rejection::unknown_session)?,
        };
        // For example, a cancelled call has no response, so clients that wait for one resume its stream again and again.
        // A client stops if there is no content.
        if read.is_some() && reader.is_at_end() {
            return Ok(empty(StatusCode::NO_CONTENT));
        }
        let is_new = read.is_none();
        let listens = read.is_none_or(|read| read.stream == 0);
        // Check this after the reader exists, so that the shutdown either finds the reader, or is found here.
        if listens && self.config.end.begun.is_sent() {
            return Err(Rejection::shutting_down());
        }
        let expiry = expiry(head).filter(|_| listens);
        let has_first_event = is_new && has_first_events(&session.connection);
        Ok(self.events(reader, has_first_event, expiry, Guard::of(Some(visit))))
    }

    /// Returns a response that is a stream of events.
    pub(super) fn events(
        &self,
        reader: EventReader,
        has_first_event: bool,
        expiry: Option<SystemTime>,
        guard: Guard,
    ) -> HttpResponse {
        let body = EventBody::new(
            reader,
            has_first_event,
            expiry,
            self.config.keep_alive,
            guard,
        );
        let mut response = Response::new(HttpBody::boxed(body));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(EVENTS));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        // Tell proxies to forward each event at once, instead of buffering the whole stream.
        let buffering = HeaderName::from_static("x-accel-buffering");
        headers.insert(buffering, HeaderValue::from_static("no"));
        response
    }

    /// Starts the task that looks after the sessions. Does nothing outside of a Tokio runtime.
    fn look_after(self: &Arc<Self>) {
        if !self.looked_after.is_completed()
            && let Ok(runtime) = Handle::try_current()
        {
            self.looked_after.call_once(|| {
                self.config.end.watch();
                runtime.spawn(look_after(self));
            });
        }
    }

    /// Tells the clients that the list of tools has changed.
    fn tools_changed(&self) {
        for connection in &self.independent {
            tools_changed(connection, || None);
        }
        for session in self.open_sessions() {
            // A client that reads slowly gets one notification for several changes.
            tools_changed(&session.connection, || {
                let stream = Arc::clone(session.notifications());
                (!stream.is_unread()).then_some(stream as Arc<dyn Outlet>)
            });
        }
    }

    fn open_sessions(&self) -> Vec<Arc<Session>> {
        self.sessions
            .as_ref()
            .map(Sessions::all)
            .unwrap_or_default()
    }

    /// Ends the streams of notifications, because the server shuts down.
    pub(super) fn end_streams(&self) {
        for connection in &self.independent {
            end_streams(connection);
        }
        for session in self.open_sessions() {
            end_streams(&session.connection);
            session.end_notifications();
        }
    }

    /// Removes all calls.
    fn take_calls(&self) -> Vec<Arc<Call>> {
        let sessions = self.open_sessions();
        let connections = sessions.iter().map(|session| &session.connection);
        let connections = connections.chain(&self.independent);
        connections
            .flat_map(|connection| connection.calls.take_all())
            .collect()
    }
}

/// Looks after a service: notifies its clients of changed tools, ends the sessions that nobody uses, and shuts down.
fn look_after(service: &Arc<Endpoint>) -> impl Future<Output = ()> + Send + use<> {
    let interval = service.sessions.as_ref().map(Sessions::search_interval);
    let mut changes = service.server.settings.tools.changes();
    let (load, end) = (Arc::clone(&service.load), Arc::clone(&service.config.end));
    let ended = SendOnDrop(service.ended.clone());
    let service = Arc::downgrade(service);
    async move {
        loop {
            tokio::select! {
                () = end.begun.sent() => break,
                () = changed(&mut changes) => {
                    let Some(service) = service.upgrade() else { return };
                    service.tools_changed();
                }
                () = sleep(interval.unwrap_or(SEARCH)) => {
                    let Some(service) = service.upgrade() else { return };
                    if let Some(sessions) = &service.sessions {
                        sessions.end_silent();
                    }
                }
            }
        }
        let Some(grace) = service.upgrade().map(|service| {
            service.end_streams();
            service.config.grace.unwrap_or_else(|| end.grace())
        }) else {
            return;
        };
        if timeout(grace, load.emptied()).await.is_err() {
            tracing::warn!(
                requests = load.open(),
                "calls were still running: cancelled"
            );
            let calls = service.upgrade().map(|service| service.take_calls());
            let calls = calls.unwrap_or_default();
            for call in &calls {
                call.cancel();
            }
            // The process may end after the last response, so functions on threads need time to clean up first.
            wait_for_blocking_calls().await;
            for call in calls {
                call.respond(None);
            }
            let _ = timeout(LAST_RESPONSES, load.emptied()).await;
        }
        drop(ended);
        if let Some(service) = service.upgrade() {
            // Calls may have started meanwhile.
            for call in service.take_calls() {
                call.skip();
            }
            if let Some(sessions) = &service.sessions {
                sessions.end_all();
            }
        }
    }
}

/// What ends with a response: the use of its session, and the call of a client that has disconnected.
pub(super) struct Guard {
    pub(super) visit: Option<Visit>,
    /// The call that needs its client: since protocol version 2026-07-28, a lost response cancels the call.
    pub(super) call: Option<Arc<Call>>,
}

impl Guard {
    pub(super) fn of(visit: Option<Visit>) -> Self {
        Guard { visit, call: None }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(call) = &self.call {
            call.abandon();
        }
    }
}

/// Returns whether the streams of a session begin with an empty event. Before protocol version 2025-11-25, clients read
/// it as an invalid message.
pub(super) fn has_first_events(connection: &Connection) -> bool {
    connection.session_version() == Some(ProtocolVersion::V2025_11_25)
}

/// Returns the time at which the caller's access token expires.
pub(super) fn expiry(head: &Parts) -> Option<SystemTime> {
    head.extensions.get().and_then(Principal::expiry)
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService").finish_non_exhaustive()
    }
}

/// A server as a `tower` service for axum or hyper. [`ToolServer::http_service`](crate::ToolServer::http_service) creates this service. Clones
/// share their sessions.
#[derive(Clone)]
pub struct HttpService {
    endpoint: Arc<Endpoint>,
}

impl HttpService {
    /// Creates the service of a server.
    ///
    /// # Panics
    ///
    /// Panics if a tool has scopes, and the configuration has no protection.
    pub(crate) fn new(settings: Settings, config: HttpConfig) -> Self {
        HttpService {
            endpoint: Endpoint::new(settings, config),
        }
    }
}

impl<B> Service<Request<B>> for HttpService
where
    B: Body<Data: Send, Error: Display> + Send + 'static,
{
    type Response = HttpResponse;
    type Error = Infallible;
    type Future = ResponseFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let whole = |mut data: B::Data| data.copy_to_bytes(data.remaining());
        let request = request.map(|body| {
            let body = body.map_frame(move |frame| frame.map_data(whole));
            body.map_err(|error| error.to_string()).boxed_unsync()
        });
        Arc::clone(&self.endpoint).call(request)
    }
}
