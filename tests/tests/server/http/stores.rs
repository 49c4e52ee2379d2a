//! Servers that share their sessions in a store.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::middleware::from_fn;
use mcp_tool_runtime::{ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, SessionRecord, SessionStore, ToolServer};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::client::*;
use super::owners::{ADA, GRACE, begin, log_in, send};

/// Keeps sessions as JSON.
struct Store {
    sessions: Mutex<HashMap<String, String>>,
    /// The method that fails.
    failing: Mutex<&'static str>,
    /// The number of calls of `remove`. Each waits for a permit.
    removals: AtomicUsize,
    may_remove: Semaphore,
}

impl Store {
    fn new() -> Arc<Self> {
        Arc::new(Store {
            sessions: Mutex::default(),
            failing: Mutex::new("none"),
            removals: AtomicUsize::new(0),
            may_remove: Semaphore::new(100),
        })
    }

    fn fail(&self, method: &'static str) {
        *self.failing.lock().unwrap() = method;
    }

    fn try_method(&self, method: &str) -> io::Result<()> {
        match *self.failing.lock().unwrap() == method {
            true => Err(io::Error::other("the store is down")),
            false => Ok(()),
        }
    }

    fn json(&self, id: &str) -> Option<Value> {
        let sessions = self.sessions.lock().unwrap();
        sessions
            .get(id)
            .map(|text| serde_json::from_str(text).unwrap())
    }

    fn put(&self, id: &str, session: &Value) {
        let mut sessions = self.sessions.lock().unwrap();
        sessions.insert(id.to_owned(), session.to_string());
    }
}

impl SessionStore for Store {
    type Error = io::Error;

    async fn save(&self, session: SessionRecord) -> io::Result<()> {
        self.try_method("save")?;
        self.put(session.id(), &serde_json::to_value(&session)?);
        Ok(())
    }

    async fn load(&self, id: &str) -> io::Result<Option<SessionRecord>> {
        self.try_method("load")?;
        let session = self.json(id);
        Ok(session.map(serde_json::from_value).transpose()?)
    }

    async fn remove(&self, id: &str) -> io::Result<()> {
        self.removals.fetch_add(1, Ordering::SeqCst);
        self.may_remove.acquire().await.unwrap().forget();
        self.try_method("remove")?;
        self.sessions.lock().unwrap().remove(id);
        Ok(())
    }
}

/// Describes the session.
#[mcp_tool(read_only)]
async fn describe(#[context] cx: &ToolContext) -> String {
    let client = cx.client().expect("a client");
    let capabilities = cx.client_capabilities();
    let capabilities = json!(capabilities.members());
    format!("{} {} {capabilities}", client.name, cx.protocol_version())
}

/// Starts a server that shares its sessions in the store. The header `user` names the user.
async fn serve_with(store: &Arc<Store>, config: HttpConfig) -> SocketAddr {
    let registry = ToolRegistry::builder(())
        .tools(tools![describe])
        .build()
        .unwrap();
    let server = ToolServer::new("demo", "1.2.3", registry);
    let service = server.http_service(config.session_store(Arc::clone(store)));
    let app = Router::new().route_service("/mcp", service);
    serve_app(app.layer(from_fn(log_in))).await
}

async fn serve(store: &Arc<Store>) -> SocketAddr {
    serve_with(store, HttpConfig::new()).await
}

/// Calls the tool as ada, and returns the status.
async fn status(address: SocketAddr, session: &str) -> u16 {
    let message = call(1, "describe", json!({}));
    send(address, "POST", session, ADA, &message).await.status
}

async fn delete(address: SocketAddr, session: &str) -> u16 {
    let nothing = Value::Null;
    send(address, "DELETE", session, ADA, &nothing).await.status
}

