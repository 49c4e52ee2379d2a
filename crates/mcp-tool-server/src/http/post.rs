//! The steps of a posted message, up to its response.

use std::sync::{Arc, Weak};
use std::time::Duration;

use http::header::{CONTENT_LENGTH, CONTENT_TYPE, EXPECT};
use http::request::Parts;
use http::{HeaderValue, Response, StatusCode};
use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::embed::{Message, ToolRequest, check_capabilities, read_message};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use serde_json::value::RawValue;

use super::endpoint::{Endpoint, Guard, expiry, has_first_events};
use super::events::{Outcome, Stream, held};
use super::head::{SESSION_ID, not_accepted};
use super::mirrored_headers;
use super::posted_batch::batch;
use super::posted_message::{Post, VERSION, meta, status};
use super::rejection::Rejection;
use super::request_body::{self, RequestBody, UnreadableBody};
use super::response::{EVENTS, HttpResponse, JSON, empty, error_code, is_of_type};
use super::session::{Session, Visit, new_session_id};
use super::sessions::Sessions;
use super::version::NamedVersion;
use crate::connection::{Batch, Connection, Outlet, Reply};
use crate::dispatch::{dispatch, dispatch_message};
use crate::params::Params;
use crate::received::{Dispatched, Incoming, Received};
use crate::stdio::id_finder::IdFinder;

/// The size limit, in bytes, of a session's message that arrives while the maximum number of requests is open.
const SHORT: usize = 64 * 1024;

/// How long a response may take, and still be sent as JSON.
const PROMPT: Duration = Duration::from_millis(20);

/// The same for `initialize`, which opens a session only if it succeeds. Longer than the server waits for a companion.
const INITIALIZE: Duration = Duration::from_secs(15);

impl Endpoint {
    /// Handles a posted message.
    pub(super) async fn post(
        &self,
        head: Parts,
        version: NamedVersion,
        body: RequestBody,
        visit: Option<Visit>,
    ) -> Result<HttpResponse, Rejection> {
        let mut post = Post {
            head: Arc::new(head),
            version,
            visit,
            room: self.load.enter(),
        };
        let is_late = self.end.has_begun();
        // In a session, the message may be a response or a notification.
        if (is_late || post.room.is_none()) && post.visit.is_none() {
            return Err(self.busy(None));
        }
        let headers = &post.head.headers;
        if !is_of_type(headers, JSON) {
            return Err(Rejection::unsupported_media_type());
        }
        if let Some(kind) = not_accepted(headers, &[JSON, EVENTS]) {
            return Err(Rejection::not_acceptable(kind));
        }
        let text = self.read(&mut post, body).await?;
        // A new request would prolong the shutdown.
        if is_late {
            post.room = None;
        }
        if Batch::is_batch(&text) && self.has_batches(&post)? {
            return batch(self, post, &text).await;
        }
        let text = match Incoming::read(text) {
            Incoming::Tools(request) => return self.tools(post, request).await,
            Incoming::Other(text) => text,
        };
        match read_message(text.as_bytes())? {
            Message::Request { id, method, params } => {
                self.request(post, id, &method, params).await
            }
            message => self.accept(&post, message),
        }
    }

    /// Reads the body as text.
    async fn read(&self, post: &mut Post, body: RequestBody) -> Result<String, Rejection> {
        let has_room = post.room.is_some();
        let limit = if has_room {
            self.max_body
        } else {
            self.max_body.min(SHORT)
        };
        // A client that waits for the permission to send its body gets none for a body that is too long.
        let headers = &post.head.headers;
        let announced = headers
            .get(EXPECT)
            .and_then(|_| headers.get(CONTENT_LENGTH));
        let announced = announced.and_then(|it| it.to_str().ok()?.parse::<u64>().ok());
        if announced.is_some_and(|announced| announced > limit as u64) {
            return Err(self.too_long(post, &[]));
        }
        let read = tokio::select! {
            biased;
            read = request_body::read(body, limit, self.body_timeout, post.room.as_mut()) => read,
            () = self.end.all.sent() => return Err(Rejection::shutting_down(None)),
        };
        let bytes = read.map_err(|error| match error {
            UnreadableBody::Broken(error) => {
                let fault = format!("the body cannot be read: {error}");
                Rejection::bad_request(None, ProtocolError::invalid_request(fault))
            }
            UnreadableBody::TooSlow => Rejection::too_slow(self.body_timeout),
            UnreadableBody::TooLong(start) => self.too_long(post, &start),
            UnreadableBody::NoRoom => Rejection::busy(None),
        })?;
        String::from_utf8(bytes).map_err(|error| {
            let fault = format!("the message is not UTF-8: {}", error.utf8_error());
            Rejection::bad_request(None, ProtocolError::parse_error(fault))
        })
    }

    /// Rejects a request for which there is no room.
    pub(super) fn busy(&self, id: Option<&str>) -> Rejection {
        if self.end.has_begun() {
            Rejection::shutting_down(id)
        } else {
            Rejection::busy(id)
        }
    }

