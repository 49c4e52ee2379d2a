//! Implements the SDK's `ServerHandler` for tools beside an existing handler. The registry serves its own
//! tools, and the existing handler serves all other requests.

#![expect(
    deprecated,
    reason = "clients of older protocol versions still subscribe, and have logs"
)]

use std::any::type_name;
use std::borrow::Cow;
use std::future::Future;
use std::sync::Arc;

use mcp_tool_server::engine::{self, ArgumentsText, HALF_PAIR, protocol_version, undeclared};
use rmcp::model as sdk;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam,
    CompleteRequestParams, CompleteResult, CustomNotification, CustomRequest, CustomResult,
    DiscoverResult, ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse,
    GetSkillRequestParams, GetSkillResult, GetTaskParams, GetTaskResult, InitializeRequestParams,
    InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListSkillsResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam,
    ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
    ReadResourceResponse, ServerConfig, SetLevelRequestParams, SubscribeRequestParams,
    SubscriptionFilter, Tool, UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};

use crate::beside_handler::{ServerWithHandler, append, guarded, their_cursor};
use crate::server_info::HasMeta;

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;
type SdkResult<T> = Result<T, ErrorData>;

impl<H: ServerHandler + Clone> ServerWithHandler<H> {
    /// Lets the tools read the handler. If `H` is an `Arc<T>`, a tool finds it as `Arc<T>`, not only as
    /// `Arc<Arc<T>>`. A clone of any other handler may copy much data, so this function makes none.
    fn lend_handler(&self, context: &mut Request) {
        context.extensions.insert(Arc::clone(&self.handler));
        if type_name::<H>().starts_with("alloc::sync::Arc<") {
            context.extensions.insert(H::clone(&self.handler));
        }
    }

    /// Returns the handler's result. If `is_modern`, adds this server's name and version to the `_meta` of
    /// the result.
    async fn sign<T: HasMeta, F: Future<Output = SdkResult<T>>>(
        &self,
        is_modern: bool,
        answer: impl FnOnce() -> F,
    ) -> SdkResult<T> {
        let mut answer = guarded(answer).await?;
        if is_modern {
            answer.signed(|meta| self.tools.sign(meta));
        }
        Ok(answer)
    }

    /// Rejects a method whose capability the handler does not declare. Without this check, the SDK's default
    /// methods could respond. Up to SDK version 3.10, some of them return an empty result. In later SDK
    /// versions, they return an error with a different message.
    fn check_declared(&self, method: &str) -> SdkResult<()> {
        if engine::is_declared(method, &self.declared()) {
            Ok(())
        } else {
            Err(undeclared(method))
        }
    }
}

/// Implements requests that only the handler serves. For clients of protocol version 2026-07-28, `sign` adds
/// this server's name to the results.
macro_rules! served_by_handler {
    ($($method:literal => $name:ident($params:ty) -> $result:ty;)+) => {$(
        async fn $name(&self, params: $params, context: Request) -> SdkResult<$result> {
            self.check_declared($method)?;
            let is_modern = engine::is_modern(&context);
            self.sign(is_modern, || self.handler.$name(params, context)).await
        }
    )+};
}

/// Implements requests that only the handler serves, and whose results are empty. The SDK writes these
/// results, so `sign` cannot add this server's name.
macro_rules! acknowledged_by_handler {
    ($($method:literal => $name:ident($($param:ident: $params:ty)?);)+) => {$(
        async fn $name(&self, $($param: $params,)? context: Request) -> SdkResult<()> {
            self.check_declared($method)?;
            guarded(|| self.handler.$name($($param,)? context)).await
        }
    )+};
}

macro_rules! notifies_handler {
    ($($name:ident($($param:ident: $params:ty)?);)+) => {$(
        async fn $name(&self, $($param: $params,)? context: Notification) {
            self.handler.$name($($param,)? context).await;
        }
    )+};
}

// If a later SDK adds a method to the trait, `clippy` reports that this `impl` lacks the method.
#[deny(clippy::missing_trait_methods)]
impl<H: ServerHandler + Clone> ServerHandler for ServerWithHandler<H> {
    // Each method that is written out below uses both `self.tools` and `self.handler`. The
    // macros, such as `served_by_handler!`, generate the methods that delegate to `self.handler`.

