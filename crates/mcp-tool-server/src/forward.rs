//! Passes requests on to the companion, and joins its results with the server's own.

use std::borrow::Cow;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use mcp_tool_runtime::embed::{
    Message, ToolRequest, catch_panic, error_response, escape_separators, read_message,
    success_response,
};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolContext};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::companion::channel::Attached;
use crate::companion::members::Members;
use crate::companion::merge::{
    ListRules, join_lists, join_server, list_page, sign, their_cursor, with_cache_hints,
};
use crate::connection::{
    Call, Connection, Kind, Link, STOPPED, SUBSCRIPTION, StartedCall, is_modern,
};
use crate::received::{Dispatched, Received};
use crate::served::Served;

/// How long the server's own part of a result waits for the companion's.
const LIMIT: Duration = Duration::from_secs(10);

/// The same after the companion has not answered in time.
const SHORT_LIMIT: Duration = Duration::from_secs(1);

type Response = Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>;

/// Passes a request on, and its result back.
pub(crate) fn forward(
    received: &mut Received<'_>,
    link: &Arc<Link>,
    id: &str,
    request: (&str, Option<&str>),
    version: ProtocolVersion,
) -> Result<Dispatched, ProtocolError> {
    let call = open(received, id, request.1, Kind::Forwarded, version)?;
    let server = Arc::clone(&received.connection.server);
    let is_cacheable = is_cacheable(request.0);
    call.forward(
        link,
        request,
        received.attached.take(),
        move |call, outcome| {
            let result = outcome.ok().filter(|_| is_cacheable);
            let result = result.map(|result| cacheable(call, result));
            let outcome = result.as_deref().map_or(outcome, Ok);
            call.end(response(&server, call, outcome));
        },
    );
    Ok(Dispatched::Forwarded(call))
}

/// Adds an open call for a request to the companion.
fn open(
    received: &mut Received<'_>,
    id: &str,
    params: Option<&str>,
    kind: Kind,
    version: ProtocolVersion,
) -> Result<Arc<Call>, ProtocolError> {
    let mut room = received.admit(id.len() + params.map_or(0, str::len))?;
    if let Kind::Stream { .. } = kind {
        room.rest();
    }
    let connection = received.connection;
    let call = Call::new(connection, received.outlet, id, kind, version, room);
    connection.calls.add(&call);
    Ok(call)
}

/// Returns whether the result of a method says how long clients may cache it, since protocol version 2026-07-28.
fn is_cacheable(method: &str) -> bool {
    matches!(
        method,
        "prompts/list" | "resources/list" | "resources/templates/list" | "resources/read"
    )
}

/// Completes a result that clients may cache.
fn cacheable<'a>(call: &Call, result: &'a str) -> Cow<'a, str> {
    if is_modern(call.version()) {
        with_cache_hints(result).into()
    } else {
        result.into()
    }
}

/// Writes the response to a request from the JSON of the companion's result or error.
fn response(server: &Served, call: &Call, outcome: Result<&str, &str>) -> Vec<u8> {
    let changed;
    let (name, value) = match outcome {
        Ok(result) if is_modern(call.version()) => {
            changed = sign(result, &server.info);
            ("result", &*changed)
        }
        Ok(result) => ("result", result),
        Err(error) if is_modern(call.version()) && code(error) == RESOURCE_NOT_FOUND => {
            changed = invalid_params(error);
            ("error", &*changed)
        }
        Err(error) => ("error", error),
    };
    let mut response =
        format!(r#"{{"jsonrpc":"2.0","id":{},"{name}":{value}}}"#, call.id).into_bytes();
    escape_separators(&mut response);
    response
}

/// Handles a request for tools that the companion takes part in: `tools/list`, or a call of a tool that the server does
/// not have.
pub(crate) fn tools(
    received: &mut Received<'_>,
    link: &Arc<Link>,
    call: Arc<Call>,
    request: ToolRequest,
    context: ToolContext,
) -> Dispatched {
    match request.tool() {
        None => Dispatched::Call(list_tools(received, link, call, request, context)),
        Some(_) => call_tool(received, link, call, request, context),
    }
}

/// Passes a call on whose tool the server does not have. If the companion does not have it either, the server's own error
/// names similar tools.
fn call_tool(
    received: &mut Received<'_>,
    link: &Arc<Link>,
    call: Arc<Call>,
    request: ToolRequest,
    context: ToolContext,
) -> Dispatched {
    let params = request.params().map(str::to_owned);
    received.connection.calls.add(&call);
    let server = Arc::clone(&received.connection.server);
    let is_theirs = match (server.companion(), request.tool()) {
        (Some(companion), Some(tool)) => catch_panic(|| companion.has_tool(tool)).unwrap_or(false),
        _ => false,
    };
    let message = ("tools/call", params.as_deref());
    call.forward(
        link,
        message,
        received.attached.take(),
        move |call, outcome| {
            let is_unknown = |error| !is_theirs && code(error) == METHOD_NOT_FOUND;
            let ours = outcome
                .err()
                .filter(|error| is_unknown(error))
                .and_then(|_| {
                    let tools = server.tools().snapshot();
                    let ours = request.respond(&tools, context, Some(Arc::clone(&server.info)));
                    // The error for an unknown tool needs no time.
                    at_once(Box::pin(ours))
                });
            call.end(ours.unwrap_or_else(|| response(&server, call, outcome)));
        },
    );
    Dispatched::Forwarded(call)
}

fn at_once(mut response: Response) -> Option<Vec<u8>> {
    match response
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(response) => response,
        Poll::Pending => None,
    }
}

