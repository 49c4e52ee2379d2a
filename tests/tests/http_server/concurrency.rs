//! Many calls at once.

use std::collections::BTreeSet;

use mcp_tool_server::HttpConfig;
use serde_json::json;
use tokio::task::JoinSet;

use crate::client::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_hundred_concurrent_calls_get_their_own_results() {
    for (config, version) in [
        (HttpConfig::new(), NEWEST),
        (HttpConfig::new(), OLDER[1]),
        (HttpConfig::new().without_sessions(), OLDER[0]),
    ] {
        let (address, gate) = serve(config).await;
        let client = Client::new(address, version).await;
        let mut calls = JoinSet::new();
        for id in 0..200_u32 {
            let client = client.clone();
            calls.spawn(async move {
                // The first 100 calls wait. The test opens the gate when all 100 calls have
                // started.
                let text = format!("text {id}");
                let (call, text) = match id < 100 {
                    true => (call(id, "wait", json!({})), "waited"),
                    false => (call(id, "echo", json!({ "text": text })), &*text),
                };
                let (before, answer) = client.ask(&call).await;
                assert!(before.is_empty(), "{before:?}");
                assert_eq!(answer["result"]["content"][0]["text"], text);
                answer["id"].as_u64().unwrap()
            });
        }
        reaches(&gate.started, 100).await;
        gate.open.add_permits(100);
        let ids: BTreeSet<_> = calls.join_all().await.into_iter().collect();
        assert!(ids.into_iter().eq(0..200), "{version}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ten_concurrent_calls_report_their_own_progress() {
    // R178, R180, R183
    for (config, version) in [
        (HttpConfig::new(), NEWEST),
        (HttpConfig::new(), OLDER[1]),
        (HttpConfig::new().without_sessions(), OLDER[0]),
    ] {
        let (address, _) = serve(config).await;
        let client = Client::new(address, version).await;
        let mut calls = JoinSet::new();
        for id in 0..10_u32 {
            let client = client.clone();
            calls.spawn(async move {
                let mut call = call(id, "count", json!({}));
                call["params"]["_meta"]["progressToken"] = json!(format!("token {id}"));
                let (before, answer) = client.ask(&call).await;
                let progress = before.iter().map(|message| {
                    assert_eq!(message["method"], "notifications/progress");
                    assert_eq!(message["params"]["progressToken"], format!("token {id}"));
                    message["params"]["progress"].as_f64().unwrap()
                });
                assert_eq!(progress.collect::<Vec<_>>(), [1.0, 2.0, 3.0], "{version}");
                assert_eq!(answer["result"]["content"][0]["text"], "[1,2,3]");
            });
        }
        calls.join_all().await;
    }
}
