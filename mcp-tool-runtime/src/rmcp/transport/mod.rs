//! The SDK's transport trait over lines of JSON.
//!
//! ```text
//! id_finder         the id of a message beyond the limit
//! lines             bytes to lines
//! decode            methods and parameters to the SDK's types
//! message_line      messages to lines
//! output            lines to bytes
//! in_flight         requests without a response
//! queue             requests that wait until others have ended
//! streams           requests that do not end by themselves
//! client_requests   requests to the client, and its responses
//! session           the state that the transport shares with its server
//! ```
//!
//! `json_rpc::message` reads the text of a line.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use ::rmcp::RoleServer;
use ::rmcp::model::{
    CancelledNotification, CancelledNotificationParam, ClientJsonRpcMessage, ClientNotification,
    ClientRequest, GetMeta as _, JsonRpcMessage, RequestId, ServerJsonRpcMessage, ServerResult,
};
use ::rmcp::transport::Transport;
use serde_json::value::RawValue;
use tokio::io::AsyncRead;
use tokio::sync::mpsc;

use crate::json_rpc::message::{self, Message, Refusal};
use crate::json_rpc::request_id::Id;
use crate::{ClientCapabilities, ProtocolError};

mod client_requests;
mod decode;
pub(super) mod id_finder;
mod in_flight;
mod lines;
mod message_line;
mod output;
mod queue;
mod session;
mod streams;

#[cfg(feature = "http")]
pub(super) use self::client_requests::unreadable;
#[cfg(feature = "http")]
pub(super) use self::decode::fault;
use self::lines::LINE_LIMIT;
use self::lines::{Line, Lines};
use self::message_line::{answer_line, error_line, line};
pub(super) use self::output::Output;
use self::queue::Queue;
pub(super) use self::session::Session;
use self::streams::Streams;
use super::call;
use super::serve_error::Cause;

/// The number of requests that run at a time. Requests that wait for the client do not count.
const RUNNING: usize = 256;

/// The number of requests that may be open, with those that wait for the client.
const OPEN: usize = 1024;

/// The number of bytes of running requests at which no further one begins.
const RUNNING_BYTES: usize = 16 * 1024 * 1024;

/// The stream of lines from the client.
pub(super) type Input = Box<dyn AsyncRead + Send + Unpin>;

/// A transport that answers every request, even a broken one.
///
/// The SDK receives the messages that it can handle, in order, and each request under a number of its own.
/// The transport answers all others.
pub(super) struct LineTransport {
    /// `None` after the end of the input, or when the transport stops reading.
    input: Option<Lines<Input>>,
    /// The response to a line that the SDK does not receive.
    refusal: Option<Vec<u8>>,
    /// An `initialize` request, which delays further messages until its response.
    handshake: Option<RequestId>,
    queue: Queue,
    streams: Streams,
    output: Option<Output>,
    session: Arc<Session>,
}

impl LineTransport {
    /// How long writing may take after the last response.
    const FLUSH_LIMIT: Duration = Duration::from_secs(5);

    /// How long the input may take to end after a client has closed the output.
    const GONE_LIMIT: Duration = Duration::from_millis(100);

    pub(super) fn new(input: Input, output: Output) -> (Self, Arc<Session>) {
        let session = Arc::new(Session::new(&output));
        let transport = LineTransport {
            input: Some(Lines::new(input)),
            refusal: None,
            handshake: None,
            queue: Queue::default(),
            streams: Streams::default(),
            output: Some(output),
            session: Arc::clone(&session),
        };
        (transport, session)
    }

    /// Returns the next message for the SDK, or `None` after the end of the input and the last response.
    /// Dropping the future loses nothing: all progress is in `self`.
    async fn next_message(
        &mut self,
        output: &mpsc::Sender<Vec<u8>>,
    ) -> Option<ClientJsonRpcMessage> {
        loop {
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
            if self.has_room()
                && let Some((_, line)) = self.queue.pop()
            {
                self.session.queue_moved.notify_one();
                match self.begin(&line) {
                    Ok(Some(message)) => return Some(message),
                    Ok(None) => {}
                    Err(refusal) => self.refuse(refusal),
                }
                continue;
            }
            let Some(input) = &mut self.input else {
                // The client can no longer close its streams.
                if let Some(stream) = self.streams.next_open(&self.session.in_flight) {
                    return Some(self.cancel(stream, None));
                }
                // Neither can it respond.
                if let Some(question) = self.session.asked.next_open() {
                    return Some(client_requests::failure(
                        question,
                        "no answer can come any more",
                    ));
                }
                // Only calls are left.
                self.session.input_ended.notify_one();
                if !self.queue.is_empty() {
                    self.session.room.notified().await;
                    continue;
                }
                self.session.in_flight.idle().await;
                return None;
            };
            let line = tokio::select! {
                biased;
                () = self.session.stopped.notified() => Ok(None),
                () = self.session.room.notified(), if !self.queue.is_empty() => continue,
                line = input.next(), if !self.queue.is_full() => line,
            };
            let line = match line {
                Ok(Some(line)) => line,
                Ok(None) => {
                    self.end_input();
                    continue;
                }
                Err(error) => {
                    self.session.fail(Cause::Read(error));
                    self.end_input();
                    continue;
                }
            };
            match self.accept(line) {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                Err(refusal) => self.refuse(refusal),
            }
        }
    }

