//! Tests of sessions: idle timeout, maximum number, request ids in use, and false `Mcp-Method` headers.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use mcp_tool_server::{Companion, CompanionChannel, HttpConfig, SessionRecord, SessionStore};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::sync::Semaphore;

use super::client::*;

/// Advances the test clock by this many minutes.
async fn after(minutes: u64) {
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(60 * minutes)).await;
    tokio::time::resume();
}

#[tokio::test]
async fn a_silent_call_keeps_its_session() {
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
async fn an_idle_session_ends() {
    for (config, minutes) in [
        (HttpConfig::new(), 40),
        (
            HttpConfig::new().session_timeout(Duration::from_secs(60)),
            2,
        ),
    ] {
        let (address, gate) = serve(config).await;
        let listening = Client::new(address, OLDER[1]).await;
        let stream = listening.listen(&[]).await;
        let client = Client::new(address, OLDER[1]).await;
        let lost = client.start(&call(1, "wait", json!({}))).await;
        reaches(&gate.started, 1).await;
        after(minutes).await;
        // The server may begin to count the time only now, so advance the clock again.
        tokio::task::yield_now().await;
        after(1).await;
        reaches(&gate.dropped, 1).await;
        assert!(!is_open(&client).await && is_open(&listening).await);
        drop((lost, stream));
    }
}

/// Returns whether the client's session is still open. To find out, calls a tool, which counts as use.
async fn is_open(client: &Client) -> bool {
    let mut answer = client.open(&call(1, "echo", json!({ "text": "a" }))).await;
    match answer.status {
        200 => answer.next().await.expect("an answer")["result"].is_object(),
        status => {
            assert_eq!(status, 404);
            false
        }
    }
}

#[tokio::test]
async fn the_longest_idle_session_is_evicted() {
    let (address, _) = serve(HttpConfig::new().max_sessions(2)).await;
    let first = Client::new(address, OLDER[1]).await;
    let second = Client::new(address, OLDER[1]).await;
    assert!(is_open(&first).await);
    let third = Client::new(address, OLDER[1]).await;
    assert!(!is_open(&second).await);
    assert!(is_open(&first).await && is_open(&third).await);
    // The first client ends its session. The number of sessions is then below the limit, so the
    // fourth session does not evict the third.
    first.end().await;
    let fourth = Client::new(address, OLDER[1]).await;
    assert!(is_open(&third).await && is_open(&fourth).await);
}

#[tokio::test]
async fn a_request_that_arrives_after_the_end_of_its_session_does_not_run_on() {
    let (address, gate) = serve(HttpConfig::new()).await;
    let client = Client::new(address, OLDER[1]).await;
    let message = call(1, "wait", json!({})).to_string();
    let (half, rest) = message.split_at(20);
    let mut sender = client.start_half(half, message.len()).await;
    client.end().await;
    sender.write_all(rest.as_bytes()).await.unwrap();
    assert_eq!(Stream::read(sender).await.status, 404);
    assert_eq!(gate.started.load(Ordering::SeqCst), 0);
}

/// Sessions that outlive their server. The first load waits after it has read the session.
struct Slow {
    saved: Mutex<HashMap<String, SessionRecord>>,
    loads: AtomicUsize,
    open: Semaphore,
}

impl SessionStore for &'static Slow {
    type Error = Infallible;

    async fn save(&self, session: SessionRecord) -> Result<(), Infallible> {
        let id = session.id().to_owned();
        self.saved.lock().unwrap().insert(id, session);
        Ok(())
    }

    async fn load(&self, id: &str) -> Result<Option<SessionRecord>, Infallible> {
        let session = self.saved.lock().unwrap().get(id).cloned();
        if self.loads.fetch_add(1, Ordering::SeqCst) == 0 {
            let _ = self.open.acquire().await;
        }
        Ok(session)
    }

    async fn remove(&self, id: &str) -> Result<(), Infallible> {
        // The client may disconnect now.
        tokio::task::yield_now().await;
        self.saved.lock().unwrap().remove(id);
        Ok(())
    }
}

#[tokio::test]
async fn an_ended_session_does_not_come_back_from_its_store() {
    let store: &Slow = Box::leak(Box::new(Slow {
        saved: Mutex::default(),
        loads: AtomicUsize::new(0),
        open: Semaphore::new(0),
    }));
    let (first, _) = serve(HttpConfig::new().session_store(store)).await;
    let (second, _) = serve(HttpConfig::new().session_store(store)).await;
    let client = Client::new(first, OLDER[1]).await;
    let mut moved = client.clone();
    moved.address = second;
    let echo = call(1, "echo", json!({ "text": "a" }));
    let waiting = moved.start(&echo).await;
    reaches(&store.loads, 1).await;
    moved.end().await;
    store.open.add_permits(1);
    assert_eq!(Stream::read(waiting).await.status, 404);
    assert!(!is_open(&moved).await);
    assert!(store.saved.lock().unwrap().is_empty());
}

