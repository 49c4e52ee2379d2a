//! A stream of news that a client resumes: events that it has read are not repeated.
//!
//! The SDK starts with the event that the client has read last, and not with the next one. That would
//! repeat a question to the user. Streams of requests are in [`replay`](super::replay).

use std::task::{Poll, ready};

use http::Request;

use super::response::{AnswerBody, poll_frame, wrap};

/// Returns the id of the event that a resuming client has read last.
pub(super) fn last_event<B>(request: &Request<B>) -> Option<&str> {
    request.headers().get("last-event-id")?.to_str().ok()
}

/// Leaves out the event that the client has read last, if it comes first.
pub(super) fn resume(body: AnswerBody, last: String) -> AnswerBody {
    // `None` after the first event.
    let mut last = Some(last);
    wrap(body, move |body, context| {
        loop {
            let frame = ready!(poll_frame(body, context));
            let data = match &frame {
                Some(Ok(frame)) => frame.data_ref(),
                _ => None,
            };
            // Each event is a frame of its own. Comments have no id.
            let id = data.and_then(|event| id(event));
            if let Some(id) = id
                && let Some(last) = last.take()
                && last == id
            {
                continue;
            }
            return Poll::Ready(frame);
        }
    })
}

/// Returns the id of an event, if it has one.
pub(super) fn id(event: &[u8]) -> Option<&str> {
    // The SDK writes it after the data, which may be long.
    let mut lines = event.rsplit(|byte| *byte == b'\n');
    let id = lines.find_map(|line| line.strip_prefix(b"id:"))?;
    std::str::from_utf8(id.trim_ascii()).ok()
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use futures_channel::mpsc;
    use http_body::Frame;
    use http_body_util::{BodyExt as _, StreamBody};

    use super::*;

    async fn resumed(last: &str, frames: &[&'static str]) -> String {
        let (sender, stream) = mpsc::unbounded();
        for frame in frames {
            let frame = Frame::data(Bytes::from_static(frame.as_bytes()));
            sender.unbounded_send(Ok(frame)).unwrap();
        }
        drop(sender);
        let body = resume(StreamBody::new(stream).boxed(), last.to_owned());
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
            // Only the first event is left out.
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