    fn refuse(&mut self, Refusal { id, error }: Refusal) {
        tracing::debug!(%error, "refused a message");
        self.refusal = Some(error_line(
            id.as_ref(),
            &error,
            self.session.protocol_version(),
        ));
    }

    /// Returns whether another request may start.
    ///
    /// Requests that wait for the client do not count. Its responses come behind further requests in the same
    /// stream, so a limit on waiting requests could block for ever.
    fn has_room(&mut self) -> bool {
        let in_flight = &self.session.in_flight;
        let waiting = self.session.asked.count() + self.streams.count(in_flight);
        let running = in_flight.count().saturating_sub(waiting);
        running == 0 || running < RUNNING && in_flight.bytes() < RUNNING_BYTES
    }

    fn end_input(&mut self) {
        self.input = None;
        self.session.asked.close();
    }

    /// Returns whether the client has closed the input, too. A client that is gone has closed both streams,
    /// in any order.
    async fn has_gone(&mut self) -> bool {
        let Some(input) = &mut self.input else {
            return true;
        };
        let rest = async { while let Ok(Some(_)) = input.next().await {} };
        tokio::time::timeout(Self::GONE_LIMIT, rest).await.is_ok()
    }

    fn accept(&mut self, line: Line) -> Result<Option<ClientJsonRpcMessage>, Refusal> {
        let line = match line {
            Line::Whole(line) => line,
            Line::TooLong { id, is_answer } => {
                let refusal = Refusal::too_long(id, LINE_LIMIT);
                if is_answer {
                    let reason = refusal.error.message();
                    return Ok(self.session.asked.unreadable(refusal.id, reason));
                }
                return Err(refusal);
            }
        };
        if line.trim_ascii().is_empty() {
            return Ok(None);
        }
        let must_wait = !self.queue.is_empty() || !self.has_room();
        match message::read(&line)? {
            Message::Request { id, .. } if must_wait => {
                self.queue.push(id, line);
                Ok(None)
            }
            Message::Request { id, method, params } => self
                .accept_request(id, method, params, line.len())
                .map(Some),
            Message::Notification { method, params } if method == "notifications/cancelled" => {
                Ok(params.and_then(|params| self.accept_cancellation(params)))
            }
            Message::Notification { method, params } => {
                let notification = decode::notification(&method, params);
                let notification = notification.inspect_err(|error| {
                    tracing::debug!(method, %error, "ignored a notification");
                });
                Ok(notification.ok().map(JsonRpcMessage::notification))
            }
            Message::Answer(line) => Ok(self.session.asked.read(line)),
        }
    }

    /// Begins a request of the queue.
    fn begin(&mut self, line: &[u8]) -> Result<Option<ClientJsonRpcMessage>, Refusal> {
        match message::read(line)? {
            Message::Request { id, method, params } => self
                .accept_request(id, method, params, line.len())
                .map(Some),
            Message::Notification { .. } | Message::Answer(_) => Ok(None),
        }
    }

    fn accept_request(
        &mut self,
        id: Id,
        method: String,
        params: Option<&RawValue>,
        bytes: usize,
    ) -> Result<ClientJsonRpcMessage, Refusal> {
        if self.session.in_flight.count() >= OPEN {
            let error = ProtocolError::internal_error(format!(
                "{OPEN} requests are open, which is the limit; answer the server's questions, or cancel a request"
            ));
            return Err(Refusal {
                id: Some(id),
                error,
            });
        }
        let is_handshake = method == "initialize";
        let is_stream = method == "subscriptions/listen";
        let request = decode::request(method, params).and_then(|request| {
            self.check_version(&request)?;
            Ok(request)
        });
        let request = request.map_err(|error| Refusal {
            id: Some(id.clone()),
            error,
        })?;
        let Some(number) = self.session.in_flight.begin(&id, bytes) else {
            let error = ProtocolError::in_use(&id);
            return Err(Refusal {
                id: Some(id),
                error,
            });
        };
        if is_handshake {
            self.handshake = Some(number.clone());
        }
        if is_stream {
            self.streams.add(number.clone());
        }
        Ok(JsonRpcMessage::request(request, number))
    }

    /// Checks that protocol version and client capabilities are known, from `initialize` or from the request
    /// itself.
    fn check_version(&self, request: &ClientRequest) -> Result<(), ProtocolError> {
        let meta = request.get_meta();
        match meta
            .protocol_version()
            .map(|version| version.as_str().parse())
        {
            Some(Ok(revision)) => {
                self.session.set_revision(revision);
                ClientCapabilities::check(&meta.0, revision)
            }
            // The handler rejects it, with the supported versions.
            Some(Err(_)) => Ok(()),
            None if self.session.is_initialized()
                || matches!(request.method(), "initialize" | "ping") =>
            {
                Ok(())
            }
            None => Err(call::unknown_version()),
        }
    }

