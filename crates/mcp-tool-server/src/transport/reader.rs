//! Reads the client's messages, and then waits until every request has its response.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use crate::sdk::messages::{InvalidMessage, Message, read_cancellation, read_message};
use crate::sdk::request_fault::id_in_use;
use crate::sdk::request_id::Id;
use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::embed::check_capabilities;
use rmcp::model::{
    CancelledNotification, CancelledNotificationParam, ClientJsonRpcMessage, ClientNotification,
    ClientRequest, GetMeta as _, JsonRpcMessage, RequestId,
};
use serde_json::value::RawValue;
use tokio::sync::Notify;
use tokio::sync::mpsc::{OwnedPermit, Sender, channel};
use tokio::time::{sleep, timeout};

use super::message_line::error_line;
use super::session::Session;
use super::{client_requests, decode};
use crate::sdk::call;
use crate::serve_error::Cause;
use crate::signals::Signals;
use crate::stdio::lines::{Input, LINE_LIMIT, Line, Lines};

/// The maximum number of requests that run at a time. A request that waits for the client's response does not
/// count, and neither does an open `subscriptions/listen` stream.
const RUNNING: usize = 256;

/// The maximum number of open requests, including those that wait for the client.
const OPEN: usize = 1024;

/// No further request starts while another runs and the messages of the open requests total at least this
/// many bytes.
const RUNNING_BYTES: usize = 16 * 1024 * 1024;

/// The time to wait for the end of the input after the client has closed the output.
const GONE_LIMIT: Duration = Duration::from_millis(100);

type AcceptedMessage = Result<Option<ClientJsonRpcMessage>, InvalidMessage>;

/// Reads lines, and passes messages to the SDK.
///
/// Requests reach the SDK in the order of their arrival, each with a unique number as its id. The reader
/// itself sends an error response to each request that it rejects, such as a malformed one.
pub(crate) struct Reader {
    lines: Lines<Input>,
    messages: Sender<ClientJsonRpcMessage>,
    /// The unsent error response to a line that the reader has rejected.
    refusal: Option<Vec<u8>>,
    /// The running `initialize` request, if any. Further messages wait until it has a response.
    handshake: Option<RequestId>,
    session: Arc<Session>,
    /// Whether the handler reads `ArgumentsText`.
    reads_text: bool,
}

impl Reader {
    pub(super) fn new(
        input: Input,
        messages: Sender<ClientJsonRpcMessage>,
        session: Arc<Session>,
        reads_text: bool,
    ) -> Self {
        Reader {
            lines: Lines::new(input),
            messages,
            refusal: None,
            handshake: None,
            session,
            reads_text,
        }
    }

    /// Reads until the input ends or a signal arrives, and then waits until every request has its response.
    /// Returns `false` if running calls have to be cancelled, for example because the client no longer reads.
    pub(crate) async fn run(&mut self, signals: Signals, grace: Duration) -> bool {
        let Some(output) = self.session.output() else {
            return false;
        };
        tokio::select! {
            is_answered = self.read_and_finish(&output, signals, grace) => is_answered,
            () = output.closed() => {
                tracing::info!("the client no longer reads");
                false
            }
        }
    }

    /// Reads until the input ends or a signal arrives. Running calls then have the time `grace` to finish. If
    /// the input has ended, each start of a queued call restarts this time. A signal during this time ends it
    /// at once. Returns `false` if the time ends before every request has its response.
    async fn read_and_finish(
        &mut self,
        output: &Sender<Vec<u8>>,
        mut signals: Signals,
        grace: Duration,
    ) -> bool {
        let input_ended = tokio::select! {
            _ = self.read(output) => true,
            () = signals.next() => {
                tracing::info!("received a signal");
                false
            }
        };
        let session = Arc::clone(&self.session);
        session.client_requests.close();
        let started = Notify::new();
        let mut finished = pin!(self.finish(output, &started));
        let why = loop {
            tokio::select! {
                _ = &mut finished => return true,
                () = started.notified(), if input_ended => {}
                () = sleep(grace) => break "the grace period is over",
                () = signals.next() => break if input_ended {
                    "received a signal after the end of the input"
                } else {
                    "received a second signal"
                },
            }
        };
        match session.in_flight.count() {
            0 => tracing::debug!(why, "nothing is running any more"),
            requests => tracing::warn!(why, requests, "calls were still running: cancelled"),
        }
        false
    }

