//! The client of `mcp_tool_server::testing`, in each protocol version.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use mcp_tool_runtime::elicit::Elicitation;
use mcp_tool_runtime::{
    ElicitForm, LiveRegistry, ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools,
};
use mcp_tool_server::ToolServer;
use mcp_tool_server::testing::{Direction, TestClient};
use serde_json::{Value, json};
use tokio::sync::Notify;

#[derive(Default)]
struct Calls {
    started: Notify,
    dropped: Notify,
    booked: AtomicUsize,
}

/// Counts, and reports the progress.
#[mcp_tool(read_only)]
async fn count(
    #[context] cx: &ToolContext,
    /// How far
    to: u32,
) -> String {
    for step in 1..=to {
        cx.progress(f64::from(step), f64::from(to), None);
    }
    format!("progress: {}", cx.wants_progress())
}

/// Waits until the call is cancelled.
#[mcp_tool(read_only)]
async fn hang(#[state] calls: &Calls) {
    struct Dropped<'a>(&'a Notify);
    impl Drop for Dropped<'_> {
        fn drop(&mut self) {
            self.0.notify_one();
        }
    }
    let _dropped = Dropped(&calls.dropped);
    calls.started.notify_one();
    std::future::pending::<()>().await;
}

/// Names the client.
#[mcp_tool(read_only)]
async fn who(#[context] cx: &ToolContext) -> String {
    let client = cx.client().expect("a client");
    format!("{} {}", client.name, client.version)
}

/// Sleeps for an hour.
#[mcp_tool(read_only)]
async fn sleep(#[state] calls: &Calls) -> &'static str {
    calls.started.notify_one();
    tokio::time::sleep(Duration::from_secs(3600)).await;
    "rested"
}

#[derive(ElicitForm, serde::Deserialize, schemars::JsonSchema)]
struct Confirmation {
    /// Book it
    sure: bool,
}

/// Books a table.
#[mcp_tool]
async fn book(#[state] calls: &Calls, #[context] cx: &ToolContext) -> &'static str {
    match cx.elicit("sure", "Really?").await {
        Elicitation::Accepted(Confirmation { sure: true }) => {
            calls.booked.fetch_add(1, Ordering::SeqCst);
            "booked"
        }
        _ => "free",
    }
}

/// Does nothing.
#[mcp_tool(read_only)]
fn first() {}

/// Does nothing either.
#[mcp_tool(read_only)]
fn second() {}

struct Fixture {
    calls: Arc<Calls>,
    live: LiveRegistry<Calls>,
}

impl Fixture {
    fn new() -> Self {
        let calls = Arc::<Calls>::default();
        let registry = ToolRegistry::builder_arc(Arc::clone(&calls));
        let registry = registry.tools(tools![count, hang, who, sleep, book]);
        let live = registry.build_live().unwrap();
        Fixture { calls, live }
    }

    fn server(&self) -> ToolServer {
        ToolServer::new("demo", "1.0.0", self.live.clone()).instructions("Count.")
    }

    async fn client(&self, version: ProtocolVersion) -> TestClient {
        TestClient::connect(self.server(), version).await
    }
}

/// Waits for an event. Panics if it does not happen.
async fn in_time(event: impl Future<Output = ()>) {
    let event = tokio::time::timeout(Duration::from_secs(60), event);
    event.await.expect("the event in time");
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

/// Awaits a future that must panic, and returns the message.
async fn panic_of<T: Send + 'static>(future: impl Future<Output = T> + Send + 'static) -> String {
    let result = tokio::spawn(future).await;
    let payload = result.err().expect("a panic").into_panic();
    match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => payload.downcast::<&str>().unwrap().to_string(),
    }
}

#[tokio::test]
async fn each_version_lists_and_calls() {
    let fixture = Fixture::new();
    for version in ProtocolVersion::ALL {
        let client = fixture.client(*version).await;
        assert_eq!(client.server()["instructions"], "Count.");
        let names = client.list_tools().await;
        let names = names.iter().map(|tool| tool["name"].as_str().unwrap());
        assert_eq!(
            Vec::from_iter(names),
            ["count", "hang", "who", "sleep", "book"]
        );

        let result = client.call("count", json!({ "to": 2 })).await;
        assert_eq!(text(&result), "progress: true");
        let progress = client.notifications("notifications/progress");
        let progress = progress.iter().map(|params| params["progress"].as_f64());
        assert_eq!(Vec::from_iter(progress), [Some(1.0), Some(2.0)]);
        assert!(client.notifications("notifications/progress").is_empty());

        let params = json!({ "name": "count", "arguments": { "to": 1 } });
        let result = client.request("tools/call", params).await.unwrap();
        assert_eq!(text(&result), "progress: false");
        let error = client.request("no/method", Value::Null).await.unwrap_err();
        assert_eq!(error.code(), -32601);
        client.close().await;
    }
}

