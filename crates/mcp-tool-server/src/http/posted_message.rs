//! A posted message, and what came with it.

use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;
use http::request::Parts;
use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::embed::{Message, error_response, read_message};
use serde_json::value::RawValue;

use super::endpoint::Endpoint;
use super::events::Stream;
use super::head::{NamedVersion, is_modern};
use super::rejection::Rejection;
use super::response::HttpResponse;
use super::session::Visit;
use crate::connection::{Batch, Connection, Outlet, Room};
use crate::dispatch::dispatch;
use crate::params::Params;
use crate::received::{Dispatched, Incoming, Received};

/// How long a response may take, and still be sent as JSON.
pub(super) const PROMPT: Duration = Duration::from_millis(20);

/// A posted message, and what came with it.
pub(super) struct Post {
    pub(super) head: Arc<Parts>,
    pub(super) version: NamedVersion,
    pub(super) visit: Option<Visit>,
    /// Counts the message as a request. `None` if too many run.
    pub(super) room: Option<Room>,
}

impl Post {
    /// Creates the stream of the response.
    pub(super) fn stream(&self) -> Arc<Stream> {
        let history = self.visit.as_ref().map(|visit| visit.session().history());
        Stream::new(history.unwrap_or_default())
    }

    /// Passes the message on, with the head of the request for the tool.
    pub(super) fn dispatch(
        &mut self,
        connection: &Arc<Connection>,
        outlet: &Arc<dyn Outlet>,
        dispatch: impl FnOnce(Received<'_>) -> Dispatched,
    ) -> Dispatched {
        dispatch(Received {
            connection,
            outlet,
            room: self.room.take(),
            head: Some(Arc::clone(&self.head)),
        })
    }
}

/// Returns the status of a response with an error. Since protocol version 2026-07-28, it says what went wrong before
/// the tool ran.
pub(super) fn status(code: i32, is_modern: bool) -> StatusCode {
    match code {
        -32600 => StatusCode::BAD_REQUEST,
        -32601 if is_modern => StatusCode::NOT_FOUND,
        -32022..=-32020 if is_modern => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}

/// Handles a batch. Only protocol version 2025-03-26 has batches.
pub(super) async fn batch(
    endpoint: &Endpoint,
    mut post: Post,
    text: &str,
) -> Result<HttpResponse, Rejection> {
    let messages = Batch::split(text)?;
    let connection = endpoint.connection(&post, false)?;
    let stream = post.stream();
    let batch = Batch::new(stream.clone() as Arc<dyn Outlet>, messages.len());
    let batch = Arc::new(batch) as Arc<dyn Outlet>;
    for message in messages {
        let text = message.get();
        let message = Incoming::read(text.to_owned());
        if let Ok(Message::Request { id, method, params }) = read_message(text.as_bytes())
            && let Err(error) =
                check_member(&method, params).and_then(|()| admit(endpoint, &mut post, &message))
        {
            batch.respond(error_response(Some(id), &error, None), None);
            continue;
        }
        let dispatched = post.dispatch(&connection, &batch, |it| dispatch(it, message));
        if let Dispatched::Call(call) = dispatched {
            call.run_here();
        }
    }
    let response = endpoint.respond(post, stream, Dispatched::Done, false, PROMPT);
    Ok(response.await)
}

/// Counts a request of a batch, and checks its scopes.
fn admit(endpoint: &Endpoint, post: &mut Post, message: &Incoming) -> Result<(), ProtocolError> {
    if post.room.is_none() && !endpoint.config.end.begun.is_sent() {
        post.room = endpoint.load.enter();
    }
    // The bytes of the body are free once its first request has ended.
    let room = post.room.as_mut();
    if !room.is_some_and(|room| room.grow(message.size())) {
        return Err(endpoint.busy().into_error());
    }
    if let (Some(protection), Incoming::Tools(request)) = (&endpoint.config.protection, message) {
        let tools = endpoint.server.settings.tools.snapshot();
        protection
            .check_scopes(&tools, &post.head, post.version, request.tool())
            .map_err(Rejection::into_error)?;
    }
    Ok(())
}

/// Checks that a request may be in a batch: it does not begin the session, and needs no headers of its own.
fn check_member(method: &str, params: Option<&RawValue>) -> Result<(), ProtocolError> {
    let params = Params::read(params).ok();
    let named = params.as_ref().and_then(Params::version);
    if method == "initialize" || named.is_some_and(is_modern) {
        return Err(ProtocolError::invalid_request(
            "a batch cannot have `initialize` or a request of protocol version 2026-07-28",
        ));
    }
    Ok(())
}
