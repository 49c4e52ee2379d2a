//! Serves a handler of the SDK without tools of `mcp-tool-runtime`, or with tools in the SDK's router.

#[cfg(doc)]
use mcp_tool_server::ToolServer;
#[cfg(all(feature = "http", feature = "server"))]
use mcp_tool_server::{HttpConfig, HttpService};
use mcp_tool_server::{ServeError, engine};
use rmcp::ServerHandler;
use tokio::io::{AsyncRead, AsyncWrite};

/// Serves any [`ServerHandler`](rmcp::ServerHandler) on standard input and output. Works like
/// [`ToolServer::serve_stdio`], but prints no line to a terminal. Use it for a server whose tools stay in the
/// SDK's router. A server with tools of both has
/// [`beside_handler`](crate::BesideHandler::beside_handler).
///
/// ```no_run
/// use mcp_tool_rmcp::serve_stdio;
/// use rmcp::ServerHandler;
/// use rmcp::model::{ServerCapabilities, ServerConfig};
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
///     Ok(serve_stdio(Prompts).await?)
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
    engine::serve_handler_stdio(handler).await
}

/// Serves any [`ServerHandler`](rmcp::ServerHandler) over a pair of streams, in the same way as
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
    engine::serve_handler_io(handler, input, output).await
}

/// Returns any [`ServerHandler`](rmcp::ServerHandler) of the SDK as a `tower` service. Works like
/// [`ToolServer::http_service`]. Each session, and each request without a session, gets its own clone of the
/// handler. Pass a handler that is not `Clone` as `Arc::new(handler)`.
///
/// The service does not know the `scopes` of the handler's tools. So if the caller lacks a scope of the tool,
/// a call gets an error result instead of HTTP status 403.
#[cfg(all(feature = "http", feature = "server"))]
#[cfg_attr(docsrs, doc(cfg(feature = "http")))]
pub fn http_service<H: ServerHandler + Clone>(handler: H, config: HttpConfig) -> HttpService {
    engine::handler_service(handler, config)
}
