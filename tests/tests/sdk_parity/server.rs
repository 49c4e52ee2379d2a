//! A server of the SDK that uses everything the SDK has: prompts, resources, subscriptions, completion, logging,
//! tasks and custom requests. The tools are in `tools.rs`.

#![expect(
    deprecated,
    reason = "clients of older protocol versions subscribe, and have logs and roots"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use rmcp::model::*;
use rmcp::service::{NotificationContext, Peer, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler, tool_handler};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::http::Trace;
use crate::resources;

pub(crate) type Request = RequestContext<RoleServer>;
pub(crate) type Notification = NotificationContext<RoleServer>;

/// All clones share one state, so that requests without a session see it, too.
#[derive(Clone, Default)]
pub(crate) struct Everything {
    shared: Arc<Shared>,
}

type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

#[derive(Default)]
struct Shared {
    /// Notifications, cancellations and other events that the handler has seen.
    events: watch::Sender<Vec<String>>,
    /// The number of events that `parity/settle` has returned.
    settled: Mutex<usize>,
    /// How often `parity/end` has ended all subscriptions.
    ends: watch::Sender<usize>,
    subscribed: Mutex<BTreeSet<String>>,
    listeners: Mutex<BTreeMap<String, Arc<SubscriptionContext>>>,
    level: Mutex<Option<LoggingLevel>>,
    tasks: Mutex<BTreeMap<String, DetailedTask>>,
    background: Mutex<Vec<Work>>,
}

/// Converts JSON to a type of the SDK.
pub(crate) fn typed<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

impl Everything {
    pub(crate) fn record(&self, event: impl Into<String>) {
        let event = event.into();
        self.shared.events.send_modify(|events| events.push(event));
    }

    /// Runs a future in a task of its own, after the response to this request.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.shared.background.lock().unwrap().push(Box::pin(work));
    }

    /// Returns whether the client wants log messages of this level.
    pub(crate) fn logs(&self, level: LoggingLevel, context: &Request) -> bool {
        let of_client = *self.shared.level.lock().unwrap();
        let least = context.meta.log_level().or(of_client);
        least.is_none_or(|least| level as u8 >= least as u8)
    }

    pub(crate) fn add_task(&self, id: &str, payload: TaskPayload) -> Task {
        let at = "2026-07-28T00:00:00Z";
        let task = Task::new(id.to_owned(), payload.status(), at, at);
        let detailed = DetailedTask::new(task.clone(), payload);
        let mut tasks = self.shared.tasks.lock().unwrap();
        tasks.insert(id.to_owned(), detailed);
        task
    }

    /// Returns the task, or changes its payload first.
    fn task(&self, id: &str, payload: Option<TaskPayload>) -> Result<DetailedTask, ErrorData> {
        let mut tasks = self.shared.tasks.lock().unwrap();
        let task = tasks.get_mut(id);
        let task = task.ok_or_else(|| ErrorData::invalid_params("no such task", None))?;
        if let Some(payload) = payload {
            *task = DetailedTask::new(task.task.clone(), payload);
        }
        Ok(task.clone())
    }

    /// Tells the client and all subscriptions that lists and a resource have changed.
    pub(crate) async fn change(&self, peer: &Peer<RoleServer>, is_modern: bool) {
        if is_modern {
            let listeners = self.shared.listeners.lock().unwrap().clone();
            for listener in listeners.into_values() {
                let sink = listener.sink();
                // The sink rejects what the client has not subscribed to.
                let _ = sink.notify_prompt_list_changed().await;
                let _ = sink.notify_resource_list_changed().await;
                let _ = sink.notify_tool_list_changed().await;
                for uri in ["book:other", "book:emma"] {
                    let _ = sink.notify_resource_updated(uri).await;
                }
            }
            return;
        }
        peer.notify_prompt_list_changed().await.unwrap();
        peer.notify_resource_list_changed().await.unwrap();
        peer.notify_tool_list_changed().await.unwrap();
        let uris = self.shared.subscribed.lock().unwrap().clone();
        for uri in uris {
            let updated = ResourceUpdatedNotificationParam::new(uri);
            peer.notify_resource_updated(updated).await.unwrap();
        }
    }

    /// Runs what is left to run, and waits until the handler has seen a number of events. Returns the new events.
    async fn settle(&self, events: usize) -> Vec<String> {
        let background = std::mem::take(&mut *self.shared.background.lock().unwrap());
        for work in background {
            tokio::spawn(work).await.unwrap();
        }
        let mut seen = self.shared.events.subscribe();
        let enough = |seen: &Vec<String>| seen.len() >= events;
        let mut seen = seen.wait_for(enough).await.unwrap().clone();
        let mut settled = self.shared.settled.lock().unwrap();
        let mut new = seen.split_off(*settled);
        *settled += new.len();
        // The handler can learn of two events at once.
        new.sort();
        new
    }
}

/// Returns what the SDK tells a handler about the request and its client.
fn describe(request: &CustomRequest, context: &Request) -> Value {
    let head = context.extensions.get::<hyper::http::request::Parts>();
    let header = head.and_then(|head| head.headers.get("x-trace"));
    json!({
        "params": request.params,
        "meta": context.meta,
        "version": context.protocol_version(),
        "client": context.client_info(),
        "capabilities": context.client_capabilities(),
        "trace": header.map(|value| value.to_str().unwrap()),
        "extension": head.and_then(|head| head.extensions.get()).map(|Trace(text)| text),
        "uri": head.map(|head| head.uri.to_string()),
    })
}

