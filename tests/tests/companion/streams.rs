//! Streams of `subscriptions/listen`.

use mcp_tool_runtime::{LiveRegistry, Tool, ToolRegistry};
use mcp_tool_server::ToolServer;
use mcp_tool_tests::put;
use serde_json::{Value, json};

use crate::client::{Client, Got, script};

const ID: &str = "io.modelcontextprotocol/subscriptionId";

fn live() -> (ToolServer, LiveRegistry) {
    let live = ToolRegistry::builder(()).build_live().unwrap();
    (ToolServer::new("live", "1.0.0", live.clone()), live)
}

fn change(live: &LiveRegistry) {
    let tool = Tool::builder("more").description("Is new.");
    let tool = tool.handler(|_, _| async { "new" });
    put(live, [tool]);
}

async fn listen(client: &mut Client) -> Value {
    let wanted = json!({ "toolsListChanged": true, "promptsListChanged": true });
    client
        .modern("subscriptions/listen", json!({ "notifications": wanted }))
        .await
}

fn send(got: &Got<'_>, method: &str, members: Value) {
    let mut params = json!({ "_meta": { ID: got.id() } });
    for (name, value) in members.as_object().unwrap() {
        params[name] = value.clone();
    }
    let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
    got.sender.send(message.to_string());
}

#[tokio::test]
async fn a_stream_carries_the_notifications_of_both() {
    let (server, live) = live();
    let companion = script(|got| match got.method() {
        "subscriptions/listen" => {
            let accepted = json!({ "notifications": { "promptsListChanged": true } });
            send(got, "notifications/subscriptions/acknowledged", accepted);
            send(got, "notifications/prompts/list_changed", json!({}));
        }
        _ => got.answer_basics(),
    });
    let mut client = Client::of(server.beside(companion).unwrap());
    let acknowledged = listen(&mut client).await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    let accepted = json!({ "promptsListChanged": true, "toolsListChanged": true });
    assert_eq!(acknowledged["params"]["notifications"], accepted);
    assert_eq!(acknowledged["params"]["_meta"][ID], 7);
    let changed = client.next().await;
    assert_eq!(changed["method"], "notifications/prompts/list_changed");
    assert_eq!(changed["params"]["_meta"][ID], 7);
    change(&live);
    let changed = client.next().await;
    assert_eq!(changed["method"], "notifications/tools/list_changed");
    assert_eq!(changed["params"]["_meta"][ID], 7);
}

#[tokio::test]
async fn the_end_of_a_stream_has_the_id_of_the_client() {
    let mut client = Client::connect(|got| match got.method() {
        "subscriptions/listen" => {
            let meta = json!({ "_meta": { ID: got.id() } });
            got.answer(meta);
        }
        _ => got.answer_basics(),
    });
    let end = listen(&mut client).await;
    assert_eq!(end["id"], 7);
    assert_eq!(end["result"]["_meta"][ID], 7);
    assert_eq!(end["result"]["resultType"], "complete");
}

/// A companion that knows no streams, or says nothing, or stops, takes none from the tools.
#[tokio::test(start_paused = true)]
async fn the_stream_of_the_tools_needs_no_companion() {
    for refusal in [Some(-32601), Some(-32603), None] {
        let (server, live) = live();
        let companion = script(move |got| match (got.method(), refusal) {
            ("subscriptions/listen", Some(code)) => got.refuse(code),
            ("subscriptions/listen", None) => {}
            _ => got.answer_basics(),
        });
        let mut client = Client::of(server.beside(companion).unwrap());
        let acknowledged = listen(&mut client).await;
        let accepted = json!({ "toolsListChanged": true });
        assert_eq!(
            acknowledged["params"]["notifications"], accepted,
            "{refusal:?}"
        );
        change(&live);
        let changed = client.next().await;
        assert_eq!(changed["method"], "notifications/tools/list_changed");
    }
    // Without live tools, the refusal is the answer.
    let mut client = Client::connect(|got| got.answer_basics());
    assert_eq!(listen(&mut client).await["error"]["code"], -32601);
}
