//! A shutdown ends notification streams at once. It cancels calls that still run after the grace period.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use mcp_tool_server::{HttpConfig, ToolServer};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ServerCapabilities, ServerConfig, SubscriptionFilter,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::client::*;

const GRACE: Duration = ToolServer::GRACE;

/// An axum server that the test can shut down.
struct Served {
    address: SocketAddr,
    end: watch::Sender<bool>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl Served {
    async fn of(app: impl FnOnce(HttpConfig) -> Router, config: HttpConfig) -> Served {
        let end = watch::Sender::new(false);
        let ended = |mut end: watch::Receiver<bool>| async move {
            end.wait_for(|end| *end).await.unwrap();
        };
        let app = app(config.until(ended(end.subscribe())));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = axum::serve(listener, app).with_graceful_shutdown(ended(end.subscribe()));
        Served {
            address,
            end,
            serving: tokio::spawn(serving.into_future()),
        }
    }

    async fn tools(config: HttpConfig) -> (Served, Arc<Gate>) {
        let (server, gate) = server();
        let app = |config| Router::new().route_service("/mcp", server.http_service(config));
        (Served::of(app, config).await, gate)
    }

    fn end(&self) {
        self.end.send(true).unwrap();
    }

    /// Checks that the server ends without an error, within `LIMIT`.
    async fn has_ended(self) {
        let end = timeout(LIMIT, self.serving).await;
        end.expect("the end in time").unwrap().unwrap();
    }
}

/// Returns a configuration whose grace period exceeds `LIMIT`. A test that waits for it fails.
fn patient() -> HttpConfig {
    HttpConfig::new().grace(10 * LIMIT)
}

#[tokio::test]
async fn listening_clients_do_not_delay_shutdown() {
    let (served, _) = Served::tools(patient()).await;
    let mut listening = Vec::new();
    for version in OLDER {
        let client = Client::new(served.address, version).await;
        listening.push(client.listen(&[]).await);
    }
    served.end();
    for mut stream in listening {
        assert_eq!(stream.next().await, None);
    }
    served.has_ended().await;
}

/// A handler that declares notifications about changes of the tool list, but never sends one.
#[derive(Clone)]
pub(crate) struct Quiet;

impl ServerHandler for Quiet {
    fn get_info(&self) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools();
        ServerConfig::new(tools.enable_tool_list_changed().build())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }
}

