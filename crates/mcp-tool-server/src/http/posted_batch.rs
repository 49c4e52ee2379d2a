//! A posted batch of messages. Only protocol version 2025-03-26 has batches.

use std::sync::Arc;

use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::embed::{InvalidMessage, Message, error_response, read_message};
use serde_json::value::RawValue;

use super::endpoint::Endpoint;
use super::posted_message::{Post, VERSION, meta};
use super::rejection::Rejection;
use super::response::HttpResponse;
use super::version::is_modern;
use crate::connection::{Batch, Outlet};
use crate::dispatch::dispatch;
use crate::received::{Dispatched, Incoming};

/// Handles a batch. Only protocol version 2025-03-26 has batches.
pub(super) async fn batch(
    endpoint: &Endpoint,
    mut post: Post,
    text: &str,
) -> Result<HttpResponse, Rejection> {
    let messages = Batch::split(text).map_err(|error| Rejection::bad_request(None, error))?;
    let connection = endpoint.connection(&post, false, None)?;
    let stream = post.stream();
    let batch = Batch::new(stream.clone() as Arc<dyn Outlet>, messages.len());
    let batch = Arc::new(batch) as Arc<dyn Outlet>;
    for message in messages {
        let text = message.get();
        let read = match read_message(text.as_bytes()) {
            Ok(read) => read,
            Err(InvalidMessage { id, error }) => {
                batch.respond(error_response(id.as_deref(), &error, None), None);
                continue;
            }
        };
        let message = Incoming::read(text.to_owned());
        let is_request = matches!(read, Message::Request { .. });
        if let Message::Request { id, method, params } = read
            && let Err(error) = check_member(&method, params)
                .and_then(|()| admit(endpoint, &mut post, id, &message))
        {
            batch.respond(error_response(Some(id), &error, None), None);
            continue;
        }
        let dispatched = post.dispatch(&connection, &batch, |it| dispatch(it, message));
        match dispatched {
            Dispatched::Call(call) => call.run_here(),
            Dispatched::Forwarded(_) | Dispatched::Stream(_) => {}
            Dispatched::Done if is_request => {}
            Dispatched::Done => batch.skip(),
        }
    }
    Ok(endpoint
        .respond(post, stream, Dispatched::Done, false)
        .await)
}

/// Counts a request of a batch, and checks its scopes.
fn admit(
    endpoint: &Endpoint,
    post: &mut Post,
    id: &str,
    message: &Incoming,
) -> Result<(), ProtocolError> {
    if post.room.is_none() && !endpoint.end.has_begun() {
        post.room = endpoint.load.enter();
    }
    // The bytes of the body are free once its first request has ended.
    let room = post.room.as_mut();
    if !room.is_some_and(|room| room.grow(message.size())) {
        return Err(endpoint.busy(None).into_error());
    }
    if let (Some(protection), Incoming::Tools(request)) = (&endpoint.protection, message) {
        let tools = endpoint.server.tools().snapshot();
        protection
            .check_scopes(&tools, &post.head, request.tool(), Some(id))
            .map_err(Rejection::into_error)?;
    }
    Ok(())
}

/// Checks that a request may be in a batch: it does not begin the session, and needs no headers of its own.
fn check_member(method: &str, params: Option<&RawValue>) -> Result<(), ProtocolError> {
    let meta = meta(params);
    let named = meta.as_ref().and_then(|meta| meta.get(VERSION)?.as_str());
    if method == "initialize" || named.is_some_and(is_modern) {
        return Err(ProtocolError::invalid_request(
            "a batch cannot have `initialize` or a request of protocol version 2026-07-28",
        ));
    }
    Ok(())
}
