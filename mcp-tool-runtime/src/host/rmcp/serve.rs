//! Runs a server over a pair of streams until the input ends.

use std::pin::pin;
use std::time::Duration;

use ::rmcp::service::{QuitReason, serve_directly};
use ::rmcp::{RoleServer, ServerHandler};
use tokio::io::{AsyncRead, AsyncWrite};

use super::serve_error::{Cause, ServeError};
use super::server::ToolServer;
use super::stdio;
use super::transport::{LineTransport, Output, Session};

const GRACE: Duration = Duration::from_secs(5);

impl<S: Send + Sync + 'static> ToolServer<S> {
    /// How long calls may go on after the input has ended: five seconds. What is still running
    /// then is cancelled and answered with an error.
    pub const GRACE: Duration = GRACE;

    /// Serves the process's own standard input and output, one message per line (R172), until
    /// standard input ends. Then calls that are under way have [`GRACE`](Self::GRACE) to finish,
    /// and every answer is written before this returns.
    ///
    /// The protocol needs the streams for itself (R171). So while it serves, on Unix:
    ///
    /// - standard output leads to standard error for everybody else, be it `println!` in a tool, a
    ///   C library or a child process;
    /// - standard input is empty for everybody else, so that no child process reads the client's
    ///   messages.
    ///
    /// Both are as before when this returns, or when its future is dropped. On other platforms
    /// nothing is redirected: there a tool must not print.
    ///
    /// It needs a Tokio runtime whose clock is enabled, such as `#[tokio::main]` makes.
    ///
    /// # Errors
    ///
    /// Fails if the streams cannot be set up, read or written.
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        serve_stdio(self).await
    }

    /// Serves any pair of streams as [`serve_stdio`](Self::serve_stdio) does: a socket, or a pipe
    /// in memory for a test. Nothing is redirected.
    ///
    /// Unlike the SDK's own transport, which [`rmcp::ServiceExt::serve`] uses for such a pair,
    /// this one answers every request exactly once, however broken the input is, and takes
    /// requests of all revisions in any order.
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
    /// Fails if the streams cannot be read or written.
    ///
    /// [`rmcp::ServiceExt::serve`]: ::rmcp::ServiceExt::serve
    pub async fn serve_io<R, W>(self, input: R, output: W) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        serve_io(self, input, output).await
    }
}

/// Serves any of the SDK's handlers as [`ToolServer::serve_stdio`] serves its tools: for a server that
/// has prompts and resources of its own beside them.
///
/// ```no_run
/// use mcp_tool_runtime::{ToolRegistry, ToolServer, mcp_tool, serve_stdio, tools};
/// use rmcp::model::{
///     CallToolRequestParams, CallToolResponse, ListPromptsResult, ListToolsResult,
///     PaginatedRequestParams, Prompt, ServerCapabilities, ServerConfig, Tool,
/// };
/// use rmcp::service::RequestContext;
/// use rmcp::{ErrorData, RoleServer, ServerHandler};
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
/// struct Server {
///     tools: ToolServer<()>,
/// }
///
/// impl ServerHandler for Server {
///     fn get_info(&self) -> ServerConfig {
///         let capabilities = ServerCapabilities::builder().enable_tools().enable_prompts().build();
///         ServerConfig::new(capabilities)
///     }
///
///     async fn list_prompts(
///         &self,
///         _: Option<PaginatedRequestParams>,
///         _: RequestContext<RoleServer>,
///     ) -> Result<ListPromptsResult, ErrorData> {
///         let prompt = Prompt::new("explain", Some("Explains a sum"), None);
///         Ok(ListPromptsResult::with_all_items(vec![prompt]))
///     }
///
///     // What is about tools goes to the tools.
///
///     async fn list_tools(
///         &self,
///         request: Option<PaginatedRequestParams>,
///         context: RequestContext<RoleServer>,
///     ) -> Result<ListToolsResult, ErrorData> {
///         self.tools.list_tools(request, context).await
///     }
///
///     async fn call_tool(
///         &self,
///         request: CallToolRequestParams,
///         context: RequestContext<RoleServer>,
///     ) -> Result<CallToolResponse, ErrorData> {
///         self.tools.call_tool(request, context).await
///     }
///
///     fn get_tool(&self, name: &str) -> Option<Tool> {
///         self.tools.get_tool(name)
///     }
/// }
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
///     let tools = ToolServer::new("calculator", env!("CARGO_PKG_VERSION"), registry);
///     serve_stdio(Server { tools }).await?;
///     Ok(())
/// }
/// ```
///
/// # Errors
///
/// Fails if the streams cannot be set up, read or written.
pub async fn serve_stdio<H: ServerHandler>(handler: H) -> Result<(), ServeError> {
    let streams = stdio::take().map_err(|error| ServeError(Cause::Streams(error)));
    let (input, output, _protection) = streams?;
    serve(handler, input, output).await
}

/// Serves any of the SDK's handlers over a pair of streams, as [`ToolServer::serve_io`] serves its tools.
///
/// # Errors
///
/// Fails if the streams cannot be read or written.
pub async fn serve_io<H, R, W>(handler: H, input: R, output: W) -> Result<(), ServeError>
where
    H: ServerHandler,
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    serve(handler, input, Output::to_async(output)).await
}

/// The SDK's handshake is left out: `initialize` is a request like any other here, which lets
/// peers of all revisions share a stream, and nothing that comes first can end the session.
async fn serve<H, R>(handler: H, input: R, output: Output) -> Result<(), ServeError>
where
    H: ServerHandler,
    R: AsyncRead + Send + Unpin + 'static,
{
    let (transport, session) = LineTransport::new(input, output);
    let running = serve_directly::<RoleServer, _, _, _, _>(handler, transport, None);
    let stop = running.cancellation_token();
    let mut end = pin!(running.waiting());
    let end = tokio::select! {
        end = &mut end => end,
        () = overdue(&session) => {
            tracing::warn!("calls were still running after the input had ended: cancelled");
            stop.cancel();
            end.await
        }
    };
    let cause = match end {
        Ok(QuitReason::JoinError(error)) | Err(error) => Some(Cause::Stopped(error)),
        Ok(_) => session.failure(),
    };
    cause.map_or(Ok(()), |cause| Err(ServeError(cause)))
}

async fn overdue(session: &Session) {
    session.input_ended().await;
    tokio::time::sleep(GRACE).await;
}
