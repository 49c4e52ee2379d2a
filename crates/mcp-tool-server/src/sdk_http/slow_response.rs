//! A stream for a slow response, with comments that keep the connection alive.
//!
//! Without a session, the SDK sends nothing until the server has its first message for the client. That
//! message decides the response's status and content type. Meanwhile, a proxy may close the silent
//! connection. In protocol version 2026-07-28 and later, the loss of the connection cancels the call.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Mutex;
use std::task::{Poll, ready};
use std::time::Duration;

use crate::sdk::messages::error_response;
use crate::sdk::request_id::Id;
use bytes::Bytes;
use futures_channel::mpsc;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, Response};
use http_body::Frame;
use http_body_util::{BodyExt as _, Full, StreamBody};
use mcp_tool_runtime::ProtocolError;
use tokio::time::{Instant, sleep, timeout};

use super::response::{ResponseBody, SdkResponse, poll_frame, wrap};
use crate::http::response::{EVENTS, is_of_type};
use crate::mutex::lock;

/// Returns the response to a request. If the response takes longer than `every`, returns a stream that
/// delivers it later.
///
/// Any client that gets a stream accepts streams. The SDK rejects requests from all other clients at once,
/// before `every` has passed.
pub(super) async fn or_stream(
    answer: impl Future<Output = SdkResponse> + Send + 'static,
    id: Id,
    every: Duration,
) -> SdkResponse {
    let mut answer = Box::pin(answer);
    if let Ok(answer) = timeout(every, &mut answer).await {
        return answer;
    }
    let events = deferred(async move { events(answer.await, id).await });
    let mut answer = Response::new(with_comments(events, every));
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(EVENTS));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Tell proxies to forward each event at once, instead of buffering the whole stream.
    let buffering = HeaderName::from_static("x-accel-buffering");
    headers.insert(buffering, HeaderValue::from_static("no"));
    answer
}

/// Converts a response to a body of server-sent events. If the response is neither events nor JSON, the body
/// contains an error for the request `id`.
async fn events(answer: SdkResponse, id: Id) -> ResponseBody {
    if is_of_type(answer.headers(), EVENTS) {
        return answer.into_body();
    }
    let message = if is_of_type(answer.headers(), "application/json") {
        match answer.into_body().collect().await {
            Ok(body) => body.to_bytes().to_vec(),
            Err(never) => match never {},
        }
    } else {
        // Any other content type means that the server has shut down without a response.
        let status = answer.status();
        tracing::debug!(%status, "a call has no response");
        let error = ProtocolError::internal_error("the server shut down without a response");
        error_response(Some(&id), &error, None)
    };
    // A line break ends the `data` line of a server-sent event. JSON contains line breaks only as
    // white space between tokens, so remove the line breaks.
    let line = message.into_iter().filter(|byte| !b"\r\n".contains(byte));
    let event: Vec<u8> = b"data: "
        .iter()
        .copied()
        .chain(line)
        .chain(*b"\n\n")
        .collect();
    Full::from(event).boxed()
}

/// Returns a body that waits for a future to return the actual body.
fn deferred(body: impl Future<Output = ResponseBody> + Send + 'static) -> ResponseBody {
    // A `ResponseBody` must be `Sync`, and the mutex makes the future `Sync`. Only the closure
    // below locks the mutex, so the lock never blocks.
    let mut pending = Some(Mutex::new(Box::pin(body)));
    // Pass an empty body to `wrap`, because the actual body does not exist yet.
    let (_, nothing) = mpsc::unbounded::<Result<Frame<Bytes>, Infallible>>();
    wrap(StreamBody::new(nothing).boxed(), move |body, context| {
        if let Some(future) = &pending {
            *body = ready!(lock(future).as_mut().poll(context));
            pending = None;
        }
        poll_frame(body, context)
    })
}

/// Adds a keep-alive comment to a stream of events whenever `every` passes without an event. If no event is
/// ready at the start, adds a comment immediately.
pub(super) fn with_comments(events: ResponseBody, every: Duration) -> ResponseBody {
    let mut silence = Box::pin(sleep(Duration::ZERO));
    wrap(events, move |events, context| {
        let event = poll_frame(events, context);
        if event.is_pending() {
            ready!(silence.as_mut().poll(context));
        }
        silence.as_mut().reset(Instant::now() + every);
        match event {
            Poll::Pending => Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b":\n\n"))))),
            event => event,
        }
    })
}