    /// Returns the cancellation of a running request. Others come too late.
    fn accept_cancellation(&mut self, params: &RawValue) -> Option<ClientJsonRpcMessage> {
        let (id, reason) = message::cancellation(params)?;
        let Some(number) = self.session.in_flight.number(&id) else {
            self.queue.cancel(&id);
            return None;
        };
        Some(self.cancel(number, reason))
    }

    fn cancel(&self, number: RequestId, reason: Option<String>) -> ClientJsonRpcMessage {
        // A cancelled request has no response, and its id is free.
        self.session.end(&number, || {});
        let params = CancelledNotificationParam::new(Some(number), reason);
        JsonRpcMessage::notification(ClientNotification::CancelledNotification(
            CancelledNotification::new(params),
        ))
    }
}

impl Transport<RoleServer> for LineTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        mut message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let output = self.output.as_ref().map(|output| output.lines.clone());
        let session = Arc::clone(&self.session);
        let is_late = !streams::name(&mut message, &session.in_flight);
        let may_be_sent = session.asked.sees(&message);
        // A request to the client makes room for another call.
        session.room.notify_one();
        async move {
            let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
            if !may_be_sent {
                return Err(closed());
            }
            if is_late {
                return Ok(());
            }
            let output = output.ok_or_else(closed)?;
            let (number, answer) = match message {
                JsonRpcMessage::Response(response) => (response.id, Ok(response.result)),
                JsonRpcMessage::Error(error) => match error.id {
                    Some(number) => (number, Err(error.error)),
                    None => return Ok(()),
                },
                message => {
                    let line = line(&message)?;
                    let place = session.place(&output).await.ok_or_else(closed)?;
                    match message {
                        JsonRpcMessage::Request(question) => {
                            let hand_on = || place.send(line);
                            session.asked.hand_on(&question.id, hand_on);
                        }
                        _ => place.send(line),
                    }
                    return Ok(());
                }
            };
            let Some(id) = session.in_flight.id(&number) else {
                return Ok(());
            };
            if let Ok(ServerResult::InitializeResult(result)) = &answer {
                session.set_initialized();
                if let Ok(revision) = result.protocol_version.as_str().parse() {
                    session.set_revision(revision);
                }
            }
            let line = answer_line(&id, &answer);
            let place = session.place(&output).await.ok_or_else(closed)?;
            session.end(&number, || place.send(line));
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let output = self.output.as_ref()?.lines.clone();
        tokio::select! {
            message = self.next_message(&output) => message,
            () = output.closed() => {
                self.session.output_ended.notify_one();
                None
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        let Some(Output { lines, ended }) = self.output.take() else {
            return Ok(());
        };
        let session = Arc::clone(&self.session);
        let rest = async {
            while let Some((id, _)) = self.queue.pop() {
                let line = error_line(Some(&id), &ProtocolError::cancelled(), None);
                if lines.send(line).await.is_err() {
                    break;
                }
            }
            drop(lines);
            ended.await
        };
        let written = tokio::select! {
            written = tokio::time::timeout(Self::FLUSH_LIMIT, rest) => written.ok(),
            () = session.abandoned() => None,
        };
        let error = match written {
            Some(Ok(Ok(()))) => return Ok(()),
            Some(Ok(Err(error))) => error,
            Some(Err(_)) => io::Error::other("the writer stopped"),
            None => io::Error::from(io::ErrorKind::TimedOut),
        };
        // A client that is gone needs no responses.
        if error.kind() != io::ErrorKind::BrokenPipe || !self.has_gone().await {
            self.session.fail(Cause::Write(error));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_has_been_stopped_reads_no_more() {
        let line = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        for stopped in [false, true] {
            let output = Output::to_async(Box::new(tokio::io::sink()));
            let (mut transport, session) = LineTransport::new(Box::new(line.as_bytes()), output);
            if stopped {
                session.stop();
            }
            assert_eq!(transport.receive().await.is_none(), stopped);
        }
    }

    #[tokio::test]
    async fn the_end_of_the_input_is_told_when_its_streams_are_closed() {
        let listen = |id: u8| {
            format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"subscriptions/listen","params":{{"notifications":{{}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
            )
        };
        let lines = format!("{}\n{}\n", listen(1), listen(2));
        let output = Output::to_async(Box::new(tokio::io::sink()));
        let (mut transport, session) = LineTransport::new(Box::new(io::Cursor::new(lines)), output);
        // Each is opened, and then closed.
        for unanswered in [1, 2, 1, 0] {
            let told = tokio::time::timeout(Duration::ZERO, session.input_ended());
            assert!(told.await.is_err(), "a signal would find calls to cancel");
            assert!(transport.receive().await.is_some());
            assert_eq!(session.unanswered(), unanswered);
        }
        assert!(transport.receive().await.is_none());
        session.input_ended().await;
    }
}
