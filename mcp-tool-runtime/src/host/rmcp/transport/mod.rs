//! The SDK's transport trait over lines of JSON.
//!
//! ```text
//! lines        bytes to lines
//! in_flight    requests that have not been answered
//! decode       methods and parameters to the SDK's types
//! output       lines to bytes
//! ```
//!
//! What a line says is read by `json_rpc::message`, as everywhere.

use std::future::Future;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ::rmcp::RoleServer;
use ::rmcp::model::{
    CancelledNotification, CancelledNotificationParam, ClientJsonRpcMessage, ClientNotification,
    ErrorData, JsonRpcMessage, RequestId, ServerJsonRpcMessage, ServerResult,
};
use ::rmcp::transport::Transport;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::io::AsyncRead;
use tokio::sync::{Notify, mpsc};

use crate::ProtocolError;
use crate::json_rpc::message::{self, Message, Refusal};
use crate::json_rpc::request_id::Id;

mod decode;
mod in_flight;
mod lines;
mod output;

use self::in_flight::InFlight;
use self::lines::{LINE_LIMIT, Line, Lines};
pub(super) use self::output::Output;
use super::serve_error::Cause;

/// What is known of a session outside of its transport.
pub(super) struct Session {
    in_flight: InFlight,
    input_ended: Notify,
    failure: Mutex<Option<Cause>>,
}

impl Session {
    /// Waits for the end of the input. Only one may wait.
    pub(super) async fn input_ended(&self) {
        self.input_ended.notified().await;
    }

    /// The first failure, if there was one.
    pub(super) fn failure(&self) -> Option<Cause> {
        self.failure
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
            .take()
    }

    fn fail(&self, cause: Cause) {
        let mut first = self
            .failure
            .lock()
            .unwrap_or_else(|poison| poison.into_inner());
        first.get_or_insert(cause);
    }
}

/// A transport that answers whatever a peer may send.
///
/// The SDK gets those messages that it can handle, in order, and each request under a number of
/// its own. Everything else is answered here.
pub(super) struct LineTransport<R> {
    input: Lines<R>,
    input_ended: bool,
    /// The answer to a line that the SDK does not get to see.
    refusal: Option<Vec<u8>>,
    /// An `initialize` request that has to be answered before anything else is read.
    handshake: Option<RequestId>,
    output: Option<Output>,
    session: Arc<Session>,
}

impl<R: AsyncRead + Unpin> LineTransport<R> {
    /// How long the last answers may take to be written, once there are no more of them.
    const FLUSH_LIMIT: Duration = Duration::from_secs(5);

    pub(super) fn new(input: R, output: Output) -> (Self, Arc<Session>) {
        let session = Arc::new(Session {
            in_flight: InFlight::new(),
            input_ended: Notify::new(),
            failure: Mutex::new(None),
        });
        let transport = LineTransport {
            input: Lines::new(input),
            input_ended: false,
            refusal: None,
            handshake: None,
            output: Some(output),
            session: Arc::clone(&session),
        };
        (transport, session)
    }