#[tokio::test]
async fn subscribed_clients_do_not_delay_shutdown() {
    let app = |config| Router::new().route_service("/mcp", alone(Quiet).http_service(config));
    let served = Served::of(app, patient()).await;
    let client = Client::new(served.address, NEWEST).await;
    let params = json!({ "notifications": { "toolsListChanged": true } });
    // The SDK cannot represent the id `7.0`. So the server replaces the id for the SDK, and must
    // restore `7.0` in the messages to the client.
    let listen =
        json!({ "jsonrpc": "2.0", "id": 7.0, "method": "subscriptions/listen", "params": params });
    let mut stream = client.open(&listen).await;
    let first = stream.next().await.expect("an acknowledgement");
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    let subscription = &first["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
    assert_eq!(*subscription, 7.0);
    served.end();
    while stream.next().await.is_some() {}
    served.has_ended().await;
}

/// Starts one call from a client of 2026-07-28, and one from a client of 2025-11-25. The older client also
/// opens a notification stream. Returns the response streams of the calls, and the notification stream.
async fn calls(served: &Served, gate: &Gate) -> (Vec<Stream>, Stream) {
    let mut calls = Vec::new();
    let mut listening = None;
    for (number, version) in (1..).zip([NEWEST, OLDER[1]]) {
        let client = Client::new(served.address, version).await;
        let mut message = call(number, "wait", json!({}));
        message["params"]["_meta"]["progressToken"] = json!(number);
        let mut stream = client.open(&message).await;
        stream.next().await.expect("progress");
        calls.push(stream);
        if version != NEWEST {
            listening = Some(client.listen(&[]).await);
        }
    }
    reaches(&gate.started, calls.len()).await;
    (calls, listening.unwrap())
}

#[tokio::test]
async fn running_calls_finish() {
    let (served, gate) = Served::tools(patient()).await;
    let (streams, mut listening) = calls(&served, &gate).await;
    served.end();
    // The shutdown has ended the notification streams. Running calls continue.
    assert_eq!(listening.next().await, None);
    assert_eq!(gate.dropped.load(Ordering::SeqCst), 0);
    gate.open.add_permits(2);
    for mut stream in streams {
        let answer = stream.next().await.expect("an answer");
        assert_eq!(answer["result"]["content"][0]["text"], "waited");
        assert_eq!(stream.next().await, None);
    }
    served.has_ended().await;
}

#[tokio::test]
async fn calls_beyond_the_grace_period_get_an_error() {
    let (served, gate) = Served::tools(HttpConfig::new()).await;
    let (streams, _listening) = calls(&served, &gate).await;
    let before = Instant::now();
    served.end();
    for mut stream in streams {
        let answer: Value = stream.next().await.expect("an answer");
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
        assert_eq!(stream.next().await, None);
    }
    served.has_ended().await;
    assert!(before.elapsed() >= GRACE);
    assert_eq!(gate.dropped.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn the_grace_period_is_configurable() {
    let config = HttpConfig::new().grace(GRACE + Duration::from_secs(1));
    let (served, gate) = Served::tools(config).await;
    let client = Client::new(served.address, NEWEST).await;
    let mut message = call(1, "wait", json!({}));
    message["params"]["_meta"]["progressToken"] = json!(1);
    let mut answer = client.open(&message).await;
    answer.next().await.expect("progress");
    reaches(&gate.started, 1).await;
    let before = Instant::now();
    served.end();
    let answer = answer.next().await.expect("an answer");
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    assert!(before.elapsed() > GRACE);
    served.has_ended().await;
}

#[tokio::test]
async fn waiting_threads_see_the_shutdown() {
    let (served, gate) = Served::tools(HttpConfig::new()).await;
    let mut running = Vec::new();
    for version in [NEWEST, OLDER[1]] {
        let client = Client::new(served.address, version).await;
        running.push(client.start(&call(1, "tidy", json!({}))).await);
    }
    reaches(&gate.started, running.len()).await;
    served.end();
    for stream in running {
        let answer = Stream::read(stream).await.next().await.expect("an answer");
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
    }
    served.has_ended().await;
    assert_eq!(gate.finished.load(Ordering::SeqCst), 2);
}

/// Returns a configuration with a very short `keep_alive`.
fn impatient() -> HttpConfig {
    HttpConfig::new().keep_alive(Duration::from_millis(20))
}

#[tokio::test]
async fn kept_alive_responses_end_with_an_error() {
    let config = impatient().without_sessions();
    let (served, gate) = Served::tools(config).await;
    let mut late = Vec::new();
    for version in [NEWEST, OLDER[1]] {
        let client = Client::new(served.address, version).await;
        let mut stream = client.open(&call(version, "wait", json!({}))).await;
        stream.next_comment().await;
        late.push((version, stream));
    }
    served.end();
    for (id, mut stream) in late {
        let answer = stream.next().await.expect("an answer");
        assert_eq!(answer["id"], id);
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
        assert_eq!(stream.next().await, None);
    }
    served.has_ended().await;
    assert_eq!(gate.dropped.load(Ordering::SeqCst), 2);
}

/// A handler whose calls ignore cancellation.
#[derive(Clone, Default)]
struct Stubborn(Arc<AtomicUsize>);

impl ServerHandler for Stubborn {
    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.0.fetch_add(1, Ordering::SeqCst);
        std::future::pending().await
    }
}

#[tokio::test]
async fn unstoppable_calls_do_not_delay_shutdown() {
    let handler = Stubborn::default();
    let started = Arc::clone(&handler.0);
    let app = |config| Router::new().route_service("/mcp", alone(handler).http_service(config));
    let served = Served::of(app, impatient()).await;
    let older = Client::new(served.address, OLDER[1]).await;
    let _running = older.start(&call(1, "any", json!({}))).await;
    let newer = Client::new(served.address, NEWEST).await;
    let mut late = newer.open(&call(2, "any", json!({}))).await;
    late.next_comment().await;
    reaches(&started, 2).await;
    served.end();
    // The handler ignores cancellation, so both calls run for ever. The server still ends the
    // response stream of call 2 with an error.
    let answer = late.next().await.expect("an answer");
    assert_eq!(answer["id"], 2);
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    assert_eq!(late.next().await, None);
    served.has_ended().await;
}

#[tokio::test]
async fn resumed_calls_finish() {
    // R186
    let (served, gate) = Served::tools(HttpConfig::new()).await;
    let client = Client::new(served.address, OLDER[1]).await;
    let mut message = call(1, "wait", json!({}));
    message["params"]["_meta"]["progressToken"] = json!(1);
    let mut lost = client.open(&message).await;
    lost.next().await.expect("progress");
    let event = lost.event.clone().expect("an event with an id");
    drop(lost);
    let mut found = client.listen(&[("last-event-id", &event)]).await;
    let mut listening = client.listen(&[]).await;
    served.end();
    // The shutdown has ended the notification streams. The resumed stream continues.
    assert_eq!(listening.next().await, None);
    gate.open.add_permits(1);
    let answer = found.next().await.expect("an answer");
    assert_eq!(answer["result"]["content"][0]["text"], "waited");
    assert_eq!(found.next().await, None);
    served.has_ended().await;
}
