//! `SdkServer`: the SDK's handler for a registry.

#![allow(missing_docs)] // Only `mcp-tool-rmcp` uses this module from outside.

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::Arc;

use mcp_tool_runtime::embed::hides_tools;
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolContext, ToolDefinition};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, ErrorData, Implementation, InitializeRequestParams, InitializeResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    MetaObject, PaginatedRequestParams, ServerCapabilities, ServerConfig, SubscriptionFilter, Tool,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext, SubscriptionSink};
use rmcp::{RoleServer, ServerHandler, model as sdk};

use super::call::{protocol_version, signs_results};
#[cfg(feature = "http")]
use super::integer_headers;
use super::notifications::Notifications;
use super::sdk_tools::{SdkTools, convert_page};
use super::{call, context, convert, request_fault};
use crate::incoming_request::BeforeCall;
use crate::served::{Settings, run_before_call};
use crate::served_tools::ServedTools;

/// The information and the tools of a server, as a handler of the SDK.
pub struct SdkServer {
    pub info: Implementation,
    pub instructions: Option<String>,
    pub(crate) registry: ServedTools,
    pub(crate) before_call: Option<BeforeCall>,
    versions: Vec<ProtocolVersion>,
    sdk_tools: SdkTools,
    notifications: Notifications,
}

impl SdkServer {
    pub(crate) fn new(settings: Settings) -> Self {
        // The information contains only text, so the conversion never fails.
        let info = convert::by_wire(&settings.info, "the server information");
        SdkServer {
            info: info.unwrap_or_default(),
            instructions: settings.instructions,
            registry: settings.tools,
            before_call: settings.before_call,
            versions: settings.versions,
            sdk_tools: SdkTools::default(),
            notifications: Notifications::default(),
        }
    }

    /// Adds the server information to the `_meta` of a result that lacks it.
    pub fn sign(&self, meta: &mut Option<MetaObject>) {
        const KEY: &str = "io.modelcontextprotocol/serverInfo";

        let meta = meta.get_or_insert_default();
        if !meta.contains_key(KEY) {
            // The server info contains only text, so serializing it never fails.
            let info = serde_json::to_value(&self.info).unwrap_or_default();
            meta.insert(KEY.to_owned(), info);
        }
    }

    /// Returns the definitions of all tools.
    pub fn definitions(&self) -> Vec<Arc<ToolDefinition>> {
        self.registry.snapshot().definitions().to_vec()
    }

    /// Returns whether the server has a tool of this name, visible or not.
    pub fn has_tool(&self, name: &str) -> bool {
        self.registry.snapshot().definition(name).is_some()
    }

    /// Returns a page of the tool list for a caller. If all callers see the same list, the server caches the
    /// converted first page for each protocol version.
    pub fn page(
        &self,
        cursor: Option<&str>,
        request: &RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let protocol_version = protocol_version(request)?;
        let registry = self.registry.snapshot();
        if hides_tools(&registry) {
            let (context, _) = context::of(request, protocol_version);
            let context = self.prepare(context.with_meta(request.meta.0.0.clone()), None)?;
            let page = registry.list_for(&context, cursor);
            return convert_page(protocol_version, &page.map_err(convert::error)?);
        }
        if cursor.is_some() {
            let page = registry
                .list(protocol_version, cursor)
                .map_err(convert::error)?;
            return convert_page(protocol_version, &page);
        }
        self.sdk_tools.of(&registry).first_page(protocol_version)
    }

    /// Runs `before_call`, if it is set. Returns an error if `before_call` panics.
    fn prepare(&self, context: ToolContext, tool: Option<&str>) -> Result<ToolContext, ErrorData> {
        match &self.before_call {
            Some(before_call) => {
                run_before_call(before_call, context, tool).map_err(convert::error)
            }
            None => Ok(context),
        }
    }

    /// Declares the tools capability, with `listChanged` if the registry is live.
    pub fn declare(&self, capabilities: &mut ServerCapabilities) {
        let tools = capabilities.tools.get_or_insert_default();
        if self.registry.is_live() {
            tools.list_changed = Some(true);
        }
    }

    /// Starts to watch for changes of the tools, for a client that sent `initialize`.
    pub fn begin_session(&self) {
        self.notifications.initialize(&self.registry);
    }

    /// Sends notifications of changes to a `subscriptions/listen` stream, if the stream requests them. The
    /// returned future never completes.
    pub async fn notify_stream(&self, stream: SubscriptionSink) -> Infallible {
        self.notifications.listen(stream).await
    }
}

