//! The steps of a posted message, up to its response.

use std::sync::Arc;
use std::time::Duration;

use http::header::{CONTENT_LENGTH, EXPECT};
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::ProtocolVersion;
use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::embed::{
    InvalidMessage, Message, ToolRequest, check_capabilities, read_message,
};
use serde_json::value::RawValue;

use super::endpoint::{Endpoint, Guard, expiry, has_first_events};
use super::events::{Outcome, Stream, held};
use super::head::{NamedVersion, SESSION_ID, check_accepted};
use super::mirrored_headers;
use super::posted_message::{PROMPT, Post, batch, status};
use super::rejection::Rejection;
use super::request_body::{self, RequestBody};
use super::response::{EVENTS, HttpResponse, JSON, empty, error_code, is_of_type, json_response};
use super::session::{Session, Visit, new_session_id, owner};
use super::sessions::Sessions;
use crate::connection::{Batch, Connection, Kind, Outlet, Reply};
use crate::dispatch::{dispatch, dispatch_message};
use crate::params::Params;
use crate::received::{Dispatched, Incoming, Received};
use crate::stdio::id_finder::IdFinder;

/// The size limit, in bytes, of a session's message that arrives while the maximum number of requests is open.
const SHORT: usize = 64 * 1024;

/// How long `initialize` may take, and still get a JSON response. It opens a session only if it succeeds.
/// Longer than the server waits for a companion.
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
        let is_late = self.config.end.begun.is_sent();
        // In a session, the message may be a response or a notification.
        if (is_late || post.room.is_none()) && post.visit.is_none() {
            return Err(self.busy());
        }
        let headers = &post.head.headers;
        if !is_of_type(headers, JSON) {
            return Err(Rejection::invalid(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the header `Content-Type` must be `application/json`",
            ));
        }
        check_accepted(headers, &[JSON, EVENTS])?;
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
                let response = self.request(post, id, &method, params).await;
                response.map_err(|rejection| rejection.with_id(Some(id)))
            }
            message => self.accept(post, message),
        }
    }

    /// Reads the body as text.
    async fn read(&self, post: &mut Post, body: RequestBody) -> Result<String, Rejection> {
        let has_room = post.room.is_some();
        let limit = if has_room {
            self.config.max_body_bytes
        } else {
            self.config.max_body_bytes.min(SHORT)
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
        let (bytes, is_whole) = tokio::select! {
            biased;
            read = request_body::read(body, limit, self.config.body_timeout, post.room.as_mut()) => read?,
            () = self.ended.sent() => return Err(Rejection::shutting_down()),
        };
        if !is_whole {
            return Err(self.too_long(post, &bytes));
        }
        String::from_utf8(bytes).map_err(|error| {
            let fault = format!("the message is not UTF-8: {}", error.utf8_error());
            ProtocolError::parse_error(fault).into()
        })
    }

    /// Rejects a request for which there is no room.
    pub(super) fn busy(&self) -> Rejection {
        if self.config.end.begun.is_sent() {
            Rejection::shutting_down()
        } else {
            Rejection::busy()
        }
    }

    fn check_room(&self, post: &Post) -> Result<(), Rejection> {
        post.room.as_ref().map(drop).ok_or_else(|| self.busy())
    }

    /// Rejects a body that begins with these bytes. If it answers a question, the question fails.
    fn too_long(&self, post: &Post, start: &[u8]) -> Rejection {
        let mut finder = IdFinder::default();
        finder.read(start);
        let (id, is_answer) = finder.take();
        let rejection = match self.check_room(post) {
            Err(busy) => busy,
            Ok(()) => {
                if let (true, Some(visit)) = (is_answer, &post.visit) {
                    let reply = Reply::None("its response is too long");
                    let connection = &visit.session().connection;
                    connection.questions.answer(id.as_deref(), reply);
                }
                let error = InvalidMessage::too_long(None, self.config.max_body_bytes).error;
                Rejection::new(StatusCode::PAYLOAD_TOO_LARGE, error)
            }
        };
        rejection.with_id(id.as_deref())
    }

    /// Handles a request for tools.
    async fn tools(&self, post: Post, request: ToolRequest) -> Result<HttpResponse, Rejection> {
        let checked = self.check_tools(&post, &request);
        let (connection, is_modern) =
            checked.map_err(|rejection| rejection.with_id(Some(request.id())))?;
        let request = |received: Received<'_>| dispatch(received, Incoming::Tools(request));
        let response = self.run(post, &connection, is_modern, PROMPT, request);
        Ok(response.await)
    }

    /// Returns the connection of a request for tools, and whether the request describes its client itself.
    fn check_tools(
        &self,
        post: &Post,
        request: &ToolRequest,
    ) -> Result<(Arc<Connection>, bool), Rejection> {
        let headers = &post.head.headers;
        let named = request.protocol_version().map(ProtocolVersion::as_str);
        let method = match request.tool() {
            Some(_) => "tools/call",
            None => "tools/list",
        };
        let is_modern = post.version.check(headers, &self.server, method, named)?;
        let tools = &self.server.settings.tools;
        if let (true, Some(tool)) = (is_modern, request.tool()) {
            mirrored_headers::NAME.check(headers, tool)?;
            let tools = tools.snapshot();
            let (bindings, arguments) = (tools.header_bindings(tool), request.arguments());
            mirrored_headers::check_arguments(headers, bindings, arguments.as_deref())?;
        }
        let connection = self.connection(post, is_modern)?;
        if let Some(protection) = &self.config.protection {
            protection.check_scopes(&tools.snapshot(), &post.head, post.version, request.tool())?;
        }
        self.check_room(post)?;
        Ok((connection, is_modern))
    }

    /// Handles a request that was not read in one pass.
    async fn request(
        &self,
        post: Post,
        id: &str,
        method: &str,
        params: Option<&RawValue>,
    ) -> Result<HttpResponse, Rejection> {
        let headers = &post.head.headers;
        let read = match Params::read(params) {
            Ok(read) => Some(read),
            // The version of the header is in `_meta`, so parameters that cannot be read are the first fault.
            Err(error) if !post.version.is_older => return Err(error.into()),
            Err(_) => None,
        };
        let named = read.as_ref().and_then(Params::version);
        let is_modern = post.version.check(headers, &self.server, method, named)?;
        if is_modern {
            if let Some(meta) = read.as_ref().and_then(|read| read.meta.as_ref()) {
                check_capabilities(meta, ProtocolVersion::LATEST)?;
            }
            if let Some(name) = mirrored_headers::repeated_name(method, params) {
                mirrored_headers::NAME.check(headers, &name)?;
            }
        }
        let request = |received: Received<'_>| {
            let method = method.into();
            dispatch_message(received, Message::Request { id, method, params })
        };
        if let ("initialize", false, None, Some(sessions)) =
            (method, is_modern, &post.visit, &self.sessions)
        {
            self.check_room(&post)?;
            return self.initialize(post, sessions, request).await;
        }
        let connection = self.connection(&post, is_modern)?;
        if matches!(method, "tools/call" | "tools/list") {
            // Each connection has a version, over HTTP.
            let default = connection.session_version();
            let default = default.unwrap_or(ProtocolVersion::LATEST);
            // `dispatch_message` explains a request that cannot be read.
            if let Ok(request) = ToolRequest::from_params(id, method, params, default) {
                return self.tools(post, request).await;
            }
        }
        self.check_room(&post)?;
        let response = self.run(post, &connection, is_modern, PROMPT, request);
        Ok(response.await)
    }

    /// Opens a session.
    async fn initialize(
        &self,
        post: Post,
        sessions: &Sessions,
        request: impl FnOnce(Received<'_>) -> Dispatched,
    ) -> Result<HttpResponse, Rejection> {
        let principal = post.head.extensions.get::<Principal>();
        let id = new_session_id()?;
        let session = Session::new(&id, principal.map(owner), self.new_connection());
        let connection = Arc::clone(&session.connection);
        let response = self.run(post, &connection, false, INITIALIZE, request);
        let mut response = response.await;
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
    fn accept(&self, mut post: Post, message: Message<'_>) -> Result<HttpResponse, Rejection> {
        let is_modern = !post.version.is_older;
        if let Message::Response { .. } = message
            && (is_modern || post.visit.is_none())
        {
            return Err(Rejection::invalid(
                StatusCode::BAD_REQUEST,
                "there is no request to the client that this response can belong to",
            ));
        }
        // Since protocol version 2026-07-28, there are no notifications from clients over HTTP.
        if !is_modern {
            let headers = &post.head.headers;
            post.version.check_offered(headers, &self.server)?;
            let connection = self.connection(&post, false)?;
            let outlet = match &post.visit {
                Some(visit) => Arc::clone(visit.session()) as Arc<dyn Outlet>,
                None => post.stream(),
            };
            post.dispatch(&connection, &outlet, |it| dispatch_message(it, message));
        }
        Ok(empty(StatusCode::ACCEPTED))
    }

    /// Runs a request, and returns its response. It is JSON if it takes no longer than `limit`.
    async fn run(
        &self,
        mut post: Post,
        connection: &Arc<Connection>,
        is_modern: bool,
        limit: Duration,
        request: impl FnOnce(Received<'_>) -> Dispatched,
    ) -> HttpResponse {
        let stream = post.stream();
        let outlet = Arc::clone(&stream) as Arc<dyn Outlet>;
        let dispatched = post.dispatch(connection, &outlet, request);
        let response = self.respond(post, stream, dispatched, is_modern, limit);
        response.await
    }

    /// Returns the response to a message that was dispatched. It is JSON if it takes no longer than `limit`.
    pub(super) async fn respond(
        &self,
        post: Post,
        stream: Arc<Stream>,
        dispatched: Dispatched,
        is_modern: bool,
        mut limit: Duration,
    ) -> HttpResponse {
        let mut guard = Guard::of(post.visit);
        let mut is_forwarded = false;
        let mut expires = None;
        match dispatched {
            Dispatched::Done => {}
            Dispatched::Open(call) => {
                is_forwarded = call.kind == Kind::Forwarded;
                if !is_forwarded {
                    limit = Duration::ZERO;
                    expires = expiry(&post.head);
                    if self.config.end.begun.is_sent() {
                        self.end_streams();
                    }
                }
                guard.call = is_modern.then_some(call);
            }
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
                let status = code.map_or(StatusCode::OK, |it| status(it, is_modern));
                json_response(status, held(message, room))
            }
            Outcome::Nothing => empty(StatusCode::ACCEPTED),
            Outcome::Events(reader) => self.events(reader, has_first_event, expires, guard),
        }
    }

    /// Returns the connection of a request: that of its session, or the one for its protocol version.
    pub(super) fn connection(
        &self,
        post: &Post,
        is_modern: bool,
    ) -> Result<Arc<Connection>, Rejection> {
        let version = match (&post.visit, &self.sessions) {
            _ if is_modern => ProtocolVersion::LATEST,
            // The session may have ended while the body arrived.
            (Some(visit), _) if visit.session().has_ended() => {
                return Err(Rejection::unknown_session());
            }
            (Some(visit), _) => return Ok(Arc::clone(&visit.session().connection)),
            (None, Some(_)) => return Err(Rejection::no_session()),
            (None, None) => post.version.known.unwrap_or(ProtocolVersion::V2025_03_26),
        };
        Ok(Arc::clone(self.independent(version)))
    }

    /// Returns whether the client of a posted message may send batches.
    fn has_batches(&self, post: &Post) -> Result<bool, Rejection> {
        let connection = match (&post.visit, &self.sessions) {
            (None, Some(_)) => return Ok(false),
            _ if !post.version.is_older => return Ok(false),
            _ => self.connection(post, false)?,
        };
        Ok(connection.session_version() == Some(ProtocolVersion::V2025_03_26))
    }
}
