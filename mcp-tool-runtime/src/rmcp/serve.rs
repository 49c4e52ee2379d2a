//! Serves a pair of streams until the input ends or a signal arrives.

use std::any::type_name;
use std::io::{self, IsTerminal as _, Write as _};
use std::pin::{Pin, pin};
use std::time::Duration;

use ::rmcp::service::{DynService, QuitReason, ServiceExt as _, serve_directly};
use ::rmcp::{RoleServer, ServerHandler};
use tokio::io::{AsyncRead, AsyncWrite};

use super::serve_error::{Cause, ServeError};
use super::server::ToolServer;
use super::signals::Signals;
use super::stdio;
use super::transport::{Input, LineTransport, Output, Session};
use super::with_handler::ServerWithHandler;
use crate::services;

pub(super) const GRACE: Duration = Duration::from_secs(5);

/// The time limit for a client to read the last responses.
const LAST_WRITES: Duration = Duration::from_secs(1);

impl<S: Send + Sync + 'static> ToolServer<S> {
    /// The grace period of a shutdown: 5 seconds. The server then cancels the calls that still run, and
    /// responds to them with errors. Over stdio, and with [`serve_io`](Self::serve_io), it waits up to one
    /// more second for `blocking` functions and slow clients.
    pub const GRACE: Duration = GRACE;

    /// Serves the process's own standard input and output, one message per line. The shutdown starts when
    /// standard input ends, or on ctrl-c. On Unix, SIGTERM also starts it. The server then reads no more.
    /// Running calls have [`GRACE`](Self::GRACE) to finish. Before this method returns, the server writes
    /// every response, unless the client reads too slowly. A signal during the shutdown cancels running calls
    /// at once.
    ///
    /// Once the server has started, ctrl-c and SIGTERM no longer end the process directly, even after this
    /// method returns.
    ///
    /// At most 256 requests run at a time. This limit ignores `subscriptions/listen` streams and requests
    /// that wait for a response from the client. Including these, at most 1,024 requests are open. While the
    /// open requests' messages total 16 MiB or more and at least one request runs, no further request starts.
    /// While the queue of further requests holds 1 MiB or more, the server does not read. While the server
    /// reads, it handles cancellations and the client's responses at once, ahead of queued requests.
    ///
    /// If standard input is a terminal, the server prints one line to standard error: name, version, number
    /// of tools, and that it waits for a client.
    ///
    /// Only the protocol may use standard input and output. So on Unix, while the server runs:
    ///
    /// - the standard output of other code goes to standard error, including that of `println!`, C libraries
    ///   and child processes;
    /// - other code that reads standard input finds it empty, so no child process reads the client's
    ///   messages.
    ///
    /// Standard output is restored when this method returns, or when its future is dropped. Standard input
    /// stays empty for other code, because the server may have read ahead. On other platforms, the server
    /// redirects nothing, so a tool must not print to standard output.
    ///
    /// # Errors
    ///
    /// Returns an error if the streams cannot be set up, read or written, if signals are unavailable, or if the
    /// server's task stops unexpectedly.
    ///
    /// # Panics
    ///
    /// Panics outside of a Tokio runtime with I/O and time. `#[tokio::main]` creates such a runtime.
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        if io::stdin().is_terminal() {
            // `eprintln!` panics if it cannot write to standard error. So use `writeln!`, and
            // ignore its error.
            let _ = writeln!(io::stderr(), "{}", self.greeting());
        }
        run_stdio(self.erase().boxed(), true).await
    }

    /// Serves any pair of streams, such as the halves of a socket, or of an in-memory pipe in a test. Works
    /// like [`serve_stdio`](Self::serve_stdio), but redirects no streams, prints no line to standard error,
    /// and ignores signals.
    ///
    /// The server stops when the input ends. To stop it earlier, drop the future, for example with `select!`.
    /// The server then stops reading, cancels running calls, and responds with errors. Its tasks continue in
    /// the background until the responses are written.
    ///
    /// Unlike [`rmcp::ServiceExt::serve`], this method answers every request exactly once, unless the client
    /// cancels the request. It also answers malformed requests. It accepts requests of all protocol versions
    /// in any order.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, ToolServer};
    /// use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let (mut client, stream) = tokio::io::duplex(4096);
    /// client.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").await?;
    /// client.shutdown().await?;
    ///
    /// let (input, output) = tokio::io::split(stream);
    /// let registry = ToolRegistry::builder(()).build()?;
    /// ToolServer::new("empty", "1.0.0", registry).serve_io(input, output).await?;
    ///
    /// let mut answers = String::new();
    /// client.read_to_string(&mut answers).await?;
    /// assert_eq!(answers, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the streams cannot be read or written, or if the server's task stops unexpectedly.
    ///
    /// [`rmcp::ServiceExt::serve`]: ::rmcp::ServiceExt::serve
    pub async fn serve_io<R, W>(self, input: R, output: W) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        run_io(
            self.erase().boxed(),
            true,
            Box::new(input),
            Box::new(output),
        )
        .await
    }
}

