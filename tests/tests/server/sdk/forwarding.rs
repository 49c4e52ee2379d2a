//! Tests that calls of all `ServerHandler` methods reach the handler passed to `beside_handler`.

#![expect(
    deprecated,
    reason = "peers of the older versions still subscribe, and have logs"
)]

use std::sync::{Arc, Mutex};

use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_server::ToolServer;
use rmcp::model::*;
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::stdio::client::*;

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;

/// A handler that rejects each request except `initialize`. Each error names the called method. The handler
/// reports `initialize` and each notification to the test.
#[derive(Clone)]
struct Refuser {
    heard: UnboundedSender<&'static str>,
    negotiated: Arc<Mutex<Vec<ProtocolVersion>>>,
}

macro_rules! refused {
    ($($method:ident($params:ty) -> $result:ty;)+) => {$(
        async fn $method(&self, _: $params, _: Request) -> Result<$result, ErrorData> {
            Err(own(stringify!($method)))
        }
    )+};
}

macro_rules! heard {
    ($($method:ident($params:ty);)+) => {$(
        async fn $method(&self, _: $params, _: Notification) {
            self.heard.send(stringify!($method)).unwrap();
        }
    )+};
}

fn own(method: &str) -> ErrorData {
    ErrorData::new(ErrorCode(-32000), format!("own {method}"), None)
}

fn capabilities() -> Value {
    json!({
        "completions": {},
        "logging": {},
        "prompts": {},
        "resources": { "subscribe": true },
        "extensions": {
            "io.modelcontextprotocol/tasks": {},
            "io.modelcontextprotocol/skills": { "directoryRead": true },
        },
    })
}

impl ServerHandler for Refuser {
    refused! {
        complete(CompleteRequestParams) -> CompleteResult;
        set_level(SetLevelRequestParams) -> ();
        list_prompts(Option<PaginatedRequestParams>) -> ListPromptsResult;
        list_resources(Option<PaginatedRequestParams>) -> ListResourcesResult;
        list_resource_templates(Option<PaginatedRequestParams>) -> ListResourceTemplatesResult;
        read_resource(ReadResourceRequestParams) -> ReadResourceResponse;
        subscribe(SubscribeRequestParams) -> ();
        unsubscribe(UnsubscribeRequestParams) -> ();
        call_tool(CallToolRequestParams) -> CallToolResponse;
        list_tools(Option<PaginatedRequestParams>) -> ListToolsResult;
        on_custom_request(CustomRequest) -> CustomResult;
        get_task(GetTaskParams) -> GetTaskResult;
        update_task(UpdateTaskParams) -> ();
        cancel_task(CancelTaskParams) -> ();
        list_skills(Option<PaginatedRequestParams>) -> ListSkillsResult;
        get_skill(GetSkillRequestParams) -> GetSkillResult;
        read_resource_directory(ReadResourceDirectoryRequestParams) -> ReadResourceDirectoryResult;
    }

    heard! {
        on_cancelled(CancelledNotificationParam);
        on_progress(ProgressNotificationParam);
        on_custom_notification(CustomNotification);
    }

    async fn on_initialized(&self, _: Notification) {
        self.heard.send("on_initialized").unwrap();
    }

    async fn on_roots_list_changed(&self, _: Notification) {
        self.heard.send("on_roots_list_changed").unwrap();
    }

    /// Never answers if the name is `wait`.
    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        if request.name == "wait" {
            std::future::pending::<()>().await;
        }
        Err(own("get_prompt"))
    }

    async fn ping(&self, _: Request) -> Result<(), ErrorData> {
        Err(own("ping"))
    }

    async fn discover(&self, _: Request) -> Result<DiscoverResult, ErrorData> {
        Err(own("discover"))
    }

    /// Does not store the client's information, unlike the SDK's default method. The tools must still use the
    /// negotiated protocol version.
    async fn initialize(
        &self,
        request: InitializeRequestParams,
        _: Request,
    ) -> Result<InitializeResult, ErrorData> {
        self.heard.send("initialize").unwrap();
        self.negotiate_initialize(&request)
    }

    fn negotiate_initialize(
        &self,
        request: &InitializeRequestParams,
    ) -> Result<InitializeResult, ErrorData> {
        let version = request.protocol_version.clone();
        self.negotiated.lock().unwrap().push(version.clone());
        Ok(self.get_info().with_protocol_version(version))
    }

    fn supported_protocol_versions(&self) -> std::borrow::Cow<'static, [ProtocolVersion]> {
        ProtocolVersion::KNOWN_VERSIONS.into()
    }

    fn accepted_subscription_filter(&self, _: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(SubscriptionFilter::default())
    }

    async fn listen(&self, _: SubscriptionContext) -> Result<(), ErrorData> {
        Err(own("listen"))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        (name == "own").then(|| Tool::new("own", "Says own", Arc::default()))
    }

    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(serde_json::from_value(capabilities()).unwrap())
    }
}