/// Not in protocol version 2026-07-28, which has -32602 for it.
const RESOURCE_NOT_FOUND: i32 = -32002;
const METHOD_NOT_FOUND: i32 = -32601;
const INTERNAL_ERROR: i32 = -32603;

/// Changes the code of the JSON of an error to that of invalid parameters.
fn invalid_params(error: &str) -> String {
    let mut members = Members::read(error).unwrap_or_default();
    members.set("code", "-32602");
    members.to_string()
}

/// Returns the code of the JSON of an error.
fn code(error: &str) -> i32 {
    #[derive(Deserialize)]
    struct Error {
        code: i32,
    }

    serde_json::from_str(error).map_or(INTERNAL_ERROR, |Error { code }| code)
}

/// Returns whether the companion does not serve a request at all, so that the server answers alone.
fn is_absent(error: &str) -> bool {
    matches!(code(error), METHOD_NOT_FOUND | INTERNAL_ERROR)
}

/// A request to the companion during a request of the client that the server answers.
struct Asked {
    connection: Arc<Connection>,
    call: Arc<Call>,
    outcome: oneshot::Receiver<Result<String, String>>,
}

impl Asked {
    fn new(
        connection: &Arc<Connection>,
        link: &Arc<Link>,
        call: &Arc<Call>,
        request: (&str, Option<&str>),
        attached: Option<Attached>,
    ) -> Self {
        let (sender, outcome) = oneshot::channel();
        call.forward(link, request, attached, |_, outcome| {
            let outcome = outcome.map(str::to_owned).map_err(str::to_owned);
            // Ignore a failed `send`: nobody waits any more.
            let _ = sender.send(outcome);
        });
        Asked {
            connection: Arc::clone(connection),
            call: Arc::clone(call),
            outcome,
        }
    }

    /// Waits for the JSON of the companion's result or error, up to a time limit.
    async fn outcome(mut self) -> Result<String, String> {
        let is_silent = &self.connection.is_companion_silent;
        let limit = if is_silent.load(Ordering::Relaxed) {
            SHORT_LIMIT
        } else {
            LIMIT
        };
        match timeout(limit, &mut self.outcome).await {
            Ok(Ok(outcome)) => {
                is_silent.store(false, Ordering::Relaxed);
                outcome
            }
            // The client has cancelled the request.
            Ok(Err(_)) => Err(STOPPED.to_owned()),
            Err(_) => {
                is_silent.store(true, Ordering::Relaxed);
                tracing::warn!(
                    "the companion has not answered in time: the tools are served alone"
                );
                self.call.cancel_forwarded(None);
                Err(STOPPED.to_owned())
            }
        }
    }
}

/// Joins the companion's result of `initialize` or `server/discover` into the server's own.
pub(crate) fn join(
    received: &mut Received<'_>,
    link: &Arc<Link>,
    id: &str,
    request: (&str, Option<&str>),
    (mut ours, version): (Value, ProtocolVersion),
) -> Result<Dispatched, ProtocolError> {
    let room = received.admit(id.len() + request.1.map_or(0, str::len))?;
    let connection = Arc::clone(received.connection);
    let call = Call::new(&connection, received.outlet, id, Kind::Tool, version, room);
    let asked = Asked::new(&connection, link, &call, request, received.attached.take());
    let (is_initialize, started) = (request.0 == "initialize", Arc::clone(&call));
    let response: Response = Box::pin(async move {
        match asked.outcome().await {
            Ok(theirs) => join_server(&mut ours, &theirs, version),
            Err(error) if is_absent(&error) => {}
            Err(error) => {
                if is_initialize && connection.has_session_of_its_own() {
                    connection.forget_session();
                }
                return Some(response(&connection.server, &call, Err(&error)));
            }
        }
        let written = success_response(&call.id, 512, |out| serde_json::to_writer(out, &ours));
        Some(written.unwrap_or_else(|error| error_response(Some(&call.id), &error, None)))
    });
    Ok(Dispatched::Call(StartedCall {
        call: started,
        response,
    }))
}

