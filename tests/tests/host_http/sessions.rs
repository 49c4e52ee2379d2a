//! Sessions that nothing is said in.

use std::sync::atomic::Ordering;
use std::time::Duration;

use mcp_tool_runtime::HttpConfig;
use serde_json::json;

use crate::client::*;

/// So much later, without waiting.
async fn after(minutes: u64) {
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(60 * minutes)).await;
    tokio::time::resume();
}

#[tokio::test]
async fn a_call_may_be_silent_for_a_while() {
    let (address, gate) = serve(HttpConfig::new()).await;
    let client = Client::new(address, OLDER[1]).await;
    let mut answer = client.open(&call(1, "wait", json!({}))).await;
    reaches(&gate.started, 1).await;
    after(20).await;
    assert_eq!(gate.dropped.load(Ordering::SeqCst), 0);
    gate.open.add_permits(1);
    let answer = answer.next().await.expect("an answer");
    assert_eq!(answer["result"]["content"][0]["text"], "waited");
}

#[tokio::test]
async fn a_session_that_is_forgotten_ends() {
    for (config, minutes) in [
        (HttpConfig::new(), 40),
        (
            HttpConfig::new().session_timeout(Duration::from_secs(60)),
            2,
        ),
    ] {
        let (address, gate) = serve(config).await;
        let client = Client::new(address, OLDER[1]).await;
        let lost = client.start(&call(1, "wait", json!({}))).await;
        reaches(&gate.started, 1).await;
        after(minutes).await;
        // The SDK lets the call go on for some seconds.
        tokio::task::yield_now().await;
        after(1).await;
        reaches(&gate.dropped, 1).await;
        drop(lost);
    }
}