#[tokio::test]
async fn every_method_reaches_the_handler() {
    let (heard, mut told) = unbounded_channel();
    let negotiated = Arc::<Mutex<Vec<_>>>::default();
    let handler = Refuser {
        heard,
        negotiated: Arc::clone(&negotiated),
    };
    let gate = Gate::new();
    let tools = ToolServer::new("demo", "1", registry(Arc::clone(&gate)));
    let beside = tools.beside_handler(handler).unwrap();
    let mut client = Client::of(beside, gate);
    let result = client.initialize(LEGACY[0]).await;
    assert_eq!(result["protocolVersion"], LEGACY[0]);
    let mut expected = capabilities();
    expected["tools"] = json!({});
    assert_eq!(result["capabilities"], expected);
    assert_eq!(*negotiated.lock().unwrap(), [ProtocolVersion::V_2025_06_18]);
    assert_eq!(told.recv().await, Some("initialize"));
    assert_eq!(told.recv().await, Some("on_initialized"));
    // R176: `count` returns a list, and protocol version 2025-06-18 allows only an object as
    // `structuredContent`. So a result without `structuredContent` shows that the tool uses the
    // negotiated version.
    let answer = client.result("tools/call", call("count", json!({ "to": 1 })));
    assert_eq!(answer.await.get("structuredContent"), None);

    let reference = json!({ "type": "ref/prompt", "name": "a" });
    let argument = json!({ "name": "b", "value": "" });
    let both = [
        (
            "completion/complete",
            json!({ "ref": reference, "argument": argument }),
            "complete",
        ),
        ("prompts/get", json!({ "name": "a" }), "get_prompt"),
        ("prompts/list", json!({}), "list_prompts"),
        ("resources/list", json!({}), "list_resources"),
        (
            "resources/templates/list",
            json!({}),
            "list_resource_templates",
        ),
        ("resources/read", json!({ "uri": "a:b" }), "read_resource"),
        (
            "tools/list",
            json!({ "cursor": "companion:2" }),
            "list_tools",
        ),
        ("tools/call", json!({ "name": "own" }), "call_tool"),
        ("things/list", json!({}), "on_custom_request"),
        ("prompts/get", json!({}), "on_custom_request"),
        ("skills/list", json!({}), "list_skills"),
        (
            "skills/get",
            json!({ "uri": "skill://a/SKILL.md" }),
            "get_skill",
        ),
        (
            "resources/directory/read",
            json!({ "uri": "a:b" }),
            "read_resource_directory",
        ),
    ];
    for (method, params, reached) in both {
        for params in [params.clone(), modern(params)] {
            let error = client.error(method, params).await;
            assert_eq!(error, (-32000, format!("own {reached}")), "{method}");
        }
    }
    for (method, params, reached) in [
        ("logging/setLevel", json!({ "level": "debug" }), "set_level"),
        ("resources/subscribe", json!({ "uri": "a:b" }), "subscribe"),
        (
            "resources/unsubscribe",
            json!({ "uri": "a:b" }),
            "unsubscribe",
        ),
    ] {
        let error = client.error(method, params).await;
        assert_eq!(error, (-32000, format!("own {reached}")), "{method}");
    }
    for (method, params, reached) in [
        ("server/discover", json!({}), "discover"),
        ("tasks/get", json!({ "taskId": "1" }), "get_task"),
        (
            "tasks/update",
            json!({ "taskId": "1", "inputResponses": {} }),
            "update_task",
        ),
        ("tasks/cancel", json!({ "taskId": "1" }), "cancel_task"),
    ] {
        let mut params = modern(params);
        params["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
            json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
        let error = client.error(method, params).await;
        assert_eq!(error, (-32000, format!("own {reached}")), "{method}");
    }
    let listen = modern(json!({ "notifications": {} }));
    client.start("subscriptions/listen", listen).await;
    let acknowledged = client.receive().await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    assert_eq!(client.receive().await["error"]["message"], "own listen");

    for (method, params, reached) in [
        (
            "notifications/progress",
            json!({ "progressToken": 1, "progress": 1 }),
            "on_progress",
        ),
        (
            "notifications/roots/list_changed",
            json!({}),
            "on_roots_list_changed",
        ),
        ("notifications/things", json!({}), "on_custom_notification"),
    ] {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        client.send(message).await;
        assert_eq!(told.recv().await, Some(reached));
    }
    let wait = json!({ "name": "wait" });
    let wait = client.start("prompts/get", wait).await;
    let cancel = json!({ "requestId": wait });
    client
        .send(json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel }))
        .await;
    assert_eq!(told.recv().await, Some("on_cancelled"));
}