#[tokio::test]
async fn one_function_answers_the_questions_of_each_version() {
    // Versions before 2025-06-18 have no questions.
    for version in &ProtocolVersion::ALL[2..] {
        let fixture = Fixture::new();
        let client = TestClient::connect(fixture.server(), *version).answer(|method, params| {
            assert_eq!(method, "elicitation/create");
            assert_eq!(params["message"], "Really?");
            json!({ "action": "accept", "content": { "sure": true } })
        });
        let client = client.await;
        assert_eq!(text(&client.call("book", json!({})).await), "booked");
        assert_eq!(fixture.calls.booked.load(Ordering::SeqCst), 1);
    }
}

#[tokio::test]
async fn a_client_without_answers_gets_the_questions() {
    let fixture = Fixture::new();
    let params = json!({ "name": "book" });
    for version in ProtocolVersion::ALL {
        let client = TestClient::connect(fixture.server(), *version);
        let client = client.capabilities(json!({ "elicitation": {} })).await;
        let result = client.request("tools/call", params.clone()).await.unwrap();
        if *version == ProtocolVersion::V2026_07_28 {
            assert_eq!(result["resultType"], "input_required");
        } else if *version < ProtocolVersion::V2025_06_18 {
            let words = format!("cannot ask the user in protocol version {version}");
            assert!(text(&result).contains(&words), "{result}");
        } else {
            assert!(text(&result).contains("unknown method `elicitation/create`"));
        }
    }
}

#[tokio::test]
async fn a_wrong_answer_or_a_failed_assertion_in_it_fails_the_test() {
    for version in [ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28] {
        let client = TestClient::connect(Fixture::new().server(), version);
        let client = client.answer(|_, _| panic!("an assertion failed")).await;
        let message = panic_of(async move { client.call("book", json!({})).await }).await;
        assert!(message.contains("assertion failed") || message.contains("`answer` panicked"));
    }
    let client = TestClient::connect(Fixture::new().server(), ProtocolVersion::LATEST);
    let client = client.answer(|_, _| json!({ "action": "what" })).await;
    let message = panic_of(async move { client.call("book", json!({})).await }).await;
    assert!(message.contains("never stops asking"), "{message}");
}

#[tokio::test]
async fn each_version_gets_changes() {
    for version in ProtocolVersion::ALL {
        let fixture = Fixture::new();
        let client = fixture.client(*version).await;
        client.listen(json!({ "toolsListChanged": true })).await;
        for (count, tool) in [(6, tools![first]), (7, tools![second])] {
            let tool = fixture.live.build(tool).unwrap();
            fixture.live.update(|tools| tools.extend(tool)).unwrap();
            let changed = "notifications/tools/list_changed";
            client.next_notification(changed).await;
            assert_eq!(client.list_tools().await.len(), count);
        }
    }
}

#[tokio::test]
async fn a_dropped_call_is_cancelled() {
    for version in ProtocolVersion::ALL {
        let fixture = Fixture::new();
        let client = fixture.client(*version).await;
        tokio::select! {
            _ = client.call("hang", json!({})) => panic!("the call ended"),
            () = fixture.calls.started.notified() => {}
        }
        in_time(fixture.calls.dropped.notified()).await;
        assert!(text(&client.call("count", json!({ "to": 0 })).await).starts_with("progress"));
    }
}

#[tokio::test]
async fn calls_run_at_a_time() {
    for version in ProtocolVersion::ALL {
        let fixture = Fixture::new();
        let client = fixture.client(*version).await;
        let waiting = client.clone();
        let waiting = tokio::spawn(async move { waiting.call("hang", json!({})).await });
        in_time(fixture.calls.started.notified()).await;
        let calls = (
            client.call("who", json!({})),
            client.call("count", json!({ "to": 1 })),
        );
        let (who, count) = tokio::join!(calls.0, calls.1);
        assert_eq!((text(&who), text(&count)), ("test 1.0.0", "progress: true"));
        assert!(!waiting.is_finished());
    }
}

/// Those that have arrived. Waiting for others blocks a thread.
#[derive(Default)]
struct Meeting {
    arrived: Mutex<u32>,
    changed: Condvar,
}

impl Meeting {
    fn arrive(&self) {
        *self.arrived.lock().unwrap() += 1;
        self.changed.notify_all();
    }

    /// Panics if too few arrive.
    fn wait_for(&self, number: u32) {
        let too_few = |arrived: &mut u32| *arrived < number;
        let arrived = self.arrived.lock().unwrap();
        let limit = Duration::from_secs(60);
        let waited = self.changed.wait_timeout_while(arrived, limit, too_few);
        assert!(!waited.unwrap().1.timed_out(), "{number} arrive in time");
    }
}

