//! A server that combines a `ToolServer` with a handler of the SDK (`rmcp`).

use std::borrow::Cow;
use std::sync::Arc;

use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_runtime::{ToolContext, ToolRegistry};
use mcp_tool_runtime::{mcp_tool, tools};
use mcp_tool_server::ToolServer;
use rmcp::model as sdk;
use rmcp::model::{
    CustomRequest, CustomResult, DetailedTask, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, GetTaskParams, GetTaskResult, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams, Prompt,
    PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
    ResourceContents, Role, ServerCapabilities, ServerConfig, Task, TaskPayload, TaskStatus,
    UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::stdio::client::*;

type Request = RequestContext<RoleServer>;

/// Adds two numbers.
#[mcp_tool(read_only)]
async fn add(
    /// First
    a: i64,
    /// Second
    b: i64,
) -> i64 {
    a + b
}

/// Returns the name of the `Library` handler, if the server has one.
#[mcp_tool(read_only)]
async fn whose(#[context] cx: &ToolContext) -> Option<&'static str> {
    cx.extension::<Arc<Library>>().map(|library| library.name)
}

pub(crate) fn server() -> ToolServer {
    let registry = ToolRegistry::builder(())
        .tools(tools![add, whose])
        .build()
        .unwrap();
    ToolServer::new("desk", "1.2.3", registry).instructions("Add what is to be added.")
}

/// A handler with prompts, resources, tasks and custom methods.
#[derive(Clone)]
struct Library {
    name: &'static str,
}

impl ServerHandler for Library {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_prompts()
            .enable_resources()
            .enable_tasks()
            .build();
        let mut info = Implementation::new("library", "7");
        info.title = Some("The library".to_owned());
        info.website_url = Some("https://library.example".to_owned());
        let mut config = ServerConfig::new(capabilities).with_server_info(info);
        config.instructions = Some("Read what is there.".to_owned());
        config
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListPromptsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let prompt = |name: &str| Prompt::new(name, Some("Explains a sum"), None);
        let mut result = ListPromptsResult::with_all_items(vec![]);
        match cursor.as_deref() {
            None => {
                result.prompts.push(prompt("explain"));
                result.next_cursor = Some("2".to_owned());
            }
            Some("2") => result.prompts.push(prompt("doubt")),
            Some(_) => return Err(ErrorData::invalid_params("no such page", None)),
        }
        Ok(result)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        let message = PromptMessage::new_text(Role::User, request.name);
        Ok(GetPromptResult::new(vec![message]).into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = Resource::new("book:1", "Emma");
        Ok(ListResourcesResult::with_all_items(vec![resource]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Request,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != "book:1" {
            return Err(ErrorData::resource_not_found("no such book", None));
        }
        let contents = ResourceContents::text("Emma Woodhouse, handsome", request.uri);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: Request,
    ) -> Result<GetTaskResult, ErrorData> {
        let now = "2026-07-28T00:00:00Z";
        let task = Task::new(request.task_id, TaskStatus::Working, now, now);
        Ok(GetTaskResult::new(DetailedTask::new(
            task,
            TaskPayload::Working,
        )))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: Request,
    ) -> Result<CustomResult, ErrorData> {
        match request.method.as_str() {
            "library/hours" => Ok(CustomResult::new(json!({ "from": 9 }))),
            "library/name" => Ok(CustomResult::new(json!(self.name))),
            _ => Err(ErrorData::new(
                rmcp::model::ErrorCode::METHOD_NOT_FOUND,
                "what?",
                None,
            )),
        }
    }
}

fn library() -> ToolServer {
    server()
        .beside_handler(Library { name: "Bodleian" })
        .unwrap()
}

pub(crate) fn over(server: ToolServer) -> Client {
    Client::of(server, Gate::new())
}

fn who(version: &str) -> Value {
    let mut info = json!({ "name": "desk", "title": "The library", "version": "1.2.3" });
    if version >= LEGACY[1] {
        info["websiteUrl"] = json!("https://library.example");
    }
    info
}

pub(crate) fn sum() -> Value {
    call("add", json!({ "a": 1, "b": 2 }))
}

pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

#[tokio::test]
async fn both_are_one_server_in_each_protocol_version() {
    // R76, R112, R174, R176
    let requests = [
        ("tools/list", json!({}), "/tools/0/name", json!("add")),
        ("tools/call", sum(), "/content/0/text", json!("3")),
        (
            "prompts/list",
            json!({}),
            "/prompts/0/name",
            json!("explain"),
        ),
        (
            "prompts/get",
            json!({ "name": "explain" }),
            "/messages/0/content/text",
            json!("explain"),
        ),
        (
            "resources/list",
            json!({}),
            "/resources/0/uri",
            json!("book:1"),
        ),
        (
            "resources/read",
            json!({ "uri": "book:1" }),
            "/contents/0/uri",
            json!("book:1"),
        ),
        (
            "resources/templates/list",
            json!({}),
            "/resourceTemplates",
            json!([]),
        ),
        ("library/hours", json!({}), "/from", json!(9)),
        ("library/name", json!({}), "", json!("Bodleian")),
    ];
    let capabilities = json!({
        "extensions": { "io.modelcontextprotocol/tasks": {} },
        "prompts": {},
        "resources": {},
        "tools": {},
    });
    let instructions = "Add what is to be added.\n\nRead what is there.";
    for version in LEGACY {
        let mut client = over(library());
        let result = client.initialize(version).await;
        assert_eq!(
            result,
            json!({
                "protocolVersion": version,
                "capabilities": capabilities,
                "serverInfo": who(version),
                "instructions": instructions,
            })
        );
        for (method, params, pointer, value) in &requests {
            let result = client.result(method, params.clone()).await;
            assert_eq!(result.pointer(pointer), Some(value), "{method}");
            assert_eq!(result.get("_meta"), None, "{method}");
            assert_eq!(result.get("resultType"), None, "{method}");
        }
    }

    let mut client = over(library());
    let result = client.result("server/discover", modern(json!({}))).await;
    assert_eq!(
        result["supportedVersions"],
        json!([OLDEST[0], OLDEST[1], LEGACY[0], LEGACY[1], MODERN])
    );
    assert_eq!(result["capabilities"], capabilities);
    assert_eq!(result["instructions"], instructions);
    assert_eq!(result["_meta"][SERVER_INFO], who(MODERN));
    let signature = json!({ "name": "desk", "version": "1.2.3" });
    for (method, params, pointer, value) in requests {
        let result = client.result(method, modern(params)).await;
        assert_eq!(result.pointer(pointer), Some(&value), "{method}");
        if result.is_object() {
            assert_eq!(result["_meta"][SERVER_INFO], signature, "{method}");
        }
    }
    let mut task = modern(json!({ "taskId": "1" }));
    task["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
    let result = client.result("tasks/get", task).await;
    assert_eq!(result["_meta"][SERVER_INFO], signature);
}

#[tokio::test]
async fn unsupported_requests_get_the_errors_of_one_server() {
    // R143, R146, R147, R155
    let mut client = over(library());
    client.initialize(LEGACY[1]).await;
    for (method, params, code, part) in [
        ("tools/call", call("ad", json!({})), -32602, "`add`"),
        ("tools/call", json!({}), -32602, "`name` is missing"),
        ("tools/list", json!({ "cursor": "bogus" }), -32602, "cursor"),
        ("tools/list", json!({ "cursor": 7 }), -32602, "`cursor`"),
        ("initialize", json!({}), -32602, "protocolVersion"),
        (
            "prompts/list",
            json!({ "cursor": "bogus" }),
            -32602,
            "no such page",
        ),
        ("prompts/list", json!([]), -32602, "`params`"),
        ("prompts/get", json!({}), -32602, "`name`"),
        ("prompts/get", json!([]), -32602, "`params`"),
        ("resources/read", json!({}), -32602, "`uri`"),
        (
            "resources/read",
            json!({ "uri": 5 }),
            -32602,
            "`uri`: invalid type: integer `5`, expected a string",
        ),
        (
            "resources/read",
            json!({ "uri": "book:2" }),
            -32002,
            "no such book",
        ),
        // The methods for subscriptions, completion and logging are unknown (-32601), because the
        // handler does not declare these capabilities.
        ("resources/subscribe", json!({}), -32601, "what?"),
        (
            "resources/subscribe",
            json!({ "uri": "a:b" }),
            -32601,
            "resources/subscribe",
        ),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/prompt", "name": "a" }, "argument": { "name": "b", "value": "" } }),
            -32601,
            "completion/complete",
        ),
        ("completion/complete", json!({}), -32601, "what?"),
        (
            "logging/setLevel",
            json!({ "level": "debug" }),
            -32601,
            "logging/setLevel",
        ),
        ("library/rooms", json!({}), -32601, "what?"),
    ] {
        let (found, message) = client.error(method, params).await;
        assert_eq!(found, code, "{method}: {message}");
        assert!(message.contains(part), "{method}: {message}");
    }
    let second = client
        .result("prompts/list", json!({ "cursor": "2" }))
        .await;
    assert_eq!(second["prompts"][0]["name"], "doubt");
    let answer = client
        .result("tools/call", call("add", json!({ "a": "x" })))
        .await;
    assert_eq!(answer["isError"], true);
}

/// A handler that serves methods without declaring their capabilities.
#[derive(Clone)]
struct Undeclared;

impl ServerHandler for Undeclared {
    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompt = Prompt::new("explain", Some("Explains a sum"), None);
        Ok(ListPromptsResult::with_all_items(vec![prompt]))
    }

    async fn read_resource(
        &self,
        _: ReadResourceRequestParams,
        _: Request,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Ok(ReadResourceResult::new(vec![]).into())
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: Request) -> Result<(), ErrorData> {
        Ok(())
    }
}

/// Calls each method that needs a capability. Checks that those in `served` have a result, and that the others are
/// unknown.
async fn only_these_methods_are_served(handler: impl ServerHandler + Clone, served: &[&str]) {
    let uri = json!({ "uri": "a:b" });
    let complete = json!({
        "ref": { "type": "ref/prompt", "name": "a" },
        "argument": { "name": "b", "value": "" },
    });
    let requests = [
        ("completion/complete", complete, true),
        ("logging/setLevel", json!({ "level": "debug" }), true),
        ("prompts/get", json!({ "name": "explain" }), true),
        ("prompts/list", json!({}), true),
        ("resources/list", json!({}), true),
        ("resources/read", uri.clone(), true),
        ("resources/subscribe", uri.clone(), false),
        ("resources/templates/list", json!({}), true),
        ("resources/unsubscribe", uri, false),
    ];
    let mut client = over(server().beside_handler(handler).unwrap());
    let result = client.initialize(LEGACY[1]).await;
    assert_eq!(result["capabilities"], json!({ "tools": {} }));
    assert_eq!(result["instructions"], "Add what is to be added.");
    for (method, params, is_modern) in requests {
        for params in [Some(params.clone()), is_modern.then(|| modern(params))] {
            let Some(params) = params else { continue };
            if served.contains(&method) {
                client.result(method, params).await;
            } else {
                let (code, message) = client.error(method, params).await;
                assert!(code == -32601 && message.contains(method), "{message}");
            }
        }
    }
    assert_eq!(
        client.result("tools/call", sum()).await["content"][0]["text"],
        "3"
    );
}

#[tokio::test]
async fn methods_are_served_without_a_declared_capability() {
    // R155
    #[derive(Clone)]
    struct Nothing;
    impl ServerHandler for Nothing {}

    only_these_methods_are_served(Nothing, &[]).await;
    let served = ["prompts/list", "resources/read", "resources/unsubscribe"];
    only_these_methods_are_served(Undeclared, &served).await;
}

#[tokio::test]
async fn a_tool_can_use_the_existing_handler() {
    // A handler that is not `Clone` is passed as an `Arc`.
    let shared = Arc::new(Library { name: "Bodleian" });
    for server in [library(), server().beside_handler(shared).unwrap()] {
        let mut client = over(server);
        let answer = client
            .result("tools/call", modern(call("whose", json!({}))))
            .await;
        assert_eq!(answer["structuredContent"], "Bodleian");
    }
}

#[test]
#[should_panic(expected = "a server can have only one companion beside its tools")]
fn a_second_handler_is_refused() {
    let _ = library().beside_handler(Library { name: "Vatican" });
}

#[test]
#[should_panic(expected = "the handler beside the tools would be lost")]
fn a_server_with_a_handler_is_no_handler() {
    let _ = mcp_tool_rmcp::handler(library());
}

#[tokio::test]
async fn the_versions_are_those_of_both() {
    // R174, R176
    #[derive(Clone)]
    struct Narrow;
    impl ServerHandler for Narrow {
        fn supported_protocol_versions(&self) -> Cow<'static, [sdk::ProtocolVersion]> {
            sdk::ProtocolVersion::known_up_to(&sdk::ProtocolVersion::V_2025_06_18).into()
        }
    }

    let server = server().beside_handler(Narrow).unwrap();
    for (asked, agreed) in [
        (OLDEST[0], OLDEST[0]),
        (OLDEST[1], OLDEST[1]),
        (LEGACY[0], LEGACY[0]),
        (LEGACY[1], LEGACY[0]),
        (MODERN, LEGACY[0]),
    ] {
        let mut client = over(server.clone());
        let result = client.initialize(asked).await;
        assert_eq!(result["protocolVersion"], agreed, "{asked}");
        client.result("tools/call", sum()).await;
    }
    let mut client = over(server);
    let refused = client.ask("tools/list", modern(json!({}))).await;
    let supported = json!([OLDEST[0], OLDEST[1], LEGACY[0]]);
    assert_eq!(refused["error"]["data"]["supported"], supported);
}

/// A handler whose methods for prompts and for lists of resources panic.
#[derive(Clone)]
struct Broken;

impl ServerHandler for Broken {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_prompts();
        ServerConfig::new(capabilities.enable_resources().build())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListPromptsResult, ErrorData> {
        panic!("secret")
    }

    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        _: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        tokio::task::yield_now().await;
        panic!("secret")
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListResourcesResult, ErrorData> {
        panic!("secret")
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        panic!("secret")
    }

    /// Panics synchronously, before the method returns its future.
    fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Request,
    ) -> impl Future<Output = Result<ListResourceTemplatesResult, ErrorData>> + Send + '_ {
        match self {
            Broken => panic!("secret"),
        }
        #[expect(unreachable_code, reason = "names the type of the future")]
        std::future::ready(Ok(ListResourceTemplatesResult::default()))
    }
}

