//! An answer that takes its time: a stream on which the client hears that it is still coming.
//!
//! The SDK waits for the first message of a request without a session, because that decides status and
//! type of the answer. Who is on the way, such as a proxy, takes silence for the end, and a lost stream
//! is a cancellation since 2026-07-28 (R187).

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
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};
use tokio::time::{Instant, Sleep, sleep, timeout};

use super::service::{Answer, is_of_type};
use crate::ProtocolError;
use crate::json_rpc::failure;
use crate::json_rpc::message::{self, Message};
use crate::json_rpc::request_id::Id;

pub(super) const EVENTS: &str = "text/event-stream";

/// The answer to a message; if it is not there after a while, a stream that it comes on.
///
/// Who asks takes streams: the SDK refuses everybody else at once.
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
    // Some proxies keep a stream to themselves until it has ended.
    let buffering = HeaderName::from_static("x-accel-buffering");
    headers.insert(buffering, HeaderValue::from_static("no"));
    answer
}

/// The id of a request whose answer may come on a stream. That to `initialize` has a header that
/// matters.
fn call(message: &[u8]) -> Option<Id> {
    match message::read(message) {
        Ok(Message::Request { id, method, .. }) if method != "initialize" => Some(id),
        _ => None,
    }
}

/// An answer as events.
async fn events(answer: Answer, id: Id) -> BoxBody<Bytes, Infallible> {
    if is_of_type(answer.headers(), EVENTS) {
        return answer.into_body();
    }
    let message = match is_of_type(answer.headers(), "application/json") {
        true => match answer.into_body().collect().await {
            Ok(body) => body.to_bytes().to_vec(),
            Err(never) => match never {},
        },
        // There was no message: the server has ended.
        false => {
            let status = answer.status();
            tracing::debug!(%status, "a call has no answer");
            failure(
                Some(&id),
                &ProtocolError::internal_error("there is no answer"),
            )
        }
    };
    // An event ends with its line; in JSON, line ends are nothing but space.
    let line = message.into_iter().filter(|byte| !b"\r\n".contains(byte));
    let event: Vec<u8> = b"data: "
        .iter()
        .copied()
        .chain(line)
        .chain(*b"\n\n")
        .collect();
    Full::from(event).boxed()
}

type Events = Pin<Box<dyn Future<Output = BoxBody<Bytes, Infallible>> + Send>>;

enum Late {
    Coming {
        /// Never locked: a body has to be `Sync`, and a future need not be.
        answer: Mutex<Events>,
        comment: Pin<Box<Sleep>>,
        every: Duration,
    },
    Here(BoxBody<Bytes, Infallible>),
}

impl Body for Late {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
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
            Late::Here(events) => Pin::new(events).poll_frame(context),
            Late::Coming { .. } => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Late::Here(events) if events.is_end_stream())
    }
}
