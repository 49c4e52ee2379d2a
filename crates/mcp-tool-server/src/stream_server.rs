//! Serves a pair of streams until the input ends or a signal arrives.

use std::any::TypeId;
use std::io;
use std::pin::{Pin, pin};
use std::time::Duration;

use mcp_tool_runtime::embed::wait_for_blocking_calls;
use rmcp::service::{DynService, QuitReason, ServiceExt as _, serve_directly};
use rmcp::{RoleServer, ServerHandler};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::sdk::sdk_server::SdkServer;
use crate::serve_error::{Cause, ServeError};
use crate::signals::Signals;
use crate::stdio::descriptors;
use crate::stdio::lines::Input;
use crate::stdio::serve::{GRACE, ServeFuture};
use crate::transport::{LineTransport, Output, Session};

/// The time limit for a client to read the last responses.
const LAST_WRITES: Duration = Duration::from_secs(1);

/// Serves any handler of the SDK on standard input and output.
pub async fn serve_handler_stdio<H: ServerHandler>(handler: H) -> Result<(), ServeError> {
    run_stdio(handler.into_dyn(), reads_text::<H>()).await
}

/// Serves any handler of the SDK over a pair of streams.
pub async fn serve_handler_io<H, R, W>(handler: H, input: R, output: W) -> Result<(), ServeError>
where
    H: ServerHandler,
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let (input, output) = (Box::new(input), Box::new(output));
    run_io(handler.into_dyn(), reads_text::<H>(), input, output).await
}

/// Returns whether a handler reads `ArgumentsText`.
fn reads_text<H: 'static>() -> bool {
    TypeId::of::<H>() == TypeId::of::<SdkServer>()
}

// `run_stdio`, `run_io` and `serve` have no type parameters. So rustc compiles the SDK's message
// loop once, in this crate, and not again in each program.

pub(crate) type Handler = Box<dyn DynService<RoleServer>>;

pub(crate) fn run_stdio(handler: Handler, reads_text: bool) -> ServeFuture {
    Box::pin(async move {
        let signals = Signals::listen_with_hangup();
        let signals = signals.map_err(|error| ServeError(Cause::Signals(error)))?;
        let streams = descriptors::take().map_err(|error| ServeError(Cause::Streams(error)));
        let (input, output, _protection) = streams?;
        let output =
            Output::to_blocking(output).map_err(|error| ServeError(Cause::Streams(error)))?;
        serve(handler, reads_text, Box::new(input), output, signals).await
    })
}

pub(crate) fn run_io(
    handler: Handler,
    reads_text: bool,
    input: Input,
    output: Box<dyn AsyncWrite + Send + Unpin>,
) -> ServeFuture {
    Box::pin(async move {
        let output = Output::to_async(output);
        serve(handler, reads_text, input, output, Signals::none()).await
    })
}

/// Serves without the SDK's handshake: for the SDK, `initialize` is a request like any other. So one stream
/// can carry requests of all protocol versions, and an unexpected first message does not end the session.
async fn serve(
    handler: Handler,
    reads_text: bool,
    input: Input,
    output: Output,
    signals: Signals,
) -> Result<(), ServeError> {
    let (transport, mut reader, session) = LineTransport::new(input, output, reads_text);
    let service = serve_directly::<RoleServer, _, _, _, _>(handler, transport, None);
    let stop = service.cancellation_token();
    let mut running = pin!(service.waiting());
    let end = tokio::select! {
        end = &mut running => end,
        is_answered = reader.run(signals, GRACE) => {
            if is_answered {
                reader.stop();
                running.await
            } else {
                // A full output queue means that the client reads too slowly or not at all. So do
                // not try to write the last responses.
                if session.output_is_full() {
                    session.abandon();
                }
                stop.cancel();
                tokio::join!(write_last(&session, running), wait_for_blocking_calls()).0
            }
        }
    };
    let cause = match end {
        Ok(QuitReason::JoinError(error)) | Err(error) => Some(Cause::Stopped(error)),
        Ok(_) => session.failure(),
    };
    match cause {
        // A broken pipe is no error if the client has disconnected.
        Some(Cause::Write(error))
            if error.kind() == io::ErrorKind::BrokenPipe && reader.client_is_gone().await =>
        {
            Ok(())
        }
        Some(cause) => Err(ServeError(cause)),
        None => Ok(()),
    }
}

/// Waits until the last responses are written. Stops writing if this takes longer than `LAST_WRITES`.
async fn write_last<E>(session: &Session, mut end: Pin<&mut impl Future<Output = E>>) -> E {
    if let Ok(end) = tokio::time::timeout(LAST_WRITES, &mut end).await {
        return end;
    }
    session.abandon();
    end.await
}
