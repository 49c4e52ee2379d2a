//! A server that combines the tools with an implementation of the SDK's `ServerHandler`.

use std::error::Error;
use std::sync::{Arc, OnceLock};

use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_server::ToolServer;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, GetPromptRequestParams, GetPromptResponse,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
    SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, Peer, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::sync::Notify;

use crate::changes::{Listeners, Session};
use crate::resources::Notice;
use crate::{Shared, builder, completion, prompts, resources, schemas};

type Request = RequestContext<RoleServer>;

/// Handles prompts, resources, completion and subscriptions, for one session.
pub(crate) struct Handler {
    listeners: Arc<Listeners>,
    notice: Arc<Notice>,
    session: OnceLock<Arc<Session>>,
}

/// Over HTTP, each session gets a clone. So a clone shares the listeners and the notice, but starts without a
/// session.
impl Clone for Handler {
    fn clone(&self) -> Self {
        Handler::new(Arc::clone(&self.listeners), Arc::clone(&self.notice))
    }
}

impl Handler {
    fn new(listeners: Arc<Listeners>, notice: Arc<Notice>) -> Self {
        Handler {
            listeners,
            notice,
            session: OnceLock::new(),
        }
    }

    /// Returns the session. The first call creates it. This call can come from a subscription, because the
    /// server does not wait for `notifications/initialized`.
    fn session(&self, peer: Peer<RoleServer>) -> &Session {
        self.session.get_or_init(|| self.listeners.join(peer))
    }
}

/// Returns the server. The toolkit serves the tools, and `Handler` serves the other features through the SDK.
pub(crate) fn everything() -> Result<ToolServer, Box<dyn Error>> {
    let (listeners, notice) = (Arc::default(), Arc::default());
    let handler = Handler::new(Arc::clone(&listeners), Arc::clone(&notice));
    Ok(tools(listeners, notice)?.beside_handler(handler)?)
}

/// Returns a server with the same tools and without the SDK's handler.
pub(crate) fn only_tools() -> Result<ToolServer, Box<dyn Error>> {
    tools(Arc::default(), Arc::default())
}

fn tools(listeners: Arc<Listeners>, notice: Arc<Notice>) -> Result<ToolServer, Box<dyn Error>> {
    // This key protects the call state that clients store for the server. Only this process reads
    // the state, so a new random key at each start is enough.
    let mut key = [0; 32];
    getrandom::fill(&mut key)?;
    let tool_change = Arc::<Notify>::default();
    let shared = Shared {
        listeners,
        notice,
        tool_change: Arc::clone(&tool_change),
    };
    let live = builder(shared, key).build_live()?;
    let changing = live.clone();
    tokio::spawn(async move {
        loop {
            tool_change.notified().await;
            let tool = changing.build([schemas::json_schema_2020_12_tool()]);
            let changed = tool.and_then(|tool| changing.update(|tools| Ok(tools.merge(tool))));
            changed.expect("the tool has been built before");
        }
    });
    let server = ToolServer::new("everything", env!("CARGO_PKG_VERSION"), live);
    Ok(server
        .logging()
        .title("Everything")
        .logging()
        .instructions("Everything that a test of the protocol asks for; of no use otherwise."))
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_completions();
        ServerConfig::new(capabilities.build())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(&request, &context)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::list()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let templates = resources::templates();
        Ok(ListResourceTemplatesResult::with_all_items(templates))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Request,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(&request.uri, &self.notice).map(Into::into)
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: Request,
    ) -> Result<CompleteResult, ErrorData> {
        completion::complete(&request)
    }

    // Clients with protocol version 2026-07-28 subscribe with `listen`. Older clients use
    // `subscribe` and `unsubscribe`.

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        // Accept every requested subscription. The SDK removes those that the server's
        // capabilities do not allow.
        Some(requested.clone())
    }

    async fn listen(&self, stream: SubscriptionContext) -> Result<(), ErrorData> {
        // `self.listeners` keeps only a weak reference to the stream. So keep this `Arc` until
        // the stream is cancelled.
        let stream = Arc::new(stream);
        self.listeners.open(&stream);
        stream.cancelled().await;
        Ok(())
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.session(context.peer);
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: Request,
    ) -> Result<(), ErrorData> {
        self.session(context.peer).watch(&request.uri, true);
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: Request,
    ) -> Result<(), ErrorData> {
        self.session(context.peer).watch(&request.uri, false);
        Ok(())
    }
}
