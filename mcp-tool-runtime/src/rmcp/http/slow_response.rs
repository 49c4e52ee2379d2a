//! A stream for a slow response, with comments that keep the connection alive.
//!
//! Without a session, the SDK waits for the first message, which decides status and type of the response.
//! A proxy closes a silent connection, and a lost stream cancels the call since 2026-07-28.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, Response};
use http_body::{Body, Frame};
use http_body_util::{BodyExt as _, Full};
use tokio::time::{Instant, Sleep, sleep, timeout};

use super::response::{Answer, AnswerBody, EVENTS, PolledFrame, is_of_type, poll_frame};
use crate::ProtocolError;
use crate::json_rpc::failure;
use crate::json_rpc::message::{self, Message};
use crate::json_rpc::request_id::Id;

/// Returns the response to a message, or a stream if the response takes longer than `every`.
///
/// The client accepts streams: the SDK rejects all others at once.
pub(super) async fn or_stream(
    answer: impl Future<Output = Answer> + Send + 'static,
    message: Bytes,
    every: Duration,
) -> Answer {
    let mut answer = Box::pin(answer);
    if let Ok(answer) = timeout(every, &mut answer).await {
        return answer;
    }
    let Some(id) = call(&message) else {
        return answer.await;
    };
    drop(message);
    let late = Late::Coming {
        answer: Mutex::new(Box::pin(async move { events(answer.await, id).await })),
        comment: Box::pin(sleep(Duration::ZERO)),
        every,
    };
    let mut answer = Response::new(late.boxed());
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(EVENTS));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Some proxies buffer a stream until its end.
    let buffering = HeaderName::from_static("x-accel-buffering");
    headers.insert(buffering, HeaderValue::from_static("no"));
    answer
}

/// Returns the id of a request whose response may come on a stream. The response to `initialize` may not,
/// because of its headers.
fn call(message: &[u8]) -> Option<Id> {
    match message::read(message) {
        Ok(Message::Request { id, method, .. }) if method != "initialize" => Some(id),
        _ => None,
    }
}

/// Writes a response as events.
async fn events(answer: Answer, id: Id) -> AnswerBody {
    if is_of_type(answer.headers(), EVENTS) {
        return answer.into_body();
    }
    let message = match is_of_type(answer.headers(), "application/json") {
        true => match answer.into_body().collect().await {
            Ok(body) => body.to_bytes().to_vec(),
            Err(never) => match never {},
        },
        // The server has shut down without a response.
        false => {
            let status = answer.status();
            tracing::debug!(%status, "a call has no answer");
            failure(
                Some(&id),
                &ProtocolError::internal_error("there is no answer"),
            )
        }
    };
    // An event ends with its line. In JSON, line ends are white space.
    let line = message.into_iter().filter(|byte| !b"\r\n".contains(byte));
    let event: Vec<u8> = b"data: "
        .iter()
        .copied()
        .chain(line)
        .chain(*b"\n\n")
        .collect();
    Full::from(event).boxed()
}

type Events = Pin<Box<dyn Future<Output = AnswerBody> + Send>>;

enum Late {
    Coming {
        /// The mutex is never locked. It makes the future `Sync`, as a body must be.
        answer: Mutex<Events>,
        comment: Pin<Box<Sleep>>,
        every: Duration,
    },
    Here(AnswerBody),
}

impl Body for Late {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> PolledFrame {
        let late = self.get_mut();
        if let Late::Coming {
            answer,
            comment,
            every,
        } = late
        {
            let answer = answer.get_mut().unwrap_or_else(PoisonError::into_inner);
            let Poll::Ready(events) = answer.as_mut().poll(context) else {
                ready!(comment.as_mut().poll(context));
                comment.as_mut().reset(Instant::now() + *every);
                return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b":\n\n")))));
            };
            *late = Late::Here(events);
        }
        match late {
            Late::Here(events) => poll_frame(events, context),
            Late::Coming { .. } => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Late::Here(events) if events.is_end_stream())
    }
}