#[tokio::test]
async fn a_panic_of_the_handler_gets_an_error() {
    // R154
    let server = server().beside_handler(Broken).unwrap();
    let mut client = over(server);
    let changed = json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" });
    client.send(changed).await;
    for (method, params) in [
        ("prompts/list", json!({})),
        ("prompts/get", json!({ "name": "explain" })),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
    ] {
        let (code, message) = client.error(method, modern(params)).await;
        assert_eq!(code, -32603, "{method}");
        assert!(!message.contains("secret"), "{message}");
    }
    let sum = client
        .result("tools/call", modern(call("add", json!({ "a": 1, "b": 2 }))))
        .await;
    assert_eq!(sum["content"][0]["text"], "3");
}

/// A handler that cannot be cloned.
struct Unique;

impl Clone for Unique {
    fn clone(&self) -> Self {
        panic!("secret")
    }
}

impl ServerHandler for Unique {}

#[tokio::test]
async fn a_panic_of_the_clone_leaves_the_tools_alone() {
    let mut client = over(server().beside_handler(Unique).unwrap());
    let result = client.initialize(LEGACY[1]).await;
    assert_eq!(result["capabilities"], json!({ "tools": {} }));
    let sum = client.result("tools/call", sum()).await;
    assert_eq!(sum["content"][0]["text"], "3");
    let (code, message) = client.error("prompts/list", json!({})).await;
    assert!(code == -32603 && !message.contains("secret"), "{message}");
}

