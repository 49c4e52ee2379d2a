//! Keeps the responses of a session for a client that loses the stream of a response and resumes it.
//!
//! The SDK keeps the events of a request only until the response is complete. So without this module, a
//! response that completes while its client is disconnected would be lost.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};

use crate::sdk::messages::error_response;
use crate::sdk::request_id::Id;
use bytes::Bytes;
use http_body::Frame;
use mcp_tool_runtime::ProtocolError;
use tokio::sync::watch;

use super::response::{SdkResponse, poll_frame, wrap, wrap_to_end};
use crate::http::response::{EVENTS, is_of_type};

/// The maximum number of complete responses that a session keeps.
const RESPONSES: usize = 32;

/// The maximum size of the events that a session keeps, in bytes.
const BYTES: usize = 1024 * 1024;

/// The table of the streams of a session's requests. A resumed stream watches the table for new events.
#[derive(Default)]
pub(super) struct Replay(watch::Sender<Table>);

#[derive(Default)]
struct Table {
    /// The ids of requests whose response is not complete. `begin` refuses to reuse such an id. In the SDK,
    /// the second request would replace the first.
    open: HashSet<Id>,
    /// The numbers of the streams that are not complete.
    live: HashSet<u64>,
    /// The numbers of the complete streams, in the order of their completion.
    complete: VecDeque<u64>,
    events: VecDeque<Event>,
    /// The total size of `events`, in bytes.
    bytes: usize,
}

#[derive(Clone)]
struct Event {
    stream: u64,
    /// The position in the stream.
    index: u64,
    data: Bytes,
}

impl Replay {
    /// Registers the id of a request. Returns `None` if another open request of the session has the same id.
    pub(super) fn begin(self: &Arc<Self>, id: &Id) -> Option<OpenRequest> {
        let is_free = self
            .0
            .send_if_modified(|table| table.open.insert(id.clone()));
        is_free.then(|| OpenRequest {
            replay: Arc::downgrade(self),
            id: id.clone(),
        })
    }

    /// Returns whether no request of the session is open. A request stays open until its response is
    /// complete, even if its client disconnects.
    pub(super) fn is_idle(&self) -> bool {
        self.0.borrow().open.is_empty()
    }

    /// Continues the stream of a request after the last event that the client has read. `response` is the
    /// SDK's response, with an empty body. The missed and all further events replace this body.
    pub(super) fn resume(&self, last: &str, response: SdkResponse) -> SdkResponse {
        let Some((index, stream)) = place(last) else {
            return response;
        };
        if !is_of_type(response.headers(), EVENTS) {
            return response;
        }
        let table = self.0.subscribe();
        let mut next = Box::pin(next_event(table.clone(), stream, index));
        response.map(|body| {
            wrap(body, move |_, context| {
                let event = ready!(next.as_mut().poll(context));
                Poll::Ready(event.map(|event| {
                    next.set(next_event(table.clone(), stream, event.index));
                    Ok(Frame::data(event.data))
                }))
            })
        })
    }
}

/// Waits for the first event of a stream after the given index. Returns `None` at the end of the stream or of
/// the session, or if the stream is unknown.
async fn next_event(mut table: watch::Receiver<Table>, stream: u64, index: u64) -> Option<Event> {
    let found = table
        .wait_for(|table| table.next(stream, index).is_some() || !table.live.contains(&stream));
    found.await.ok()?.next(stream, index).cloned()
}

impl Table {
    fn next(&self, stream: u64, index: u64) -> Option<&Event> {
        let mut events = self.events.iter();
        events.find(|event| event.stream == stream && event.index > index)
    }

    fn record(&mut self, event: Event) {
        let stream = event.stream;
        self.live.insert(stream);
        self.bytes += event.data.len();
        self.events.push_back(event);
        self.evict(stream);
    }

    /// Completes a stream. `index` is the index of the last event. If that event was too large to keep,
    /// stores an error in its place.
    fn complete(&mut self, stream: u64, index: u64, id: &Id) {
        let mut events = self.events.iter();
        if !events.any(|event| event.stream == stream && event.index == index) {
            let error = ProtocolError::internal_error(
                "the response is too large to be sent again after its stream was lost",
            );
            let mut data = format!("id: {index}/{stream}\ndata: ").into_bytes();
            data.extend(error_response(Some(id), &error, None));
            data.extend(b"\n\n");
            self.record(Event {
                stream,
                index,
                data: data.into(),
            });
        }
        self.live.remove(&stream);
        self.complete.push_back(stream);
        self.evict(stream);
    }

    /// Enforces the limits after the stream `changed` has changed. Drops the other complete streams, oldest
    /// first, until the limits are met. If that is not enough, drops the oldest events of `changed`.
    fn evict(&mut self, changed: u64) {
        while self.bytes > BYTES || self.complete.len() > RESPONSES {
            let oldest = self.complete.iter().position(|stream| *stream != changed);
            if let Some(oldest) = oldest.and_then(|oldest| self.complete.remove(oldest)) {
                self.events.retain(|event| event.stream != oldest);
            } else {
                let mut events = self.events.iter();
                let first = events.position(|event| event.stream == changed);
                if first.and_then(|first| self.events.remove(first)).is_none() {
                    return;
                }
            }
            self.bytes = self.events.iter().map(|event| event.data.len()).sum();
        }
    }
}

