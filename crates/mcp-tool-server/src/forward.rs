//! Passes requests on to the companion, and joins its results with the server's own.

use std::borrow::Cow;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use mcp_tool_runtime::embed::{
    Message, ToolRequest, catch_panic, error_response, escape_separators, read_message,
    success_response,
};
use mcp_tool_runtime::registry::CacheScope;
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolContext};
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::companion::channel::Head;
use crate::companion::members::{Members, with_member};
use crate::companion::merge::{
    NO_TOOLS, join_lists, join_server, sign, their_cursor, with_cache_hints,
};
use crate::connection::{Call, Kind, Link, STOPPED, SUBSCRIPTION, StartedCall, is_modern};
use crate::json_text::to_json;
use crate::received::{Dispatched, Received};

/// How long the server's own part of a result waits for the companion's.
const LIMIT: Duration = Duration::from_secs(10);

/// The same after the companion has not answered in time.
const SHORT_LIMIT: Duration = Duration::from_secs(1);

type Response = Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>;

/// The method and the JSON of the parameters of a request.
type Request<'a> = (&'a str, Option<&'a str>);

/// Passes a request on, and its result back.
pub(crate) fn forward(
    received: &mut Received<'_>,
    link: &Arc<Link>,
    id: &str,
    request: Request<'_>,
    version: ProtocolVersion,
) -> Result<Dispatched, ProtocolError> {
    let call = received.call(id, request.1, Kind::Forwarded, version)?;
    received.connection.calls.add(&call);
    let is_cacheable = is_cacheable(request.0);
    link.forward(
        &call,
        request,
        received.head.take(),
        move |call, outcome| {
            call.end(match outcome {
                Ok(result) if is_cacheable => response(call, Ok(&cacheable(call, result, None))),
                outcome => response(call, outcome),
            });
        },
    );
    Ok(Dispatched::Open(call))
}

/// Returns whether the result of a method says how long clients may cache it, since protocol version 2026-07-28.
fn is_cacheable(method: &str) -> bool {
    matches!(
        method,
        "prompts/list" | "resources/list" | "resources/templates/list" | "resources/read"
    )
}

/// Completes a result that clients may cache. `limit` is the longest time in milliseconds, and the least strict scope.
fn cacheable<'a>(call: &Call, result: &'a str, limit: Option<(u64, CacheScope)>) -> Cow<'a, str> {
    if is_modern(call.version) {
        with_cache_hints(result, limit).into()
    } else {
        result.into()
    }
}

/// Writes the response to a request from the JSON of the companion's result or error.
fn response(call: &Call, outcome: Result<&str, &str>) -> Vec<u8> {
    match outcome {
        Ok(result) if is_modern(call.version) => {
            let result = sign(result, &call.connection.server.info);
            write_response(&call.id, "result", &result)
        }
        Ok(result) => write_response(&call.id, "result", result),
        Err(error) if is_modern(call.version) && code(error) == RESOURCE_NOT_FOUND => {
            write_response(
                &call.id,
                "error",
                &with_member(Some(error), "code", INVALID_PARAMS.to_string()),
            )
        }
        Err(error) => write_response(&call.id, "error", error),
    }
}

/// Writes a response whose member `result` or `error` is JSON already.
pub(crate) fn write_response(id: &str, name: &str, value: &str) -> Vec<u8> {
    let response = format!(r#"{{"jsonrpc":"2.0","id":{id},"{name}":{value}}}"#);
    let mut response = response.into_bytes();
    escape_separators(&mut response);
    response
}

/// Passes a call on whose tool the server does not have. If the companion does not have it either, the server's own error
/// names similar tools.
pub(crate) fn call_tool(
    received: &mut Received<'_>,
    link: &Arc<Link>,
    call: Arc<Call>,
    request: ToolRequest,
    context: ToolContext,
) -> Dispatched {
    let server = &received.connection.server;
    received.connection.calls.add(&call);
    let is_theirs = match (server.companion(), request.tool()) {
        (Some(companion), Some(tool)) => catch_panic(|| companion.has_tool(tool)).unwrap_or(false),
        _ => false,
    };
    let params = request.params().map(str::to_owned);
    let message = ("tools/call", params.as_deref());
    link.forward(
        &call,
        message,
        received.head.take(),
        move |call, outcome| {
            let is_unknown = |error: &str| !is_theirs && code(error) == METHOD_NOT_FOUND;
            let ours = outcome.err().filter(|error| is_unknown(error));
            let ours = ours.and_then(|_| {
                let server = &call.connection.server;
                let tools = server.settings.tools.snapshot();
                // The error for an unknown tool needs no time.
                at_once(request.respond(&tools, context, Some(Arc::clone(&server.info))))
            });
            call.end(ours.unwrap_or_else(|| response(call, outcome)));
        },
    );
    Dispatched::Open(call)
}

fn at_once(response: impl Future<Output = Option<Vec<u8>>>) -> Option<Vec<u8>> {
    match pin!(response).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(response) => response,
        Poll::Pending => None,
    }
}

/// Not in protocol version 2026-07-28, which has -32602 for it.
const RESOURCE_NOT_FOUND: i32 = -32002;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const INTERNAL_ERROR: i32 = -32603;

/// Returns the code of the JSON of an error.
fn code(error: &str) -> i32 {
    let error = Members::read(error);
    let code = error.and_then(|error| error.get("code")?.parse().ok());
    code.unwrap_or(INTERNAL_ERROR)
}

