//! Calls over the SDK's own transport.

use mcp_tool_rmcp::handler;
use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

use crate::stdio::client::*;

#[tokio::test]
async fn the_sdk_can_serve_the_server_itself() {
    // R146, R147
    let (end, stream) = tokio::io::duplex(64 * 1024);
    let serving = tokio::spawn(async move {
        let running = handler(server(&Gate::new())).serve(stream).await.unwrap();
        running.waiting().await
    });
    let (reader, mut writer) = tokio::io::split(end);
    let mut reader = BufReader::new(reader).lines();
    for (method, params, pointer, expected) in [
        (
            "server/discover",
            json!({}),
            "/result/supportedVersions/4",
            json!(MODERN),
        ),
        (
            "tools/call",
            call("add", json!({ "a": 1, "b": 2 })),
            "/result/structuredContent",
            json!(3),
        ),
        (
            "tools/call",
            call("none", json!({})),
            "/error/code",
            json!(-32602),
        ),
        (
            "tools/call",
            json!({ "name": 7 }),
            "/error/code",
            json!(-32602),
        ),
        (
            "tools/list",
            json!({ "cursor": "x" }),
            "/error/code",
            json!(-32602),
        ),
        ("resources/list", json!({}), "/error/code", json!(-32601)),
    ] {
        let request =
            json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": modern(params) });
        writer
            .write_all(format!("{request}\n").as_bytes())
            .await
            .unwrap();
        let answer: Value =
            serde_json::from_str(&reader.next_line().await.unwrap().unwrap()).unwrap();
        assert_eq!(answer.pointer(pointer), Some(&expected), "{answer}");
    }
    drop((reader, writer));
    serving.await.unwrap().unwrap();
}
