//! Responses of a session, kept for a client that lost the stream and resumes it.
//!
//! The SDK keeps the events of a request until it has the response, and discards them with it. So a
//! response that completes without its client would be lost.

use std::collections::{HashMap, HashSet, VecDeque};
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use http_body::{Body, Frame};
use http_body_util::BodyExt as _;
use tokio::runtime::Handle;

use super::super::mutex::lock;
use super::response::{Answer, AnswerBody, EVENTS, PolledFrame, is_of_type, poll_frame};
use super::resumed_stream::{self, id};
use crate::ProtocolError;
use crate::json_rpc::failure;
use crate::json_rpc::request_id::Id;

/// How many complete responses a session keeps.
const RESPONSES: usize = 32;

/// How many bytes of events a session keeps.
const BYTES: usize = 1024 * 1024;

/// The streams of a session's requests.
#[derive(Default)]
pub(super) struct Replay(Mutex<Table>);

#[derive(Default)]
struct Table {
    /// The ids of requests without a response. To the SDK, a second one hides the first.
    open: HashSet<Id>,
    /// By their number.
    streams: HashMap<u64, Stream>,
    /// The numbers of complete streams, the oldest first.
    complete: VecDeque<u64>,
    /// The length of all events.
    bytes: usize,
}

struct Stream {
    /// By their index.
    events: VecDeque<(u64, Bytes)>,
    /// `None` once the stream is complete.
    source: Option<Arc<Source>>,
}

impl Replay {
    /// Enters the id of a request, unless another request of the session has it.
    pub(super) fn begin(self: &Arc<Self>, id: &Id) -> Option<OpenRequest> {
        let is_free = lock(&self.0).open.insert(id.clone());
        is_free.then(|| OpenRequest {
            replay: Arc::downgrade(self),
            id: id.clone(),
        })
    }

    /// Continues a stream behind the event that the client has read last. For the stream of a request,
    /// the SDK's response is empty.
    pub(super) fn resume(&self, last: String, response: Answer) -> Answer {
        if !is_of_type(response.headers(), EVENTS) {
            return response;
        }
        let Some((index, number)) = place(&last) else {
            // An event without a message begins the stream, and has the id of the first message. Whether
            // the client has read that is unknown.
            return match &*last {
                "0" => response,
                _ => response.map(|body| resumed_stream::resume(body, last)),
            };
        };
        match self.reader(index, number) {
            Some(reader) => response.map(|_| reader.boxed()),
            None => response,
        }
    }

    fn reader(&self, index: u64, number: u64) -> Option<Reader> {
        let source = lock(&self.0).streams.get(&number)?.source.clone();
        // Nothing is recorded meanwhile. A source is always locked before the table.
        let mut state = source.as_ref().map(|source| lock(&source.state));
        let table = lock(&self.0);
        let events = table.streams.get(&number)?.events.iter();
        let missed = events.filter(|(other, _)| *other > index);
        let missed: Vec<_> = missed.map(|(_, event)| event.clone()).collect();
        drop(table);
        let (reader, other) = match &mut state {
            None => (0, None),
            Some(state) => {
                state.reader += 1;
                (state.reader, state.waker.take())
            }
        };
        drop(state);
        if let Some(other) = other {
            other.wake();
        }
        Some(Reader {
            missed: missed.into_iter(),
            source: source.map(|source| (source, reader)),
        })
    }

    fn record(&self, number: u64, index: u64, event: Bytes, source: &Arc<Source>) {
        let mut table = lock(&self.0);
        let table = &mut *table;
        let stream = table.streams.entry(number).or_insert_with(|| Stream {
            events: VecDeque::new(),
            source: Some(Arc::clone(source)),
        });
        table.bytes += event.len();
        stream.events.push_back((index, event));
        table.evict(number);
    }

    /// Completes a stream, of which the last event has the index.
    fn complete(&self, number: u64, index: u64, id: &Id) {
        let mut table = lock(&self.0);
        let table = &mut *table;
        let Some(stream) = table.streams.get_mut(&number) else {
            return;
        };
        stream.source = None;
        let last = stream.events.back();
        if last.is_none_or(|(last, _)| *last != index) {
            let error = "the response is too large to be sent again after its stream was lost";
            let error = failure(Some(id), &ProtocolError::internal_error(error));
            let mut event = format!("id: {index}/{number}\ndata: ").into_bytes();
            event.extend(error);
            event.extend(b"\n\n");
            table.bytes += event.len();
            stream.events.push_back((index, event.into()));
        }
        table.complete.push_back(number);
        table.evict(number);
    }
}

