//! Bodies: reads a request, and sends a short response in one piece.

use std::collections::VecDeque;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use http::Response;
use http_body::Frame;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};
use tokio::time::timeout;

use super::response::{Answer, EVENTS, hold, is_of_type, poll_frame, wrap};

/// The body of a request, whichever server received it.
pub(super) type RequestBody = UnsyncBoxBody<Bytes, String>;

/// The reason that a body could not be read.
pub(super) enum Unread {
    Broken(String),
    /// The body is longer than the limit, and begins with these bytes.
    TooLong(Vec<u8>),
}

/// Reads a body of at most `limit` bytes.
pub(super) async fn read(mut body: RequestBody, limit: usize) -> Result<Bytes, Unread> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(Unread::Broken)?.into_data() else {
            continue;
        };
        let room = limit - bytes.len();
        bytes.extend_from_slice(&data[..data.len().min(room)]);
        if data.len() > room {
            return Err(Unread::TooLong(bytes));
        }
    }
    Ok(bytes.into())
}

/// The time that the head of a response waits for its body.
const PROMPT: Duration = Duration::from_millis(20);

/// Waits a moment for the end of a stream of events. The server then sends a short response in one write. A
/// second write could wait until the client acknowledges the first.
pub(super) async fn gather(answer: Answer) -> Answer {
    if !is_of_type(answer.headers(), EVENTS) {
        return answer;
    }
    let (head, mut body) = answer.into_parts();
    let mut ready = VecDeque::new();
    let complete = async {
        while let Some(Ok(frame)) = body.frame().await {
            ready.extend(frame.into_data());
        }
    };
    let body = match timeout(PROMPT, complete).await {
        Ok(()) => {
            let mut ready = Vec::from(ready);
            let whole = match ready.len() {
                1 => ready.remove(0),
                _ => ready.concat().into(),
            };
            hold(Full::new(whole).boxed(), body)
        }
        // The body is not complete yet. Its other frames follow later.
        Err(_) => wrap(body, move |body, context| match ready.pop_front() {
            Some(data) => Poll::Ready(Some(Ok(Frame::data(data)))),
            None => poll_frame(body, context),
        }),
    };
    Response::from_parts(head, body)
}