    fn get_info(&self) -> ServerConfig {
        let mut info = self.handler.get_info();
        self.join(&mut info);
        if let Ok(version) = self.agree(&info.protocol_version) {
            info.protocol_version = version;
        }
        info
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [sdk::ProtocolVersion]> {
        let theirs = self.handler.supported_protocol_versions();
        let ours = self.tools.supported_protocol_versions();
        let both = ours.iter().filter(|version| theirs.contains(version));
        both.cloned().collect()
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: Request,
    ) -> SdkResult<InitializeResult> {
        request.protocol_version = self.agree(&request.protocol_version)?;
        let peer = context.peer.clone();
        let can_notify = engine::can_notify(&context);
        let params = request.clone();
        let mut result = guarded(|| self.handler.initialize(params, context)).await?;
        // For later requests, the SDK reads the client's information and protocol version from
        // `peer`. Store both if the handler has not stored the version of `result` in `peer`.
        let known = peer.peer_info();
        if known.is_none_or(|known| known.protocol_version != result.protocol_version) {
            request.protocol_version = result.protocol_version.clone();
            peer.set_peer_info(request);
        }
        self.join(&mut result);
        if !can_notify && let Some(tools) = &mut result.capabilities.tools {
            // `join` may have set `list_changed`, which promises notifications about changed
            // tools. The server cannot send these notifications to this client, so restore the
            // handler's value.
            tools.list_changed = self.declared().tools.and_then(|theirs| theirs.list_changed);
        }
        self.tools.begin_session();
        engine::project_initialize(&mut result);
        Ok(result)
    }

    fn negotiate_initialize(
        &self,
        request: &InitializeRequestParams,
    ) -> SdkResult<InitializeResult> {
        let mut request = request.clone();
        request.protocol_version = self.agree(&request.protocol_version)?;
        let mut result = self.handler.negotiate_initialize(&request)?;
        self.join(&mut result);
        Ok(result)
    }

    async fn discover(&self, context: Request) -> SdkResult<DiscoverResult> {
        let mut result = guarded(|| self.handler.discover(context)).await?;
        result.supported_versions = self.supported_protocol_versions().into_owned();
        self.tools.declare(&mut result.capabilities);
        self.join_instructions(&mut result.instructions);
        result.set_server_info(self.tools.info.clone());
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        mut context: Request,
    ) -> SdkResult<ListToolsResult> {
        let protocol_version = protocol_version(&context)?;
        self.lend_handler(&mut context);
        let mut request = request.unwrap_or_default();
        let cursor = request.cursor.take();
        let mut page = match self.tools.page(cursor.as_deref(), &context) {
            Ok(page) if page.next_cursor.is_some() => page,
            Ok(mut page) => {
                if let Some(theirs) = self.their_tools(request, context).await? {
                    append(&mut page, theirs);
                }
                page
            }
            Err(error) => {
                let theirs = cursor.as_deref().and_then(their_cursor);
                request.cursor = Some(theirs.ok_or(error.clone())?.to_owned());
                self.their_tools(request, context).await?.ok_or(error)?
            }
        };
        if engine::signs_results(protocol_version) {
            self.tools.sign(&mut page.meta);
        }
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        mut context: Request,
    ) -> SdkResult<CallToolResponse> {
        if !self.tools.has_tool(&request.name) {
            if engine::extension::<ArgumentsText>(&context).is_some() {
                return Err(ErrorData::invalid_params(HALF_PAIR, None));
            }
            let _room = engine::keep_room(&context);
            let is_theirs = self.handler.get_tool(&request.name).is_some();
            let (params, theirs) = (request.clone(), context.clone());
            let answer = self.sign(engine::is_modern(&context), || {
                self.handler.call_tool(params, theirs)
            });
            match answer.await {
                // Neither the registry nor the handler has the tool. Continue to the registry,
                // whose error suggests a similar name.
                Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND && !is_theirs => {}
                answer => return answer,
            }
        }
        self.lend_handler(&mut context);
        self.tools.call_tool(request, context).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let ours = self.tools.get_tool(name);
        ours.or_else(|| self.handler.get_tool(name))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Request,
    ) -> SdkResult<CustomResult> {
        if engine::is_served(&request.method) {
            return self.tools.on_custom_request(request, context).await;
        }
        let (method, params) = (request.method.clone(), request.params.clone());
        let is_modern = engine::is_modern(&context);
        let answer = self.sign(is_modern, || {
            self.handler.on_custom_request(request, context)
        });
        match answer.await {
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                let declared = self.declared();
                let misfit = engine::refuse_beside(&method, params.as_ref(), &declared);
                Err(misfit.map_or(error, engine::error))
            }
            answer => answer,
        }
    }