impl Table {
    /// Keeps to the limits after a change of a stream: drops the oldest complete streams, and then
    /// events of this one.
    fn evict(&mut self, changed: u64) {
        while self.complete.len() > RESPONSES || self.bytes > BYTES {
            let oldest = self.complete.front().filter(|oldest| **oldest != changed);
            let dropped = match oldest.and_then(|oldest| self.streams.remove(oldest)) {
                Some(stream) => {
                    self.complete.pop_front();
                    stream.events.iter().map(|(_, event)| event.len()).sum()
                }
                None => {
                    let stream = self.streams.get_mut(&changed);
                    match stream.and_then(|stream| stream.events.pop_front()) {
                        Some((_, event)) => event.len(),
                        None => return,
                    }
                }
            };
            self.bytes -= dropped;
        }
    }
}

/// A request without a response. No other request of its session has the id until this is dropped.
pub(super) struct OpenRequest {
    replay: Weak<Replay>,
    id: Id,
}

impl OpenRequest {
    /// Keeps the events of the response. The response is read to its end, also without a client.
    pub(super) fn record(self, response: Answer) -> Answer {
        if !is_of_type(response.headers(), EVENTS) {
            return response;
        }
        response.map(|body| self.stream(body).boxed())
    }

    fn stream(self, body: AnswerBody) -> Reader {
        let source = Source {
            replay: Weak::clone(&self.replay),
            state: Mutex::new(State {
                open: Some((body, self)),
                last: None,
                reader: 0,
                waker: None,
            }),
        };
        Reader {
            missed: Vec::new().into_iter(),
            source: Some((Arc::new(source), 0)),
        }
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        if let Some(replay) = self.replay.upgrade() {
            lock(&replay.0).open.remove(&self.id);
        }
    }
}

/// The SDK's stream of a request.
struct Source {
    /// Weak, because the session's end must free the events.
    replay: Weak<Replay>,
    state: Mutex<State>,
}

struct State {
    /// `None` once the stream is complete.
    open: Option<(AnswerBody, OpenRequest)>,
    /// The number of the stream and the index of its last event.
    last: Option<(u64, u64)>,
    /// The number of the reader that has resumed the stream last. The others are at their end.
    reader: u64,
    waker: Option<Waker>,
}

