//! `ToolServer`: serves a registry, on any of the SDK's transports.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use ::rmcp::model as sdk;
use ::rmcp::model::{
    CacheScope as SdkCacheScope, CallToolRequestParams, CallToolResponse, CompleteRequestParams,
    CompleteResult, CustomRequest, CustomResult, ErrorData, Implementation,
    InitializeRequestParams, InitializeResult, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, MetaObject, PaginatedRequestParams, ServerCapabilities,
    ServerConfig, SubscriptionFilter, Tool,
};
use ::rmcp::service::{
    DynService, NotificationContext, RequestContext, ServiceExt as _, SubscriptionContext,
};
use ::rmcp::{RoleServer, ServerHandler};

use super::call::{self, revision};
#[cfg(feature = "http")]
use super::headers;
use super::list_changes::{ListChanges, NoNotifications};
use super::served_tools::{Served, ServedTools};
use super::{context, convert, request_fault};
use crate::error::catch;
use crate::registry::AnyState;
use crate::{CacheScope, Icon, ProtocolError, ProtocolVersion, ToolContext, ToolRegistry};

type BeforeCall = Arc<dyn Fn(&mut RequestContext<RoleServer>) + Send + Sync>;

/// Serves the tools of a registry with the official SDK.
///
/// Most servers call [`serve_stdio`](Self::serve_stdio). The type is also a
/// [`ServerHandler`](::rmcp::ServerHandler), so that the SDK's other transports can serve it.
///
/// The server offers the protocol versions in [`ProtocolVersion::ALL`], and tools as its only capability.
/// Use [`beside`](Self::beside) to add prompts, resources and more.
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
pub struct ToolServer<S: 'static> {
    pub(super) info: Implementation,
    pub(super) instructions: Option<String>,
    tools: Served<S>,
    /// The clients of a live registry.
    pub(super) changes: Option<Arc<ListChanges>>,
    before_call: Option<BeforeCall>,
}

/// The tools of a registry in the SDK's types, converted at first use.
#[derive(Default)]
struct Converted {
    first_pages: [OnceLock<ListToolsResult>; ProtocolVersion::ALL.len()],
    /// The results of [`ServerHandler::get_tool`].
    by_name: OnceLock<HashMap<String, Tool>>,
}

impl<S> ToolServer<S> {
    /// Creates a server with a `name` and a `version`. It serves a [`ToolRegistry`], or a
    /// [`LiveRegistry`](crate::LiveRegistry) whose tools change.
    ///
    /// With a live registry, the server declares `listChanged`, and notifies its clients of each
    /// change: sessions, and since 2026-07-28 the streams of `subscriptions/listen`. A client that reads
    /// slowly gets one notification for several changes. Without sessions, older clients hear nothing, and
    /// the server does not declare it to them. A call that runs keeps the tools with which it began.
    pub fn new(
        name: impl Into<String>,
        version: impl Into<String>,
        registry: impl ServedTools<S>,
    ) -> Self {
        let tools = registry.served();
        let changes = match &tools {
            Served::Fixed(_) => None,
            Served::Live(registry) => Some(ListChanges::of(registry)),
        };
        ToolServer {
            info: Implementation::new(name, version),
            instructions: None,
            tools,
            changes,
            before_call: None,
        }
    }

    /// Returns the tools of this moment.
    pub(super) fn registry(&self) -> ToolRegistry<S> {
        self.tools.registry()
    }

    /// Returns the line for a person who starts the program in a terminal.
    pub(super) fn greeting(&self) -> String {
        let (name, version) = (&self.info.name, &self.info.version);
        let tools = match self.registry().definitions().len() {
            1 => "1 tool".to_owned(),
            count => format!("{count} tools"),
        };
        format!("{name} {version}: {tools}, waiting for a client on standard input")
    }

