//! Responses of the service, and the one wrapper of their bodies.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Response, StatusCode};
use http_body::{Body, Frame, SizeHint};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Empty};
use tokio::runtime::Handle;

/// The content type of a stream of events.
pub(super) const EVENTS: &str = "text/event-stream";

pub(super) type AnswerBody = BoxBody<Bytes, Infallible>;
pub(super) type Answer = Response<AnswerBody>;
pub(super) type PolledFrame = Poll<Option<Result<Frame<Bytes>, Infallible>>>;

/// Returns whether the content type is the expected one, without its parameters.
pub(super) fn is_of_type(headers: &HeaderMap, expected: &str) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case(expected))
}

/// Builds a response without a body.
pub(super) fn empty(status: StatusCode) -> Answer {
    let mut answer = Response::new(Empty::new().boxed());
    *answer.status_mut() = status;
    answer
}

/// Polls the next frame of a body.
pub(super) fn poll_frame(body: &mut AnswerBody, context: &mut Context<'_>) -> PolledFrame {
    Pin::new(body).poll_frame(context)
}

/// Wraps a body: `poll` makes the frames of the new body from those of the old one.
pub(super) fn wrap<P>(body: AnswerBody, poll: P) -> AnswerBody
where
    P: FnMut(&mut AnswerBody, &mut Context<'_>) -> PolledFrame + Send + Sync + Unpin + 'static,
{
    let outlives = false;
    Wrapped {
        body,
        poll,
        outlives,
    }
    .boxed()
}

/// Keeps a value until the body is dropped.
pub(super) fn hold(body: AnswerBody, held: impl Send + Sync + Unpin + 'static) -> AnswerBody {
    wrap(body, move |body, context| {
        let _held = &held;
        poll_frame(body, context)
    })
}

/// Wraps a body that is read to its end, also after its client has gone away.
pub(super) fn wrap_to_end<P>(body: AnswerBody, poll: P) -> AnswerBody
where
    P: FnMut(&mut AnswerBody, &mut Context<'_>) -> PolledFrame + Send + Sync + Unpin + 'static,
{
    let outlives = true;
    Wrapped {
        body,
        poll,
        outlives,
    }
    .boxed()
}

struct Wrapped<P> {
    body: AnswerBody,
    poll: P,
    outlives: bool,
}

impl<P> Drop for Wrapped<P> {
    fn drop(&mut self) {
        if self.outlives
            && !self.body.is_end_stream()
            && let Ok(runtime) = Handle::try_current()
        {
            let mut body = std::mem::take(&mut self.body);
            runtime.spawn(async move { while body.frame().await.is_some() {} });
        }
    }
}

impl<P> Body for Wrapped<P>
where
    P: FnMut(&mut AnswerBody, &mut Context<'_>) -> PolledFrame + Unpin,
{
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> PolledFrame {
        let wrapped = self.get_mut();
        (wrapped.poll)(&mut wrapped.body, context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
