//! Hidden tools, and guards, layers and scopes around the calls of a registry.

#![allow(deprecated)] // This lint also reports arguments without a description.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt as _;
use mcp_tool_runtime::context::{ClientCapabilities, ClientInfo, Principal};
use mcp_tool_runtime::elicit::Elicitation;
use mcp_tool_runtime::middleware::{BoxError, GuardedCall, LayerError, ToolCall, ToolService};
use mcp_tool_runtime::registry::ToolRegistryBuilder;
use mcp_tool_runtime::{
    CallToolRequest, CallToolResponse, CallToolResult, ElicitForm, ProtocolError, ProtocolVersion,
    Tool, ToolContext, ToolError, ToolRegistry, mcp_tool, mcp_tools, tools,
};
use mcp_tool_server::testing::TestClient;
use mcp_tool_server::{HttpConfig, ToolServer};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tower::ServiceExt as _;
use tower::limit::{ConcurrencyLimitLayer, RateLimitLayer};
use tower::load_shed::LoadShedLayer;
use tower::retry::{Policy, RetryLayer};
use tower::timeout::TimeoutLayer;
use tower::util::MapResponseLayer;
use tower::{Layer, Service, ServiceBuilder};

/// The state of the tools.
#[derive(Default)]
struct Counts {
    running: AtomicUsize,
    most: AtomicUsize,
    runs: AtomicUsize,
}

/// Adds.
#[mcp_tool(read_only)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Deletes everything.
#[mcp_tool(destructive)]
fn purge(#[state] counts: &Counts) -> &'static str {
    counts.runs.fetch_add(1, Ordering::SeqCst);
    "purged"
}

/// Reads something. The first call fails.
#[mcp_tool(read_only)]
fn flaky(#[state] counts: &Counts) -> Result<&'static str, &'static str> {
    match counts.runs.fetch_add(1, Ordering::SeqCst) {
        0 => Err("not yet"),
        _ => Ok("read"),
    }
}

/// Works for a while.
#[mcp_tool(read_only)]
async fn work(#[state] counts: &Counts) {
    let running = counts.running.fetch_add(1, Ordering::SeqCst) + 1;
    counts.most.fetch_max(running, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(1)).await;
    counts.running.fetch_sub(1, Ordering::SeqCst);
}

/// Says hello.
#[mcp_tool(read_only)]
async fn hello() {}

/// Never ends.
#[mcp_tool(read_only)]
async fn hang() {
    std::future::pending().await
}

#[derive(serde::Deserialize, schemars::JsonSchema, ElicitForm)]
struct Name {
    name: String,
}

/// Greets the user.
#[mcp_tool]
async fn greet(#[context] cx: &ToolContext, #[state] counts: &Counts) -> String {
    counts.runs.fetch_add(1, Ordering::SeqCst);
    match cx.elicit::<Name>("name", "Who are you?").await {
        Elicitation::Accepted(Name { name }) => format!("Hello, {name}!"),
        _ => "Hello!".to_owned(),
    }
}

fn builder() -> ToolRegistryBuilder<Counts> {
    ToolRegistry::builder(Counts::default()).tools(tools![add, purge, flaky, work, hang, greet])
}

fn request(version: ProtocolVersion, name: &str, arguments: &Value) -> Value {
    let mut params = json!({ "name": name, "arguments": arguments });
    if version.as_str() == "2026-07-28" {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": version.as_str(),
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "0" },
        });
    }
    json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params })
}

/// Calls a tool in each protocol version: with `handle_json`, over a pair of streams, and over HTTP. Returns
/// the responses without `_meta` in their results.
async fn everywhere(registry: &ToolRegistry<Counts>, name: &str, arguments: Value) -> Vec<Value> {
    let mut responses = Vec::new();
    for version in ProtocolVersion::ALL {
        let request = request(*version, name, &arguments);
        responses.push(over_bytes(registry, *version, &request).await);

        let server = ToolServer::new("test", "1.0.0", registry.clone());
        let client = TestClient::connect(server.clone(), *version).await;
        responses.push(over_streams(client, &request).await);
        responses.push(over_http(server, *version, name, &request).await);
    }
    for response in &mut responses {
        response["result"]
            .as_object_mut()
            .map(|result| result.remove("_meta"));
    }
    responses
}

