//! Each of the SDK's methods: tools from the one, everything else from the other.

#![expect(
    deprecated,
    reason = "peers of the older revisions still subscribe, and have logs"
)]

use std::borrow::Cow;
use std::future::Future;
use std::sync::Arc;

use ::rmcp::model as sdk;
use ::rmcp::model::{
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
use ::rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use ::rmcp::{RoleServer, ServerHandler};

use super::super::call::{self, revision};
#[cfg(feature = "tower")]
use super::super::context;
#[cfg(feature = "tower")]
use super::super::http::RoomOfCall;
use super::super::server::{has_initialize, undeclared};
use super::super::{convert, request_fault};
use super::server_info::Signed;
use super::{Beside, append, guarded, their_cursor};

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;
type Answer<T> = Result<T, ErrorData>;

impl<S: Send + Sync + 'static, H: ServerHandler> Beside<S, H> {
    /// Returns what the handler answers, with the name of this server.
    async fn sign<T: Signed, F: Future<Output = Answer<T>>>(
        &self,
        is_modern: bool,
        answer: impl FnOnce() -> F,
    ) -> Answer<T> {
        let mut answer = guarded(answer).await?;
        if is_modern {
            answer.signed(|meta| self.tools.sign(meta));
        }
        Ok(answer)
    }

    /// Rejects a method whose capability the handler does not declare. The SDK's own response depends
    /// on its version: an empty list up to 3.10, and then an error with other words than ours.
    fn check_declared(&self, method: &str) -> Answer<()> {
        if request_fault::is_declared(method, &self.declared()) {
            Ok(())
        } else {
            Err(undeclared(method))
        }
    }
}