/// Serves any [`ServerHandler`](::rmcp::ServerHandler) on standard input and output. Works like
/// [`ToolServer::serve_stdio`], but prints no line to a terminal. Use it for a server that also has prompts or
/// resources, or that keeps its tools in the SDK's router.
///
/// ```no_run
/// use mcp_tool_runtime::{ToolRegistry, ToolServer, mcp_tool, serve_stdio, tools};
/// use rmcp::ServerHandler;
/// use rmcp::model::{ServerCapabilities, ServerConfig};
///
/// /// Adds two numbers.
/// #[mcp_tool(read_only)]
/// async fn add(
///     /// The first number
///     a: i64,
///     /// The second number
///     b: i64,
/// ) -> i64 {
///     a + b
/// }
///
/// struct Prompts;
///
/// impl ServerHandler for Prompts {
///     fn get_info(&self) -> ServerConfig {
///         ServerConfig::new(ServerCapabilities::builder().enable_prompts().build())
///     }
///
///     // `list_prompts` and `get_prompt`, as before
/// }
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
///     let tools = ToolServer::new("calculator", env!("CARGO_PKG_VERSION"), registry);
///     serve_stdio(tools.beside(Prompts)?).await?;
///     Ok(())
/// }
/// ```
///
/// Protocol version 2026-07-28 removed some methods, such as `logging/setLevel`. Clients that use this
/// version cannot call these methods. The handler still serves these methods to clients that use older
/// versions.
///
/// # Errors
///
/// Returns an error if the streams cannot be set up, read or written, if signals are unavailable, or if the
/// server's task stops unexpectedly.
///
/// # Panics
///
/// Panics in the same cases as [`ToolServer::serve_stdio`].
pub async fn serve_stdio<H: ServerHandler>(handler: H) -> Result<(), ServeError> {
    run_stdio(handler.into_dyn(), reads_text::<H>()).await
}

/// Serves any [`ServerHandler`](::rmcp::ServerHandler) over a pair of streams, in the same way as
/// [`ToolServer::serve_io`].
///
/// # Errors
///
/// Returns an error if the streams cannot be read or written, or if the server's task stops unexpectedly.
pub async fn serve_io<H, R, W>(handler: H, input: R, output: W) -> Result<(), ServeError>
where
    H: ServerHandler,
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let (input, output) = (Box::new(input), Box::new(output));
    run_io(handler.into_dyn(), reads_text::<H>(), input, output).await
}

// `run_stdio`, `run_io` and `serve` have no type parameters. So rustc compiles the SDK's message
// loop once, in this crate, and not again in each program.

type Handler = Box<dyn DynService<RoleServer>>;
type ServeFuture = Pin<Box<dyn Future<Output = Result<(), ServeError>> + Send>>;

/// Returns whether a handler is one of this crate, which reads `ArgumentsText`.
fn reads_text<H>() -> bool {
    // `type_name` omits arguments that equal their default, so `ToolServer` alone has no `<`.
    let name = |of: &'static str| of.split('<').next();
    let of_handler = name(type_name::<H>());
    [
        type_name::<ToolServer>(),
        type_name::<ServerWithHandler<(), ()>>(),
    ]
    .into_iter()
    .any(|ours| name(ours) == of_handler)
}

fn run_stdio(handler: Handler, reads_text: bool) -> ServeFuture {
    Box::pin(async move {
        let signals = Signals::listen().map_err(|error| ServeError(Cause::Signals(error)))?;
        let streams = stdio::take().map_err(|error| ServeError(Cause::Streams(error)));
        let (input, output, _protection) = streams?;
        serve(handler, reads_text, Box::new(input), output, signals).await
    })
}

fn run_io(
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
    let running = serve_directly::<RoleServer, _, _, _, _>(handler, transport, None);
    let stop = running.cancellation_token();
    let mut end = pin!(running.waiting());
    let end = tokio::select! {
        end = &mut end => end,
        is_answered = reader.run(signals, GRACE) => {
            if is_answered {
                reader.stop();
                end.await
            } else {
                // A full output queue means that the client reads too slowly or not at all. So do
                // not try to write the last responses.
                if session.output_is_full() {
                    session.abandon();
                }
                stop.cancel();
                tokio::join!(write_last(&session, end), services::wait_for_all()).0
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
