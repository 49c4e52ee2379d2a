//! A registry inside a server of the SDK: the methods of its handler, and routes for its router.

use mcp_tool_runtime::{CallToolRequest, ProtocolError, ToolContext, ToolRegistry};
use rmcp::RoleServer;
use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, ListToolsResult, PaginatedRequestParams,
    Tool,
};
use rmcp::service::RequestContext;
use serde_json::Value;

use crate::call_peer;
use crate::convert;

type Request = RequestContext<RoleServer>;

/// Lists the tools that the caller sees. Call it in
/// [`ServerHandler::list_tools`](rmcp::ServerHandler::list_tools). For a live registry, pass `&live.registry()`.
///
/// ```
/// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
/// use rmcp::model::{
///     CallToolRequestParams, CallToolResponse, ListToolsResult, PaginatedRequestParams,
///     ServerCapabilities, ServerConfig, Tool,
/// };
/// use rmcp::service::RequestContext;
/// use rmcp::{ErrorData, RoleServer, ServerHandler};
///
/// /// Adds two numbers.
/// #[mcp_tool(read_only)]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// struct Calculator {
///     registry: ToolRegistry,
/// }
///
/// impl ServerHandler for Calculator {
///     fn get_info(&self) -> ServerConfig {
///         ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
///     }
///
///     async fn list_tools(
///         &self,
///         request: Option<PaginatedRequestParams>,
///         context: RequestContext<RoleServer>,
///     ) -> Result<ListToolsResult, ErrorData> {
///         mcp_tool_rmcp::list_tools(&self.registry, request, context)
///     }
///
///     async fn call_tool(
///         &self,
///         request: CallToolRequestParams,
///         context: RequestContext<RoleServer>,
///     ) -> Result<CallToolResponse, ErrorData> {
///         mcp_tool_rmcp::call_tool(&self.registry, request, context).await
///     }
///
///     // Over HTTP, the SDK compares headers with the arguments that this schema names.
///     fn get_tool(&self, name: &str) -> Option<Tool> {
///         mcp_tool_rmcp::get_tool(&self.registry, name)
///     }
/// }
///
/// let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
/// let calculator = Calculator { registry };
/// assert!(calculator.get_tool("add").is_some());
/// // `calculator.serve(transport).await?`, with a transport of the SDK
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
///
/// # Errors
///
/// Returns -32602 for every cursor, because the list has only one page, and for a request without any protocol
/// version. Returns -32022 for a protocol version that the runtime does not support.
pub fn list_tools<S>(
    registry: &ToolRegistry<S>,
    request: Option<PaginatedRequestParams>,
    context: Request,
) -> Result<ListToolsResult, ErrorData> {
    list_with(registry, request, context, Ok)
}

/// Calls a tool. Call it in [`ServerHandler::call_tool`](rmcp::ServerHandler::call_tool), as [`list_tools`] shows.
///
/// The tool's context has the protocol version, the client, `_meta`, cancellation, and all extensions of the SDK's
/// request. The SDK's `RequestContext<RoleServer>` and `Peer<RoleServer>` are extensions, too. With the feature `http`,
/// [`ToolContext::extension`] also finds values that a middleware inserted into the HTTP request, such as the
/// [`Principal`](mcp_tool_runtime::context::Principal).
///
/// Progress, notifications and requests go to the client through the SDK's `Peer`. For log messages, declare the
/// capability `logging`, and insert the session's [`LogLevel`](mcp_tool_runtime::context::LogLevel) into
/// `context.extensions`. Without it, [`ToolContext::log`] does nothing.
///
/// The SDK has decoded the arguments before. So if an argument is repeated, the tool gets the last value, and the
/// client no error. A `ToolServer` rejects such a call.
///
/// # Errors
///
/// Returns the errors of [`ToolRegistry::call`] with their codes and data, for example -32602 for an unknown tool. The
/// model reads most failures in a result with `isError` instead. Also returns -32602 for a request without any protocol
/// version, and -32022 for a protocol version that the runtime does not support.
pub async fn call_tool<S: Send + Sync + 'static>(
    registry: &ToolRegistry<S>,
    request: CallToolRequestParams,
    context: Request,
) -> Result<CallToolResponse, ErrorData> {
    call_with(registry, request, context, Ok).await
}

