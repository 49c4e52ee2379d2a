//! What comes in, read whole; what goes out, counted.

use std::convert::Infallible;
use std::fmt::Display;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};

use bytes::{Buf as _, Bytes};
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt as _;
use http_body_util::combinators::BoxBody;
use tokio::runtime::Handle;

use super::end::Running;

/// Why a body was not read.
pub(super) enum Unread {
    Broken(String),
    /// Longer than the limit. It begins with these bytes.
    TooLong(Vec<u8>),
}

/// Reads a body of at most `limit` bytes.
pub(super) async fn read<B>(body: B, limit: usize) -> Result<Bytes, Unread>
where
    B: Body<Error: Display>,
{
    let mut body = pin!(body);
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Unread::Broken(error.to_string()))?;
        let Ok(mut data) = frame.into_data() else {
            continue;
        };
        let room = limit - bytes.len();
        if data.remaining() > room {
            let chunk = data.chunk();
            bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
            return Err(Unread::TooLong(bytes));
        }
        while data.has_remaining() {
            let chunk = data.chunk();
            bytes.extend_from_slice(chunk);
            let length = chunk.len();
            data.advance(length);
        }
    }
    Ok(bytes.into())
}

/// The body of an answer; while there is more of it to come, something runs.
pub(super) struct Counted {
    pub(super) body: BoxBody<Bytes, Infallible>,
    /// Whether it is made to its end where nobody reads it any more.
    pub(super) outlives: bool,
    pub(super) running: Running,
}

impl Body for Counted {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        ready!(self.running.poll_answer(context));
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer; while there is more of it to come, it holds what the request holds.
pub(super) struct Held<T> {
    pub(super) body: BoxBody<Bytes, Infallible>,
    pub(super) _held: T,
}

impl<T: Unpin> Body for Held<T> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if !self.outlives || self.body.is_end_stream() {
            return;
        }
        if let Ok(runtime) = Handle::try_current() {
            let mut body = std::mem::take(&mut self.body);
            runtime.spawn(async move { while body.frame().await.is_some() {} });
        }
    }
}
