//! The context of a call: progress, cancellation, and information about the request and the client.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mcp_tool_runtime::{ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use serde_json::{Value, json};

use crate::client::*;

/// Counts, and reports its progress.
#[mcp_tool]
async fn steps(
    #[state] gate: &Gate,
    #[context] cx: &ToolContext,
    /// How far
    to: u32,
) -> String {
    gate.started.fetch_add(1, Ordering::SeqCst);
    for step in 1..=to {
        cx.progress(
            f64::from(step),
            f64::from(to),
            format!("step {step}").as_str(),
        );
        tokio::task::yield_now().await;
    }
    format!("wanted: {}", cx.wants_progress())
}

/// Spawns a task that reports progress even after the call has ended.
#[mcp_tool]
async fn chatter(#[state] gate: &Gate, #[context] cx: &ToolContext) {
    let cx = cx.clone();
    let started = gate.started.load(Ordering::SeqCst);
    tokio::spawn(async move {
        for step in started.. {
            cx.progress(step as f64, None, None);
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    });
}

/// Blocks a thread until the call is cancelled.
#[mcp_tool(blocking)]
fn wait_blocking(#[state] gate: &Gate, #[context] cx: &ToolContext) {
    gate.started.fetch_add(1, Ordering::SeqCst);
    while !cx.is_cancelled() {
        std::thread::sleep(Duration::from_millis(1));
    }
    gate.dropped.fetch_add(1, Ordering::SeqCst);
}

/// Spawns a task that waits until the call is cancelled.
#[mcp_tool]
async fn watched(#[state] gate: &Arc<Gate>, #[context] cx: &ToolContext) {
    let (gate, watching) = (Arc::clone(gate), cx.clone());
    gate.started.fetch_add(1, Ordering::SeqCst);
    tokio::spawn(async move {
        watching.cancelled().await;
        gate.dropped.fetch_add(1, Ordering::SeqCst);
    });
    std::future::pending::<()>().await;
}

/// Describes the client.
#[mcp_tool(allow(undocumented))]
async fn who(#[context] cx: &ToolContext) -> BTreeMap<&'static str, String> {
    let client = cx
        .client()
        .map(|client| format!("{} {}", client.name, client.version));
    let elicitation = cx.client_capabilities().has("elicitation").to_string();
    BTreeMap::from([
        ("client", client.unwrap_or_default()),
        ("elicitation", elicitation),
    ])
}

fn client_of_these() -> Client {
    let gate = Gate::new();
    let registry = ToolRegistry::builder_arc(Arc::clone(&gate))
        .tools(tools![steps, chatter, wait_blocking, who])
        .build()
        .unwrap();
    Client::of(ToolServer::new("demo", "1.2.3", registry), gate)
}

/// Adds a progress token to the parameters of a call.
fn with_token(mut params: Value, token: Value) -> Value {
    params["_meta"]["progressToken"] = token;
    params
}

#[tokio::test]
async fn progress_comes_before_the_response() {
    // R178, R179, R180, R181
    let mut client = client_of_these();
    client.initialize(LEGACY[1]).await;
    for params in [
        call("steps", json!({ "to": 3 })),
        modern(call("steps", json!({ "to": 3 }))),
    ] {
        for token in [json!("a"), json!(-7)] {
            let id = client
                .start("tools/call", with_token(params.clone(), token.clone()))
                .await;
            for step in 1..=3 {
                let message = client.receive().await;
                assert_eq!(message["method"], "notifications/progress");
                let params = &message["params"];
                assert_eq!(params["progressToken"], token);
                assert_eq!(params["progress"].as_f64(), Some(f64::from(step)));
                assert_eq!(params["total"].as_f64(), Some(3.0));
                assert_eq!(params["message"], format!("step {step}"));
            }
            let answer = client.receive().await;
            assert_eq!(answer["id"], id);
            assert_eq!(answer["result"]["content"][0]["text"], "wanted: true");
        }
    }
}

#[tokio::test]
async fn no_progress_is_sent_without_a_progress_token() {
    // R178, R179
    let mut client = client_of_these();
    client.initialize(LEGACY[1]).await;
    let result = client
        .result("tools/call", call("steps", json!({ "to": 3 })))
        .await;
    assert_eq!(result["content"][0]["text"], "wanted: false");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ten_concurrent_calls_report_their_own_progress() {
    // R180, R182
    const CALLS: usize = 10;
    let mut client = client_of_these();
    client.initialize(LEGACY[1]).await;
    for token in 0..CALLS {
        let params = with_token(call("steps", json!({ "to": 200 })), json!(token));
        client.start("tools/call", params).await;
    }
    let mut last = [0.0; CALLS];
    let mut count = [0; CALLS];
    let mut answers = 0;
    while answers < CALLS {
        let message = client.receive().await;
        if message.get("result").is_some() {
            answers += 1;
            continue;
        }
        let token = message["params"]["progressToken"].as_u64().unwrap() as usize;
        let progress = message["params"]["progress"].as_f64().unwrap();
        assert!(progress > last[token], "{progress} after {}", last[token]);
        last[token] = progress;
        count[token] += 1;
    }
    assert_eq!(last, [200.0; CALLS], "the last value is always sent");
    // The rate limit lets through the first ten reports, the last report, and possibly some
    // reports in between.
    assert!(
        count.iter().all(|count| (11..200).contains(count)),
        "{count:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_after_the_response() {
    // R178
    let mut client = client_of_these();
    client.initialize(LEGACY[1]).await;
    let params = with_token(call("chatter", json!({})), json!("late"));
    let id = client.start("tools/call", params).await;
    while client.receive().await["id"] != id {}
    tokio::time::sleep(Duration::from_millis(50)).await;
    client.expect_silence().await;
}

#[tokio::test]
async fn a_blocking_tool_can_check_for_cancellation() {
    // R184
    let mut client = client_of_these();
    client.initialize(LEGACY[1]).await;
    let id = client
        .start("tools/call", call("wait_blocking", json!({})))
        .await;
    reaches(&client.gate.started, 1).await;
    let params = json!({ "requestId": id });
    client
        .send(json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }))
        .await;
    reaches(&client.gate.dropped, 1).await;
    client.expect_silence().await;
}

#[tokio::test]
async fn a_spawned_task_can_wait_for_cancellation_of_its_call() {
    // R184
    let gate = Gate::new();
    let registry = ToolRegistry::builder(Arc::clone(&gate));
    let registry = registry.tools(tools![watched]).build().unwrap();
    let mut client = Client::of(ToolServer::new("demo", "1.2.3", registry), gate);
    client.initialize(LEGACY[1]).await;
    let id = client.start("tools/call", call("watched", json!({}))).await;
    reaches(&client.gate.started, 1).await;
    let params = json!({ "requestId": id });
    client
        .send(json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }))
        .await;
    reaches(&client.gate.dropped, 1).await;
}

#[tokio::test]
async fn client_info_comes_from_the_request_or_the_handshake() {
    // R74, R174
    let mut client = client_of_these();
    client.initialize(LEGACY[1]).await;
    let result = client.result("tools/call", call("who", json!({}))).await;
    let expected = json!({ "client": "test 0", "elicitation": "false" });
    assert_eq!(result["structuredContent"], expected);

    let mut params = modern(call("who", json!({})));
    params["_meta"]["io.modelcontextprotocol/clientInfo"] =
        json!({ "name": "other", "version": "9" });
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({ "elicitation": { "form": {} } });
    let result = client.result("tools/call", params).await;
    let who = &result["structuredContent"];
    assert_eq!(
        (&who["client"], &who["elicitation"]),
        (&json!("other 9"), &json!("true"))
    );
}