#[tokio::test]
async fn a_session_goes_on_at_another_server() {
    let store = Store::new();
    let (first, second) = (serve(&store).await, serve(&store).await);
    let session = begin(first, ADA).await;
    let expected = json!({
        "id": session, "owner": [null, "ada"], "protocolVersion": OLDER[1],
        "client": { "name": "test", "version": "0" }, "capabilities": {},
    });
    assert_eq!(store.json(&session), Some(expected.clone()));
    let record: SessionRecord = serde_json::from_value(expected.clone()).unwrap();
    assert!(!format!("{record:?}").contains(&session));
    assert_eq!(serde_json::to_value(record).unwrap(), expected);

    let mut with_roots = expected;
    with_roots["capabilities"]["roots"] = json!({});
    store.put(&session, &with_roots);
    let message = call(1, "describe", json!({}));
    for method in ["POST", "GET", "DELETE"] {
        let refused = send(second, method, &session, GRACE, &message).await;
        assert_eq!(refused.status, 404, "{method}");
    }
    for (address, capabilities) in [(first, "{}"), (second, r#"{"roots":{}}"#)] {
        let mut answer = send(address, "POST", &session, ADA, &message).await;
        let answer = answer.next().await.expect("an answer");
        let text = format!("test {} {capabilities}", OLDER[1]);
        assert_eq!(answer["result"]["content"][0]["text"], text);
    }
    // The events are only on the server that sent them.
    let headers = [ADA, &[("last-event-id", "1/1")]].concat();
    let resumed = send(second, "GET", &session, &headers, &message).await;
    assert_eq!(resumed.status, 400);
    assert_eq!(status(second, "made-up").await, 404);
}

#[tokio::test]
async fn an_evicted_session_is_loaded_again() {
    let store = Store::new();
    let address = serve_with(&store, HttpConfig::new().max_sessions(1)).await;
    let (first, second) = (begin(address, ADA).await, begin(address, ADA).await);
    for session in [&first, &second, &first] {
        assert_eq!(status(address, session).await, 200);
    }
}

#[tokio::test]
async fn an_ended_session_is_not_loaded_again() {
    let store = Store::new();
    let (first, second, third) = (
        serve(&store).await,
        serve(&store).await,
        serve(&store).await,
    );
    let session = begin(first, ADA).await;
    assert_eq!(status(second, &session).await, 200);
    assert_eq!(delete(first, &session).await, 204);
    assert_eq!(store.json(&session), None);
    // The second server has not asked the store since then.
    for (address, expected) in [(first, 404), (second, 200), (third, 404)] {
        assert_eq!(status(address, &session).await, expected);
    }
    assert_eq!(delete(second, &session).await, 204);
    assert_eq!(status(second, &session).await, 404);
}

#[tokio::test]
async fn a_request_during_the_end_does_not_bring_the_session_back() {
    let store = Store::new();
    let address = serve(&store).await;
    let session = begin(address, ADA).await;
    store.may_remove.forget_permits(100);
    let ended = tokio::spawn({
        let session = session.clone();
        async move { delete(address, &session).await }
    });
    reaches(&store.removals, 1).await;
    status(address, &session).await;
    store.may_remove.add_permits(1);
    assert_eq!(ended.await.unwrap(), 204);
    assert_eq!(status(address, &session).await, 404);
}

#[tokio::test]
async fn a_store_may_fail() {
    let store = Store::new();
    let (first, second) = (serve(&store).await, serve(&store).await);
    store.fail("save");
    let only_here = begin(first, ADA).await;
    assert_eq!(status(first, &only_here).await, 200);
    assert_eq!(status(second, &only_here).await, 404);

    store.fail("load");
    let session = begin(first, ADA).await;
    assert_eq!(status(first, &session).await, 200);
    assert_eq!(status(second, &session).await, 503);
    store.fail("none");
    assert_eq!(status(second, &session).await, 200);

    store.fail("remove");
    assert_eq!(delete(first, &session).await, 503);
    assert_eq!(status(first, &session).await, 200);
    store.fail("none");
    assert_eq!(delete(first, &session).await, 204);
    assert_eq!(status(first, &session).await, 404);
}

#[tokio::test]
async fn a_wrong_record_is_no_session() {
    let store = Store::new();
    let (first, second) = (serve(&store).await, serve(&store).await);
    let session = begin(first, ADA).await;
    let record = store.json(&session).expect("a record");
    // A record of another session
    let other = "0123456789abcdef0123456789abcdef";
    store.put(other, &record);
    assert_eq!(status(second, other).await, 404);
    // Records of a later server, and of one that offers more versions
    for version in ["2030-01-01", "2026-07-28"] {
        let mut other = record.clone();
        other["protocolVersion"] = json!(version);
        store.put(&session, &other);
        assert_eq!(status(second, &session).await, 404, "{version}");
    }
}