    served_by_handler! {
        "completion/complete" => complete(CompleteRequestParams) -> CompleteResult;
        "prompts/list" => list_prompts(Option<PaginatedRequestParams>) -> ListPromptsResult;
        "prompts/get" => get_prompt(GetPromptRequestParams) -> GetPromptResponse;
        "resources/list" => list_resources(Option<PaginatedRequestParams>) -> ListResourcesResult;
        "resources/templates/list" =>
            list_resource_templates(Option<PaginatedRequestParams>) -> ListResourceTemplatesResult;
        "resources/read" => read_resource(ReadResourceRequestParams) -> ReadResourceResponse;
        "tasks/get" => get_task(GetTaskParams) -> GetTaskResult;
        "skills/list" => list_skills(Option<PaginatedRequestParams>) -> ListSkillsResult;
        "skills/get" => get_skill(GetSkillRequestParams) -> GetSkillResult;
        "resources/directory/read" =>
            read_resource_directory(ReadResourceDirectoryRequestParams) -> ReadResourceDirectoryResult;
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        let theirs = self.handler.accepted_subscription_filter(requested);
        if self.tools.accepted_subscription_filter(requested).is_none() {
            return theirs;
        }
        let mut accepted = theirs.unwrap_or_default();
        accepted.tools_list_changed = requested.tools_list_changed;
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> SdkResult<()> {
        let stream = context.sink().clone();
        tokio::select! {
            answer = guarded(|| self.handler.listen(context)) => answer,
            never = self.tools.notify_stream(stream) => match never {},
        }
    }

    acknowledged_by_handler! {
        "logging/setLevel" => set_level(request: SetLevelRequestParams);
        "resources/subscribe" => subscribe(request: SubscribeRequestParams);
        "resources/unsubscribe" => unsubscribe(request: UnsubscribeRequestParams);
        "tasks/update" => update_task(request: UpdateTaskParams);
        "tasks/cancel" => cancel_task(request: CancelTaskParams);
        "ping" => ping();
    }

    async fn on_initialized(&self, context: Notification) {
        self.tools.on_initialized(context.clone()).await;
        self.handler.on_initialized(context).await;
    }

    notifies_handler! {
        on_cancelled(params: CancelledNotificationParam);
        on_progress(params: ProgressNotificationParam);
        on_roots_list_changed();
        on_custom_notification(params: CustomNotification);
    }
}

#[cfg(test)]
mod tests {
    use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    use mcp_tool_server::ToolServer;

    use super::*;

    /// Adds.
    #[mcp_tool]
    async fn add() {}

    #[derive(Clone)]
    struct OwnTool;

    impl ServerHandler for OwnTool {
        fn get_tool(&self, name: &str) -> Option<Tool> {
            (name == "own").then(|| {
                Tool::new(
                    "own",
                    "Is the handler's.",
                    Arc::<rmcp::model::JsonObject>::default(),
                )
            })
        }
    }

    /// Over HTTP, the SDK compares headers with the input schema of the tool that this method returns.
    #[test]
    fn the_tools_of_both_have_a_schema() {
        let registry = ToolRegistry::builder(()).tools(tools![add]).build();
        let server = ToolServer::new("demo", "1", registry.unwrap());
        let both = ServerWithHandler {
            tools: engine::tools_of(&server),
            handler: Arc::new(OwnTool),
        };
        for name in ["add", "own"] {
            assert_eq!(both.get_tool(name).unwrap().name, name);
        }
        assert!(both.get_tool("none").is_none());
    }
}