// A method that a later version of the SDK adds has to be handed on, too: `clippy` finds it.
#[deny(clippy::missing_trait_methods)]
impl<S: Send + Sync + 'static, H: ServerHandler> ServerHandler for Beside<S, H> {
    // What both have a part in.

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
    ) -> Answer<InitializeResult> {
        if !has_initialize(&context) {
            return Err(undeclared("initialize"));
        }
        request.protocol_version = self.agree(&request.protocol_version)?;
        let peer = context.peer.clone();
        let params = request.clone();
        let mut result = guarded(|| self.handler.initialize(params, context)).await?;
        // A handler with an `initialize` of its own may have forgotten it.
        let known = peer.peer_info();
        if known.is_none_or(|known| known.protocol_version != result.protocol_version) {
            request.protocol_version = result.protocol_version.clone();
            peer.set_peer_info(request);
        }
        self.join(&mut result);
        Ok(result)
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Answer<InitializeResult> {
        let mut request = request.clone();
        request.protocol_version = self.agree(&request.protocol_version)?;
        let mut result = self.handler.negotiate_initialize(&request)?;
        self.join(&mut result);
        Ok(result)
    }

    async fn discover(&self, context: Request) -> Answer<DiscoverResult> {
        let mut result = guarded(|| self.handler.discover(context)).await?;
        result.supported_versions = self.supported_protocol_versions().into_owned();
        result.capabilities.tools.get_or_insert_default();
        self.join_instructions(&mut result.instructions);
        result.set_server_info(self.tools.info.clone());
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Answer<ListToolsResult> {
        let revision = revision(&context)?;
        let mut request = request.unwrap_or_default();
        let cursor = request.cursor.take();
        let mut page = match self.tools.page(revision, cursor.as_deref()) {
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
        if revision.has_result_type() {
            self.tools.sign(&mut page.meta);
        }
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        mut context: Request,
    ) -> Answer<CallToolResponse> {
        if self.tools.definition(&request.name).is_none() {
            #[cfg(feature = "tower")]
            let _room = context::extension::<RoomOfCall>(&context).and_then(RoomOfCall::keep);
            let is_theirs = self.handler.get_tool(&request.name).is_some();
            let (params, theirs) = (request.clone(), context.clone());
            let answer = self.sign(call::is_modern(&context), || {
                self.handler.call_tool(params, theirs)
            });
            match answer.await {
                // Nobody's: the error that says so has the names that there are.
                Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND && !is_theirs => {}
                answer => return answer,
            }
        }
        context.extensions.insert(Arc::clone(&self.handler));
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
    ) -> Answer<CustomResult> {
        if request_fault::is_served(&request.method) {
            return self.tools.on_custom_request(request, context).await;
        }
        let (method, params) = (request.method.clone(), request.params.clone());
        let is_modern = call::is_modern(&context);
        let answer = self.sign(is_modern, || {
            self.handler.on_custom_request(request, context)
        });
        match answer.await {
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                let declared = self.declared();
                let misfit = request_fault::refuse_beside(&method, params.as_ref(), &declared);
                Err(misfit.map_or(error, convert::error))
            }
            answer => answer,
        }
    }

    // The handler alone serves these.

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: Request,
    ) -> Answer<CompleteResult> {
        self.check_declared("completion/complete")?;
        let is_modern = call::is_modern(&context);
        self.sign(is_modern, || self.handler.complete(request, context))
            .await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Answer<ListPromptsResult> {
        self.check_declared("prompts/list")?;
        let is_modern = call::is_modern(&context);
        self.sign(is_modern, || self.handler.list_prompts(request, context))
            .await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Request,
    ) -> Answer<GetPromptResponse> {
        self.check_declared("prompts/get")?;
        let is_modern = call::is_modern(&context);
        self.sign(is_modern, || self.handler.get_prompt(request, context))
            .await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Answer<ListResourcesResult> {
        self.check_declared("resources/list")?;
        let is_modern = call::is_modern(&context);
        self.sign(is_modern, || self.handler.list_resources(request, context))
            .await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Answer<ListResourceTemplatesResult> {
        self.check_declared("resources/templates/list")?;
        let is_modern = call::is_modern(&context);
        self.sign(is_modern, || {
            self.handler.list_resource_templates(request, context)
        })
        .await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Request,
    ) -> Answer<ReadResourceResponse> {
        self.check_declared("resources/read")?;
        let is_modern = call::is_modern(&context);
        self.sign(is_modern, || self.handler.read_resource(request, context))
            .await
    }

    // The SDK checks the capabilities of these.

    async fn get_task(&self, request: GetTaskParams, context: Request) -> Answer<GetTaskResult> {
        let is_modern = call::is_modern(&context);
        self.sign(is_modern, || self.handler.get_task(request, context))
            .await
    }

    async fn list_skills(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Answer<ListSkillsResult> {
        let is_modern = call::is_modern(&context);
        self.sign(is_modern, || self.handler.list_skills(request, context))
            .await
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        context: Request,
    ) -> Answer<GetSkillResult> {
        let is_modern = call::is_modern(&context);
        self.sign(is_modern, || self.handler.get_skill(request, context))
            .await
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        context: Request,
    ) -> Answer<ReadResourceDirectoryResult> {
        let is_modern = call::is_modern(&context);
        self.sign(is_modern, || {
            self.handler.read_resource_directory(request, context)
        })
        .await
    }

    // Of these, the SDK writes the results.

    async fn set_level(&self, request: SetLevelRequestParams, context: Request) -> Answer<()> {
        // 2026-07-28 has no such method any more; the SDK looks after the others that it has not.
        if call::is_modern(&context) {
            return Err(undeclared("logging/setLevel"));
        }
        self.check_declared("logging/setLevel")?;
        guarded(|| self.handler.set_level(request, context)).await
    }

    async fn ping(&self, context: Request) -> Answer<()> {
        guarded(|| self.handler.ping(context)).await
    }

    async fn subscribe(&self, request: SubscribeRequestParams, context: Request) -> Answer<()> {
        self.check_declared("resources/subscribe")?;
        guarded(|| self.handler.subscribe(request, context)).await
    }

    async fn unsubscribe(&self, request: UnsubscribeRequestParams, context: Request) -> Answer<()> {
        self.check_declared("resources/unsubscribe")?;
        guarded(|| self.handler.unsubscribe(request, context)).await
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.handler.accepted_subscription_filter(requested)
    }

    async fn listen(&self, context: SubscriptionContext) -> Answer<()> {
        guarded(|| self.handler.listen(context)).await
    }

    async fn update_task(&self, request: UpdateTaskParams, context: Request) -> Answer<()> {
        guarded(|| self.handler.update_task(request, context)).await
    }

    async fn cancel_task(&self, request: CancelTaskParams, context: Request) -> Answer<()> {
        guarded(|| self.handler.cancel_task(request, context)).await
    }

    // Notifications.

    async fn on_cancelled(&self, params: CancelledNotificationParam, context: Notification) {
        self.handler.on_cancelled(params, context).await;
    }

    async fn on_progress(&self, params: ProgressNotificationParam, context: Notification) {
        self.handler.on_progress(params, context).await;
    }

    async fn on_initialized(&self, context: Notification) {
        self.handler.on_initialized(context).await;
    }

    async fn on_roots_list_changed(&self, context: Notification) {
        self.handler.on_roots_list_changed(context).await;
    }

    async fn on_custom_notification(&self, message: CustomNotification, context: Notification) {
        self.handler.on_custom_notification(message, context).await;
    }
}