/// A handler whose list of prompts asks the client for its roots.
#[derive(Clone)]
struct Curious;

impl ServerHandler for Curious {
    #[expect(deprecated, reason = "clients of older protocol versions have roots")]
    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Result<ListPromptsResult, ErrorData> {
        let roots = context.peer.list_roots().await;
        let text = roots.map_or_else(|error| error.to_string(), |it| it.roots.len().to_string());
        Err(ErrorData::invalid_request(text, None))
    }
}

#[tokio::test]
async fn a_handler_gets_an_error_for_an_answer_that_the_sdk_cannot_read() {
    let mut client = over(server().beside_handler(Curious).unwrap());
    client.initialize(LEGACY[1]).await;
    for (uri, expected) in [("a:b", "1"), (r"\ud800", "half a surrogate pair")] {
        client.start("prompts/list", json!({})).await;
        let question = client.receive().await;
        assert_eq!(question["method"], "roots/list");
        let roots = format!(r#"{{"roots":[{{"uri":"{uri}"}}]}}"#);
        let id = &question["id"];
        let answer = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{roots}}}"#);
        client.send_raw(answer + "\n").await;
        let response = client.receive().await;
        let text = response["error"]["message"].as_str().unwrap();
        assert!(text.contains(expected), "{text}");
    }
}