/// Generates methods that reject requests whose capability the server does not declare. Up to SDK version
/// 3.10, the SDK's default methods return an empty result. In later SDK versions, they return an error with a
/// different message.
macro_rules! undeclared_capabilities {
    ($($method:literal => $name:ident($params:ty) -> $result:ty;)+) => {$(
        async fn $name(
            &self,
            _: $params,
            _: RequestContext<RoleServer>,
        ) -> Result<$result, ErrorData> {
            Err(undeclared($method))
        }
    )+};
}

impl ServerHandler for SdkServer {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::default();
        self.declare(&mut capabilities);
        let mut config = ServerConfig::new(capabilities)
            .with_server_info(self.info.clone())
            .with_protocol_version(sdk::ProtocolVersion::LATEST_WITH_INITIALIZE);
        config.instructions = self.instructions.clone();
        config
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [sdk::ProtocolVersion]> {
        let known = sdk::ProtocolVersion::KNOWN_VERSIONS.iter();
        let offered = known.filter(|known| {
            self.versions
                .iter()
                .any(|version| version.as_str() == known.as_str())
        });
        Cow::Owned(offered.cloned().collect())
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let mut result = self.negotiate_initialize(&request)?;
        if !context::can_notify(&context)
            && let Some(tools) = &mut result.capabilities.tools
        {
            tools.list_changed = None;
        }
        self.begin_session();
        request.protocol_version = result.protocol_version.clone();
        context.peer.set_peer_info(request);
        project_initialize(&mut result);
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let mut page = self.page(cursor.as_deref(), &context)?;
        if signs_results(protocol_version(&context)?) {
            self.sign(&mut page.meta);
        }
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let registry = self.registry.snapshot();
        #[cfg(feature = "http")]
        if signs_results(protocol_version(&context)?)
            && let Some(tool) = registry.definition(&request.name)
        {
            let bindings = registry.header_bindings(&request.name);
            integer_headers::check(
                &tool.input_schema,
                bindings,
                request.arguments.as_ref(),
                &context,
            )?;
        }
        let name = request.name.to_string();
        let prepare = |context| self.prepare(context, Some(&name));
        let mut answer = call::answer(&registry, request, &context, prepare).await?;
        if signs_results(protocol_version(&context)?) {
            match &mut answer {
                CallToolResponse::Complete(result) => self.sign(&mut result.meta),
                CallToolResponse::InputRequired(input) => self.sign(&mut input.meta),
                _ => {}
            }
        }
        Ok(answer)
    }

    /// Returns a tool to the SDK's HTTP transport. The input schema tells the transport which request headers
    /// must match arguments.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        let registry = self.registry.snapshot();
        let tools = self.sdk_tools.of(&registry);
        tools.by_name().get(name).cloned()
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.notifications.initialized(context.peer);
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.registry.is_live().then(|| {
            self.notifications.open(&self.registry);
            // Accept all requested notifications. The SDK removes those that the server's
            // capabilities do not include.
            requested.clone()
        })
    }

    async fn listen(&self, stream: SubscriptionContext) -> Result<(), ErrorData> {
        tokio::select! {
            () = stream.cancelled() => Ok(()),
            never = self.notify_stream(stream.sink().clone()) => match never {},
        }
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(convert::error(request_fault::refuse(
            &request.method,
            request.params.as_ref(),
        )))
    }

    undeclared_capabilities! {
        "completion/complete" => complete(CompleteRequestParams) -> CompleteResult;
        "prompts/list" => list_prompts(Option<PaginatedRequestParams>) -> ListPromptsResult;
        "resources/list" => list_resources(Option<PaginatedRequestParams>) -> ListResourcesResult;
        "resources/templates/list" =>
            list_resource_templates(Option<PaginatedRequestParams>) -> ListResourceTemplatesResult;
    }
}

/// Removes the members of a response to `initialize` that the negotiated protocol version does not have.
pub fn project_initialize(result: &mut InitializeResult) {
    if result.protocol_version < sdk::ProtocolVersion::V_2025_06_18 {
        let info = &mut result.server_info;
        *info = Implementation::new(info.name.clone(), info.version.clone());
    }
    if result.protocol_version < sdk::ProtocolVersion::V_2025_03_26 {
        result.capabilities.completions = None;
    }
}

pub fn undeclared(method: &str) -> ErrorData {
    convert::error(ProtocolError::method_not_found(method))
}

impl Clone for SdkServer {
    fn clone(&self) -> Self {
        SdkServer {
            info: self.info.clone(),
            instructions: self.instructions.clone(),
            registry: self.registry.clone(),
            before_call: self.before_call.clone(),
            versions: self.versions.clone(),
            sdk_tools: self.sdk_tools.clone(),
            notifications: Notifications::default(),
        }
    }
}