impl Source {
    fn poll(self: &Arc<Self>, reader: u64, context: &mut Context<'_>) -> PolledFrame {
        let state = &mut *lock(&self.state);
        let Some((body, _)) = state.open.as_mut().filter(|_| state.reader == reader) else {
            return Poll::Ready(None);
        };
        match poll_frame(body, context) {
            Poll::Pending => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
            Poll::Ready(Some(Ok(frame))) => {
                // Comments have no id.
                if let Some(event) = frame.data_ref()
                    && let Some((index, number)) = id(event).and_then(place)
                {
                    state.last = Some((number, index));
                    if let Some(replay) = self.replay.upgrade() {
                        replay.record(number, index, event.clone(), self);
                    }
                }
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(None) => {
                let request = state.open.take().map(|(_, request)| request);
                if let (Some(request), Some((number, index))) = (request, state.last)
                    && let Some(replay) = self.replay.upgrade()
                {
                    replay.complete(number, index, &request.id);
                }
                Poll::Ready(None)
            }
        }
    }
}

/// The body of a response: the events that its client has missed, and those to come.
struct Reader {
    missed: std::vec::IntoIter<Bytes>,
    /// The stream, unless it is complete, and the number of this reader.
    source: Option<(Arc<Source>, u64)>,
}

impl Body for Reader {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> PolledFrame {
        if let Some(event) = self.missed.next() {
            return Poll::Ready(Some(Ok(Frame::data(event))));
        }
        match &self.source {
            None => Poll::Ready(None),
            Some((source, reader)) => source.poll(*reader, context),
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let Some((source, reader)) = self.source.take() else {
            return;
        };
        let state = lock(&source.state);
        let is_open = state.open.is_some() && state.reader == reader;
        drop(state);
        if is_open && let Ok(runtime) = Handle::try_current() {
            // Reads on for a client that resumes.
            runtime.spawn(poll_fn(move |context| {
                while std::task::ready!(source.poll(reader, context)).is_some() {}
                Poll::Ready(())
            }));
        }
    }
}

/// The index of an event and the number of its stream, from an id such as `12/3`.
fn place(id: &str) -> Option<(u64, u64)> {
    let (index, number) = id.split_once('/')?;
    Some((index.parse().ok()?, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use futures_channel::mpsc::{UnboundedSender, unbounded};
    use http::HeaderValue;
    use http::header::CONTENT_TYPE;
    use http_body_util::{Empty, StreamBody};
    use tokio::task::yield_now;

    use super::*;

    /// Sends events as the SDK does.
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

    fn events(body: AnswerBody) -> Answer {
        let mut response = Answer::new(body);
        let kind = HeaderValue::from_static(EVENTS);
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response
    }

    fn id_of(number: u64) -> Id {
        Id::Text(format!("request {number}"))
    }

    /// Begins a request with the first event that the SDK sends.
    fn begin(replay: &Arc<Replay>, number: u64) -> (Sdk, AnswerBody) {
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

    /// Completes a request whose client has gone away.
    async fn complete(replay: &Arc<Replay>, number: u64, response: &str) {
        let (mut sdk, body) = begin(replay, number);
        drop(body);
        sdk.send(response);
        drop(sdk);
        yield_now().await;
        assert!(lock(&replay.0).bytes <= BYTES);
    }

    fn resume(replay: &Replay, last: &str) -> AnswerBody {
        let response = replay.resume(last.to_owned(), events(Empty::new().boxed()));
        response.into_body()
    }

    async fn text(body: AnswerBody) -> String {
        let bytes = body.collect().await.unwrap().to_bytes();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    async fn next(body: &mut AnswerBody) -> Option<String> {
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
    async fn the_last_reader_has_the_stream() {
        let replay = Arc::default();
        let (mut sdk, mut first) = begin(&replay, 0);
        assert_eq!(next(&mut first).await.unwrap(), "data: \nid: 0/0\n\n");
        // It waits, and ends when another reader resumes.
        let first = tokio::spawn(async move { next(&mut first).await });
        yield_now().await;
        let mut second = resume(&replay, "0/0");
        assert_eq!(first.await.unwrap(), None);
        sdk.send("a");
        assert_eq!(next(&mut second).await.unwrap(), "data: a\nid: 1/0\n\n");
        // Without a reader, the stream is read to its end.
        drop(second);
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
        assert!(lock(&replay.0).open.is_empty());
    }

    #[tokio::test]
    async fn the_number_of_responses_is_limited() {
        let replay = Arc::default();
        // The stream that completes last is the newest, although it started first.
        let (mut sdk, body) = begin(&replay, 0);
        for number in 1..100 {
            complete(&replay, number, "response").await;
        }
        drop(body);
        sdk.send("response");
        drop(sdk);
        yield_now().await;
        assert_eq!(lock(&replay.0).streams.len(), RESPONSES);
        assert_eq!(lock(&replay.0).complete.len(), RESPONSES);
        let oldest = 100 - RESPONSES as u64 + 1;
        for number in 0..100 {
            let rest = text(resume(&replay, &format!("0/{number}"))).await;
            let is_kept = number == 0 || number >= oldest;
            assert_eq!(!rest.is_empty(), is_kept, "{number}");
        }
    }

    #[tokio::test]
    async fn the_length_of_events_is_limited() {
        let replay = Arc::default();
        let (mut sdk, body) = begin(&replay, 0);
        drop(body);
        sdk.send("question");
        for number in 1..10 {
            complete(&replay, number, &"x".repeat(BYTES * 2 / 5)).await;
        }
        // Two fit, and a stream that is not complete is not dropped.
        let mut numbers: Vec<_> = lock(&replay.0).streams.keys().copied().collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 8, 9]);

        // A response that is too large becomes an error.
        complete(&replay, 10, &"x".repeat(BYTES)).await;
        let error = text(resume(&replay, "0/10")).await;
        let (id, error) = error.split_once("\ndata: ").unwrap();
        assert_eq!(id, "id: 1/10");
        let error: serde_json::Value = serde_json::from_str(error).unwrap();
        assert_eq!(error["id"], "request 10");
        assert_eq!(error["error"]["code"], -32603);

        // Many events of one stream push out responses, and then each other.
        for _ in 0..20 {
            sdk.send(&"x".repeat(BYTES / 10));
            yield_now().await;
            assert!(lock(&replay.0).bytes <= BYTES);
        }
        sdk.send("response");
        drop(sdk);
        yield_now().await;
        let rest = text(resume(&replay, "0/0")).await;
        assert!(rest.ends_with("data: response\nid: 22/0\n\n"));
        assert_eq!(rest.len(), lock(&replay.0).bytes);
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
