//! `ToolServer`: serves a registry, on any of the SDK's transports.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use ::rmcp::model as sdk;
use ::rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, ErrorData, Implementation, InitializeRequestParams, InitializeResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    MetaObject, PaginatedRequestParams, ServerCapabilities, ServerConfig, SubscriptionFilter, Tool,
};
use ::rmcp::service::{
    DynService, NotificationContext, RequestContext, ServiceExt as _, SubscriptionContext,
    SubscriptionSink,
};
use ::rmcp::{RoleServer, ServerHandler};

use super::call::{self, protocol_version};
#[cfg(feature = "http")]
use super::headers;
use super::list_changes::Notifications;
use super::sdk_tools::{SdkTools, convert_page};
use super::served_tools::{ServedRegistry, ServedTools};
use super::{context, convert, request_fault};
use crate::content::Icon;
use crate::error::{ProtocolError, catch};
use crate::registry::AnyState;

type BeforeCall = Arc<dyn Fn(&mut RequestContext<RoleServer>) + Send + Sync>;

/// Serves the tools of a registry with the official SDK.
///
/// Most programs call [`serve_stdio`](Self::serve_stdio). The type is also a
/// [`ServerHandler`](::rmcp::ServerHandler), so that any transport of the SDK can serve it.
///
/// The server offers the protocol versions in [`ProtocolVersion::ALL`](crate::ProtocolVersion::ALL), and
/// tools as its only capability.
/// Use [`beside`](Self::beside) to add prompts, resources and more.
///
/// The tools of a [`LiveRegistry`](crate::LiveRegistry) can change while the server runs. With such a
/// registry, the server declares `listChanged`. After a change, it notifies each initialized session, and each
/// stream of `subscriptions/listen` that requests these notifications. A client that reads slowly gets one
/// notification for several changes. A change does not affect running calls. Over HTTP without sessions,
/// notifications cannot reach clients that use a protocol version before 2026-07-28. So the server does not
/// declare `listChanged` to these clients.
///
/// ```no_run
/// use mcp_tool_runtime::{ToolRegistry, ToolServer, mcp_tool, tools};
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
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
///     ToolServer::new("calculator", env!("CARGO_PKG_VERSION"), registry)
///         .title("Calculator")
///         .serve_stdio()
///         .await?;
///     Ok(())
/// }
/// ```
pub struct ToolServer<S: 'static = ()> {
    pub(super) info: Implementation,
    pub(super) instructions: Option<String>,
    pub(super) registry: ServedTools<S>,
    before_call: Option<BeforeCall>,
    sdk_tools: SdkTools,
    notifications: Notifications,
}