/// A request whose response is not complete. Until this value is dropped, no other request of the session can
/// use the same id.
pub(super) struct OpenRequest {
    /// A weak reference, so that the end of the session frees the events.
    replay: Weak<Replay>,
    id: Id,
}

impl OpenRequest {
    /// Stores the events of the response for a later `resume`. Reads the response to its end, even if the
    /// client disconnects.
    pub(super) fn record(self, response: SdkResponse) -> SdkResponse {
        if !is_of_type(response.headers(), EVENTS) {
            return response;
        }
        // Once the stream is complete, `request` is `None`.
        let mut request = Some(self);
        let mut last = None;
        let poll = move |body: &mut _, context: &mut Context<'_>| {
            let frame = ready!(poll_frame(body, context));
            let replay = request.as_ref().and_then(|it| it.replay.upgrade());
            let data = match &frame {
                Some(Ok(frame)) => frame.data_ref(),
                _ => None,
            };
            // Do not store keep-alive comments, which have no id.
            if let Some(data) = data
                && let Some((index, stream)) = id(data).and_then(place)
            {
                last = Some((index, stream));
                if let Some(replay) = replay {
                    let data = data.clone();
                    let event = Event {
                        stream,
                        index,
                        data,
                    };
                    replay.0.send_modify(|table| table.record(event));
                }
            } else if frame.is_none()
                && let Some(request) = request.take()
                && let (Some(replay), Some((index, stream))) = (replay, last)
            {
                let complete = |table: &mut Table| table.complete(stream, index, &request.id);
                replay.0.send_modify(complete);
            }
            Poll::Ready(frame)
        };
        response.map(|body| wrap_to_end(body, poll))
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        if let Some(replay) = self.replay.upgrade() {
            replay
                .0
                .send_if_modified(|table| table.open.remove(&self.id));
        }
    }
}

/// Returns the id of an event, if it has one.
fn id(event: &[u8]) -> Option<&str> {
    // The SDK writes the id after the data, which may be long, so search from the end.
    let mut lines = event.rsplit(|byte| *byte == b'\n');
    let id = lines.find_map(|line| line.strip_prefix(b"id:"))?;
    std::str::from_utf8(id.trim_ascii()).ok()
}

