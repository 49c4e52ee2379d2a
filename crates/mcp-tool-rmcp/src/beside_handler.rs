//! `beside_handler`: a handler of the SDK beside the tools of a server.

use std::any::type_name;
use std::sync::Arc;

use mcp_tool_runtime::embed::catch_panic;
use mcp_tool_runtime::{BuildError, ProtocolVersion};
use mcp_tool_server::{Companion, CompanionChannel, ToolServer};
use rmcp::ServerHandler;
use rmcp::service::serve_directly;

use crate::guarded::Guarded;
use crate::json_transport::JsonTransport;

mod sealed {
    pub trait Sealed {}
    impl Sealed for mcp_tool_server::ToolServer {}
}

/// Adds a handler of the SDK to a [`ToolServer`].
pub trait BesideHandler: sealed::Sealed + Sized {
    /// Adds a handler that serves prompts, resources and more. Each client has its own clone of the handler: a
    /// connection over stdio, a session over HTTP, or a request without a session. Pass a handler that is not
    /// `Clone` as `Arc::new(handler)`. All clones share the tools.
    ///
    /// ```no_run
    /// use mcp_tool_rmcp::BesideHandler as _;
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    /// use mcp_tool_server::ToolServer;
    /// use rmcp::model::{
    ///     ListPromptsResult, PaginatedRequestParams, Prompt, ServerCapabilities, ServerConfig,
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
    /// #[derive(Clone)]
    /// struct Prompts;
    ///
    /// impl ServerHandler for Prompts {
    ///     fn get_info(&self) -> ServerConfig {
    ///         ServerConfig::new(ServerCapabilities::builder().enable_prompts().build())
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
    /// }
    ///
    /// #[tokio::main(flavor = "current_thread")]
    /// async fn main() -> Result<(), Box<dyn std::error::Error>> {
    ///     let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
    ///     let tools = ToolServer::new("calculator", env!("CARGO_PKG_VERSION"), registry);
    ///     Ok(tools.beside_handler(Prompts)?.serve_stdio().await?)
    /// }
    /// ```
    ///
    /// To serve a handler without tools, pass an empty registry.
    ///
    /// - **Server information**: name and version are this server's. If this server lacks a title, a
    ///   description, icons or a website, the handler's value replaces the missing one. This server's
    ///   instructions precede the handler's.
    /// - **Capabilities** are the handler's capabilities and `tools`. The handler gets every request that this
    ///   server does not serve itself, also without a declared capability.
    /// - **Protocol versions** are those that both this server and the handler support. In version 2026-07-28, methods
    ///   that it removed, such as `logging/setLevel`, are unknown. The SDK refuses requests to clients of this version.
    /// - **Results** of the handler contain this server's name and version, for clients of protocol version
    ///   2026-07-28.
    /// - **The handler's tools** follow this server's tools in the list, and the handler still serves their
    ///   calls. If both have a tool with the same name, the effect depends on the handler's `get_tool`. If
    ///   `get_tool` returns that tool, `beside_handler` fails. The SDK's `#[tool_handler]` implements `get_tool`. If
    ///   `get_tool` does not return the tool, clients see only this server's tool, and each listing logs an
    ///   error. Because both serve tools, a server with `#[tool_router]` and `#[tool_handler]` can move its
    ///   tools to a [`ToolServer`] one at a time.
    /// - **A tool gets the handler** from its context, with `cx.extension::<Arc<H>>()`. If `H` is
    ///   itself an `Arc<T>`, `cx.extension::<Arc<T>>()` finds it, too. The tool can use the
    ///   handler's session state, for instance.
    /// - **The handler gets the HTTP request** as `http::request::Parts` among the extensions of the SDK's request, with
    ///   the feature `http`. Values that middleware inserted are in `parts.extensions`.
    /// - **Faults of the handler** leave this server's tools alone. If the handler panics, the client gets the
    ///   error -32603.
    /// - **Memory**: over HTTP, each session takes about 19 kB more, because the SDK keeps a task for it.
    ///
    /// # Errors
    ///
    /// Returns an error if the handler's `get_tool` knows the name of a tool of this server. The error lists
    /// all such tools.
    ///
    /// # Panics
    ///
    /// Panics if the server has a handler or another companion already.
    fn beside_handler<H: ServerHandler + Clone>(self, handler: H) -> Result<Self, BuildError>;
}

impl BesideHandler for ToolServer {
    fn beside_handler<H: ServerHandler + Clone>(self, handler: H) -> Result<Self, BuildError> {
        self.beside(SdkCompanion(handler))
    }
}

/// A handler that serves each client with a clone.
struct SdkCompanion<H>(H);

impl<H: ServerHandler + Clone> Companion for SdkCompanion<H> {
    fn open(&self, mut channel: CompanionChannel) {
        let handler = Arc::new(self.0.clone());
        // If `H` is an `Arc<T>`, a tool finds it as `Arc<T>`, too. A clone of any other handler may copy much data.
        if type_name::<H>().starts_with("alloc::sync::Arc<") {
            channel.lend(H::clone(&handler));
        }
        channel.lend(Arc::clone(&handler));
        tokio::spawn(async move {
            // The SDK's service takes some 20 kB, so it starts with the first message.
            if let Some(first) = channel.receive().await {
                #[cfg(feature = "http")]
                let client = crate::json_transport::client(&first);
                #[cfg(not(feature = "http"))]
                let client = None;
                let transport = JsonTransport {
                    channel,
                    first: Some(first),
                };
                let running = serve_directly(Guarded(handler), transport, client);
                if let Err(error) = running.waiting().await {
                    tracing::error!(%error, "the service of the handler has stopped");
                }
            }
        });
    }

    fn has_tool(&self, name: &str) -> bool {
        // The server asks for calls, too, so a panic must not reach it.
        catch_panic(|| self.0.get_tool(name).is_some()).unwrap_or(false)
    }

    fn protocol_versions(&self) -> Vec<ProtocolVersion> {
        let versions = self.0.supported_protocol_versions();
        let versions = versions.iter().map(|version| version.as_str().parse());
        versions.filter_map(Result::ok).collect()
    }
}