    /// Sets the display name. The `name` is for programs.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// Sets what the server is for, in a sentence. Clients of 2025-06-18 do not know the field.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.info.description = Some(description.into());
        self
    }

    /// Sets the address of the server's website.
    pub fn website(mut self, url: impl Into<String>) -> Self {
        self.info.website_url = Some(url.into());
        self
    }

    /// Adds an icon for the server. Clients of 2025-06-18 do not know icons.
    pub fn icon(mut self, icon: Icon) -> Self {
        // A failure has been logged. An icon is text and fits.
        if let Ok(icon) = convert::by_wire(&icon, "an icon") {
            self.info.icons.get_or_insert_default().push(icon);
        }
        self
    }

    /// Sets what a model should know about the server as a whole.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Sets a function that prepares each call's request before its tool runs. The tool's context has the
    /// extensions of the request.
    ///
    /// Over HTTP, they already include the values of middleware and the parts of the request
    /// (`http::request::Parts`). Use this to derive more from them.
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

    /// Adds the server's name and version to the `_meta` of a result.
    pub(super) fn sign(&self, meta: &mut Option<MetaObject>) {
        const KEY: &str = "io.modelcontextprotocol/serverInfo";

        let meta = meta.get_or_insert_default();
        if !meta.contains_key(KEY) {
            // All members are text, so this never fails.
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
            tools: self.tools.erase(),
            changes: self.changes,
            before_call: self.before_call,
        }
    }

    /// Returns whether the server has a tool, hidden or not.
    pub(super) fn has_tool(&self, name: &str) -> bool {
        self.registry().tools().position(name).is_some()
    }

    /// Returns a page of the list for a caller.
    pub(super) fn page(
        &self,
        context: &RequestContext<RoleServer>,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult, ErrorData> {
        let revision = revision(context)?;
        let registry = self.registry();
        match registry.tools().hides_tools {
            true => convert_page(&registry, &context::of(context, revision).0, cursor),
            false => public_page(&registry, revision, cursor),
        }
    }
}

/// Returns a page of a list that all callers share. Converts the first page once per protocol version.
fn public_page<S>(
    registry: &ToolRegistry<S>,
    revision: ProtocolVersion,
    cursor: Option<&str>,
) -> Result<ListToolsResult, ErrorData> {
    let converted: &Converted = registry.tools().cached();
    let first = &converted.first_pages[revision as usize];
    if let (None, Some(page)) = (cursor, first.get()) {
        return Ok(page.clone());
    }
    let page = convert_page(registry, &ToolContext::new(revision), cursor)?;
    match cursor {
        None => Ok(first.get_or_init(|| page).clone()),
        Some(_) => Ok(page),
    }
}

fn convert_page<S>(
    registry: &ToolRegistry<S>,
    context: &ToolContext,
    cursor: Option<&str>,
) -> Result<ListToolsResult, ErrorData> {
    let page = registry.list_for(context, cursor).map_err(convert::error)?;
    let tools = page
        .tools()
        .iter()
        .map(|tool| convert::tool(tool))
        .collect::<Result<_, _>>()?;
    let mut converted = ListToolsResult::with_all_items(tools);
    converted.next_cursor = page.next_cursor().map(str::to_owned);
    if context.protocol_version().has_result_type() {
        converted.ttl_ms = Some(page.ttl_ms());
        converted.cache_scope = Some(match page.cache_scope() {
            CacheScope::Public => SdkCacheScope::Public,
            CacheScope::Private => SdkCacheScope::Private,
        });
    }
    Ok(converted)
}

/// Returns the tools whose input schemas the SDK compares with headers.
fn by_name<S>(registry: &ToolRegistry<S>) -> HashMap<String, Tool> {
    // A failure has been logged.
    let page = public_page(registry, ProtocolVersion::LATEST, None);
    let tools = page.map(|page| page.tools).unwrap_or_default();
    tools
        .into_iter()
        .map(|tool| {
            #[cfg(feature = "http")]
            let tool = {
                let bindings = registry.header_bindings(&tool.name);
                headers::keep_integers(tool, bindings)
            };
            (tool.name.clone().into_owned(), tool)
        })
        .collect()
}

