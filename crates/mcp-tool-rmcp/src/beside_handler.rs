//! `beside_handler`: serves tools and a handler of the SDK as one server.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use mcp_tool_runtime::BuildError;
use mcp_tool_runtime::embed::catch_panic;
use mcp_tool_runtime::registry::BuildProblem;
use mcp_tool_server::ToolServer;
use mcp_tool_server::engine::{self, SdkServer};
use rmcp::model as sdk;
use rmcp::model::{
    CacheScope, ErrorCode, ErrorData, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

mod sealed {
    pub trait Sealed {}
    impl Sealed for mcp_tool_server::ToolServer {}
}

/// Adds a handler of the SDK to a [`ToolServer`].
pub trait BesideHandler: sealed::Sealed + Sized {
    /// Adds a handler that serves prompts, resources and more. Each connection over stdio, and over HTTP each
    /// session and each request without a session, has its own clone of the handler. Pass a handler that is not `Clone` as
    /// `Arc::new(handler)`. All clones share the tools.
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
    /// - **Server information**: name and version are this server's. If this server lacks a title, a
    ///   description, icons or a website, the handler's value replaces the missing one. This server's
    ///   instructions precede the handler's.
    /// - **Capabilities** are the handler's capabilities and `tools`. The server rejects methods for prompts,
    ///   resources, completions and logging if the handler does not declare their capability, even if the
    ///   handler implements them.
    /// - **Protocol versions** are those that both this server and the handler support.
    /// - **Results** of the handler contain this server's name and version, for clients of protocol version
    ///   2026-07-28. The results of `tasks/update` and `tasks/cancel` contain neither, because the SDK writes
    ///   these results.
    /// - **The handler's tools** follow this server's tools in the list, and the handler still serves their
    ///   calls. If both have a tool with the same name, the effect depends on the handler's `get_tool`. If
    ///   `get_tool` returns that tool, `beside_handler` fails. The SDK's `#[tool_handler]` implements `get_tool`. If
    ///   `get_tool` does not return the tool, clients see only this server's tool, and each listing logs an
    ///   error. Because both serve tools, a server with `#[tool_router]` and `#[tool_handler]` can move its
    ///   tools to a [`ToolServer`] one at a time.
    /// - **A tool gets the handler** from its context, with `cx.extension::<Arc<H>>()`. If `H` is
    ///   itself an `Arc<T>`, `cx.extension::<Arc<T>>()` finds it, too. The tool can use the
    ///   handler's session state, for instance.
    ///
    /// # Errors
    ///
    /// Returns an error if the handler's `get_tool` knows the name of a tool of this server. The error lists
    /// all such tools.
    ///
    /// # Panics
    ///
    /// Panics if the server has a handler already.
    fn beside_handler<H: ServerHandler + Clone>(self, handler: H) -> Result<Self, BuildError>;
}

impl BesideHandler for ToolServer {
    fn beside_handler<H: ServerHandler + Clone>(mut self, handler: H) -> Result<Self, BuildError> {
        assert!(
            !engine::has_handler(&self),
            "a server can have only one handler beside its tools"
        );
        let server = engine::tools_of(&self);
        let tools = server.definitions();
        let both = tools
            .iter()
            .filter(|tool| handler.get_tool(&tool.name).is_some());
        let problems: Vec<_> = both
            .map(|tool| BuildProblem::Part {
                tool: tool.name.clone(),
                part: "name".to_owned(),
                reason: "the handler also has a tool of this name; remove one of the two, for \
                         example from `#[tool_router]`"
                    .to_owned(),
            })
            .collect();
        if !problems.is_empty() {
            return Err(BuildError::new(problems));
        }
        engine::complete_info(&mut self, handler.get_info().server_info);
        Ok(engine::beside(self, move |tools| ServerWithHandler {
            tools,
            handler: Arc::new(handler.clone()),
        }))
    }
}

/// The tools of a server, and a handler of the SDK for all other requests.
pub(crate) struct ServerWithHandler<H> {
    pub(crate) tools: SdkServer,
    pub(crate) handler: Arc<H>,
}

impl<H: ServerHandler + Clone> ServerWithHandler<H> {
    /// Returns the capabilities that the handler declares.
    pub(crate) fn declared(&self) -> ServerCapabilities {
        self.handler.get_info().capabilities
    }

    /// Puts this server's information into the handler's `info`. Adds the `tools` capability and this
    /// server's instructions.
    pub(crate) fn join(&self, info: &mut ServerConfig) {
        info.server_info = self.tools.info.clone();
        self.tools.declare(&mut info.capabilities);
        self.join_instructions(&mut info.instructions);
    }

    pub(crate) fn join_instructions(&self, theirs: &mut Option<String>) {
        let Some(ours) = &self.tools.instructions else {
            return;
        };
        *theirs = Some(match theirs.take() {
            Some(theirs) => format!("{ours}\n\n{theirs}"),
            None => ours.clone(),
        });
    }

    /// Chooses the protocol version for `initialize` from the versions with `initialize` that both this server
    /// and the handler support. Like the SDK, prefers the requested version, and otherwise takes the latest
    /// one. Returns an error if there is no such version.
    pub(crate) fn agree(
        &self,
        requested: &sdk::ProtocolVersion,
    ) -> Result<sdk::ProtocolVersion, ErrorData> {
        let supported = self.supported_protocol_versions();
        let versions = supported.iter().filter(|version| version.has_initialize());
        let agreed = versions.max_by_key(|version| (*version == requested, version.as_str()));
        agreed
            .cloned()
            .ok_or_else(|| ErrorData::unsupported_protocol_version(requested.clone(), &supported))
    }

    /// Returns a page of the handler's tools, or `None` if the handler serves no tools. Leaves out tools that
    /// have the name of a tool of this server.
    pub(crate) async fn their_tools(
        &self,
        request: PaginatedRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Option<ListToolsResult>, ErrorData> {
        let mut page = match guarded(|| self.handler.list_tools(Some(request), context)).await {
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => return Ok(None),
            page => page?,
        };
        let has_tools =
            self.declared().tools.is_some() || page.next_cursor.is_some() || !page.tools.is_empty();
        page.tools.retain(|tool| {
            let is_ours = self.tools.has_tool(&tool.name);
            if is_ours {
                tracing::error!(
                    tool = &*tool.name,
                    "a tool of the existing handler is not listed, because another tool has its name"
                );
            }
            !is_ours
        });
        page.next_cursor = page.next_cursor.map(|cursor| format!("{THEIRS}{cursor}"));
        Ok(has_tools.then_some(page))
    }
}

/// The prefix of a cursor from the handler's tool list. The server itself rejects an unknown cursor without
/// this prefix, because many handlers would ignore the cursor and return their first page.
const THEIRS: &str = "handler:";

/// Returns the handler's cursor without the prefix, or `None` if the prefix is missing.
pub(crate) fn their_cursor(cursor: &str) -> Option<&str> {
    cursor.strip_prefix(THEIRS)
}

/// Returns the handler's result, or an error if the handler panics. Without this error, the SDK would send no
/// response, and the client would wait for ever.
pub(crate) async fn guarded<T, F: Future<Output = Result<T, ErrorData>>>(
    answer: impl FnOnce() -> F,
) -> Result<T, ErrorData> {
    let mut answer = pin!(async { answer().await });
    poll_fn(|context| {
        catch_panic(|| answer.as_mut().poll(context)).unwrap_or_else(|panic| {
            tracing::error!(panic, "the existing handler panicked");
            let message = "the request failed unexpectedly";
            Poll::Ready(Err(ErrorData::internal_error(message, None)))
        })
    })
    .await
}

/// Appends the handler's page to the last page of this server's tools. For the time to live and for the cache
/// scope, the stricter of both pages' values applies.
pub(crate) fn append(page: &mut ListToolsResult, theirs: ListToolsResult) {
    page.tools.extend(theirs.tools);
    page.next_cursor = theirs.next_cursor;
    page.meta = theirs.meta;
    page.ttl_ms = page.ttl_ms.map(|ttl| ttl.min(theirs.ttl_ms.unwrap_or(0)));
    if theirs.cache_scope != Some(CacheScope::Public) {
        page.cache_scope = page.cache_scope.and(Some(CacheScope::Private));
    }
}
