//! The way from one request to its client: one JSON response, or a stream of events.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http_body::{Body, Frame};
use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::embed::error_response;
use tokio::time::{Instant, Sleep, sleep, timeout};

use super::history::{EventId, History, is_kept};
use super::response::request_of;
use crate::connection::{Outlet, Room};
use crate::mutex::lock;

/// The number of unread bytes of a stream from which notifications are dropped.
const FULL: usize = 1024 * 1024;

/// The messages about one request to its client. The stream number 0 of a session carries notifications.
pub(super) struct Stream {
    /// What keeps the events of the session. Empty for a request without a session.
    history: Weak<History>,
    state: Mutex<StreamState>,
}

#[derive(Default)]
struct StreamState {
    /// The number of the stream in its session, once it has events. 0 for the stream of notifications.
    number: Option<u32>,
    /// The number of the last event.
    last: u32,
    /// The events that nobody has read.
    unread: VecDeque<Bytes>,
    /// The size of `unread` in bytes.
    size: usize,
    /// The number of the reader that gets the events. Earlier readers get the end of their stream.
    reader: u32,
    has_reader: bool,
    waker: Option<Waker>,
    /// The response, as long as it can be sent as JSON.
    response: Option<(Vec<u8>, Option<Room>)>,
    /// Whether the client gets events.
    has_events: bool,
    has_ended: bool,
}

/// What a client gets for its request.
pub(super) enum Outcome {
    Json(Vec<u8>, Option<Room>),
    /// The request was cancelled.
    Nothing,
    Events(EventReader),
}

impl Stream {
    fn with(history: Weak<History>, state: StreamState) -> Arc<Self> {
        let state = Mutex::new(state);
        Arc::new(Stream { history, state })
    }

    /// Creates the stream of a request, whose first reader is [`outcome`](Self::outcome).
    pub(super) fn new(history: Weak<History>) -> Arc<Self> {
        let state = StreamState {
            has_reader: true,
            ..StreamState::default()
        };
        Stream::with(history, state)
    }

    /// Creates the stream for notifications of a session.
    pub(super) fn of_notifications(history: Weak<History>) -> Arc<Self> {
        let state = StreamState {
            number: Some(0),
            has_events: true,
            ..StreamState::default()
        };
        Stream::with(history, state)
    }

    /// Creates the rest of a stream that has ended: the events after the one that the client has read last.
    pub(super) fn rest(read: EventId, missed: Vec<Bytes>) -> Arc<Self> {
        let mut state = StreamState {
            number: Some(read.stream),
            last: read.number + missed.len() as u32,
            has_reader: true,
            has_events: true,
            has_ended: true,
            ..StreamState::default()
        };
        state.fill(missed);
        Stream::with(Weak::new(), state)
    }

    /// Returns whether the client has not read the last notification yet.
    pub(super) fn is_unread(&self) -> bool {
        !lock(&self.state).unread.is_empty()
    }

    pub(super) fn has_reader(&self) -> bool {
        lock(&self.state).has_reader
    }

    pub(super) fn number(&self) -> Option<u32> {
        lock(&self.state).number
    }

    /// Sends the client the next event, and keeps it in the session.
    fn add(&self, state: &mut StreamState, message: &[u8], room: Option<Room>) {
        state.has_events = true;
        let history = self.history.upgrade();
        let id = history.as_ref().map(|history| {
            state.last += 1;
            EventId {
                stream: *state.number.get_or_insert_with(|| history.next_stream()),
                number: state.last,
            }
        });
        let mut event = event(id, message);
        if let (Some(history), Some(id)) = (&history, id) {
            let request = request_of(message).filter(|_| !is_kept(event.len()));
            let kept = request.map(|request| too_large(id, request));
            history.keep(id, kept.unwrap_or_else(|| event.clone()), state.has_reader);
        }
        // A stream without a reader only keeps notifications, for the next reader.
        if state.has_reader || state.number == Some(0) {
            if room.is_some() {
                event = held(event, room);
            }
            state.size += event.len();
            state.unread.push_back(event);
        }
        state.wake();
    }

