//! `handler`: a `ToolServer` as a handler of the SDK.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mcp_tool_runtime::context::LogLevel;
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use mcp_tool_server::ToolServer;
use mcp_tool_server::engine::ServerParts;
use rmcp::model as sdk;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorData,
    InitializeRequestParams, InitializeResult, ListToolsResult, MetaObject, PaginatedRequestParams,
    ServerConfig, SubscriptionFilter, Tool,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;
use tokio::sync::watch::Receiver;
use tokio::task::JoinSet;

use crate::call_peer::protocol_version;
use crate::registry_methods::{call_with, get_tool, list_with};
use crate::{convert, misfits};

type Request = RequestContext<RoleServer>;

/// Returns a [`ToolServer`] as a handler of the SDK, for the SDK's own transports. Each session gets a clone.
///
/// The handler has the tools, name, version, instructions, protocol versions, log messages and `before_call` of the
/// server. It notifies clients when the tools of a live registry change. The SDK serves it, with its own limits
/// and texts. It decodes arguments before the tools see them, so a repeated argument is no error:
/// [`call_tool`](crate::call_tool) explains it.
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
    ToolHandler {
        info: serde_json::from_str(server.server_info()).unwrap_or_default(),
        config: config.unwrap_or_default(),
        server,
        level: Mutex::new(LogLevel::Info),
        opening: Mutex::default(),
        session: Mutex::default(),
    }
}

/// The tools of a server, for one session.
struct ToolHandler {
    server: ServerParts,
    /// The JSON of the server's name and version.
    info: Value,
    config: ServerConfig,
    level: Mutex<LogLevel>,
    /// A receiver of changes for each session and each stream that begins, oldest first. A client may list the tools
    /// before its session or stream begins, so the handler watches for changes earlier.
    opening: Mutex<VecDeque<Receiver<()>>>,
    /// The task that notifies the session's client. Dropping the `JoinSet` ends the task.
    session: Mutex<JoinSet<()>>,
}

/// A clone serves another session, which begins without a log level and without notifications.
impl Clone for ToolHandler {
    fn clone(&self) -> Self {
        ToolHandler {
            server: self.server.clone(),
            info: self.info.clone(),
            config: self.config.clone(),
            level: Mutex::new(LogLevel::Info),
            opening: Mutex::default(),
            session: Mutex::default(),
        }
    }
}

fn initialize_result(
    server: &ServerParts,
    version: ProtocolVersion,
) -> Result<InitializeResult, ErrorData> {
    let result = server.initialize_result(version, true);
    convert::convert(&result, "the result of `initialize`")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ToolHandler {
    /// Adds the server's name and version to the `_meta` of a result, since protocol version 2026-07-28.
    fn sign(&self, version: ProtocolVersion, meta: &mut Option<MetaObject>) {
        if version >= ProtocolVersion::V2026_07_28 {
            let meta = meta.get_or_insert_default();
            let key = "io.modelcontextprotocol/serverInfo";
            meta.entry(key).or_insert_with(|| self.info.clone());
        }
    }

    fn watch(&self) {
        lock(&self.opening).extend(self.server.changes());
    }
}

impl ServerHandler for ToolHandler {
    fn get_info(&self) -> ServerConfig {
        self.config.clone()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [sdk::ProtocolVersion]> {
        let known = sdk::ProtocolVersion::KNOWN_VERSIONS.iter();
        let offered = self.server.protocol_versions();
        let is_offered = |known: &&sdk::ProtocolVersion| {
            let mut offered = offered.iter();
            offered.any(|version| version.as_str() == known.as_str())
        };
        known.filter(is_offered).cloned().collect()
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: Request,
    ) -> Result<InitializeResult, ErrorData> {
        let agreed = self.negotiate_initialize(&request)?.protocol_version;
        request.protocol_version = agreed.clone();
        context.peer.set_peer_info(request);
        self.watch();
        let version = agreed.as_str().parse::<ProtocolVersion>();
        initialize_result(
            &self.server,
            version.map_err(|it| convert::error(it.into()))?,
        )
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let mut session = lock(&self.session);
        if let Some(mut changes) = lock(&self.opening).pop_front()
            && session.is_empty()
        {
            session.spawn(async move {
                while changes.changed().await.is_ok()
                    && context.peer.notify_tool_list_changed().await.is_ok()
                {}
            });
        }
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Result<ListToolsResult, ErrorData> {
        let version = protocol_version(&context)?;
        let prepare = |context| self.server.prepare(context, None);
        let mut page = list_with(&self.server.registry(), request, context, prepare)?;
        self.sign(version, &mut page.meta);
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        mut context: Request,
    ) -> Result<CallToolResponse, ErrorData> {
        let version = protocol_version(&context)?;
        if self.server.offers_logs() {
            let level = *lock(&self.level);
            context.extensions.insert(level);
        }
        let name = request.name.clone();
        let prepare = |context| self.server.prepare(context, Some(&name));
        let mut response = call_with(&self.server.registry(), request, context, prepare).await?;
        match &mut response {
            CallToolResponse::Complete(result) => self.sign(version, &mut result.meta),
            CallToolResponse::InputRequired(input) => self.sign(version, &mut input.meta),
            _ => {}
        }
        Ok(response)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        get_tool(&self.server.registry(), name)
    }

    #[expect(deprecated, reason = "clients of older protocol versions have logs")]
    async fn set_level(
        &self,
        request: sdk::SetLevelRequestParams,
        _: Request,
    ) -> Result<(), ErrorData> {
        let level = serde_json::to_value(request.level).unwrap_or_default();
        match level.as_str().map(str::parse) {
            Some(Ok(level)) if self.server.offers_logs() => *lock(&self.level) = level,
            _ => return Err(unknown("logging/setLevel")),
        }
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.watch();
        // The SDK removes what the server's capabilities do not include.
        Some(requested.clone())
    }

    async fn listen(&self, stream: SubscriptionContext) -> Result<(), ErrorData> {
        let changes = lock(&self.opening).pop_front();
        let notify = async {
            if let Some(mut changes) = changes
                && stream.accepted().tools_list_changed == Some(true)
            {
                while changes.changed().await.is_ok()
                    && stream.sink().notify_tool_list_changed().await.is_ok()
                {}
            }
            std::future::pending::<()>().await
        };
        tokio::select! {
            () = stream.cancelled() => {}
            () = notify => {}
        }
        Ok(())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: Request,
    ) -> Result<CustomResult, ErrorData> {
        let misfit = misfits::explain(&request, &self.config.capabilities);
        Err(misfit.unwrap_or_else(|| unknown(&request.method)))
    }
}

fn unknown(method: &str) -> ErrorData {
    convert::error(ProtocolError::method_not_found(method))
}
