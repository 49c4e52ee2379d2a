//! Implements the SDK's `Transport` trait for streams with one JSON message per line.
//!
//! Each file imports only those that are listed above it.
//!
//! ```text
//! decode            methods and parameters to the SDK's types
//! message_line      messages to lines
//! output            lines to bytes
//! in_flight         requests without a response
//! queue             requests that wait until others have ended
//! streams           ids in the messages of `subscriptions/listen`
//! client_requests   requests to the client, and its responses
//! session           the state that reader and transport share
//! reader            lines to messages for the SDK
//! ```
//!
//! `json_rpc::message` reads the text of a line.

mod client_requests;
mod decode;
mod in_flight;
mod message_line;
mod output;
mod queue;
mod reader;
mod session;
mod streams;

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use mcp_tool_runtime::ProtocolError;
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, ServerJsonRpcMessage, ServerResult};
use rmcp::transport::Transport;
use tokio::sync::mpsc;

use crate::stdio::lines::Input;

use self::message_line::{answer_line, error_line, line};
use super::serve_error::Cause;

#[cfg(feature = "http")]
pub(crate) use self::client_requests::unreadable;
#[cfg(feature = "http")]
pub(crate) use self::decode::fault;
pub(crate) use self::output::Output;
pub(crate) use self::reader::Reader;
pub(crate) use self::session::Session;

/// The transport of a pair of streams. Its [`Reader`] must run at the same time as the SDK's loop.
pub(crate) struct LineTransport {
    messages: mpsc::Receiver<ClientJsonRpcMessage>,
    output: Option<Output>,
    session: Arc<Session>,
}

impl LineTransport {
    /// The time limit for writing the queued lines when the transport closes.
    const FLUSH_LIMIT: Duration = Duration::from_secs(5);

    /// Creates the transport for a handler. If `reads_text` is true, the handler reads `ArgumentsText`.
    pub(crate) fn new(
        input: Input,
        output: Output,
        reads_text: bool,
    ) -> (Self, Reader, Arc<Session>) {
        let session = Arc::new(Session::new(&output));
        let (sender, messages) = mpsc::channel(1);
        let reader = Reader::new(input, sender, Arc::clone(&session), reads_text);
        let transport = LineTransport {
            messages,
            output: Some(output),
            session: Arc::clone(&session),
        };
        (transport, reader, session)
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
        let may_be_sent = session.client_requests.record(&message);
        // If `message` is a request to the client, a tool call starts to wait for the response.
        // Waiting calls do not count toward the limit of running calls, so wake the reader, which
        // can start another call.
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
                            let send = || place.send(line);
                            session.client_requests.send(&question.id, send);
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
                if let Ok(protocol_version) = result.protocol_version.as_str().parse() {
                    session.set_protocol_version(protocol_version);
                }
            }
            let line = answer_line(&id, &answer);
            let place = session.place(&output).await.ok_or_else(closed)?;
            session.end(&number, || place.send(line));
            Ok(())
        }
    }

    /// Returns the next message from the reader, or `None` after the reader has stopped.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.messages.recv().await
    }

    async fn close(&mut self) -> io::Result<()> {
        let Some(Output { lines, ended }) = self.output.take() else {
            return Ok(());
        };
        let rest = async {
            while let Some((id, _)) = self.session.queue.pop() {
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
            () = self.session.abandoned() => None,
        };
        let error = match written {
            Some(Ok(Ok(()))) => return Ok(()),
            Some(Ok(Err(error))) => error,
            Some(Err(_)) => io::Error::other("the writer stopped"),
            None => io::Error::from(io::ErrorKind::TimedOut),
        };
        self.session.fail(Cause::Write(error));
        Ok(())
    }
}