    /// The next message for the SDK; `None` once the input has ended and every request has been
    /// answered. Dropping the future loses nothing: what it did is kept in `self`.
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
            if self.input_ended {
                self.session.in_flight.idle().await;
                return None;
            }
            let line = match self.input.next().await {
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
                Err(Refusal { id, error }) => {
                    tracing::debug!(%error, "refused a message");
                    self.refusal = Some(error_line(id.as_ref(), &error));
                }
            }
        }
    }

    fn end_input(&mut self) {
        self.input_ended = true;
        self.session.input_ended.notify_one();
    }

    fn accept(&mut self, line: Line) -> Result<Option<ClientJsonRpcMessage>, Refusal> {
        let line = match line {
            Line::Whole(line) => line,
            Line::TooLong(id) => {
                let limit = LINE_LIMIT / (1024 * 1024);
                let message = format!("the message is longer than the limit of {limit} MiB");
                return Err(Refusal {
                    id,
                    error: ProtocolError::invalid_request(message),
                });
            }
        };
        if line.trim_ascii().is_empty() {
            return Ok(None);
        }
        match message::read(&line)? {
            Message::Request { id, method, params } => {
                self.accept_request(id, method, params).map(Some)
            }
            Message::Notification { method, params } if method == "notifications/cancelled" => {
                Ok(params.and_then(|params| self.accept_cancellation(params)))
            }
            Message::Notification { method, params } => {
                let notification = decode::notification(&method, params);
                if notification.is_none() {
                    tracing::debug!(method, "ignored a notification");
                }
                Ok(notification.map(JsonRpcMessage::notification))
            }
            Message::Answer(line) => {
                let answer = serde_json::from_str(line);
                Ok(answer
                    .inspect_err(|error| tracing::debug!(%error, "ignored an answer"))
                    .ok())
            }
        }
    }

    fn accept_request(
        &mut self,
        id: Id,
        method: String,
        params: Option<&RawValue>,
    ) -> Result<ClientJsonRpcMessage, Refusal> {
        let is_handshake = method == "initialize";
        let request = match decode::request(method, params) {
            Ok(request) => request,
            Err(error) => {
                return Err(Refusal {
                    id: Some(id),
                    error,
                });
            }
        };
        let Some(number) = self.session.in_flight.begin(&id) else {
            let name = serde_json::to_string(&id).unwrap_or_default();
            let error = ProtocolError::invalid_request(format!(
                "the id {name} is in use by a request that has not been answered yet"
            ));
            return Err(Refusal {
                id: Some(id),
                error,
            });
        };
        if is_handshake {
            self.handshake = Some(number.clone());
        }
        Ok(JsonRpcMessage::request(request, number))
    }

    /// The cancellation of a request that is under way; others come too late (R185).
    fn accept_cancellation(&mut self, params: &RawValue) -> Option<ClientJsonRpcMessage> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Cancellation<'a> {
            #[serde(borrow)]
            request_id: &'a RawValue,
            reason: Option<String>,
        }

        let cancellation: Cancellation<'_> = serde_json::from_str(params.get()).ok()?;
        let id = Id::read(cancellation.request_id.get())?;
        let number = self.session.in_flight.number(&id)?;
        // There is no answer (R184), and the id is free.
        self.session.in_flight.end(&number, || {});
        let params = CancelledNotificationParam::new(Some(number), cancellation.reason);
        Some(JsonRpcMessage::notification(
            ClientNotification::CancelledNotification(CancelledNotification::new(params)),
        ))
    }
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleServer> for LineTransport<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let output = self.output.as_ref().map(|output| output.lines.clone());
        let session = Arc::clone(&self.session);
        async move {
            let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
            let output = output.ok_or_else(closed)?;
            let (number, answer) = match message {
                JsonRpcMessage::Response(response) => (response.id, Ok(response.result)),
                JsonRpcMessage::Error(error) => match error.id {
                    Some(number) => (number, Err(error.error)),
                    None => return Ok(()),
                },
                message => {
                    let line = line(&message)?;
                    return output.send(line).await.map_err(|_| closed());
                }
            };
            let Some(id) = session.in_flight.id(&number) else {
                return Ok(());
            };
            let line = answer_line(&id, &answer);
            let place = output.reserve().await.map_err(|_| closed())?;
            session.in_flight.end(&number, || place.send(line));
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let output = self.output.as_ref()?.lines.clone();
        tokio::select! {
            message = self.next_message(&output) => message,
            () = output.closed() => None,
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        let Some(Output { lines, ended }) = self.output.take() else {
            return Ok(());
        };
        drop(lines);
        let error = match tokio::time::timeout(Self::FLUSH_LIMIT, ended).await {
            Ok(Ok(Ok(()))) => return Ok(()),
            Ok(Ok(Err(error))) => error,
            Ok(Err(_)) => io::Error::other("the writer stopped"),
            Err(_) => io::Error::from(io::ErrorKind::TimedOut),
        };
        // A peer that has gone altogether needs no answers.
        if !(self.input_ended && error.kind() == io::ErrorKind::BrokenPipe) {
            self.session.fail(Cause::Write(error));
        }
        Ok(())
    }
}

fn answer_line(id: &Id, answer: &Result<ServerResult, ErrorData>) -> Vec<u8> {
    #[derive(Serialize)]
    struct Answer<'a> {
        jsonrpc: &'static str,
        id: &'a Id,
        result: &'a ServerResult,
    }

    let result = match answer {
        Ok(result) => result,
        Err(error) => return error_line(Some(id), error),
    };
    let answer = Answer {
        jsonrpc: "2.0",
        id,
        result,
    };
    line(&answer).unwrap_or_else(|error| {
        tracing::error!(%error, "a result cannot be written as JSON");
        error_line(
            Some(id),
            &ProtocolError::internal_error("the result cannot be written as JSON"),
        )
    })
}

fn error_line(id: Option<&Id>, error: &impl Serialize) -> Vec<u8> {
    #[derive(Serialize)]
    struct Answer<'a, E> {
        jsonrpc: &'static str,
        id: Option<&'a Id>,
        error: &'a E,
    }

    // Errors hold text and JSON values, which can always be written.
    line(&Answer {
        jsonrpc: "2.0",
        id,
        error,
    })
    .unwrap_or_default()
}

fn line(message: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}