    /// Rejects a body that begins with these bytes. If it answers a question, the question fails.
    fn too_long(&self, post: &Post, start: &[u8]) -> Rejection {
        let mut finder = IdFinder::default();
        finder.read(start);
        let (id, is_answer) = finder.take();
        if post.room.is_none() {
            return self.busy(id.as_deref());
        }
        if let (true, Some(visit)) = (is_answer, &post.visit) {
            let questions = &visit.session().connection.questions;
            questions.answer(id.as_deref(), Reply::None("its response is too long"));
        }
        Rejection::too_long(id.as_deref(), self.max_body)
    }

    /// Handles a request for tools.
    async fn tools(&self, mut post: Post, request: ToolRequest) -> Result<HttpResponse, Rejection> {
        let headers = &post.head.headers;
        let id = request.id();
        let bad_request = |error| Rejection::bad_request(Some(id), error);
        let named = request.protocol_version().map(ProtocolVersion::as_str);
        let method = match request.tool() {
            Some(_) => "tools/call",
            None => "tools/list",
        };
        let is_modern = post
            .version
            .check(headers, &self.server, id, method, named)?;
        let tools = self.server.tools();
        if let (true, Some(tool)) = (is_modern, request.tool()) {
            mirrored_headers::NAME
                .check(headers, tool)
                .map_err(bad_request)?;
            let tools = tools.snapshot();
            let bindings = tools.header_bindings(tool);
            let arguments = request.arguments();
            mirrored_headers::check_arguments(headers, bindings, arguments.as_deref())
                .map_err(bad_request)?;
        }
        let connection = self.connection(&post, is_modern, Some(id))?;
        if let Some(protection) = &self.protection {
            protection.check_scopes(&tools.snapshot(), &post.head, request.tool(), Some(id))?;
        }
        if post.room.is_none() {
            return Err(self.busy(Some(id)));
        }
        let stream = post.stream();
        let outlet = Arc::clone(&stream) as Arc<dyn Outlet>;
        let dispatched = post.dispatch(&connection, &outlet, |received| {
            dispatch(received, Incoming::Tools(request))
        });
        Ok(self.respond(post, stream, dispatched, is_modern).await)
    }

    /// Handles a request that was not read in one pass.
    async fn request(
        &self,
        mut post: Post,
        id: &str,
        method: &str,
        params: Option<&RawValue>,
    ) -> Result<HttpResponse, Rejection> {
        let bad_request = |error| Rejection::bad_request(Some(id), error);
        // The version of the header is in `_meta`, so parameters that cannot be read are the first fault.
        if !post.version.is_older {
            Params::read(params).map_err(bad_request)?;
        }
        let meta = meta(params);
        let named = meta.as_ref().and_then(|meta| meta.get(VERSION)?.as_str());
        let is_modern = post
            .version
            .check(&post.head.headers, &self.server, id, method, named)?;
        if is_modern && let Some(meta) = &meta {
            check_capabilities(meta, ProtocolVersion::LATEST).map_err(bad_request)?;
        }
        if is_modern && let Some(name) = mirrored_headers::repeated_name(method, params) {
            mirrored_headers::NAME
                .check(&post.head.headers, &name)
                .map_err(bad_request)?;
        }
        if matches!(method, "tools/call" | "tools/list") {
            let connection = self.connection(&post, is_modern, Some(id))?;
            // Each connection has a version, over HTTP.
            let default = connection
                .session_version()
                .unwrap_or(ProtocolVersion::LATEST);
            return match ToolRequest::from_params(id, method, params, default) {
                Ok(request) => self.tools(post, request).await,
                Err(error) => {
                    let error = self.server.with_offered(error);
                    Err(Rejection::new(
                        status(error.code(), is_modern),
                        Some(id),
                        error,
                    ))
                }
            };
        }
        if post.room.is_none() {
            return Err(self.busy(Some(id)));
        }
        let message = Message::Request {
            id,
            method: method.into(),
            params,
        };
        if method == "initialize"
            && !is_modern
            && post.visit.is_none()
            && let Some(sessions) = &self.sessions
        {
            return self.initialize(post, sessions, message).await;
        }
        let connection = self.connection(&post, is_modern, Some(id))?;
        let stream = post.stream();
        let outlet = Arc::clone(&stream) as Arc<dyn Outlet>;
        let dispatched = post.dispatch(&connection, &outlet, |received| {
            dispatch_message(received, message)
        });
        Ok(self.respond(post, stream, dispatched, is_modern).await)
    }

    /// Opens a session.
    async fn initialize(
        &self,
        mut post: Post,
        sessions: &Sessions,
        message: Message<'_>,
    ) -> Result<HttpResponse, Rejection> {
        let principal = post.head.extensions.get::<Principal>();
        let id = new_session_id()?;
        let session = Session::new(&id, principal, self.new_connection());
        let connection = Arc::clone(&session.connection);
        let stream = post.stream();
        let outlet = Arc::clone(&stream) as Arc<dyn Outlet>;
        let dispatched = post.dispatch(&connection, &outlet, |received| {
            dispatch_message(received, message)
        });
        let mut response = self
            .respond_within(INITIALIZE, post, stream, dispatched, false)
            .await;
        // A failed `initialize` opens no session.
        if connection.session_version().is_some() {
            sessions.insert(session).await;
            if let Ok(id) = HeaderValue::from_str(&id) {
                response.headers_mut().insert(SESSION_ID.clone(), id);
            }
        }
        Ok(response)
    }