async fn over_bytes(
    registry: &ToolRegistry<Counts>,
    version: ProtocolVersion,
    request: &Value,
) -> Value {
    let context = ToolContext::new(version);
    let request = request.to_string();
    let response = registry.handle_json(request.as_bytes(), &context).await;
    serde_json::from_slice(&response.unwrap()).unwrap()
}

async fn over_streams(client: TestClient, request: &Value) -> Value {
    let params = request["params"].clone();
    let mut response = json!({ "jsonrpc": "2.0", "id": request["id"] });
    match client.request("tools/call", params).await {
        Ok(result) => response["result"] = result,
        Err(error) => response["error"] = json!(error),
    }
    response
}

async fn over_http(
    server: ToolServer,
    version: ProtocolVersion,
    name: &str,
    request: &Value,
) -> Value {
    let service = server.http_service(HttpConfig::new().without_sessions());
    let request = Request::post("/mcp")
        .header("host", "localhost")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", version.as_str())
        .header("mcp-method", "tools/call")
        .header("mcp-name", name)
        .body(Body::from(request.to_string()))
        .unwrap();
    let response = service.oneshot(request).await.unwrap();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    // A call that takes longer gets a stream of events.
    let body = str::from_utf8(&body).unwrap().lines();
    let mut messages = body.map(|line| line.strip_prefix("data: ").unwrap_or(line));
    let message = messages.rfind(|line| line.starts_with('{'));
    serde_json::from_str(message.expect("a message")).unwrap()
}

fn text(response: &Value) -> &str {
    let block = &response["result"]["content"][0]["text"];
    block.as_str().unwrap_or_else(|| panic!("{response:#}"))
}

async fn call(registry: &ToolRegistry<Counts>, name: &str) -> CallToolResult {
    let request = CallToolRequest::new(name);
    let response = registry.call(request, &ToolContext::detached()).await;
    response.unwrap().complete().unwrap()
}

fn only_text(result: &CallToolResult) -> &str {
    result.content()[0].as_text().unwrap()
}