impl<S> ToolServer<S> {
    /// Creates a server from its `name`, its `version`, and a [`ToolRegistry`](crate::ToolRegistry) or
    /// [`LiveRegistry`](crate::LiveRegistry).
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, ToolServer};
    ///
    /// let live = ToolRegistry::builder(()).build_live()?;
    /// let server = ToolServer::new("live", "1.0.0", live.clone());
    /// // Serve it. Clients get a notification after each change of `live`.
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn new(
        name: impl Into<String>,
        version: impl Into<String>,
        registry: impl ServedRegistry<S>,
    ) -> Self {
        ToolServer {
            info: Implementation::new(name, version),
            instructions: None,
            registry: registry.into(),
            before_call: None,
            sdk_tools: SdkTools::default(),
            notifications: Notifications::default(),
        }
    }

    /// Returns the line for a person who starts the program in a terminal.
    pub(super) fn greeting(&self) -> String {
        let (name, version) = (&self.info.name, &self.info.version);
        let tools = match self.registry.snapshot().definitions().len() {
            1 => "1 tool".to_owned(),
            count => format!("{count} tools"),
        };
        format!("{name} {version}: {tools}, waiting for a client on standard input")
    }

    /// Sets the name that people see. The `name` from [`new`](Self::new) is for programs.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// Sets a description for people. [`instructions`](Self::instructions) are for the model.
    ///
    /// ```
    /// use mcp_tool_runtime::content::Icon;
    /// use mcp_tool_runtime::{ToolRegistry, ToolServer};
    ///
    /// let registry = ToolRegistry::builder(()).build()?;
    /// let server = ToolServer::new("calculator", "1.0.0", registry)
    ///     .title("Calculator")
    ///     .description("Adds and multiplies numbers of any size")
    ///     .website("https://calculator.example")
    ///     .icons([Icon::new("https://calculator.example/icon.png")])
    ///     .instructions("Prefer one call with many numbers.");
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.info.description = Some(description.into());
        self
    }

    /// Sets the URL of the server's website.
    pub fn website(mut self, url: impl Into<String>) -> Self {
        self.info.website_url = Some(url.into());
        self
    }

    /// Sets the icons that a client may show for the server.
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        // An icon contains only text, so the conversion never fails.
        let icons = icons
            .into_iter()
            .map(|icon| convert::by_wire(&icon, "an icon"));
        self.info.icons = Some(icons.filter_map(Result::ok).collect());
        self
    }

    /// Sets what a model should know about the server as a whole.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Sets a function that can change the request of each call before the tool runs. The tool can read the
    /// request's extensions through its context. If a [`visible`](crate::ToolRegistryBuilder::visible)
    /// function decides which tools a caller sees, the function set here also runs for each `tools/list`
    /// request.
    ///
    /// Over HTTP, the extensions already include the head of the HTTP request, as `http::request::Parts`. The
    /// `extensions` field of these `Parts` holds the values that middleware inserted.
    ///
    /// ```
    /// use axum::http::request::Parts;
    /// use mcp_tool_runtime::{ToolContext, ToolRegistry, ToolServer, mcp_tool, tools};
    ///
    /// #[derive(Clone)]
    /// struct Language(String);
    ///
    /// /// Says hello in the language of the user.
    /// #[mcp_tool(read_only)]
    /// async fn hello(#[context] cx: &ToolContext) -> &'static str {
    ///     match cx.extension::<Language>() {
    ///         Some(Language(language)) if language.starts_with("fr") => "Bonjour",
    ///         _ => "Hello",
    ///     }
    /// }
    ///
    /// let registry = ToolRegistry::builder(()).tools(tools![hello]).build()?;
    /// let server = ToolServer::new("greeter", "1.0.0", registry).before_call(|request| {
    ///     let parts = request.extensions.get::<Parts>();
    ///     let language = parts.and_then(|parts| parts.headers.get("accept-language"));
    ///     if let Some(language) = language.and_then(|language| language.to_str().ok()) {
    ///         let language = Language(language.to_owned());
    ///         request.extensions.insert(language);
    ///     }
    /// });
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn before_call(
        mut self,
        prepare: impl Fn(&mut RequestContext<RoleServer>) + Send + Sync + 'static,
    ) -> Self {
        self.before_call = Some(Arc::new(prepare));
        self
    }

    /// Adds the server information to the `_meta` of a result that lacks it.
    pub(super) fn sign(&self, meta: &mut Option<MetaObject>) {
        const KEY: &str = "io.modelcontextprotocol/serverInfo";

        let meta = meta.get_or_insert_default();
        if !meta.contains_key(KEY) {
            // The server info contains only text, so serializing it never fails.
            let info = serde_json::to_value(&self.info).unwrap_or_default();
            meta.insert(KEY.to_owned(), info);
        }
    }
}

