//! Sends a short response in one piece.

use std::collections::VecDeque;
use std::task::Poll;
use std::time::Duration;

use http::Response;
use http_body::Frame;
use http_body_util::{BodyExt as _, Full};
use tokio::time::timeout;

use super::response::{SdkResponse, hold, poll_frame, wrap};
use crate::http::response::{EVENTS, is_of_type};

/// The maximum time that the headers of a response wait for its body.
const PROMPT: Duration = Duration::from_millis(20);

/// Waits a moment for the end of a stream of events. If the stream ends in time, the server sends it in one
/// write. Without `TCP_NODELAY`, a second write could wait until the client acknowledges the first.
pub(super) async fn gather(answer: SdkResponse) -> SdkResponse {
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
        // The body is not complete in time. Send the frames that are ready, and then the later
        // ones.
        Err(_) => wrap(body, move |body, context| match ready.pop_front() {
            Some(data) => Poll::Ready(Some(Ok(Frame::data(data)))),
            None => poll_frame(body, context),
        }),
    };
    Response::from_parts(head, body)
}