impl ToolServer<AnyState> {
    /// Returns the server as the handler of a loop without type parameters.
    pub(super) fn boxed(self) -> Box<dyn DynService<RoleServer>> {
        self.into_dyn()
    }
}

/// Methods whose capabilities the server does not declare. The SDK's own response depends on its version: an
/// empty list up to 3.10, and then an error with other words than ours.
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
        let mut capabilities = ServerCapabilities::builder().enable_tools().build();
        self.declare_changes(&mut capabilities);
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
        if !has_initialize(&context) {
            return Err(undeclared("initialize"));
        }
        let mut result = self.negotiate_initialize(&request)?;
        withdraw_changes(&mut result, &context);
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
        let mut page = self.page(&context, cursor.as_deref())?;
        if revision(&context)?.has_result_type() {
            self.sign(&mut page.meta);
        }
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let registry = self.registry();
        #[cfg(feature = "http")]
        if revision(&context)?.has_result_type()
            && let Some(tool) = self.get_tool(&request.name)
        {
            let bindings = registry.header_bindings(&request.name);
            headers::check(
                &tool.input_schema,
                bindings,
                request.arguments.as_ref(),
                &context,
            )?;
        }
        if let Some(prepare) = &self.before_call {
            catch(|| prepare(&mut context)).map_err(|panicked| {
                let panic = panicked.0.as_deref();
                tracing::error!(
                    tool = &*request.name,
                    panic,
                    "what is done before a call panicked"
                );
                convert::error(ProtocolError::internal_error("the call could not be begun"))
            })?;
        }
        let mut answer = call::answer(&registry, request, &context).await?;
        if revision(&context)?.has_result_type() {
            match &mut answer {
                CallToolResponse::Complete(result) => self.sign(&mut result.meta),
                CallToolResponse::InputRequired(input) => self.sign(&mut input.meta),
                _ => {}
            }
        }
        Ok(answer)
    }

    /// Returns a tool for the SDK's HTTP transport, which compares headers with its input schema.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        let registry = self.registry();
        let converted: &Converted = registry.tools().cached();
        let tools = converted.by_name.get_or_init(|| by_name(&registry));
        tools.get(name).cloned()
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.changes.as_ref()?;
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        Some(requested.intersection(&filter))
    }

    async fn listen(&self, stream: SubscriptionContext) -> Result<(), ErrorData> {
        let _open = self.changes.as_ref().map(|changes| changes.open(&stream));
        stream.cancelled().await;
        Ok(())
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        if let Some(changes) = &self.changes {
            changes.join(context.peer);
        }
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method == "initialize" && !has_initialize(&context) {
            return Err(undeclared("initialize"));
        }
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

impl<S> ToolServer<S> {
    /// Declares that the server notifies clients of changes, if it does.
    pub(super) fn declare_changes(&self, capabilities: &mut ServerCapabilities) {
        if self.changes.is_some() {
            capabilities.tools.get_or_insert_default().list_changed = Some(true);
        }
    }
}

/// Withdraws `listChanged` from a client that no notification can reach.
pub(super) fn withdraw_changes(
    result: &mut InitializeResult,
    context: &RequestContext<RoleServer>,
) {
    if context::extension::<NoNotifications>(context).is_some()
        && let Some(tools) = &mut result.capabilities.tools
    {
        tools.list_changed = None;
    }
}

pub(super) fn undeclared(method: &str) -> ErrorData {
    convert::error(ProtocolError::method_not_found(method))
}

/// Returns whether the request's protocol version has `initialize`: 2026-07-28 removed it.
pub(super) fn has_initialize(context: &RequestContext<RoleServer>) -> bool {
    let version = context.meta.protocol_version();
    version.is_none_or(|version| version.has_initialize())
}

impl<S> Clone for ToolServer<S> {
    fn clone(&self) -> Self {
        ToolServer {
            info: self.info.clone(),
            instructions: self.instructions.clone(),
            tools: self.tools.clone(),
            changes: self.changes.clone(),
            before_call: self.before_call.clone(),
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