#[tokio::test]
async fn a_refused_call_is_not_decoded() {
    let sync = builder().guard(|call| match call.tool().name.as_str() {
        "add" => Err(ToolError::new(format!(
            "no, with {}",
            call.arguments().len()
        ))),
        _ => Ok(()),
    });
    let later = builder().guard(|call| async move {
        tokio::task::yield_now().await;
        match call.context().principal() {
            Some(_) => Ok(()),
            None => Err(ToolError::new("log in first").code("login")),
        }
    });
    for (builder, expected) in [(sync, "no, with 1"), (later, "log in first")] {
        let registry = builder.build().unwrap();
        for response in everywhere(&registry, "add", json!({ "wrong": true })).await {
            assert_eq!(text(&response), expected);
            assert_eq!(response["result"]["isError"], true);
        }
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct File {
    /// Path of the file
    #[serde(alias = "file")]
    path: Option<String>,
}

/// Reads a file.
#[mcp_tool(read_only, allow_unknown)]
fn read(#[arg(flatten)] file: File) -> String {
    file.path.unwrap_or_default()
}

/// A guard sees the arguments that the function receives, under their published names.
#[tokio::test]
async fn a_guard_sees_each_argument_of_the_function() {
    let registry = ToolRegistry::builder(())
        .tools(tools![read])
        .guard(|call| match call.arguments().get("path") {
            Some(path) if path == "secret" => Err(ToolError::new("not this file")),
            _ => Ok(()),
        })
        .build()
        .unwrap();
    let levels = 127;
    let deep = format!(
        r#"{{ "path": "secret", "unknown": {}{} }}"#,
        "[".repeat(levels),
        "]".repeat(levels)
    );
    let cases = [
        (deep.as_str(), "cannot be read: they are nested too deeply"),
        (r#"{ "path": "open" }"#, "open"),
        (r#"{ "file": "open" }"#, "open"),
        (r#"{ "path": "secret" }"#, "not this file"),
        (r#"{ "file": "secret" }"#, "not this file"),
        (
            r#"{ "path": "secret", "unknown": 1e999 }"#,
            "`unknown`: cannot be read",
        ),
        (
            r#"{ "path": "secret", "unknown": "\ud800" }"#,
            "`unknown`: contains half a surrogate pair",
        ),
        (
            r#"{ "path": "secret\ud800" }"#,
            "`path`: contains half a surrogate pair",
        ),
        (
            r#"{ "file": "secret\ud800" }"#,
            "`path`: contains half a surrogate pair",
        ),
        (r#"{ "path": "secret", "\ud800": 1 }"#, "cannot be read"),
    ];
    for (arguments, expected) in cases {
        let params = format!(r#"{{ "name": "read", "arguments": {arguments} }}"#);
        let request = format!(
            r#"{{ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {params} }}"#
        );
        let context = ToolContext::new(ProtocolVersion::V2025_11_25);
        let response = registry.handle_json(request.as_bytes(), &context).await;
        let response: Value = serde_json::from_slice(&response.unwrap()).unwrap();
        assert!(
            text(&response).contains(expected),
            "{arguments}: {response}"
        );
    }
    let arguments = json!({ "file": "secret" }).as_object().unwrap().clone();
    let request = CallToolRequest::new("read").with_arguments(arguments);
    let response = registry.call(request, &ToolContext::detached()).await;
    let result = response.unwrap().complete().unwrap();
    assert_eq!(only_text(&result), "not this file");
}

#[derive(Debug, thiserror::Error, ToolError)]
#[error("run {0} is one too many")]
#[tool_error(public, code = "limit")]
struct TooMany(usize);

impl Counts {
    fn admit(&self, most: usize) -> Result<(), TooMany> {
        let runs = self.runs.fetch_add(1, Ordering::SeqCst) + 1;
        if runs > most {
            return Err(TooMany(runs));
        }
        Ok(())
    }
}

/// The compiler infers the error of a guard with `?`, and the guard reads the state of its registry, also after
/// the tool has moved to another registry.
#[tokio::test]
async fn a_guard_uses_the_state_of_its_registry() {
    let builder = || builder().tools(tools![hello]);
    let sync = builder().guard(|call| Ok(call.state().admit(1)?));
    let later = builder().guard(|call| async move {
        tokio::task::yield_now().await;
        Ok(call.state().admit(1)?)
    });
    for builder in [sync, later] {
        let registry = builder.build().unwrap();
        let moved = ToolRegistry::builder(Counts::default()).build().unwrap();
        let moved = moved.extend(registry.clone()).unwrap();
        assert!(!call(&registry, "hello").await.is_error);
        let refused = call(&moved, "hello").await;
        assert_eq!(only_text(&refused), "run 2 is one too many");
        assert_eq!(refused.error_code(), Some("limit"));
        assert_eq!(registry.state().runs.load(Ordering::SeqCst), 2);
    }
}

#[tokio::test]
async fn a_panic_of_a_guard_refuses_the_call() {
    let guard = |_: GuardedCall<Counts>| -> Result<(), ToolError> { panic!("oops") };
    let registry = builder().guard(guard).build().unwrap();
    let result = call(&registry, "purge").await;
    assert!(result.is_error && !only_text(&result).contains("oops"));
    assert_eq!(registry.state().runs.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn hidden_tools_are_unknown_and_never_suggested() {
    let registry = builder()
        .visible(|tool, cx| tool.name != "purge" || cx.principal().is_some())
        .guard(|call| match call.tool().name.as_str() {
            "purge" => Err(ToolError::new("a guard saw a hidden tool")),
            _ => Ok(()),
        })
        .build()
        .unwrap();
    for name in ["purge", "purg"] {
        for response in everywhere(&registry, name, json!({})).await {
            assert_eq!(response["error"]["code"], -32602, "{response:#}");
            let message = response["error"]["message"].as_str().unwrap();
            assert!(!message.contains("mean"), "{message}");
        }
    }
}

/// Lists the tools over a pair of streams, and returns their names.
async fn listed(server: ToolServer, version: ProtocolVersion, is_admin: bool) -> Vec<String> {
    let client = TestClient::connect(server, version).await;
    let params = json!({ "_meta": { "example.com/admin": is_admin } });
    let list = client.request("tools/list", params).await.unwrap();
    let tools = list["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn the_server_lists_only_visible_tools() {
    // R135
    let registry = builder().visible(|tool, cx| tool.name == "add" || cx.principal().is_some());
    let registry = registry.build().unwrap();
    let server = ToolServer::new("demo", "1", registry).before_call(|request| {
        if request.meta().get("example.com/admin") == Some(&json!(true)) {
            request.insert(Principal::new("admin"));
        }
    });
    for version in ProtocolVersion::ALL.iter().copied() {
        for (is_admin, expected) in [(false, 1), (true, 6), (false, 1)] {
            let names = listed(server.clone(), version, is_admin).await;
            assert_eq!(names.len(), expected, "{names:?}");
        }
    }
}

#[tokio::test]
async fn a_caller_needs_all_scopes_of_a_tool() {
    let tool = || {
        let tool = Tool::builder("order").description("Orders.");
        tool.scopes(["orders:read", "orders:write"])
            .handler(|_, _| async { "ordered" })
    };
    let registry = ToolRegistry::builder(()).tool(tool()).build().unwrap();
    for (scopes, expected) in [
        (
            None,
            "`order` was not run: the caller lacks the scope `orders:read`, `orders:write`",
        ),
        (
            Some("orders:read"),
            "`order` was not run: the caller lacks the scope `orders:write`",
        ),
        (Some("orders:read orders:write"), "ordered"),
    ] {
        let mut context = ToolContext::detached();
        if let Some(scopes) = scopes {
            let ada = Principal::new("ada").scopes(scopes.split(' '));
            context = context.with_extension(ada);
        }
        let response = registry.call(CallToolRequest::new("order"), &context).await;
        let result = response.unwrap().complete().unwrap();
        assert_eq!(only_text(&result), expected);
    }
}

/// Counts the orders of the user.
#[mcp_tool(read_only)]
async fn count_orders(#[state] counts: &Counts, #[principal] user: &Principal, of: &str) -> String {
    counts.runs.fetch_add(1, Ordering::SeqCst);
    tokio::task::yield_now().await;
    format!("{} of {of}", user.name())
}

/// Cancels the orders of the user.
#[mcp_tool(blocking)]
fn cancel_orders(of: &str, #[principal] user: &Principal) -> String {
    format!("{} of {of}", user.name())
}

/// Shows the orders of the user, or of everybody.
#[mcp_tool(read_only)]
fn show_orders(#[principal] user: Option<&Principal>, of: &str) -> String {
    format!("{} of {of}", user.map_or("all", Principal::name))
}

#[mcp_tools(companion = OrderTools)]
impl Counts {
    /// Archives the orders of the user.
    #[mcp_tool]
    fn archive_orders(&self, #[principal] user: &Principal, of: String) -> String {
        format!("{} of {of}", user.name())
    }
}

/// The registry refuses the call before layers, guards and arguments, as it does without a scope.
#[tokio::test]
async fn a_tool_with_a_principal_needs_a_caller_who_is_logged_in() {
    let guarded = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&guarded);
    let registry = ToolRegistry::builder(Counts::default())
        .tools(tools![count_orders, cancel_orders, show_orders, OrderTools])
        .guard(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            Ok::<_, ToolError>(())
        })
        .build()
        .unwrap();
    for tool in registry.definitions() {
        let arguments = tool.input_schema["properties"].as_object().unwrap();
        assert_eq!(arguments.keys().collect::<Vec<_>>(), ["of"]);
    }
    let names = ["count_orders", "cancel_orders", "archive_orders"];
    for name in names {
        for response in everywhere(&registry, name, json!({ "of": 1, "wrong": true })).await {
            let expected = format!("`{name}` was not run: the caller is not logged in");
            assert_eq!(text(&response), expected);
            assert_eq!(response["result"]["isError"], true);
        }
    }
    assert_eq!(guarded.load(Ordering::SeqCst), 0);
    assert_eq!(registry.state().runs.load(Ordering::SeqCst), 0);
    for response in everywhere(&registry, "show_orders", json!({ "of": "May" })).await {
        assert_eq!(text(&response), "all of May");
    }
    let ada = ToolContext::detached().with_extension(Principal::new("ada"));
    for name in names.into_iter().chain(["show_orders"]) {
        for (arguments, expected) in [(json!({ "of": "May" }), "ada of May"), (json!({}), "of")] {
            let arguments = arguments.as_object().unwrap().clone();
            let request = CallToolRequest::new(name).with_arguments(arguments);
            let result = registry
                .call(request, &ada)
                .await
                .unwrap()
                .complete()
                .unwrap();
            assert!(only_text(&result).contains(expected), "{result:?}");
        }
    }
}

/// A middleware layer that calls a closure before each tool call, and adds the text `seen` to the result.
#[derive(Clone)]
struct Each<F>(F);

#[derive(Clone)]
struct EachService<F>(F, ToolService);

impl<F: Clone> Layer<ToolService> for Each<F> {
    type Service = EachService<F>;

    fn layer(&self, inner: ToolService) -> Self::Service {
        EachService(self.0.clone(), inner)
    }
}

impl<F> Service<ToolCall> for EachService<F>
where
    F: Fn(&mut ToolCall) -> Result<(), BoxError> + Clone + Send + 'static,
{
    type Response = CallToolResponse;
    type Error = BoxError;
    type Future =
        std::pin::Pin<Box<dyn Future<Output = Result<CallToolResponse, BoxError>> + Send>>;

    fn poll_ready(&mut self, task: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.1.poll_ready(task)
    }

    fn call(&mut self, mut call: ToolCall) -> Self::Future {
        let seen = (self.0)(&mut call);
        let response = self.1.call(call);
        Box::pin(async move {
            seen?;
            let response = response.await?;
            Ok(match response {
                CallToolResponse::Complete(mut result) => {
                    result
                        .content_mut()
                        .push(mcp_tool_runtime::ContentBlock::text("seen"));
                    result.into()
                }
                other => other,
            })
        })
    }
}

#[tokio::test]
async fn a_layer_can_change_arguments_and_results() {
    let double = |call: &mut ToolCall| {
        let a = call.arguments()["a"].as_i64().unwrap();
        call.arguments_mut()["a"] = json!(a * 2);
        Ok(())
    };
    let registry = builder().layer(Each(double)).build().unwrap();
    for response in everywhere(&registry, "add", json!({ "a": 2, "b": 3 })).await {
        assert_eq!(text(&response), "7");
        assert_eq!(response["result"]["content"][1]["text"], "seen");
    }
}

/// Counts something.
#[mcp_tool(wrap = "count")]
fn count() -> u8 {
    7
}

/// The registry wraps the data after the layers.
#[tokio::test]
async fn content_that_a_layer_has_read_is_still_wrapped() {
    let read = |response: CallToolResponse| {
        if let CallToolResponse::Complete(result) = &response {
            assert_eq!(result.content()[0].as_text(), Some("7"));
        }
        response
    };
    let registry = ToolRegistry::builder(()).tools(tools![count]);
    let registry = registry.layer(MapResponseLayer::new(read)).build().unwrap();
    let request = CallToolRequest::new("count");
    let response = registry.call(request, &ToolContext::detached()).await;
    let result = response.unwrap().complete().unwrap();
    assert_eq!(result.content()[0].as_text(), Some(r#"{"count":7}"#));
    assert_eq!(result.content().len(), 1);
}

/// The tool does not run with the layer's arguments alone, because the client's could not be read.
#[tokio::test]
async fn a_layer_cannot_hide_arguments_that_cannot_be_read() {
    let add = |call: &mut ToolCall| {
        call.arguments_mut().insert("tenant".to_owned(), json!(1));
        Ok(())
    };
    let registry = ToolRegistry::builder(()).tools(tools![read]);
    let registry = registry.layer(Each(add)).build().unwrap();
    let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    for (path, expected) in [
        ("x", "x"),
        (r"x\ud800", "`path`: contains half a surrogate pair"),
    ] {
        let params = format!(r#"{{"name":"read","arguments":{{"path":"{path}"}}}}"#);
        let request =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        let response = registry.handle_json(request.as_bytes(), &context).await;
        let response: Value = serde_json::from_slice(&response.unwrap()).unwrap();
        assert!(text(&response).contains(expected), "{response}");
    }
}

#[tokio::test]
async fn a_layer_error_becomes_a_tool_error() {
    let own = |_: &mut ToolCall| {
        let error = ToolError::new("too many searches").retry_after(Duration::from_secs(30));
        Err(LayerError::from(error).into())
    };
    let other = |_: &mut ToolCall| Err(BoxError::from("the quota is used up"));
    type Refuse = fn(&mut ToolCall) -> Result<(), BoxError>;
    for (layer, expected) in [
        (own as Refuse, "too many searches\ntry again in 30 seconds"),
        (other, "`purge` was not run: the quota is used up"),
    ] {
        let registry = builder().layer(Each(layer)).build().unwrap();
        for response in everywhere(&registry, "purge", json!({})).await {
            assert_eq!(text(&response), expected);
            assert_eq!(response["result"]["isError"], true);
        }
        assert_eq!(registry.state().runs.load(Ordering::SeqCst), 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_never_exceed_the_concurrency_limit() {
    for version in ProtocolVersion::ALL {
        for transport in ["none", "streams", "http"] {
            let registry = builder()
                .layer(ConcurrencyLimitLayer::new(8))
                .build()
                .unwrap();
            let server = ToolServer::new("test", "1.0.0", registry.clone());
            let client = TestClient::connect(server.clone(), *version).await;
            let mut calls = JoinSet::new();
            for id in 0..200 {
                let mut request = request(*version, "work", &json!({}));
                request["id"] = id.into();
                let (registry, server, client) = (registry.clone(), server.clone(), client.clone());
                calls.spawn(async move {
                    match transport {
                        "streams" => over_streams(client, &request).await,
                        "http" => over_http(server, *version, "work", &request).await,
                        _ => over_bytes(&registry, *version, &request).await,
                    }
                });
            }
            let responses = calls.join_all().await;
            let mut ids: Vec<_> = responses.iter().map(|it| it["id"].as_u64()).collect();
            ids.sort_unstable();
            assert!(ids.into_iter().eq((0..200).map(Some)), "{transport}");
            let is_error = |it: &Value| it["result"]["isError"] != Value::Null;
            assert!(!responses.iter().any(is_error), "{responses:?}");
            let most = registry.state().most.load(Ordering::SeqCst);
            assert!((2..=8).contains(&most), "{transport}: {most}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn layers_of_tower_plug_in() {
    let shed = ServiceBuilder::new()
        .layer(LoadShedLayer::new())
        .layer(RateLimitLayer::new(1, Duration::from_secs(60)));
    let registry = builder().layer(shed).build().unwrap();
    assert_eq!(only_text(&call(&registry, "purge").await), "purged");
    let refused = call(&registry, "purge").await;
    assert_eq!(
        only_text(&refused),
        "`purge` was not run: service overloaded"
    );

    let timeout = TimeoutLayer::new(Duration::from_secs(1));
    let registry = builder().layer(timeout).build().unwrap();
    let stopped = call(&registry, "hang").await;
    assert_eq!(only_text(&stopped), "`hang` was stopped: request timed out");
}

/// A retry policy that repeats a failed call once.
#[derive(Clone)]
struct Once(bool);

impl Policy<ToolCall, CallToolResponse, BoxError> for Once {
    type Future = std::future::Ready<()>;

    fn retry(
        &mut self,
        _: &mut ToolCall,
        response: &mut Result<CallToolResponse, BoxError>,
    ) -> Option<Self::Future> {
        let failed = match response {
            Ok(CallToolResponse::Complete(result)) => result.is_error || !self.0,
            _ => true,
        };
        (failed && std::mem::take(&mut self.0)).then(|| std::future::ready(()))
    }

    fn clone_request(&mut self, call: &ToolCall) -> Option<ToolCall> {
        Some(call.clone())
    }
}

/// A retry policy that repeats each call once.
#[derive(Clone)]
struct Twice(bool);

impl Policy<ToolCall, CallToolResponse, BoxError> for Twice {
    type Future = std::future::Ready<()>;

    fn retry(
        &mut self,
        _: &mut ToolCall,
        _: &mut Result<CallToolResponse, BoxError>,
    ) -> Option<Self::Future> {
        std::mem::take(&mut self.0).then(|| std::future::ready(()))
    }

    fn clone_request(&mut self, call: &ToolCall) -> Option<ToolCall> {
        Some(call.clone())
    }
}

#[tokio::test]
async fn only_repeatable_tools_are_retried() {
    let registry = builder()
        .layer(RetryLayer::new(Once(true)))
        .build()
        .unwrap();
    assert_eq!(only_text(&call(&registry, "flaky").await), "read");

    let registry = builder()
        .layer(RetryLayer::new(Twice(true)))
        .build()
        .unwrap();
    let result = call(&registry, "purge").await;
    assert!(
        only_text(&result).starts_with("`purge` was not run again"),
        "{result:?}"
    );
    assert_eq!(registry.state().runs.load(Ordering::SeqCst), 1);
}

/// Charges the customer.
#[mcp_tool]
fn charge(#[state] counts: &Counts) -> Result<(), ToolError> {
    counts.runs.fetch_add(1, Ordering::SeqCst);
    Err(ToolError::new("the card was declined")
        .code("declined")
        .data(json!({ "days": 3 })))
}

/// Charges the customer, and fails with a JSON-RPC error.
#[mcp_tool]
async fn charge_again(#[state] counts: &Counts) -> Result<(), ToolError> {
    counts.runs.fetch_add(1, Ordering::SeqCst);
    let error = ProtocolError::new(-31001, "log in first");
    Err(error
        .with_data(json!({ "url": "https://shop.example" }))
        .into())
}

/// A retry hides no error of a tool that must not run twice.
#[tokio::test]
async fn a_second_run_answers_with_the_first_error() {
    let registry = builder()
        .tools(tools![charge, charge_again])
        .layer(RetryLayer::new(Once(true)))
        .build()
        .unwrap();
    let line = |tool: &str| {
        format!(
            "`{tool}` was not run again, because its first run may have changed something; look for \
             its effects before you try again"
        )
    };
    let failed = call(&registry, "charge").await;
    let texts: Vec<_> = failed
        .content()
        .iter()
        .filter_map(|it| it.as_text())
        .collect();
    assert_eq!(texts, ["the card was declined", &line("charge")]);
    assert_eq!(failed.error_code(), Some("declined"));
    let details = &failed.meta().unwrap()["mcp-tool-runtime/error"];
    assert_eq!(details["data"], json!({ "days": 3 }));

    let request = CallToolRequest::new("charge_again");
    let error = registry.call(request, &ToolContext::detached()).await;
    let error = error.unwrap_err();
    let message = format!("log in first\n{}", line("charge_again"));
    assert_eq!((error.code(), error.message()), (-31001, message.as_str()));
    assert_eq!(
        error.data(),
        Some(&json!({ "url": "https://shop.example" }))
    );
    assert_eq!(registry.state().runs.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn tool_layers_run_inside_registry_layers() {
    let order = Arc::new(Mutex::new(Vec::new()));
    let note = |name: &'static str| {
        let order = Arc::clone(&order);
        Each(move |_: &mut ToolCall| {
            order.lock().unwrap().push(name);
            Ok(())
        })
    };
    let tools = tools![purge, add]
        .into_iter()
        .map(|tool| match tool.name() {
            "purge" => tool.layer(note("inner")).layer(note("outer")),
            _ => tool,
        });
    let registry = ToolRegistry::builder(Counts::default())
        .tools(tools)
        .layer(note("registry"))
        .layer(note("last"))
        .build()
        .unwrap();
    call(&registry, "purge").await;
    assert_eq!(
        *order.lock().unwrap(),
        ["last", "registry", "outer", "inner"]
    );
    order.lock().unwrap().clear();
    call(&registry, "add").await;
    assert_eq!(*order.lock().unwrap(), ["last", "registry"]);
}

#[tokio::test]
async fn a_waiting_user_holds_no_permit() {
    for version in [ProtocolVersion::V2025_06_18, ProtocolVersion::V2025_11_25] {
        let asked = Arc::new(AtomicUsize::new(0));
        let registry = builder()
            .layer(ConcurrencyLimitLayer::new(1))
            .build()
            .unwrap();
        let capabilities = json!({ "elicitation": {} });
        let capabilities = ClientCapabilities::new(capabilities.as_object().unwrap().clone());
        let (questions, others) = (Arc::clone(&asked), registry.clone());
        let context = ToolContext::new(version)
            .with_client(ClientInfo::new("test", "1"), capabilities)
            .with_input_requests(move |_| {
                questions.fetch_add(1, Ordering::SeqCst);
                let others = others.clone();
                async move {
                    // The concurrency limit is one call. A call that waits for the user does not
                    // count, so `purge` can run while `greet` waits.
                    let limit = Duration::from_secs(60);
                    let other = tokio::time::timeout(limit, call(&others, "purge")).await;
                    assert_eq!(only_text(&other.unwrap()), "purged");
                    let content = json!({ "name": "Ada" });
                    Ok::<_, Infallible>(json!({ "action": "accept", "content": content }))
                }
            });
        let response = registry.call(CallToolRequest::new("greet"), &context).await;
        let result = response.unwrap().complete().unwrap();
        assert_eq!(only_text(&result), "Hello, Ada!");
        assert_eq!(asked.load(Ordering::SeqCst), 1);
        // `greet` and `purge` ran once each, so `greet` did not start again after the user's
        // answer.
        assert_eq!(registry.state().runs.load(Ordering::SeqCst), 2);
    }
}

#[tokio::test]
async fn a_cancelled_call_gives_its_permit_back() {
    let registry = builder()
        .layer(ConcurrencyLimitLayer::new(1))
        .build()
        .unwrap();
    let hanging = call(&registry, "hang");
    let stopped = tokio::time::timeout(Duration::from_millis(20), hanging).await;
    assert!(stopped.is_err());
    assert_eq!(only_text(&call(&registry, "purge").await), "purged");
}
