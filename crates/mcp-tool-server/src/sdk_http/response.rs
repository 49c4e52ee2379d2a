//! Responses of the SDK, and the wrapper of their bodies.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::{Response, StatusCode};
use http_body::{Body, Frame, SizeHint};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Empty};
use tokio::runtime::Handle;

pub(super) type ResponseBody = BoxBody<Bytes, Infallible>;
pub(super) type SdkResponse = Response<ResponseBody>;
pub(super) type PolledFrame = Poll<Option<Result<Frame<Bytes>, Infallible>>>;

/// Builds a response without a body.
pub(super) fn empty(status: StatusCode) -> SdkResponse {
    let mut answer = Response::new(Empty::new().boxed());
    *answer.status_mut() = status;
    answer
}

/// Polls the next frame of a body.
pub(super) fn poll_frame(body: &mut ResponseBody, context: &mut Context<'_>) -> PolledFrame {
    Pin::new(body).poll_frame(context)
}

/// A function that returns the next frame of a wrapped body. Its first argument is the original body.
pub(super) trait PollBody:
    FnMut(&mut ResponseBody, &mut Context<'_>) -> PolledFrame + Send + Sync + Unpin + 'static
{
}

impl<P> PollBody for P where
    P: FnMut(&mut ResponseBody, &mut Context<'_>) -> PolledFrame + Send + Sync + Unpin + 'static
{
}

/// Returns a body whose frames come from `poll`.
pub(super) fn wrap(body: ResponseBody, poll: impl PollBody) -> ResponseBody {
    wrap_body(body, poll, false)
}

/// Works like `wrap`. If the client disconnects, a task reads the body to its end.
pub(super) fn wrap_to_end(body: ResponseBody, poll: impl PollBody) -> ResponseBody {
    wrap_body(body, poll, true)
}

/// Keeps a value until the body ends or is dropped.
pub(super) fn hold(body: ResponseBody, held: impl Send + Sync + Unpin + 'static) -> ResponseBody {
    wrap(body, move |body, context| {
        let _held = &held;
        poll_frame(body, context)
    })
}

/// Keeps a value until the body ends or is dropped, and the HTTP server has written all its data. The server
/// drops the bytes of a frame after it has written them. So each frame's bytes own a clone of the value.
pub(super) fn hold_until_written<H>(body: ResponseBody, held: H) -> ResponseBody
where
    H: Clone + Send + Sync + Unpin + 'static,
{
    wrap(body, move |body, context| {
        let frame = ready!(poll_frame(body, context));
        let own = |data| {
            Bytes::from_owner(OwnedData {
                data,
                _held: held.clone(),
            })
        };
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(own))))
    })
}

struct OwnedData<H> {
    data: Bytes,
    _held: H,
}

impl<H> AsRef<[u8]> for OwnedData<H> {
    fn as_ref(&self) -> &[u8] {
        &self.data
    }
}

/// Ends a stream when a future completes.
pub(super) fn end_with(
    body: ResponseBody,
    end: impl Future<Output = ()> + Send + Sync + 'static,
) -> ResponseBody {
    let mut end = Box::pin(end);
    wrap(body, move |body, context| {
        match end.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(None),
            Poll::Pending => poll_frame(body, context),
        }
    })
}

fn wrap_body(body: ResponseBody, poll: impl PollBody, outlives: bool) -> ResponseBody {
    let poll = Some(poll);
    let wrapped = WrappedBody {
        body,
        poll,
        outlives,
    };
    wrapped.boxed()
}

struct WrappedBody<P: PollBody> {
    body: ResponseBody,
    /// `None` after the last frame.
    poll: Option<P>,
    outlives: bool,
}

impl<P: PollBody> Drop for WrappedBody<P> {
    fn drop(&mut self) {
        if self.outlives
            && !self.body.is_end_stream()
            && let Some(mut poll) = self.poll.take()
            && let Ok(runtime) = Handle::try_current()
        {
            let mut body = std::mem::take(&mut self.body);
            runtime.spawn(poll_fn(move |context| {
                while ready!(poll(&mut body, context)).is_some() {}
                Poll::Ready(())
            }));
        }
    }
}

impl<P: PollBody> Body for WrappedBody<P> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> PolledFrame {
        let wrapped = self.get_mut();
        let Some(poll) = &mut wrapped.poll else {
            return Poll::Ready(None);
        };
        let frame = ready!(poll(&mut wrapped.body, context));
        if frame.is_none() {
            wrapped.poll = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
