//! `handler`: a `ToolServer` as a handler of the SDK.

use std::borrow::Cow;
use std::sync::Arc;

use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use mcp_tool_server::ToolServer;
use mcp_tool_server::engine::ServerParts;
use rmcp::model as sdk;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorData,
    InitializeRequestParams, InitializeResult, ListToolsResult, MetaObject, PaginatedRequestParams,
    ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use crate::call_peer::protocol_version;
use crate::registry_methods::{call_with, get_tool, list_with};
use crate::{convert, misfits};

type Request = RequestContext<RoleServer>;

/// Returns a [`ToolServer`] as a handler of the SDK, for the SDK's own transports. Each session gets a clone.
///
/// The handler has the tools, name, version, instructions, protocol versions and `before_call` of the server, but offers
/// no log messages. It lists the current tools of a live registry, but does not tell clients about changes. The SDK
/// serves the handler, with its own limits and texts. It decodes arguments before the tools see them, so a repeated
/// argument is no error: [`call_tool`](crate::call_tool) explains it.
///
/// ```
/// use mcp_tool_runtime::ToolRegistry;
/// use mcp_tool_server::ToolServer;
/// use rmcp::ServerHandler as _;
///
/// let registry = ToolRegistry::builder(()).build()?;
/// let handler = mcp_tool_rmcp::handler(ToolServer::new("empty", "1.0.0", registry));
/// assert_eq!(handler.get_info().server_info.name, "empty");
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
///
/// # Panics
///
/// Panics if the server has a [companion](ToolServer::beside), such as a handler of
/// [`beside_handler`](crate::BesideHandler::beside_handler), because only [`ToolServer::serve_stdio`], `serve_io` and
/// `http_service` serve both.
pub fn handler(server: ToolServer) -> impl ServerHandler + Clone {
    let server = ServerParts::new(server);
    assert!(
        !server.has_companion(),
        "the handler beside the tools would be lost: serve the `ToolServer` itself"
    );
    let config = initialize_result(&server, ProtocolVersion::V2025_11_25);
    ToolHandler(Arc::new((server, config.unwrap_or_default())))
}

fn initialize_result(
    server: &ServerParts,
    version: ProtocolVersion,
) -> Result<InitializeResult, ErrorData> {
    let mut result = server.initialize_result(version, false);
    if let Some(capabilities) = result["capabilities"].as_object_mut() {
        capabilities.remove("logging");
    }
    convert::convert(&result, "the result of `initialize`")
}

/// A server, and what `get_info` returns.
#[derive(Clone)]
struct ToolHandler(Arc<(ServerParts, ServerConfig)>);

impl ToolHandler {
    /// Adds the server's name and version to the `_meta` of a result, since protocol version 2026-07-28.
    fn sign(&self, version: ProtocolVersion, meta: &mut Option<MetaObject>) {
        if version >= ProtocolVersion::V2026_07_28 {
            let info = serde_json::to_value(&self.0.1.server_info).unwrap_or_default();
            let meta = meta.get_or_insert_default();
            meta.entry("io.modelcontextprotocol/serverInfo")
                .or_insert(info);
        }
    }
}

impl ServerHandler for ToolHandler {
    fn get_info(&self) -> ServerConfig {
        self.0.1.clone()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [sdk::ProtocolVersion]> {
        let versions = self.0.0.protocol_versions().iter();
        let versions = versions.map(|version| serde_json::from_value(version.as_str().into()));
        versions.filter_map(Result::ok).collect()
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: Request,
    ) -> Result<InitializeResult, ErrorData> {
        let agreed = self.negotiate_initialize(&request)?.protocol_version;
        request.protocol_version = agreed;
        context.peer.set_peer_info(request);
        initialize_result(&self.0.0, protocol_version(&context)?)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Result<ListToolsResult, ErrorData> {
        let (version, server) = (protocol_version(&context)?, &self.0.0);
        let prepare = |context| server.prepare(context, None);
        let mut page = list_with(&server.registry(), request, context, prepare)?;
        self.sign(version, &mut page.meta);
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Request,
    ) -> Result<CallToolResponse, ErrorData> {
        let (version, server) = (protocol_version(&context)?, &self.0.0);
        let name = request.name.clone();
        let prepare = |context| server.prepare(context, Some(&name));
        let mut response = call_with(&server.registry(), request, context, prepare).await?;
        match &mut response {
            CallToolResponse::Complete(result) => self.sign(version, &mut result.meta),
            CallToolResponse::InputRequired(input) => self.sign(version, &mut input.meta),
            _ => {}
        }
        Ok(response)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        get_tool(&self.0.0.registry(), name)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: Request,
    ) -> Result<CustomResult, ErrorData> {
        let misfit = misfits::explain(&request, &self.0.1.capabilities);
        let unknown = || convert::error(ProtocolError::method_not_found(&request.method));
        Err(misfit.unwrap_or_else(unknown))
    }
}