/// Blocks its thread, as a tool that computes, until three have arrived.
#[mcp_tool(read_only)]
async fn meet(#[state] meeting: &Meeting) -> &'static str {
    meeting.arrive();
    meeting.wait_for(3);
    "met"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn tools_that_compute_run_side_by_side_and_a_ping_overtakes_them() {
    let meeting = Arc::<Meeting>::default();
    let registry = ToolRegistry::builder_arc(Arc::clone(&meeting)).tools(tools![meet]);
    let server = ToolServer::new("demo", "1.0.0", registry.build().unwrap());
    let client = TestClient::connect(server, ProtocolVersion::V2025_11_25).await;
    let ping = async {
        let calls = Arc::clone(&meeting);
        let calls = tokio::task::spawn_blocking(move || calls.wait_for(2));
        calls.await.expect("both calls run");
        client.request("ping", Value::Null).await.unwrap();
        meeting.arrive();
    };
    let call = || client.call("meet", json!({}));
    let (first, second, ()) = tokio::join!(call(), call(), ping);
    assert_eq!([text(&first), text(&second)], ["met", "met"]);
}

#[tokio::test]
async fn dropping_the_last_client_ends_the_server() {
    let fixture = Fixture::new();
    let client = fixture.client(ProtocolVersion::LATEST).await;
    let other = client.clone();
    let calling = tokio::spawn(async move {
        let client = other;
        client.call("hang", json!({})).await;
    });
    in_time(fixture.calls.started.notified()).await;
    drop(client);
    assert!(!calling.is_finished());
    calling.abort();
    in_time(fixture.calls.dropped.notified()).await;
}

#[tokio::test]
async fn close_waits_for_the_calls_that_run() {
    for version in ProtocolVersion::ALL {
        let client = Fixture::new().client(*version).await;
        let (result, ()) = tokio::join!(client.call("who", json!({})), client.clone().close());
        assert_eq!(text(&result), "test 1.0.0");
    }
}

#[tokio::test]
async fn a_closed_connection_fails_what_waits() {
    let fixture = Fixture::new();
    let client = fixture.client(ProtocolVersion::LATEST).await;
    client.clone().close().await;
    let other = client.clone();
    let message = panic_of(async move { client.call("count", json!({})).await }).await;
    assert_eq!(
        message,
        "no response to `tools/call` of `count`: the server has ended"
    );
    let message = panic_of(async move { other.next_notification("x").await }).await;
    assert_eq!(message, "no `x`: the server has ended");
}

#[tokio::test]
async fn a_method_that_waits_has_a_time_limit() {
    let fixture = Fixture::new();
    let client = TestClient::connect(fixture.server(), ProtocolVersion::LATEST);
    let client = client.time_limit(Duration::from_secs(1)).await;
    client.call("count", json!({ "to": 1 })).await;
    let other = client.clone();
    let message = panic_of(async move { client.call("hang", json!({})).await }).await;
    assert_eq!(message, "no response to `tools/call` of `hang` within 1s");
    let message = panic_of(async move { other.next_notification("x").await }).await;
    assert_eq!(
        message,
        r#"no `x`, only ["notifications/progress"], within 1s"#
    );
}

#[tokio::test(start_paused = true)]
async fn a_paused_clock_does_not_reach_the_time_limit() {
    let client = Fixture::new().client(ProtocolVersion::LATEST).await;
    let start = tokio::time::Instant::now();
    assert_eq!(text(&client.call("sleep", json!({})).await), "rested");
    assert_eq!(start.elapsed(), Duration::from_secs(3600));
}

#[tokio::test]
async fn mistakes_in_a_test_have_clear_messages() {
    let client = Fixture::new().client(ProtocolVersion::LATEST).await;
    let message = panic_of(async move { client.call("cuont", json!({})).await }).await;
    let expected = "`cuont` cannot be called: unknown tool `cuont`; did you mean `count`? (-32602)";
    assert_eq!(message, expected);

    let registry = ToolRegistry::builder(()).build().unwrap();
    let server = ToolServer::new("fixed", "1.0.0", registry);
    let client = TestClient::connect(server, ProtocolVersion::LATEST).await;
    let listening = async move { client.listen(json!({ "toolsListChanged": true })).await };
    let message = panic_of(listening).await;
    assert!(
        message.starts_with("the server rejects `subscriptions/listen`: "),
        "{message}"
    );
}

#[tokio::test]
async fn the_server_sees_the_client_and_the_test_sees_the_messages() {
    for version in ProtocolVersion::ALL {
        let client = TestClient::connect(Fixture::new().server(), *version);
        let client = client.client_info("inspector", "7").await;
        let messages = Arc::<Mutex<Vec<(Direction, Value)>>>::default();
        let log = Arc::clone(&messages);
        client.inspect(move |direction, message| {
            let message = serde_json::from_str(message).unwrap();
            log.lock().unwrap().push((direction, message));
        });
        client.notify("notifications/nothing", json!({}));
        let params = json!({ "name": "who", "_meta": { "example.com/n": 1 } });
        let result = client.request("tools/call", params).await.unwrap();
        assert_eq!(text(&result), "inspector 7");

        let messages = messages.lock().unwrap();
        let directions = messages.iter().map(|(direction, _)| direction.to_string());
        let expected = ["client to server", "client to server", "server to client"];
        assert_eq!(Vec::from_iter(directions), expected);
        let notice = json!({ "jsonrpc": "2.0", "method": "notifications/nothing", "params": {} });
        assert_eq!(messages[0].1, notice);
        assert_eq!(messages[1].1["params"]["_meta"]["example.com/n"], 1);
        assert_eq!(messages[2].1["result"], result);
    }
}
