//! A stream of news that a client resumes: events that it has read are not repeated.
//!
//! The SDK begins with the event that the client has read last, and not with the one after it. A
//! question to the user would be put twice. Streams of requests are in [`replay`](super::replay).

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::Request;
use http_body::{Body, Frame};
use http_body_util::combinators::BoxBody;

/// The event that a client has read last, on a stream that it takes up again.
pub(super) fn last_event<B>(request: &Request<B>) -> Option<&str> {
    request.headers().get("last-event-id")?.to_str().ok()
}

/// The body without the event of that id, if that is the first.
pub(super) struct Resumed {
    pub(super) body: BoxBody<Bytes, Infallible>,
    /// `None` once there was an event, or if nothing is to be left out.
    pub(super) last: Option<String>,
}

impl Body for Resumed {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        loop {
            let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
            let data = match &frame {
                Some(Ok(frame)) => frame.data_ref(),
                _ => None,
            };
            // Each event is a frame of its own; comments have no id.
            let id = data.and_then(|event| id(event));
            if let Some(id) = id
                && let Some(last) = self.last.take()
                && last == id
            {
                continue;
            }
            return Poll::Ready(frame);
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
}

/// The id of an event, if it has one.
pub(super) fn id(event: &[u8]) -> Option<&str> {
    // The SDK writes it after the data, which may be long.
    let mut lines = event.rsplit(|byte| *byte == b'\n');
    let id = lines.find_map(|line| line.strip_prefix(b"id:"))?;
    std::str::from_utf8(id.trim_ascii()).ok()
}

#[cfg(test)]
mod tests {
    use futures_channel::mpsc;
    use http_body_util::{BodyExt as _, StreamBody};

    use super::*;

    async fn resumed(last: &str, frames: &[&'static str]) -> String {
        let (sender, stream) = mpsc::unbounded();
        for frame in frames {
            let frame = Frame::data(Bytes::from_static(frame.as_bytes()));
            sender.unbounded_send(Ok(frame)).unwrap();
        }
        drop(sender);
        let body = Resumed {
            body: StreamBody::new(stream).boxed(),
            last: Some(last.to_owned()),
        };
        let bytes = body.collect().await.unwrap().to_bytes();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn what_was_read_last_is_left_out() {
        let [zero, one, comment] = ["id: 0/1\ndata: a\n\n", "data: b\nid:1/1\n\n", ":\n\n"];
        for (last, frames, expected) in [
            ("0/1", vec![zero, one], one.to_owned()),
            (
                "0/1",
                vec![comment, zero, comment, one],
                [comment, comment, one].concat(),
            ),
            ("1/1", vec![one], String::new()),
            // Only the first can be it.
            ("1/1", vec![zero, one], [zero, one].concat()),
            ("2/1", vec![zero, one], [zero, one].concat()),
            ("0", vec![zero], zero.to_owned()),
            (
                "0/1",
                vec!["data: id: 0/1\n\n", zero, one],
                ["data: id: 0/1\n\n", one].concat(),
            ),
        ] {
            assert_eq!(resumed(last, &frames).await, expected, "{last}: {frames:?}");
        }
    }
}