    /// Reads until the input ends. Dropping the future loses no data, because all progress is in `self`.
    async fn read(&mut self, output: &Sender<Vec<u8>>) -> Option<()> {
        loop {
            let next = self.next(output).await?;
            let accepted = match self.queued() {
                Some(request) => self.begin(&request),
                None => tokio::select! {
                    () = self.session.room.notified(), if !self.session.queue.is_empty() => continue,
                    line = self.lines.next(), if !self.session.queue.is_full() => match line {
                        Ok(line) => self.accept(line?),
                        Err(error) => {
                            self.session.fail(Cause::Read(error));
                            return None;
                        }
                    },
                },
            };
            self.pass_on(accepted, next);
        }
    }

    /// Begins the queued requests, closes the open streams, and fails the open requests to the client. Then
    /// waits until every request has its response. Returns `None` if the output is closed, or the SDK has
    /// stopped.
    async fn finish(&mut self, output: &Sender<Vec<u8>>, started: &Notify) -> Option<()> {
        loop {
            let next = self.next(output).await?;
            let accepted = if let Some(request) = self.queued() {
                started.notify_one();
                self.begin(&request)
            } else if let Some(stream) = self.session.in_flight.next_stream() {
                // The server reads no more input, so the client cannot close this stream itself.
                Ok(Some(self.cancel(stream, None)))
            } else if let Some(question) = self.session.client_requests.next_open() {
                // The server reads no more input, so the client cannot respond to this request.
                let reason = "the client has closed the input";
                Ok(Some(client_requests::failure(question, reason)))
            } else if !self.session.queue.is_empty() {
                self.session.room.notified().await;
                continue;
            } else {
                self.session.in_flight.idle().await;
                return Some(());
            };
            self.pass_on(accepted, next);
        }
    }

    /// Sends the stored error response. Then waits until a running `initialize` request has ended and the SDK
    /// can receive the next message. Returns `None` if the output is closed, or the SDK has stopped.
    async fn next(
        &mut self,
        output: &Sender<Vec<u8>>,
    ) -> Option<OwnedPermit<ClientJsonRpcMessage>> {
        if self.refusal.is_some() {
            let place = output.reserve().await.ok()?;
            if let Some(line) = self.refusal.take() {
                place.send(line);
            }
        }
        if let Some(handshake) = &self.handshake {
            self.session.in_flight.ended(handshake).await;
            self.handshake = None;
        }
        self.messages.clone().reserve_owned().await.ok()
    }

    /// Passes an accepted message to the SDK, or stores the error response to a rejected message.
    fn pass_on(&mut self, accepted: AcceptedMessage, next: OwnedPermit<ClientJsonRpcMessage>) {
        match accepted {
            Ok(Some(message)) => drop(next.send(message)),
            Ok(None) => {}
            Err(InvalidMessage { id, error }) => {
                tracing::debug!(%error, "refused a message");
                let version = self.session.protocol_version();
                self.refusal = Some(error_line(id.as_ref(), &error, version));
            }
        }
    }

    /// Takes the first request from the queue, if another request may start.
    fn queued(&mut self) -> Option<Vec<u8>> {
        let request = self.has_room().then(|| self.session.queue.pop())??;
        Some(request.1)
    }

    /// Returns whether another request may start.
    ///
    /// Open `subscriptions/listen` streams, and requests that wait for the client's response, do not count.
    /// The client may send further requests before that response. If waiting requests counted, the server
    /// could stop reading before the response arrives, and block for ever.
    fn has_room(&self) -> bool {
        let in_flight = &self.session.in_flight;
        let waiting = self.session.client_requests.waiting_calls() + in_flight.streams();
        let running = in_flight.count().saturating_sub(waiting);
        running == 0 || running < RUNNING && in_flight.bytes() < RUNNING_BYTES
    }

    /// Drops the channel to the SDK, which ends the SDK's loop.
    pub(crate) fn stop(&mut self) {
        self.messages = channel(1).0;
    }

    /// Returns whether the input ends within [`GONE_LIMIT`], after the client has closed the output. If a
    /// client exits, both streams close, but either one may close first.
    pub(crate) async fn client_is_gone(&mut self) -> bool {
        let rest = async { while let Ok(Some(_)) = self.lines.next().await {} };
        timeout(GONE_LIMIT, rest).await.is_ok()
    }