    /// Ends the stream.
    pub(super) fn end(&self, response: Option<(Vec<u8>, Option<Room>)>) {
        let mut state = lock(&self.state);
        if state.has_ended {
            return;
        }
        match response {
            Some((message, room)) if state.has_events => self.add(&mut state, &message, room),
            response => state.response = response.filter(|_| state.has_reader),
        }
        // A client that knows the stream, and has got none of its events, learns that it has ended.
        if let (Some(stream @ 1..), 0, Some(history)) =
            (state.number, state.last, self.history.upgrade())
        {
            history.keep(
                EventId { stream, number: 0 },
                Bytes::new(),
                state.has_reader,
            );
        }
        state.has_ended = true;
        state.wake();
    }

    /// Returns whether the stream is open, or its client still reads it.
    pub(super) fn is_in_use(&self) -> bool {
        let state = lock(&self.state);
        !state.has_ended || state.has_reader
    }

    /// Returns what the client gets. Waits up to `limit` for the response, so that most responses are sent in one write.
    pub(super) async fn outcome(self: &Arc<Self>, limit: Duration) -> Outcome {
        // If the client leaves while this waits, nobody reads the response.
        let reader = EventReader {
            stream: Arc::clone(self),
            number: 0,
        };
        let ended = poll_fn(|context| {
            let mut state = lock(&self.state);
            if state.has_ended {
                return Poll::Ready(());
            }
            state.waker = Some(context.waker().clone());
            Poll::Pending
        });
        // The timer is only for requests that take time.
        let mut ended = pin!(ended);
        let at_once = poll_fn(|context| Poll::Ready(ended.as_mut().poll(context).is_ready()));
        if !at_once.await {
            let _ = timeout(limit, ended).await;
        }
        let mut state = lock(&self.state);
        if let Some((message, room)) = state.response.take() {
            return Outcome::Json(message, room);
        }
        if state.has_ended && !state.has_events {
            return Outcome::Nothing;
        }
        state.has_events = true;
        if let Some(history) = self.history.upgrade() {
            state.number.get_or_insert_with(|| history.next_stream());
        }
        drop(state);
        Outcome::Events(reader)
    }

    /// Sends the events to another reader, from the one after `read`, or else those that nobody has read. Returns
    /// `None` if events are missing.
    pub(super) fn resume(
        self: &Arc<Self>,
        history: &History,
        read: Option<EventId>,
    ) -> Option<EventReader> {
        let mut state = lock(&self.state);
        if let Some(read) = read {
            let missed = history.after(read, Some(state.last))?;
            state.fill(missed);
        }
        state.reader += 1;
        state.has_reader = true;
        state.has_events = true;
        state.wake();
        Some(EventReader {
            stream: Arc::clone(self),
            number: state.reader,
        })
    }
}

impl StreamState {
    /// Replaces the unread events.
    fn fill(&mut self, events: Vec<Bytes>) {
        self.size = events.iter().map(Bytes::len).sum();
        self.unread = events.into();
    }

    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

impl Outlet for Stream {
    fn respond(&self, response: Vec<u8>, mut room: Option<Room>) {
        if let Some(room) = &mut room {
            room.hold(response.len());
        }
        self.end(Some((response, room)));
    }

    fn skip(&self) {
        self.end(None);
    }

    fn send(&self, message: Vec<u8>, may_be_lost: bool) {
        let mut state = lock(&self.state);
        let is_lost = may_be_lost && state.size > FULL;
        if !state.has_ended && !is_lost {
            self.add(&mut state, &message, None);
        }
    }

    fn is_stuck(&self) -> bool {
        lock(&self.state).size > FULL
    }
}

/// The one that gets the events of a stream. Another reader of the same stream takes its place.
pub(super) struct EventReader {
    stream: Arc<Stream>,
    number: u32,
}

impl EventReader {
    /// Returns the first event of a stream of the session: it is empty, and has an id from which the client can resume.
    pub(super) fn first_event(&self) -> Option<Bytes> {
        let state = lock(&self.stream.state);
        // Another client may have read the first notifications.
        let (stream, read) = (state.number?, state.last as usize - state.unread.len());
        Some(format!("id: {stream}/{read}\nretry: 1000\ndata: \n\n").into())
    }

