//! Tools that change while clients are connected. Each client uses a pair of in-memory streams.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_runtime::{LiveRegistry, ToolRegistry};
use mcp_tool_server::ToolServer;
use mcp_tool_tests::live_tool as tool;
use rmcp::model::{ServerCapabilities, ServerConfig};
use rmcp::service::SubscriptionContext;
use rmcp::{ErrorData, ServerHandler};
use serde_json::{Value, json};

use crate::client::*;

const CHANGED: &str = "notifications/tools/list_changed";

fn live(names: &[&str]) -> LiveRegistry<()> {
    let tools = names.iter().map(|name| tool(name, 1));
    ToolRegistry::builder(()).tools(tools).build_live().unwrap()
}

fn server(live: &LiveRegistry<()>) -> ToolServer {
    ToolServer::new("live", "1", live.clone())
}

fn names(list: &Value) -> Vec<&str> {
    let tools = list["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

async fn listen(client: &mut Client, notifications: Value) -> Value {
    let params = modern(json!({ "notifications": notifications }));
    let id = client.start("subscriptions/listen", params).await;
    let acknowledged = client.receive().await;
    let method = "notifications/subscriptions/acknowledged";
    assert_eq!(acknowledged["method"], method, "{acknowledged}");
    id
}

#[tokio::test]
async fn a_session_gets_each_change_once() {
    // R132
    for version in LEGACY {
        let live = live(&["a"]);
        let mut client = Client::of(server(&live), Gate::new());
        let result = client.initialize(version).await;
        assert_eq!(
            result["capabilities"],
            json!({ "tools": { "listChanged": true } })
        );
        // The server must also announce a change that happens before the server reads the
        // `notifications/initialized` from `client.initialize`.
        for name in ["b", "c", "d"] {
            live.add([tool(name, 1)]).unwrap();
            let changed = client.receive().await;
            assert_eq!(changed, json!({ "jsonrpc": "2.0", "method": CHANGED }));
        }
        let list = client.result("tools/list", json!({})).await;
        assert_eq!(names(&list), ["a", "b", "c", "d"]);
        assert!(!live.disable("none"));
        live.disable("a");
        assert_eq!(client.receive().await["method"], CHANGED);
        let list = client.result("tools/list", json!({})).await;
        assert_eq!(names(&list), ["b", "c", "d"]);
        client.end().await.1.unwrap();
    }
}

#[tokio::test]
async fn a_stream_gets_each_change_once() {
    // R132, R145
    let live = live(&["a"]);
    let mut client = Client::of(server(&live), Gate::new());
    let discovered = client.result("server/discover", modern(json!({}))).await;
    assert_eq!(
        discovered["capabilities"],
        json!({ "tools": { "listChanged": true } })
    );
    let id = listen(&mut client, json!({ "toolsListChanged": true })).await;
    for name in ["b", "c"] {
        live.add([tool(name, 1)]).unwrap();
        let changed = client.receive().await;
        assert_eq!(changed["method"], CHANGED);
        let of = &changed["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
        assert_eq!(*of, id, "{changed}");
    }
    let list = client.result("tools/list", modern(json!({}))).await;
    assert_eq!(names(&list), ["a", "b", "c"]);
    client.end().await.1.unwrap();
}

#[tokio::test]
async fn a_client_without_a_subscription_gets_no_notification() {
    let live = live(&["a"]);
    let mut client = Client::of(server(&live), Gate::new());
    live.remove("a");
    client.expect_silence().await;
    listen(&mut client, json!({ "promptsListChanged": true })).await;
    live.add([tool("b", 1)]).unwrap();
    client.expect_silence().await;
}

#[tokio::test]
async fn a_fixed_registry_does_not_declare_list_changed() {
    for version in LEGACY {
        let mut client = Client::new();
        let result = client.initialize(version).await;
        assert_eq!(result["capabilities"], json!({ "tools": {} }));
    }
    let mut client = Client::new();
    let params = modern(json!({ "notifications": { "toolsListChanged": true } }));
    assert_eq!(client.error("subscriptions/listen", params).await.0, -32601);
}

#[tokio::test]
async fn unread_change_notifications_are_merged_into_one() {
    let live = live(&["a"]);
    let mut client = Client::of(server(&live), Gate::new());
    client.initialize(LEGACY[0]).await;
    live.disable("a");
    assert_eq!(client.receive().await["method"], CHANGED);
    for _ in 0..1000 {
        live.enable("a");
        live.disable("a");
    }
    assert_eq!(client.receive().await["method"], CHANGED);
    client.expect_silence().await;
}

#[tokio::test]
async fn a_slow_client_gets_fewer_notifications() {
    const CHANGES: usize = 20_000;
    let live = live(&["a"]);
    let mut client = Client::of(server(&live), Gate::new());
    client.initialize(LEGACY[0]).await;
    for _ in 0..CHANGES / 2 {
        live.disable("a");
        tokio::task::yield_now().await;
        live.enable("a");
        tokio::task::yield_now().await;
    }
    let id = client.start("tools/list", json!({})).await;
    let mut heard = 0;
    while client.receive().await.get("id") != Some(&id) {
        heard += 1;
    }
    assert!((1..CHANGES / 2).contains(&heard), "{heard}");
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
    live.add([tool("b", 1)]).unwrap();
    assert_eq!(client.receive().await["method"], CHANGED);

    listen(&mut client, json!({ "toolsListChanged": true })).await;
    live.replace([tool("b", 2)]).unwrap();
    // The client gets one notification for the session of `initialize`, and one for the stream of
    // `subscriptions/listen`. Only the notification for the stream has `_meta`.
    let both = [client.receive().await, client.receive().await];
    assert!(both.iter().all(|message| message["method"] == CHANGED));
    let ids = both.map(|message| message["params"]["_meta"].is_object());
    assert!(ids[0] != ids[1]);
    let list = client.result("tools/list", json!({})).await;
    assert_eq!(list["tools"][1]["description"], "Version 2.");
}

#[tokio::test]
async fn a_running_call_survives_removal_of_its_tool() {
    let gate = Gate::new();
    let live = builder(Arc::clone(&gate)).build_live().unwrap();
    let server = ToolServer::new("live", "1", live.clone());
    let mut client = Client::of(server, Arc::clone(&gate));
    let id = client
        .start("tools/call", modern(call("wait", json!({}))))
        .await;
    reaches(&gate.started, 1).await;
    assert!(live.remove("wait"));
    gate.open.add_permits(1);
    let answer = client.receive().await;
    assert_eq!(answer["id"], id);
    assert_eq!(answer["result"]["content"][0]["text"], "waited", "{answer}");
    let again = client
        .error("tools/call", modern(call("wait", json!({}))))
        .await;
    assert_eq!(again.0, -32602, "{again:?}");
}

#[tokio::test]
async fn responses_to_calls_with_the_same_id_never_mix() {
    let gate = Gate::new();
    for version in [LEGACY[0], LEGACY[1], MODERN] {
        let mut client = Client::of(crate::client::server(&gate), Arc::clone(&gate));
        if version != MODERN {
            client.initialize(version).await;
        }
        let started = gate.started.load(Ordering::SeqCst);
        let request = |name: &str, arguments: Value| {
            let params = modern_version(version, call(name, arguments));
            let params = match version == MODERN {
                true => params,
                false => call(name, params["arguments"].clone()),
            };
            json!({ "jsonrpc": "2.0", "id": "same", "method": "tools/call", "params": params })
        };
        client.send(request("wait", json!({}))).await;
        reaches(&gate.started, started + 1).await;
        client.send(request("add", json!({ "a": 1, "b": 2 }))).await;
        let second = client.receive().await;
        assert_eq!(second["id"], "same");
        assert!(second["error"]["code"].is_i64(), "{second}");
        gate.open.add_permits(1);
        let first = client.receive().await;
        assert_eq!(first["id"], "same");
        assert_eq!(first["result"]["content"][0]["text"], "waited", "{first}");
        // After the response, the client can use the id again.
        client.send(request("add", json!({ "a": 1, "b": 2 }))).await;
        let third = client.receive().await;
        assert_eq!(third["result"]["content"][0]["text"], "3", "{third}");
    }
}