#[tool_handler]
impl ServerHandler for Everything {
    fn get_info(&self) -> ServerConfig {
        // The handler serves completion, too, but does not declare it.
        let capabilities = ServerCapabilities::builder()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_resources_list_changed()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_logging()
            .enable_tasks();
        let mut info = Implementation::new("everything", "1.0.0");
        info.title = Some("Everything".to_owned());
        info.website_url = Some("https://everything.example".to_owned());
        let mut config = ServerConfig::new(capabilities.build()).with_server_info(info);
        config.instructions = Some("Use everything.".to_owned());
        config
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        _: Request,
    ) -> Result<InitializeResult, ErrorData> {
        // The method of the trait stores the client in the peer. This one leaves it to the SDK.
        self.negotiate_initialize(&request)
    }

    async fn ping(&self, context: Request) -> Result<(), ErrorData> {
        // A `_meta` member lets a test see that the handler's own method is called.
        if context.meta.contains_key("example.com/refuse") {
            return Err(ErrorData::internal_error("no ping", None));
        }
        Ok(())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: Request,
    ) -> Result<CompleteResult, ErrorData> {
        let kind = match &request.r#ref {
            Reference::Prompt(prompt) => format!("prompt {}", prompt.name),
            Reference::Resource(resource) => format!("resource {}", resource.uri),
            _ => return Err(ErrorData::invalid_params("no such reference", None)),
        };
        let given = request.context.and_then(|context| context.arguments);
        let values = vec![
            format!("{}{}", request.argument.value, request.argument.name),
            format!("{kind} {:?}", given.into_iter().flatten().max()),
        ];
        let completion = CompletionInfo::with_pagination(values, Some(7), true);
        Ok(CompleteResult::new(completion.unwrap()))
    }

    async fn set_level(&self, request: SetLevelRequestParams, _: Request) -> Result<(), ErrorData> {
        *self.shared.level.lock().unwrap() = Some(request.level);
        Ok(())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListPromptsResult, ErrorData> {
        resources::prompts(request.and_then(|request| request.cursor))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        resources::prompt(request, context).await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListResourcesResult, ErrorData> {
        resources::list(request.and_then(|request| request.cursor))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Request,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(request, context).await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _: Request,
    ) -> Result<(), ErrorData> {
        if !request.uri.starts_with("book:") {
            return Err(ErrorData::resource_not_found("no such book", None));
        }
        self.shared.subscribed.lock().unwrap().insert(request.uri);
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: Request,
    ) -> Result<(), ErrorData> {
        self.shared.subscribed.lock().unwrap().remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut ends = self.shared.ends.subscribe();
        let id = format!("{:?}", context.request_context().id);
        let context = Arc::new(context);
        let insert = |listeners: &mut BTreeMap<_, _>| {
            listeners.insert(id.clone(), Arc::clone(&context));
        };
        insert(&mut self.shared.listeners.lock().unwrap());
        self.record("a subscription began");
        tokio::select! {
            () = context.cancelled() => self.record("a subscription was cancelled"),
            _ = ends.changed() => {}
        }
        self.shared.listeners.lock().unwrap().remove(&id);
        Ok(())
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: Request,
    ) -> Result<GetTaskResult, ErrorData> {
        Ok(GetTaskResult::new(self.task(&request.task_id, None)?))
    }

    async fn update_task(&self, request: UpdateTaskParams, _: Request) -> Result<(), ErrorData> {
        let answers = serde_json::to_value(request.input_responses).unwrap();
        let result = typed(json!({ "content": [], "structuredContent": answers }));
        let payload = TaskPayload::Completed { result };
        self.task(&request.task_id, Some(payload)).map(drop)
    }

    async fn cancel_task(&self, request: CancelTaskParams, _: Request) -> Result<(), ErrorData> {
        let payload = TaskPayload::Cancelled;
        self.task(&request.task_id, Some(payload)).map(drop)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Request,
    ) -> Result<CustomResult, ErrorData> {
        let result = match request.method.as_str() {
            "parity/context" => describe(&request, &context),
            "parity/list" => json!(["not", "an", "object"]),
            "parity/end" => {
                self.shared.ends.send_modify(|ends| *ends += 1);
                json!({})
            }
            "parity/change" => {
                let version = context.protocol_version();
                let is_modern = version >= Some(ProtocolVersion::V_2026_07_28);
                self.change(&context.peer, is_modern).await;
                json!({})
            }
            "parity/settle" => {
                let events = request.params.as_ref().map(|params| &params["events"]);
                let events = events.and_then(Value::as_u64).unwrap();
                let events = self.settle(events as usize).await;
                let settled = CustomNotification::new("notifications/parity/settled", None);
                let settled = ServerNotification::CustomNotification(settled);
                context.peer.send_notification(settled).await.unwrap();
                json!({ "events": events })
            }
            _ => {
                let data = request.params;
                let code = ErrorCode::METHOD_NOT_FOUND;
                return Err(ErrorData::new(code, request.method, data));
            }
        };
        Ok(CustomResult::new(result))
    }

    async fn on_initialized(&self, context: Notification) {
        context.peer.notify_tool_list_changed().await.unwrap();
        self.record("initialized");
    }

    async fn on_cancelled(&self, params: CancelledNotificationParam, _: Notification) {
        self.record(format!("cancelled: {:?}", params.reason));
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: Notification) {
        self.record(format!("progress: {params:?}"));
    }

    async fn on_roots_list_changed(&self, context: Notification) {
        let roots = context.peer.list_roots().await;
        self.record(format!("roots: {:?}", roots.map(|result| result.roots)));
    }

    async fn on_custom_notification(&self, notification: CustomNotification, _: Notification) {
        let CustomNotification { method, params, .. } = notification;
        self.record(format!("{method}: {params:?}"));
    }
}
