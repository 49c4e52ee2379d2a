//! A server whose tools change while clients are connected.

use mcp_tool_runtime::{LiveRegistry, ToolRegistry, ToolServer, mcp_tool, tools};
use serde_json::json;

use crate::client::*;

/// Writes.
#[mcp_tool]
fn write() -> &'static str {
    "written"
}

fn live() -> (LiveRegistry<()>, Client) {
    let live = ToolRegistry::builder(()).build_live().unwrap();
    let server = ToolServer::new("live", "1.0.0", live.clone());
    (live, Client::of(server, Gate::new()))
}

#[tokio::test]
async fn a_session_hears_of_each_change_once() {
    for version in ["2025-06-18", "2025-11-25"] {
        let (live, mut client) = live();
        let hello = client.initialize(version).await;
        assert_eq!(hello["capabilities"]["tools"]["listChanged"], true);
        assert_eq!(
            client.result("tools/list", json!({})).await["tools"],
            json!([])
        );

        live.add(tools![write]).unwrap();
        let changed = client.receive().await;
        assert_eq!(changed["method"], "notifications/tools/list_changed");
        let list = client.result("tools/list", json!({})).await;
        assert_eq!(list["tools"][0]["name"], "write");
        let call = json!({ "name": "write", "arguments": {} });
        let result = client.result("tools/call", call.clone()).await;
        assert_eq!(result["content"][0]["text"], "written");

        // No change, no notification: the next message is the second one of a change.
        assert!(!live.remove("read"));
        assert!(live.disable("write"));
        let changed = client.receive().await;
        assert_eq!(changed["method"], "notifications/tools/list_changed");
        assert_eq!(client.error("tools/call", call).await.0, -32602);
        assert!(client.end().await.0.is_empty());
    }
}

#[tokio::test]
async fn a_stream_hears_of_changes_until_it_is_cancelled() {
    let (live, mut client) = live();
    let discovered = client.result("server/discover", modern(json!({}))).await;
    assert_eq!(discovered["capabilities"]["tools"]["listChanged"], true);
    let listen = modern(json!({ "notifications": { "toolsListChanged": true } }));
    let id = client.start("subscriptions/listen", listen).await;
    let acknowledged = client.receive().await;
    assert_eq!(
        acknowledged["params"]["notifications"],
        json!({ "toolsListChanged": true })
    );

    // From a thread that knows no runtime.
    let other = live.clone();
    std::thread::spawn(move || other.add(tools![write]).unwrap())
        .join()
        .unwrap();
    let changed = client.receive().await;
    assert_eq!(changed["method"], "notifications/tools/list_changed");
    assert_eq!(
        changed["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
        id
    );
    let list = client.result("tools/list", modern(json!({}))).await;
    assert_eq!(list["tools"][0]["name"], "write");

    let cancel = json!({ "requestId": id });
    let cancelled =
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel });
    client.send(cancelled).await;
    client.result("tools/list", modern(json!({}))).await;
    assert!(live.remove("write"));
    client.expect_silence().await;
}

#[tokio::test]
async fn changes_that_come_at_once_are_told_together() {
    let (live, mut client) = live();
    client.initialize("2025-11-25").await;
    // The client is known when this has been answered.
    client.result("tools/list", json!({})).await;
    live.add(tools![write]).unwrap();
    for _ in 0..100 {
        live.disable("write");
        live.enable("write");
    }
    let mut told = 0;
    let last = client.start("tools/list", json!({})).await;
    loop {
        let message = client.receive().await;
        match message.get("id") {
            Some(id) => {
                assert_eq!(*id, last);
                break;
            }
            None => told += 1,
        }
    }
    assert!((1..=2).contains(&told), "{told}");
}
