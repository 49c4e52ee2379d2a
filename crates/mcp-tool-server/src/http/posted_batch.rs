//! A posted batch of messages. Only protocol version 2025-03-26 has batches.

use std::sync::Arc;

use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::embed::{InvalidMessage, Message, error_response, read_message};
use serde_json::value::RawValue;

use super::endpoint::Endpoint;
use super::head::is_modern;
use super::posted_message::{PROMPT, Post};
use super::rejection::Rejection;
use super::response::HttpResponse;
use crate::connection::{Batch, Outlet};
use crate::dispatch::dispatch;
use crate::params::Params;
use crate::received::{Dispatched, Incoming};

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
        let checked = match read_message(text.as_bytes()) {
            Ok(Message::Request { id, method, params }) => check_member(&method, params)
                .and_then(|()| admit(endpoint, &mut post, &message))
                .map(|()| true)
                .map_err(|error| InvalidMessage {
                    id: Some(id.into()),
                    error,
                }),
            Ok(_) => Ok(false),
            Err(error) => Err(error),
        };
        let is_request = match checked {
            Ok(is_request) => is_request,
            Err(InvalidMessage { id, error }) => {
                batch.respond(error_response(id.as_deref(), &error, None), None);
                continue;
            }
        };
        match post.dispatch(&connection, &batch, |it| dispatch(it, message)) {
            Dispatched::Call(call) => call.run_here(),
            Dispatched::Done if !is_request => batch.skip(),
            Dispatched::Forwarded(_) | Dispatched::Stream(_) | Dispatched::Done => {}
        }
    }
    let response = endpoint.respond(post, stream, Dispatched::Done, false, PROMPT);
    Ok(response.await)
}

/// Counts a request of a batch, and checks its scopes.
fn admit(endpoint: &Endpoint, post: &mut Post, message: &Incoming) -> Result<(), ProtocolError> {
    if post.room.is_none() && !endpoint.end.begun.is_sent() {
        post.room = endpoint.load.enter();
    }
    // The bytes of the body are free once its first request has ended.
    let room = post.room.as_mut();
    if !room.is_some_and(|room| room.grow(message.size())) {
        return Err(endpoint.busy().into_error());
    }
    if let (Some(protection), Incoming::Tools(request)) = (&endpoint.protection, message) {
        let tools = endpoint.server.tools().snapshot();
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
