//! The sessions that there are: whose each one is, and which has been idle for longest.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::rmcp::model::ClientJsonRpcMessage;
use ::rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use ::rmcp::transport::streamable_http_server::session::{SessionId, SessionManager as _};
use http::HeaderMap;

use crate::Principal;
use crate::json_rpc::request_id::Id;

/// What is known of the SDK's sessions.
pub(super) struct Sessions {
    sdk: Arc<LocalSessionManager>,
    limit: usize,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    known: HashMap<SessionId, Known>,
    /// How many requests there were.
    requests: u64,
}

struct Known {
    /// Who has begun it, where that is known.
    owner: Option<Principal>,
    /// Requests that have not been answered to their end, and streams.
    open: usize,
    /// The ids of requests that have not been answered. To the SDK, a second one hides the first.
    ids: HashSet<Id>,
    /// When the last of them was, as a number of [`Table::requests`].
    last: u64,
}

impl Sessions {
    pub(super) fn of(sdk: Arc<LocalSessionManager>, limit: usize) -> Self {
        Sessions {
            sdk,
            limit,
            table: Mutex::default(),
        }
    }

    /// Somebody makes a request in a session; `None` where it is somebody else's. One that was begun by
    /// nobody in particular is everybody's.
    pub(super) fn enter(self: &Arc<Self>, id: &str, who: Option<&Principal>) -> Option<Visit> {
        let mut table = self.lock();
        table.requests += 1;
        let now = table.requests;
        let known = table.known.get_mut(id);
        let is_known = known.is_some();
        if let Some(session) = known {
            let owner = session.owner.as_ref();
            if owner.is_some_and(|owner| who != Some(owner)) {
                return None;
            }
            session.open += 1;
            session.last = now;
        }
        Some(Visit {
            sessions: Arc::clone(self),
            session: id.into(),
            is_known,
            request: None,
        })
    }

    /// A session has begun. Where there are as many as there may be, those that have been idle for
    /// longest end.
    pub(super) async fn begun(&self, id: &str, owner: Option<Principal>) {
        for idle in self.add(id, owner).await {
            tracing::debug!(limit = self.limit, "a session has ended to make room");
            if let Err(error) = self.sdk.close_session(&idle).await {
                tracing::debug!(%error, "an idle session cannot be closed");
            }
        }
    }

    async fn add(&self, id: &str, owner: Option<Principal>) -> Vec<SessionId> {
        let open = self.sdk.sessions.read().await;
        let mut table = self.lock();
        table.requests += 1;
        let last = table.requests;
        let known = &mut table.known;
        if known.len() >= self.limit.min(known.capacity()) {
            // Sessions also end by themselves. Room for as many again: not each one looks for those.
            known.retain(|session, _| open.contains_key(session));
            let rest = known.len();
            known.reserve(rest + 1);
        }
        let mut ended = Vec::new();
        while known.len() >= self.limit {
            let idle = known.iter().filter(|(_, session)| session.open == 0);
            let Some((idle, _)) = idle.min_by_key(|(_, session)| session.last) else {
                break;
            };
            let idle = idle.clone();
            known.remove(&idle);
            ended.push(idle);
        }
        let session = Known {
            owner,
            open: 0,
            ids: HashSet::new(),
            last,
        };
        known.insert(id.into(), session);
        ended
    }

    /// Hands a message to a session, as if its client had sent it.
    pub(super) async fn tell(&self, session: &str, message: ClientJsonRpcMessage) {
        if let Err(error) = self.sdk.accept_message(&session.into(), message).await {
            tracing::debug!(%error, "an answer that cannot be decoded is nobody's");
        }
    }

    /// A session has ended.
    pub(super) fn forget(&self, session: &str) {
        self.lock().known.remove(session);
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request of a session, until it has been answered to the end.
pub(super) struct Visit {
    sessions: Arc<Sessions>,
    session: SessionId,
    /// Whether somebody has begun it.
    pub(super) is_known: bool,
    /// The id of the request, if it is one.
    request: Option<Id>,
}

impl Visit {
    /// Enters the id of the request. Returns whether no other request of the session has it.
    pub(super) fn begin(&mut self, id: &Id) -> bool {
        let mut table = self.sessions.lock();
        let Some(session) = table.known.get_mut(&self.session) else {
            return true;
        };
        let is_free = session.ids.insert(id.clone());
        if is_free {
            self.request = Some(id.clone());
        }
        is_free
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut table = self.sessions.lock();
        let now = table.requests;
        if let Some(session) = table.known.get_mut(&self.session) {
            session.open = session.open.saturating_sub(1);
            if let Some(id) = &self.request {
                session.ids.remove(id);
            }
            session.last = now;
        }
    }
}

pub(super) const SESSION_ID: &str = "mcp-session-id";

/// The session that a request or an answer is about.
pub(super) fn session(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION_ID)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Poll;
    use std::time::Duration;

    use http::Request;
    use http_body_util::Full;
    use serde_json::json;
    use tower_service::Service as _;

    use super::super::HttpConfig;
    use crate::{ToolRegistry, ToolServer};

    /// A client that is gone before it has its session leaves one that is known.
    #[tokio::test]
    async fn sessions_that_nobody_has_heard_of_are_counted() {
        const LIMIT: usize = 3;

        let registry = ToolRegistry::builder(()).build().unwrap();
        let server = ToolServer::new("empty", "1", registry);
        let mut service = server.http_service(HttpConfig::new().max_sessions(LIMIT));
        let manager = service.sessions().sdk.clone();
        let info = json!({ "name": "test", "version": "0" });
        let params =
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
        let message =
            json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
        for _ in 0..10 {
            let request = Request::post("http://localhost/mcp")
                .header("host", "localhost")
                .header("content-type", "application/json")
                .header("accept", "application/json, text/event-stream")
                .body(Full::<bytes::Bytes>::from(message.to_string()))
                .unwrap();
            let mut answer = service.call(request);
            // As far as it gets at once.
            let begins = poll_fn(|waker| Poll::Ready(answer.as_mut().poll(waker).is_pending()));
            assert!(begins.await);
        }
        let settled = async {
            loop {
                let begun = manager.sessions.read().await.len();
                if begun == LIMIT {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let settled = tokio::time::timeout(Duration::from_secs(20), settled).await;
        let begun = manager.sessions.read().await.len();
        assert!(settled.is_ok(), "{begun} sessions");
    }
}