    /// Returns whether the stream has ended, and the client has read all of it.
    pub(super) fn is_at_end(&self) -> bool {
        let state = lock(&self.stream.state);
        state.has_ended && state.unread.is_empty()
    }

    fn poll_next(&self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let mut state = lock(&self.stream.state);
        if state.reader != self.number {
            return Poll::Ready(None);
        }
        if let Some(event) = state.unread.pop_front() {
            state.size -= event.len();
            return Poll::Ready(Some(event));
        }
        if state.has_ended {
            return Poll::Ready(None);
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Drop for EventReader {
    fn drop(&mut self) {
        let mut state = lock(&self.stream.state);
        if state.reader == self.number {
            state.has_reader = false;
            state.response = None;
            if state.number != Some(0) {
                state.unread = VecDeque::new();
                state.size = 0;
            }
        }
    }
}

/// Writes an event.
fn event(id: Option<EventId>, message: &[u8]) -> Bytes {
    let mut event = Vec::with_capacity(message.len() + 40);
    if let Some(EventId { stream, number }) = id {
        event.extend_from_slice(format!("id: {stream}/{number}\n").as_bytes());
    }
    event.extend_from_slice(b"data: ");
    // A line break would end the line. JSON has them only between its tokens.
    match memchr::memchr2(b'\n', b'\r', message) {
        None => event.extend_from_slice(message),
        Some(_) => event.extend(message.iter().filter(|byte| !matches!(byte, b'\n' | b'\r'))),
    }
    event.extend_from_slice(b"\n\n");
    event.into()
}

/// Returns the error event in place of a response that is too large to be kept.
fn too_large(id: EventId, request: &str) -> Bytes {
    let error = ProtocolError::internal_error(
        "the response is too large to be sent again after its stream was lost",
    );
    event(Some(id), &error_response(Some(request), &error, None))
}

/// Returns bytes that keep a request counted until the HTTP server has written them. The server drops the bytes of a
/// frame after it has written them.
pub(super) fn held(data: impl AsRef<[u8]> + Send + 'static, room: Option<Room>) -> Bytes {
    struct Held<D> {
        data: D,
        _room: Option<Room>,
    }

    impl<D: AsRef<[u8]>> AsRef<[u8]> for Held<D> {
        fn as_ref(&self) -> &[u8] {
            self.data.as_ref()
        }
    }

    Bytes::from_owner(Held { data, _room: room })
}

/// The body of a stream of events, with comments that keep the connection alive.
pub(super) struct EventBody<G> {
    /// The empty first event.
    first: Option<Bytes>,
    reader: EventReader,
    /// The time without an event after which a comment is sent.
    every: Duration,
    silence: Pin<Box<Sleep>>,
    /// Ends the stream.
    expires: Option<Pin<Box<Sleep>>>,
    /// What ends with the body.
    _guard: G,
}

impl<G> EventBody<G> {
    pub(super) fn new(
        reader: EventReader,
        has_first_event: bool,
        expires: Option<SystemTime>,
        every: Duration,
        guard: G,
    ) -> Self {
        let left = expires.map(|expires| expires.duration_since(SystemTime::now()));
        EventBody {
            first: reader.first_event().filter(|_| has_first_event),
            reader,
            every,
            silence: Box::pin(sleep(Duration::ZERO)),
            expires: left.map(|left| Box::pin(sleep(left.unwrap_or_default()))),
            _guard: guard,
        }
    }
}

impl<G: Unpin> Body for EventBody<G> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let body = &mut *self;
        if let Some(expires) = &mut body.expires
            && expires.as_mut().poll(context).is_ready()
        {
            return Poll::Ready(None);
        }
        let event = match body.first.take() {
            Some(first) => Poll::Ready(Some(first)),
            None => body.reader.poll_next(context),
        };
        let event = match event {
            Poll::Ready(event) => event,
            Poll::Pending => {
                ready!(body.silence.as_mut().poll(context));
                Some(Bytes::from_static(b":\n\n"))
            }
        };
        body.silence.as_mut().reset(Instant::now() + body.every);
        Poll::Ready(event.map(|event| Ok(Frame::data(event))))
    }
}