    fn accept(&mut self, line: Line) -> AcceptedMessage {
        let line = match line {
            Line::Whole(line) => line,
            Line::TooLong { id, is_answer } => {
                let id = id.and_then(|id| Id::read(&id));
                let refusal = InvalidMessage::too_long(id, LINE_LIMIT);
                if is_answer {
                    let reason = refusal.error.message();
                    return Ok(self.session.client_requests.unreadable(refusal.id, reason));
                }
                return Err(refusal);
            }
        };
        if line.trim_ascii().is_empty() {
            return Ok(None);
        }
        let must_wait = !self.session.queue.is_empty() || !self.has_room();
        match read_message(&line)? {
            Message::Request { id, .. } if must_wait => {
                self.session.queue.push(id, line);
                Ok(None)
            }
            Message::Request { id, method, params } => self
                .accept_request(id, method, params, line.len())
                .map(Some),
            Message::Notification { method, params } if method == "notifications/cancelled" => {
                Ok(params.and_then(|params| self.accept_cancellation(params)))
            }
            Message::Notification { method, params } => {
                let notification = decode::notification(&method, params).inspect_err(|error| {
                    tracing::debug!(method, %error, "ignored a notification");
                });
                Ok(notification.ok().map(JsonRpcMessage::notification))
            }
            Message::Response(line) => Ok(self.session.client_requests.read(line)),
        }
    }

    /// Starts a request of the queue.
    fn begin(&mut self, line: &[u8]) -> AcceptedMessage {
        match read_message(line)? {
            Message::Request { id, method, params } => self
                .accept_request(id, method, params, line.len())
                .map(Some),
            Message::Notification { .. } | Message::Response(_) => Ok(None),
        }
    }

    fn accept_request(
        &mut self,
        id: Id,
        method: String,
        params: Option<&RawValue>,
        bytes: usize,
    ) -> Result<ClientJsonRpcMessage, InvalidMessage> {
        if self.session.in_flight.count() >= OPEN {
            let error = ProtocolError::internal_error(format!(
                "{OPEN} requests are open, which is the limit; respond to the server's requests, or cancel one"
            ));
            return Err(InvalidMessage {
                id: Some(id),
                error,
            });
        }
        let is_handshake = method == "initialize";
        let is_stream = method == "subscriptions/listen";
        let request = decode::request(method, params, self.reads_text)
            .and_then(|request| {
                self.check_version(&request)?;
                Ok(request)
            })
            .map_err(|error| InvalidMessage {
                id: Some(id.clone()),
                error,
            })?;
        let Some(number) = self.session.in_flight.begin(&id, bytes, is_stream) else {
            let error = id_in_use(&id);
            return Err(InvalidMessage {
                id: Some(id),
                error,
            });
        };
        if is_handshake {
            self.handshake = Some(number.clone());
        }
        Ok(JsonRpcMessage::request(request, number))
    }

    /// Checks that the client has stated its protocol version, in `initialize` or in the request itself. A
    /// request that states 2026-07-28 must also state the client's capabilities. `initialize` and `ping`
    /// requests may omit both.
    fn check_version(&self, request: &ClientRequest) -> Result<(), ProtocolError> {
        let meta = request.get_meta();
        match meta
            .protocol_version()
            .map(|version| version.as_str().parse())
        {
            Some(Ok(protocol_version)) => {
                self.session.set_protocol_version(protocol_version);
                check_capabilities(&meta.0, protocol_version)
            }
            // Let an unsupported version pass here. A later check rejects the request with an
            // error that lists the supported versions.
            Some(Err(_)) => Ok(()),
            None if self.session.is_initialized()
                || matches!(request.method(), "initialize" | "ping") =>
            {
                Ok(())
            }
            None => Err(call::unknown_version()),
        }
    }

    /// Cancels the request that `params` names. If the request is running, returns the cancellation for the
    /// SDK. If the request is queued, removes it. Ignores an unknown or ended request.
    fn accept_cancellation(&mut self, params: &RawValue) -> Option<ClientJsonRpcMessage> {
        let (id, reason) = read_cancellation(params)?;
        let Some(number) = self.session.in_flight.number(&id) else {
            self.session.queue.cancel(&id);
            return None;
        };
        Some(self.cancel(number, reason))
    }

    fn cancel(&self, number: RequestId, reason: Option<String>) -> ClientJsonRpcMessage {
        // End the request now, so that the client gets no response and can reuse the id of the
        // request at once.
        self.session.end(&number, || {});
        let params = CancelledNotificationParam::new(Some(number), reason);
        JsonRpcMessage::notification(ClientNotification::CancelledNotification(
            CancelledNotification::new(params),
        ))
    }
}