    /// Handles a notification, or a response to a question.
    fn accept(&self, post: &Post, message: Message<'_>) -> Result<HttpResponse, Rejection> {
        let headers = &post.head.headers;
        let is_modern = !post.version.is_older;
        if let Message::Response { .. } = message
            && (is_modern || post.visit.is_none())
        {
            let error = "there is no request to the client that this response can belong to";
            return Err(Rejection::bad_request(
                None,
                ProtocolError::invalid_request(error),
            ));
        }
        // Since protocol version 2026-07-28, there are no notifications from clients over HTTP.
        if !is_modern {
            post.version.check_offered(headers, &self.server, None)?;
            let connection = self.connection(post, false, None)?;
            let session = post.visit.as_ref().map(Visit::session);
            let notifications = session.and_then(|session| session.notifications());
            let outlet = notifications.unwrap_or_else(|| Stream::new(Weak::new()));
            let received = Received {
                connection: &connection,
                outlet: &(outlet as Arc<dyn Outlet>),
                room: None,
                head: Some(Arc::clone(&post.head)),
            };
            dispatch_message(received, message);
        }
        Ok(empty(StatusCode::ACCEPTED))
    }

    /// Returns the response to a message that was dispatched.
    pub(super) async fn respond(
        &self,
        post: Post,
        stream: Arc<Stream>,
        dispatched: Dispatched,
        is_modern: bool,
    ) -> HttpResponse {
        self.respond_within(PROMPT, post, stream, dispatched, is_modern)
            .await
    }

    /// Returns the response to a message that was dispatched. It is JSON if it takes no longer than `limit`.
    async fn respond_within(
        &self,
        mut limit: Duration,
        post: Post,
        stream: Arc<Stream>,
        dispatched: Dispatched,
        is_modern: bool,
    ) -> HttpResponse {
        let mut guard = Guard::of(post.visit);
        let is_forwarded = matches!(dispatched, Dispatched::Forwarded(_));
        let mut expires = None;
        match dispatched {
            Dispatched::Done => {}
            Dispatched::Stream(call) => {
                guard.call = Some(call);
                limit = Duration::ZERO;
                expires = expiry(&post.head);
                if self.end.has_begun() {
                    self.end_streams();
                }
            }
            Dispatched::Forwarded(call) => guard.call = is_modern.then_some(call),
            Dispatched::Call(started) => {
                guard.call = is_modern.then(|| Arc::clone(&started.call));
                started.run_here();
            }
        }
        let session = guard.visit.as_ref().map(Visit::session);
        if let Some(session) = session {
            session.add(&stream);
        }
        let has_first_event = session.is_some_and(|it| has_first_events(&it.connection));
        match stream.outcome(limit).await {
            Outcome::Json(message, room) => {
                // The companion has read the request, so its -32600 is no broken message.
                let code = error_code(&message).filter(|code| !(is_forwarded && *code == -32600));
                let mut response = Response::new(held(message, room).into());
                *response.status_mut() = code.map_or(StatusCode::OK, |it| status(it, is_modern));
                let json = HeaderValue::from_static(JSON);
                response.headers_mut().insert(CONTENT_TYPE, json);
                response
            }
            Outcome::Nothing => empty(StatusCode::ACCEPTED),
            Outcome::Events(reader) => {
                if let Some(visit) = &guard.visit {
                    visit.session().add_unread(&stream);
                }
                self.events(reader, has_first_event, expires, guard)
            }
        }
    }

    /// Returns the connection of a request: that of its session, or the one for its protocol version.
    pub(super) fn connection(
        &self,
        post: &Post,
        is_modern: bool,
        id: Option<&str>,
    ) -> Result<Arc<Connection>, Rejection> {
        let version = match (&post.visit, &self.sessions) {
            _ if is_modern => ProtocolVersion::LATEST,
            // The session may have ended while the body arrived.
            (Some(visit), _) if visit.session().has_ended() => {
                return Err(Rejection::unknown_session());
            }
            (Some(visit), _) => return Ok(Arc::clone(&visit.session().connection)),
            (None, Some(_)) => return Err(Rejection::no_session(id)),
            (None, None) => post.version.known.unwrap_or(ProtocolVersion::V2025_03_26),
        };
        Ok(Arc::clone(self.independent(version)))
    }

    /// Returns whether the client of a posted message may send batches.
    fn has_batches(&self, post: &Post) -> Result<bool, Rejection> {
        let connection = match (&post.visit, &self.sessions) {
            (None, Some(_)) => return Ok(false),
            _ if !post.version.is_older => return Ok(false),
            _ => self.connection(post, false, None)?,
        };
        Ok(connection.session_version() == Some(ProtocolVersion::V2025_03_26))
    }
}
