//! Tools that change beside a handler of the SDK.

use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_runtime::{LiveRegistry, ToolRegistry};
use mcp_tool_server::ToolServer;
use mcp_tool_tests::{live_tool as tool, put};
use rmcp::model::{ServerCapabilities, ServerConfig};
use rmcp::service::SubscriptionContext;
use rmcp::{ErrorData, ServerHandler};
use serde_json::{Value, json};

use crate::stdio::client::*;

const CHANGED: &str = "notifications/tools/list_changed";

fn live(names: &[&str]) -> LiveRegistry<()> {
    let tools = names.iter().map(|name| tool(name, 1));
    ToolRegistry::builder(()).tools(tools).build_live().unwrap()
}

fn server(live: &LiveRegistry<()>) -> ToolServer {
    ToolServer::new("live", "1", live.clone())
}

async fn listen(client: &mut Client, notifications: Value) -> Value {
    let params = modern(json!({ "notifications": notifications }));
    let id = client.start("subscriptions/listen", params).await;
    let acknowledged = client.receive().await;
    let method = "notifications/subscriptions/acknowledged";
    assert_eq!(acknowledged["method"], method, "{acknowledged}");
    id
}

/// An SDK handler that has no tools, and declares that its prompts can change.
#[derive(Clone)]
struct Prompts;

impl ServerHandler for Prompts {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_prompts();
        ServerConfig::new(capabilities.enable_prompts_list_changed().build())
    }

    async fn listen(&self, stream: SubscriptionContext) -> Result<(), ErrorData> {
        stream.cancelled().await;
        Ok(())
    }
}

#[tokio::test]
async fn tool_changes_are_announced_with_an_existing_handler() {
    let live = live(&["a"]);
    let both = server(&live).beside_handler(Prompts).unwrap();
    let mut client = Client::of(both, Gate::new());
    let result = client.initialize(LEGACY[1]).await;
    assert_eq!(
        result["capabilities"],
        json!({ "prompts": { "listChanged": true }, "tools": { "listChanged": true } })
    );
    put(&live, [tool("b", 1)]);
    assert_eq!(client.receive().await["method"], CHANGED);

    listen(&mut client, json!({ "toolsListChanged": true })).await;
    put(&live, [tool("b", 2)]);
    // The client gets one notification for the session of `initialize`, and one for the stream of
    // `subscriptions/listen`. Only the notification for the stream has `_meta`.
    let both = [client.receive().await, client.receive().await];
    assert!(both.iter().all(|message| message["method"] == CHANGED));
    let ids = both.map(|message| message["params"]["_meta"].is_object());
    assert!(ids[0] != ids[1]);
    let list = client.result("tools/list", json!({})).await;
    assert_eq!(list["tools"][1]["description"], "Version 2.");
}