/// Returns whether the companion does not serve a request at all, so that the server answers alone.
fn is_absent(error: &str) -> bool {
    matches!(code(error), METHOD_NOT_FOUND | INTERNAL_ERROR)
}

/// Asks the companion during a request of the client that the server answers. The returned future waits for the JSON of
/// the result or the error, up to a time limit.
fn ask(
    link: &Arc<Link>,
    call: &Arc<Call>,
    request: Request<'_>,
    head: Option<Arc<Head>>,
) -> impl Future<Output = Result<String, String>> + Send + use<> {
    let (sender, mut outcome) = oneshot::channel();
    link.forward(call, request, head, |_, outcome| {
        let outcome = outcome.map(str::to_owned).map_err(str::to_owned);
        // Ignore a failed `send`: nobody waits any more.
        let _ = sender.send(outcome);
    });
    let call = Arc::clone(call);
    async move {
        let is_silent = &call.connection.is_companion_silent;
        let limit = if is_silent.load(Ordering::Relaxed) {
            SHORT_LIMIT
        } else {
            LIMIT
        };
        let answered = timeout(limit, &mut outcome).await;
        is_silent.store(answered.is_err(), Ordering::Relaxed);
        match answered {
            // Without an outcome, the client has cancelled the request.
            Ok(outcome) => outcome.unwrap_or_else(|_| Err(STOPPED.to_owned())),
            Err(_) => {
                tracing::warn!(
                    "the companion has not answered in time: the tools are served alone"
                );
                call.cancel_forwarded(None);
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
    request: Request<'_>,
    (mut ours, version): (Value, ProtocolVersion),
) -> Result<Dispatched, ProtocolError> {
    let started = received.call(id, request.1, Kind::Tool, version)?;
    let theirs = ask(link, &started, request, received.head.take());
    let (is_initialize, call) = (request.0 == "initialize", Arc::clone(&started));
    let response: Response = Box::pin(async move {
        match theirs.await {
            Ok(theirs) => join_server(&mut ours, &theirs, version),
            Err(error) if is_absent(&error) => {}
            Err(error) => {
                if is_initialize && call.connection.has_session_of_its_own() {
                    call.connection.forget_session();
                }
                return Some(response(&call, Err(&error)));
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
pub(crate) fn list_tools(
    received: &mut Received<'_>,
    link: &Arc<Link>,
    started: Arc<Call>,
    request: ToolRequest,
    context: ToolContext,
) -> Dispatched {
    let server = Arc::clone(&received.connection.server);
    let (head, link, call) = (received.head.take(), Arc::clone(link), Arc::clone(&started));
    let cursor = request.cursor().map(str::to_owned);
    let params = request.params().map(str::to_owned);
    let tools = server.settings.tools.snapshot();
    let limit = server.cache_limit(&tools, &context);
    let ours = Box::pin(request.respond(&tools, context, Some(Arc::clone(&server.info))));
    let response: Response = Box::pin(async move {
        let is_ours = |name: &str| tools.definition(name).is_some();
        let join = |ours: &str, theirs: &str| join_lists(ours, theirs, &is_ours);
        if let Some(cursor) = cursor.as_deref().and_then(their_cursor) {
            let cursor = to_json(cursor);
            let params = with_member(params.as_deref(), "cursor", cursor);
            let theirs = ask(&link, &call, ("tools/list", Some(&*params)), head);
            let page = theirs.await.map(|theirs| {
                let page = join(NO_TOOLS, &theirs).unwrap_or(theirs);
                cacheable(&call, &page, limit).into_owned()
            });
            let page = page.as_deref().map_err(|error| &**error);
            return Some(response(&call, page));
        }
        let ours = ours.await?;
        let Ok(Message::Response {
            outcome: Ok(list), ..
        }) = read_message(&ours)
        else {
            return Some(ours);
        };
        let theirs = ask(&link, &call, ("tools/list", params.as_deref()), head);
        match theirs.await {
            Ok(theirs) => match join(list.get(), &theirs) {
                Some(list) => Some(response(&call, Ok(&cacheable(&call, &list, limit)))),
                None => {
                    tracing::error!("the companion's list of tools is invalid");
                    Some(ours)
                }
            },
            Err(error) if tools.definitions().is_empty() && !is_absent(&error) => {
                Some(response(&call, Err(&error)))
            }
            Err(_) => Some(ours),
        }
    });
    Dispatched::Call(StartedCall {
        call: started,
        response,
    })
}

/// Adds notifications of the companion to an open stream.
pub(crate) fn listen(
    received: &mut Received<'_>,
    link: &Arc<Link>,
    stream: &Arc<Call>,
    params: Option<&str>,
) {
    let is_live = received.connection.server.settings.tools.is_live();
    let request = ("subscriptions/listen", params);
    link.forward(
        stream,
        request,
        received.head.take(),
        move |stream, outcome| {
            match outcome {
                Ok(result) => {
                    let mut members = Members::read(result).unwrap_or_default();
                    members.set_in("_meta", SUBSCRIPTION, &stream.id);
                    stream.end(response(stream, Ok(&members.to_string())));
                }
                // The notifications of the server's own tools go on.
                Err(error) if is_live && (stream.is_acknowledged() || is_absent(error)) => {
                    stream.acknowledge_alone();
                }
                Err(error) => stream.end(response(stream, Err(error))),
            }
        },
    );
    if is_live {
        let late = Arc::downgrade(stream);
        tokio::spawn(async move {
            tokio::time::sleep(LIMIT).await;
            if let Some(stream) = late.upgrade() {
                stream.acknowledge_alone();
            }
        });
    }
}
