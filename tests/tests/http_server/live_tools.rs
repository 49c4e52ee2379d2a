//! Tools that change while clients are connected over HTTP.

use std::net::SocketAddr;

use axum::Router;
use mcp_tool_runtime::{LiveRegistry, ToolRegistry};
use mcp_tool_server::{HttpConfig, ToolServer};
use mcp_tool_tests::live_tool as tool;
use serde_json::json;

use crate::client::*;

const CHANGED: &str = "notifications/tools/list_changed";

async fn serve(config: HttpConfig) -> (SocketAddr, LiveRegistry<()>) {
    let live = ToolRegistry::builder(()).build_live().unwrap();
    let server = ToolServer::new("live", "1", live.clone());
    let app = Router::new().route_service("/mcp", server.http_service(config));
    (serve_app(app).await, live)
}

fn initialize(version: &str) -> serde_json::Value {
    let info = json!({ "name": "test", "version": "0" });
    let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": info });
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params })
}

#[tokio::test]
async fn each_session_gets_each_change_once() {
    // R132
    let (address, live) = serve(HttpConfig::new()).await;
    let mut streams = Vec::new();
    for version in OLDER {
        let answer = post(address, &[], &initialize(version)).await;
        assert_eq!(
            answer.messages[0]["result"]["capabilities"],
            json!({ "tools": { "listChanged": true } })
        );
        let client = Client::new(address, version).await;
        streams.push(client.listen(&[]).await);
    }
    for name in ["a", "b", "c"] {
        live.add([tool(name, 1)]).unwrap();
        for stream in &mut streams {
            let changed = stream.next().await.unwrap();
            assert_eq!(changed["method"], CHANGED, "{changed}");
        }
    }
}

#[tokio::test]
async fn a_stream_of_2026_gets_each_change_once() {
    // R132, R145
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        let (address, live) = serve(config).await;
        let client = Client::new(address, NEWEST).await;
        let discover =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {} });
        let (_, discovered) = client.ask(&discover).await;
        assert_eq!(
            discovered["result"]["capabilities"],
            json!({ "tools": { "listChanged": true } })
        );
        let params = json!({ "notifications": { "toolsListChanged": true } });
        let mut stream = client
            .open(&json!({ "jsonrpc": "2.0", "id": 2, "method": "subscriptions/listen", "params": params }))
            .await;
        let acknowledged = stream.next().await.unwrap();
        assert_eq!(
            acknowledged["params"]["notifications"],
            json!({ "toolsListChanged": true })
        );
        for name in ["a", "b", "c"] {
            live.add([tool(name, 1)]).unwrap();
            let changed = stream.next().await.unwrap();
            assert_eq!(changed["method"], CHANGED, "{changed}");
        }
        let list = json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": {} });
        let (_, list) = client.ask(&list).await;
        assert_eq!(list["result"]["tools"].as_array().unwrap().len(), 3);
    }
}

#[tokio::test]
async fn sessionless_http_declares_no_list_changes_to_older_clients() {
    // R132
    let (address, live) = serve(HttpConfig::new().without_sessions()).await;
    for version in OLDER {
        let answer = post(address, &[], &initialize(version)).await;
        assert_eq!(
            answer.messages[0]["result"]["capabilities"],
            json!({ "tools": {} })
        );
        let client = Client::new(address, version).await;
        live.add([tool(&version.replace('-', "_"), 1)]).unwrap();
        let list = json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/list" });
        let (before, list) = client.ask(&list).await;
        assert_eq!(before.len(), 0);
        let tools = list["result"]["tools"].as_array().unwrap();
        assert!(tools.iter().any(|tool| tool["description"] == "Version 1."));
    }
}

#[tokio::test]
async fn a_session_that_does_not_listen_still_calls() {
    let (address, live) = serve(HttpConfig::new()).await;
    live.add([tool("a", 1)]).unwrap();
    let client = Client::new(address, OLDER[1]).await;
    for id in 1..20 {
        for _ in 0..100 {
            live.replace([tool("a", id)]).unwrap();
            tokio::task::yield_now().await;
        }
        let (_, answer) = client.ask(&call(id, "a", json!({}))).await;
        assert_eq!(answer["result"]["content"][0]["text"], id.to_string());
    }
    let mut stream = client.listen(&[]).await;
    live.remove("a");
    assert_eq!(stream.next().await.unwrap()["method"], CHANGED);
}