/// Appends the companion's tools to the server's own.
fn list_tools(
    received: &mut Received<'_>,
    link: &Arc<Link>,
    call: Arc<Call>,
    request: ToolRequest,
    context: ToolContext,
) -> StartedCall {
    let connection = Arc::clone(received.connection);
    let server = Arc::clone(&connection.server);
    let attached = received.attached.take();
    let (link, started) = (Arc::clone(link), Arc::clone(&call));
    let cursor = request.cursor().map(str::to_owned);
    let params = request.params().map(str::to_owned);
    let tools = server.tools().snapshot();
    let ours = Box::pin(request.respond(&tools, context, Some(Arc::clone(&server.info))));
    let response: Response = Box::pin(async move {
        let is_ours = |name: &str| tools.definition(name).is_some();
        let rules = ListRules {
            is_ours: &is_ours,
            is_fixed: server.has_fixed_list(),
        };
        if let Some(cursor) = cursor.as_deref().and_then(their_cursor) {
            let params = with_cursor(params.as_deref().unwrap_or_default(), cursor);
            let request = ("tools/list", Some(&*params));
            let theirs = Asked::new(&connection, &link, &call, request, attached)
                .outcome()
                .await;
            let page = theirs.map(|theirs| {
                let page = list_page(&theirs, &rules).unwrap_or(theirs);
                cacheable(&call, &page).into_owned()
            });
            let page = page.as_deref().map_err(|error| &**error);
            return Some(response(&server, &call, page));
        }
        let ours = ours.await?;
        let Ok(Message::Response {
            outcome: Ok(list), ..
        }) = read_message(&ours)
        else {
            return Some(ours);
        };
        let request = ("tools/list", params.as_deref());
        match Asked::new(&connection, &link, &call, request, attached)
            .outcome()
            .await
        {
            Ok(theirs) => match join_lists(list.get(), &theirs, &rules) {
                Some(list) => Some(response(&server, &call, Ok(&cacheable(&call, &list)))),
                None => {
                    tracing::error!("the companion's list of tools is invalid");
                    Some(ours)
                }
            },
            Err(error) if tools.definitions().is_empty() && !is_absent(&error) => {
                Some(response(&server, &call, Err(&error)))
            }
            Err(_) => Some(ours),
        }
    });
    StartedCall {
        call: started,
        response,
    }
}

fn with_cursor(params: &str, cursor: &str) -> String {
    let mut members = Members::read(params).unwrap_or_default();
    members.set("cursor", Value::from(cursor).to_string());
    members.to_string()
}

/// Opens a stream of notifications of the companion and of the server. `tools` says whether the client wants to know
/// about changes of the server's tools. `acknowledge` acknowledges the stream of the server alone.
pub(crate) fn listen(
    received: &mut Received<'_>,
    link: &Arc<Link>,
    id: &str,
    params: Option<&str>,
    (version, tools): (ProtocolVersion, bool),
    acknowledge: fn(&Call),
) -> Result<Dispatched, ProtocolError> {
    let kind = Kind::Stream { tools };
    let stream = open(received, id, params, kind, version)?;
    let connection = received.connection;
    let server = Arc::clone(&connection.server);
    let request = ("subscriptions/listen", params);
    let attached = received.attached.take();
    let is_live = server.tools().is_live();
    stream.forward(link, request, attached, move |stream, outcome| {
        match outcome {
            Ok(result) => {
                let mut members = Members::read(result).unwrap_or_default();
                members.set_in("_meta", SUBSCRIPTION, &stream.id);
                stream.end(response(&server, stream, Ok(&members.to_string())));
            }
            // The notifications of the server's own tools go on.
            Err(error) if is_live && (stream.is_acknowledged() || is_absent(error)) => {
                acknowledge(stream);
            }
            Err(error) => stream.end(response(&server, stream, Err(error))),
        }
    });
    if is_live {
        let late = Arc::downgrade(&stream);
        tokio::spawn(async move {
            tokio::time::sleep(LIMIT).await;
            if let Some(stream) = late.upgrade() {
                acknowledge(&stream);
            }
        });
    }
    Ok(Dispatched::Stream(stream))
}
