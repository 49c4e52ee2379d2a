//! Tools as routes of the router that a server of the SDK has already.

use std::sync::Arc;

use mcp_tool_runtime::{ToolRegistry, mcp_tool, serve_io, tools};
use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::client::*;

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

/// Lists names.
#[mcp_tool(read_only)]
async fn names() -> Vec<&'static str> {
    vec!["a"]
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![add, names])
        .build()
        .unwrap()
}

/// Has a tool of its own in the SDK's router, and ours beside it.
struct WithRouter {
    router: ToolRouter<Self>,
}

impl WithRouter {
    fn new() -> Self {
        let schema = json!({ "type": "object", "properties": {} });
        let Value::Object(schema) = schema else {
            unreachable!()
        };
        let own = Tool::new("own", "Says own", Arc::new(schema));
        let mut router = ToolRouter::new();
        router.add_route(ToolRoute::new_dyn(own, |_: ToolCallContext<'_, Self>| {
            let result = CallToolResult::success(vec![ContentBlock::text("own")]);
            Box::pin(async { Ok(CallToolResponse::Complete(result)) })
        }));
        for route in registry().rmcp_routes() {
            router.add_route(route);
        }
        WithRouter { router }
    }
}

impl ServerHandler for WithRouter {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.router.list_all()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.router
            .call(ToolCallContext::new(self, request, context))
            .await
    }
}

async fn client(handler: impl ServerHandler) -> Client {
    let mut client = Client::over(
        |input, output| serve_io(handler, input, output),
        Gate::new(),
    );
    client.initialize(LEGACY[1]).await;
    client
}

fn sum() -> Value {
    call("add", json!({ "a": 1, "b": 2 }))
}

#[tokio::test]
async fn routes_of_the_sdk_and_tools_are_one_list() {
    // R98, R103
    let mut client = client(WithRouter::new()).await;
    let list = client.result("tools/list", json!({})).await;
    let tools = list["tools"].as_array().unwrap();
    let listed: Vec<_> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(listed, ["add", "names", "own"]);
    // No list, no number: what is no object has no schema before 2026-07-28.
    assert!(
        tools.iter().all(|tool| tool.get("outputSchema").is_none()),
        "{list}"
    );
    assert_eq!(tools[0]["annotations"], json!({ "readOnlyHint": true }));
    assert_eq!(tools[0]["inputSchema"]["required"], json!(["a", "b"]));

    let answer = client.result("tools/call", sum()).await;
    assert_eq!(answer["content"][0]["text"], "3");
    assert_eq!(answer.get("structuredContent"), None);
    let answer = client.result("tools/call", modern(sum())).await;
    assert_eq!(answer["structuredContent"], 3);
    let answer = client.result("tools/call", call("own", json!({}))).await;
    assert_eq!(answer["content"][0]["text"], "own");
    let answer = client.result("tools/call", call("add", json!({}))).await;
    assert_eq!(answer["isError"], true);
    let text = answer["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("`a`") && text.contains("`b`"), "{text}");
}