/// Returns the index of an event and the number of its stream: 12 and 3 for the event id `12/3`. Returns
/// `None` for an id of another form.
fn place(id: &str) -> Option<(u64, u64)> {
    let (index, number) = id.split_once('/')?;
    Some((index.parse().ok()?, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_channel::mpsc::{UnboundedSender, unbounded};
    use http::HeaderValue;
    use http::header::CONTENT_TYPE;
    use http_body_util::{BodyExt as _, Empty, StreamBody};
    use tokio::task::yield_now;

    use super::*;
    use crate::sdk_http::response::ResponseBody;

    /// Sends events in the same way as the SDK.
    struct Sdk {
        sender: UnboundedSender<Result<Frame<Bytes>, Infallible>>,
        number: u64,
        index: u64,
    }

    impl Sdk {
        fn send(&mut self, data: &str) {
            let event = format!("data: {data}\nid: {}/{}\n\n", self.index, self.number);
            self.index += 1;
            let frame = Frame::data(Bytes::from(event));
            self.sender.unbounded_send(Ok(frame)).unwrap();
        }
    }

    fn events(body: ResponseBody) -> SdkResponse {
        let mut response = SdkResponse::new(body);
        let kind = HeaderValue::from_static(EVENTS);
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response
    }

    fn id_of(number: u64) -> Id {
        Id::Text(format!("request {number}"))
    }

    /// Begins a request, and sends the empty first event, as the SDK does.
    fn begin(replay: &Arc<Replay>, number: u64) -> (Sdk, ResponseBody) {
        let (sender, stream) = unbounded();
        let index = 0;
        let mut sdk = Sdk {
            sender,
            number,
            index,
        };
        sdk.send("");
        let request = replay.begin(&id_of(number)).expect("a free id");
        let response = request.record(events(StreamBody::new(stream).boxed()));
        (sdk, response.into_body())
    }

    /// Begins a request, drops the client's body, and completes the response.
    async fn complete(replay: &Arc<Replay>, number: u64, response: &str) {
        let (mut sdk, body) = begin(replay, number);
        drop(body);
        sdk.send(response);
        drop(sdk);
        yield_now().await;
        assert!(replay.0.borrow().bytes <= BYTES);
    }

    fn resume(replay: &Arc<Replay>, last: &str) -> ResponseBody {
        let response = events(Empty::new().boxed());
        replay.resume(last, response).into_body()
    }

    async fn text(body: ResponseBody) -> String {
        let bytes = body.collect().await.unwrap().to_bytes();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    async fn next(body: &mut ResponseBody) -> Option<String> {
        let frame = body.frame().await?.unwrap();
        Some(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap())
    }

    #[tokio::test]
    async fn missed_events_are_sent_again() {
        let replay = Arc::default();
        complete(&replay, 3, "response").await;
        let response = "data: response\nid: 1/3\n\n";
        for (last, expected) in [
            ("0/3", response),
            ("1/3", ""),
            ("7/3", ""),
            ("0/4", ""),
            ("0/", ""),
            ("/3", ""),
            ("-1/3", ""),
            ("0/3/3", ""),
            ("18446744073709551616/3", ""),
        ] {
            assert_eq!(text(resume(&replay, last)).await, expected, "{last}");
        }
    }

    #[tokio::test]
    async fn a_stream_continues_after_its_client_disconnects() {
        let replay = Arc::default();
        let (mut sdk, mut first) = begin(&replay, 0);
        assert_eq!(next(&mut first).await.unwrap(), "data: \nid: 0/0\n\n");
        drop(first);
        for _ in 0..8 {
            let mut lost = resume(&replay, "0/0");
            let task = tokio::spawn(async move { next(&mut lost).await });
            yield_now().await;
            task.abort();
        }
        let mut second = resume(&replay, "0/0");
        let second_event = tokio::spawn(async move { next(&mut second).await });
        yield_now().await;
        sdk.send("a");
        assert_eq!(second_event.await.unwrap().unwrap(), "data: a\nid: 1/0\n\n");
        sdk.send("b");
        yield_now().await;
        let third = resume(&replay, "1/0");
        sdk.send("c");
        drop(sdk);
        let rest = "data: b\nid: 2/0\n\ndata: c\nid: 3/0\n\n";
        assert_eq!(text(third).await, rest);
    }

    #[tokio::test]
    async fn an_id_is_in_use_until_the_response() {
        let replay = Arc::default();
        let (sdk, body) = begin(&replay, 0);
        drop(body);
        yield_now().await;
        assert!(replay.begin(&id_of(0)).is_none());
        drop(sdk);
        yield_now().await;
        assert!(replay.begin(&id_of(0)).is_some());
        assert!(replay.0.borrow().open.is_empty());
    }

    #[tokio::test]
    async fn the_number_of_responses_is_limited() {
        let replay = Arc::default();
        // Stream 0 starts first but completes last, so it counts as the newest.
        let (mut sdk, body) = begin(&replay, 0);
        for number in 1..100 {
            complete(&replay, number, "response").await;
        }
        drop(body);
        sdk.send("response");
        drop(sdk);
        yield_now().await;
        assert_eq!(replay.0.borrow().complete.len(), RESPONSES);
        assert_eq!(replay.0.borrow().events.len(), 2 * RESPONSES);
        let oldest = 100 - RESPONSES as u64 + 1;
        for number in 0..100 {
            let rest = text(resume(&replay, &format!("0/{number}"))).await;
            let is_kept = number == 0 || number >= oldest;
            assert_eq!(!rest.is_empty(), is_kept, "{number}");
        }
    }

    #[tokio::test]
    async fn the_total_size_of_stored_events_is_limited() {
        let replay = Arc::default();
        let (mut sdk, body) = begin(&replay, 0);
        drop(body);
        sdk.send("question");
        for number in 1..10 {
            complete(&replay, number, &"x".repeat(BYTES * 2 / 5)).await;
        }
        // Only the two newest complete responses fit. The events of stream 0 remain, because this
        // stream is incomplete.
        let numbers: Vec<_> = {
            let table = replay.0.borrow();
            table.events.iter().map(|event| event.stream).collect()
        };
        assert_eq!(numbers, [0, 0, 8, 8, 9, 9]);

        // If a response is too large to keep, `Replay` stores an error in its place.
        complete(&replay, 10, &"x".repeat(BYTES)).await;
        let error = text(resume(&replay, "0/10")).await;
        let (id, error) = error.split_once("\ndata: ").unwrap();
        assert_eq!(id, "id: 1/10");
        let error: serde_json::Value = serde_json::from_str(error).unwrap();
        assert_eq!(error["id"], "request 10");
        assert_eq!(error["error"]["code"], -32603);

        // Stream 0 sends more than `BYTES`. To make room, `Replay` first removes the responses
        // that `complete` stored above, and then the oldest events of stream 0.
        for _ in 0..20 {
            sdk.send(&"x".repeat(BYTES / 10));
            yield_now().await;
            assert!(replay.0.borrow().bytes <= BYTES);
        }
        sdk.send("response");
        drop(sdk);
        yield_now().await;
        let rest = text(resume(&replay, "0/0")).await;
        assert!(rest.ends_with("data: response\nid: 22/0\n\n"));
        assert_eq!(rest.len(), replay.0.borrow().bytes);
    }

    #[tokio::test]
    async fn the_end_of_a_session_frees_its_events() {
        let replay = Arc::default();
        complete(&replay, 0, "response").await;
        let (sdk, body) = begin(&replay, 1);
        drop(body);
        yield_now().await;
        let kept = Arc::downgrade(&replay);
        drop(replay);
        assert!(kept.upgrade().is_none());
        drop(sdk);
    }
}