/// Returns a tool in the SDK's type, whoever may see it. Returns `None` for an unknown name. Call it in
/// [`ServerHandler::get_tool`](rmcp::ServerHandler::get_tool), as [`list_tools`] shows.
pub fn get_tool<S>(registry: &ToolRegistry<S>, name: &str) -> Option<Tool> {
    let definition = registry.definition(name)?;
    convert::convert(definition, "a tool definition").ok()
}

/// Returns the tools as routes of the SDK's router, to add them to those of `#[tool_router]`. Each call works like
/// [`call_tool`]. The SDK sorts the list by name, and every client sees all routes.
///
/// ```
/// use mcp_tool_rmcp::tool_routes;
/// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
/// use rmcp::handler::server::router::tool::ToolRouter;
///
/// /// Adds two numbers.
/// #[mcp_tool(read_only)]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// /// With `#[tool_handler(router = self.tool_router)]` above its `ServerHandler`.
/// struct Calculator {
///     tool_router: ToolRouter<Self>,
/// }
///
/// let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
/// // With tools of the SDK: `Calculator::tool_router() + tool_routes(&registry)`.
/// let calculator = Calculator { tool_router: tool_routes(&registry) };
/// assert!(calculator.tool_router.has_route("add"));
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
pub fn tool_routes<S: Send + Sync + 'static, H: Send + Sync + 'static>(
    registry: &ToolRegistry<S>,
) -> ToolRouter<H> {
    let names = registry.definitions().iter();
    let tools = names.filter_map(|definition| get_tool(registry, &definition.name));
    let mut router = ToolRouter::new();
    for tool in tools {
        let registry = registry.clone();
        let route = ToolRoute::new_dyn(tool, move |call: ToolCallContext<'_, H>| {
            let registry = registry.clone();
            let mut request = CallToolRequestParams::new(call.name);
            request.arguments = call.arguments;
            request.input_responses = call.input_responses;
            request.request_state = call.request_state;
            let context = call.request_context;
            Box::pin(async move { call_tool(&registry, request, context).await })
        });
        router.add_route(route);
    }
    router
}

/// Lists the tools that the caller sees in the context that `prepare` returns.
pub(crate) fn list_with<S>(
    registry: &ToolRegistry<S>,
    request: Option<PaginatedRequestParams>,
    context: Request,
    prepare: impl FnOnce(ToolContext) -> Result<ToolContext, ProtocolError>,
) -> Result<ListToolsResult, ErrorData> {
    let request = request.unwrap_or_default();
    let (context, _) = call_peer::context(context, request.meta)?;
    let context = prepare(context).map_err(convert::error)?;
    let page = registry.list_for(&context, request.cursor.as_deref());
    convert::convert(&page.map_err(convert::error)?, "the list of tools")
}

/// Calls a tool with the context that `prepare` returns.
pub(crate) async fn call_with<S: Send + Sync + 'static>(
    registry: &ToolRegistry<S>,
    request: CallToolRequestParams,
    context: Request,
    prepare: impl FnOnce(ToolContext) -> Result<ToolContext, ProtocolError>,
) -> Result<CallToolResponse, ErrorData> {
    let (context, notifications) = call_peer::context(context, request.meta)?;
    let context = prepare(context).map_err(convert::error)?;
    let mut call = CallToolRequest::new(request.name);
    call.arguments = request.arguments.map_or(Value::Null, Value::Object);
    let responses = request.input_responses;
    call.input_responses = responses.map(|responses| responses.into_iter().collect());
    call.request_state = request.request_state;
    // The future of a call takes several kilobytes. A box keeps the outer futures small.
    let call = Box::pin(registry.call(call, &context));
    let response = notifications.send_during(call).await;
    // If the request is cancelled by now, the SDK drops the response.
    convert::response(response.map_err(convert::error)?)
}