/// In protocol versions before 2026-07-28, the server ignores the header `Mcp-Method`. It reads the JSON-RPC
/// method from the message instead.
#[tokio::test]
async fn a_false_method_header_hides_no_session_or_call() {
    let (address, gate) = serve(HttpConfig::new().max_sessions(2)).await;
    let false_header = [("mcp-method", "subscriptions/listen")];
    let mut clients = Vec::new();
    for _ in 0..4 {
        clients.push(Client::begin(address, OLDER[1], &false_header).await);
    }
    assert!(!is_open(&clients[0]).await && !is_open(&clients[1]).await);
    assert!(is_open(&clients[2]).await && is_open(&clients[3]).await);
    drop(gate);

    // At shutdown, notification streams end at once, but running calls have a grace period. The
    // false header `Mcp-Method` does not turn this call into a notification stream.
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let config = HttpConfig::new().until(async move { drop(ended.await) });
    let (address, gate) = serve(config).await;
    let client = Client::new(address, OLDER[1]).await;
    let message = call(1, "wait", json!({}));
    let stream = client.start_with(&false_header, &message).await;
    let mut answer = Stream::read(stream).await;
    reaches(&gate.started, 1).await;
    let mut listening = client.listen(&[]).await;
    end.send(()).unwrap();
    assert_eq!(listening.next().await, None);
    gate.open.add_permits(1);
    let answer = answer.next().await.expect("an answer");
    assert_eq!(answer["result"]["content"][0]["text"], "waited", "{answer}");
}

#[tokio::test]
async fn a_session_with_a_call_or_a_stream_is_not_idle() {
    let (address, gate) = serve(HttpConfig::new().max_sessions(2)).await;
    let calls = Client::new(address, OLDER[1]).await;
    let mut answer = calls.open(&call(1, "wait", json!({}))).await;
    reaches(&gate.started, 1).await;
    let listens = Client::new(address, OLDER[1]).await;
    let stream = listens.listen(&[]).await;
    let mut others = Vec::new();
    for _ in 0..3 {
        others.push(Client::new(address, OLDER[1]).await);
    }
    gate.open.add_permits(1);
    let answer = answer.next().await.expect("an answer");
    assert_eq!(answer["result"]["content"][0]["text"], "waited");
    assert!(!is_open(&others[0]).await && !is_open(&others[1]).await);
    assert!(is_open(&others[2]).await && is_open(&listens).await);
    // Without `stream`, the session of `listens` has no stream and no running call, so it is idle.
    stream.close().await;
    assert!(is_open(&calls).await && is_open(&others[2]).await);
    Client::new(address, OLDER[1]).await;
    assert!(!is_open(&listens).await && is_open(&others[2]).await);
}

#[tokio::test]
async fn a_session_whose_client_lost_its_call_is_not_idle() {
    let (address, gate) = serve(HttpConfig::new().max_sessions(2)).await;
    let calls = Client::new(address, OLDER[1]).await;
    let lost = calls.start(&call(1, "wait", json!({}))).await;
    reaches(&gate.started, 1).await;
    close(lost).await;
    for _ in 0..3 {
        Client::new(address, OLDER[1]).await;
    }
    assert_eq!(gate.dropped.load(Ordering::SeqCst), 0);
    gate.open.add_permits(1);
    reaches(&gate.finished, 1).await;
    assert!(is_open(&calls).await);
}

#[tokio::test]
async fn a_limit_of_zero_sessions_keeps_one() {
    let (address, _) = serve(HttpConfig::new().max_sessions(0)).await;
    let first = Client::new(address, OLDER[1]).await;
    assert!(is_open(&first).await);
    let second = Client::new(address, OLDER[1]).await;
    assert!(!is_open(&first).await && is_open(&second).await);
}

/// A companion without anything of its own. Counts the clients that have left nothing behind.
struct Departures(Arc<AtomicUsize>);

impl Companion for Departures {
    fn open(&self, mut channel: CompanionChannel) {
        let departures = Arc::clone(&self.0);
        tokio::spawn(async move {
            while let Some(message) = channel.receive().await {
                let message: Value = serde_json::from_str(message.json()).unwrap();
                if let Some(id) = message.get("id") {
                    let error = json!({ "code": -32601, "message": "none" });
                    let response = json!({ "jsonrpc": "2.0", "id": id, "error": error });
                    channel.sender().send(response.to_string());
                }
            }
            departures.fetch_add(1, Ordering::SeqCst);
        });
    }
}

#[tokio::test]
async fn an_ended_evicted_or_idle_session_leaves_nothing_behind() {
    let departures = Arc::default();
    let companion = Departures(Arc::clone(&departures));
    let server = server().0.beside(companion).unwrap();
    let service = server.http_service(HttpConfig::new().max_sessions(2));
    let address = serve_app(Router::new().route_service("/mcp", service)).await;
    let ended = Client::new(address, OLDER[1]).await;
    ended.end().await;
    reaches(&departures, 1).await;
    for _ in 0..3 {
        Client::new(address, OLDER[1]).await;
    }
    reaches(&departures, 2).await;
    // The server may begin to count the time only now, so advance the clock again.
    after(40).await;
    tokio::task::yield_now().await;
    after(1).await;
    reaches(&departures, 4).await;
}