impl<S: Send + Sync + 'static> ToolServer<S> {
    /// Erases the type of the state. So the server's code is compiled in this crate, and not again in each
    /// program.
    pub(super) fn erase(self) -> ToolServer<AnyState> {
        ToolServer {
            info: self.info,
            instructions: self.instructions,
            registry: self.registry.erase(),
            before_call: self.before_call,
            sdk_tools: self.sdk_tools,
            notifications: Notifications::default(),
        }
    }

    /// Returns whether the server has a tool of this name, visible or not.
    pub(super) fn has_tool(&self, name: &str) -> bool {
        self.registry.snapshot().tools().definition(name).is_some()
    }

    /// Returns a page of the tool list for a caller. If all callers see the same list, the server caches the
    /// converted first page for each protocol version.
    pub(super) fn page(
        &self,
        cursor: Option<&str>,
        request: &RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let protocol_version = protocol_version(request)?;
        let registry = self.registry.snapshot();
        if registry.tools().hides_tools {
            let mut request = request.clone();
            self.prepare(&mut request, None)?;
            let (context, _) = context::of(&request, protocol_version);
            let page = registry.list_for(&context, cursor);
            return convert_page(protocol_version, &page.map_err(convert::error)?);
        }
        if cursor.is_some() {
            let page = registry
                .list(protocol_version, cursor)
                .map_err(convert::error)?;
            return convert_page(protocol_version, &page);
        }
        self.sdk_tools
            .of(&registry)
            .first_page(protocol_version, &registry)
    }

    /// Runs `before_call`, if it is set. Returns an error if `before_call` panics.
    fn prepare(
        &self,
        request: &mut RequestContext<RoleServer>,
        tool: Option<&str>,
    ) -> Result<(), ErrorData> {
        let Some(prepare) = &self.before_call else {
            return Ok(());
        };
        catch(|| prepare(request)).map_err(|panicked| {
            let panic = panicked.0.as_deref();
            tracing::error!(tool, panic, "`before_call` panicked");
            convert::error(ProtocolError::internal_error(
                "the call could not be started",
            ))
        })
    }

    /// Declares the tools capability, with `listChanged` if the registry is live.
    pub(super) fn declare(&self, capabilities: &mut ServerCapabilities) {
        let tools = capabilities.tools.get_or_insert_default();
        if self.registry.is_live() {
            tools.list_changed = Some(true);
        }
    }

    /// Starts to watch for changes of the tools, for a client that sent `initialize`.
    pub(super) fn begin_session(&self) {
        self.notifications.initialize(&self.registry);
    }

    /// Sends notifications of changes to a `subscriptions/listen` stream, if the stream requests them. The
    /// returned future never completes.
    pub(super) async fn notify_stream(&self, stream: SubscriptionSink) -> Infallible {
        self.notifications.listen(stream).await
    }
}

impl ToolServer<AnyState> {
    /// Returns the server as a boxed handler, for functions without type parameters.
    pub(super) fn boxed(self) -> Box<dyn DynService<RoleServer>> {
        self.into_dyn()
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

impl<S: Send + Sync + 'static> ServerHandler for ToolServer<S> {
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
        Cow::Borrowed(&[
            sdk::ProtocolVersion::V_2025_06_18,
            sdk::ProtocolVersion::V_2025_11_25,
            sdk::ProtocolVersion::V_2026_07_28,
        ])
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
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let mut page = self.page(cursor.as_deref(), &context)?;
        if protocol_version(&context)?.has_result_type() {
            self.sign(&mut page.meta);
        }
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let registry = self.registry.snapshot();
        #[cfg(feature = "http")]
        if protocol_version(&context)?.has_result_type()
            && let Some(tool) = registry.tools().definition(&request.name)
        {
            let bindings = registry.header_bindings(&request.name);
            headers::check(
                &tool.input_schema,
                bindings,
                request.arguments.as_ref(),
                &context,
            )?;
        }
        self.prepare(&mut context, Some(&request.name))?;
        let mut answer = call::answer(&registry, request, &context).await?;
        if protocol_version(&context)?.has_result_type() {
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
        tools.by_name(&registry).get(name).cloned()
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

pub(super) fn undeclared(method: &str) -> ErrorData {
    convert::error(ProtocolError::method_not_found(method))
}

impl<S> Clone for ToolServer<S> {
    fn clone(&self) -> Self {
        ToolServer {
            info: self.info.clone(),
            instructions: self.instructions.clone(),
            registry: self.registry.clone(),
            before_call: self.before_call.clone(),
            sdk_tools: self.sdk_tools.clone(),
            notifications: Notifications::default(),
        }
    }
}

impl<S> fmt::Debug for ToolServer<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolServer")
            .field("name", &self.info.name)
            .field("version", &self.info.version)
            .finish_non_exhaustive()
    }
}
