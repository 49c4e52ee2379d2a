//! The open sessions, with their owners and their idle times.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use mcp_tool_runtime::context::Principal;
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::{SessionId, SessionManager as _};
use tokio::sync::Semaphore;

use super::replay::Replay;
use crate::mutex::lock;
use crate::sdk::request_limit::permits;

/// The SDK's sessions, with the owner and the [`Replay`] of each.
pub(super) struct Sessions {
    pub(super) sdk: LocalSessionManager,
    limit: usize,
    /// The maximum number of open questions in a session.
    max_questions: usize,
    known: Mutex<HashMap<SessionId, OpenSession>>,
}

struct OpenSession {
    /// The user who opened the session, if known.
    owner: Option<Principal>,
    /// The number of requests whose response or stream is still open to the client.
    open: usize,
    replay: Arc<Replay>,
    /// A permit for each open question.
    questions: Arc<Semaphore>,
    /// The last time that a request arrived or a response ended.
    last: Instant,
}

impl Sessions {
    pub(super) fn of(sdk: LocalSessionManager, limit: usize, max_questions: usize) -> Self {
        Sessions {
            sdk,
            limit,
            max_questions,
            known: Mutex::default(),
        }
    }

    /// Registers a request in a session. Returns `None` for a session of another user. All users may use a
    /// session without an owner. For an unknown session, [`Visit::is_known`] returns `false`.
    pub(super) fn enter(self: &Arc<Self>, id: &str, who: Option<&Principal>) -> Option<Visit> {
        let (mut replay, mut questions) = (None, None);
        if let Some(session) = lock(&self.known).get_mut(id) {
            let owner = session.owner.as_ref();
            if owner.is_some() && owner.map(user) != who.map(user) {
                return None;
            }
            session.open += 1;
            session.last = Instant::now();
            replay = Some(Arc::clone(&session.replay));
            questions = Some(Arc::clone(&session.questions));
        }
        Some(Visit {
            sessions: Arc::clone(self),
            session: id.into(),
            replay,
            questions,
        })
    }

    /// Records a new session. If the limit is reached, ends the sessions that have been idle longest.
    pub(super) async fn insert(&self, id: &str, owner: Option<Principal>) {
        for idle in self.insert_and_evict(id, owner).await {
            tracing::debug!(limit = self.limit, "a session has ended to make room");
            if let Err(error) = self.close_session(&idle).await {
                tracing::debug!(%error, "an idle session cannot be closed");
            }
        }
    }

    async fn insert_and_evict(&self, id: &str, owner: Option<Principal>) -> Vec<SessionId> {
        let open = self.sdk.sessions.read().await;
        let mut known = lock(&self.known);
        let mut ended = Vec::new();
        while known.len() >= self.limit {
            let is_idle = |session: &OpenSession| session.open == 0 && session.replay.is_idle();
            let idle = known.iter().filter(|(_, session)| is_idle(session));
            let Some((idle, _)) = idle.min_by_key(|(_, session)| session.last) else {
                break;
            };
            let idle = idle.clone();
            known.remove(&idle);
            ended.push(idle);
        }
        let session = OpenSession {
            owner,
            open: 0,
            replay: Arc::default(),
            questions: permits(self.max_questions),
            last: Instant::now(),
        };
        // The session may have ended since the SDK created it.
        if open.contains_key(id) {
            known.insert(id.into(), session);
        }
        ended
    }

    /// Passes a message to a session, as if the session's client had sent the message.
    pub(super) async fn send(&self, session: &str, message: ClientJsonRpcMessage) {
        if let Err(error) = self.accept_message(&session.into(), message).await {
            tracing::debug!(%error, "dropped a response that cannot be decoded");
        }
    }

    /// Frees the data that `self` keeps for a session. Does not change the SDK's session.
    pub(super) fn remove(&self, id: &str) {
        lock(&self.known).remove(id);
    }
}

/// Returns the issuer and the name of a principal, which identify the user. Scopes do not, because two tokens
/// of one user may have different scopes.
fn user(principal: &Principal) -> (Option<&str>, &str) {
    (principal.issued_by(), principal.name())
}

/// An open request of a session. The body of the response holds this value until the body ends or is dropped.
pub(super) struct Visit {
    sessions: Arc<Sessions>,
    session: SessionId,
    pub(super) replay: Option<Arc<Replay>>,
    pub(super) questions: Option<Arc<Semaphore>>,
}

impl Visit {
    /// Returns whether the session exists.
    pub(super) fn is_known(&self) -> bool {
        self.replay.is_some()
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        if let Some(session) = lock(&self.sessions.known).get_mut(&self.session) {
            session.open = session.open.saturating_sub(1);
            session.last = Instant::now();
        }
    }
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

    use super::*;
    use crate::http::config::HttpConfig;
    use crate::http::head::session;
    use crate::http::service::HttpService;
    use crate::sdk::sdk_server::SdkServer;
    use crate::sdk_http::service::tools_endpoint;
    use crate::server::ToolServer;
    use mcp_tool_runtime::ToolRegistry;

    /// Returns a service without tools, and its sessions.
    fn service(config: HttpConfig) -> (HttpService, Arc<Sessions>) {
        let registry = ToolRegistry::builder(()).build().unwrap();
        let server = ToolServer::new("empty", "1", registry);
        let endpoint = tools_endpoint(SdkServer::new(server.settings), config, |tools| tools);
        let sessions = Arc::clone(&endpoint.sessions);
        (HttpService::new(Arc::new(endpoint)), sessions)
    }

    fn initialize(version: &str) -> Request<Full<bytes::Bytes>> {
        let info = json!({ "name": "test", "version": "0" });
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": info });
        let message =
            json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
        Request::post("http://localhost/mcp")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(Full::from(message.to_string()))
            .unwrap()
    }

    /// Begins a session, and returns its id.
    async fn begin(service: &mut HttpService) -> String {
        let answer = service.call(initialize("2025-11-25")).await.unwrap();
        session(answer.headers()).expect("a session").to_owned()
    }

    #[tokio::test(start_paused = true)]
    async fn an_ended_session_leaves_no_data() {
        let timeout = Duration::from_secs(60);
        let (mut service, sessions) = service(HttpConfig::new().session_timeout(timeout));
        let [ended, idle] = [begin(&mut service).await, begin(&mut service).await];
        let replay = |id: &str| Arc::downgrade(&lock(&sessions.known)[id].replay);
        let replays = [replay(&ended), replay(&idle)];
        sessions.close_session(&ended.into()).await.unwrap();
        assert!(replays[0].upgrade().is_none());
        assert!(replays[1].upgrade().is_some());
        tokio::time::sleep(timeout * 2).await;
        assert!(replays[1].upgrade().is_none());
        assert!(lock(&sessions.known).is_empty());
    }

    /// A session counts towards the limit even if its client disconnects before it receives the session id.
    /// The SDK also opens a session for an `initialize` of 2026-07-28, a version without sessions.
    #[tokio::test]
    async fn unopened_sessions_count() {
        const LIMIT: usize = 3;

        for version in ["2025-11-25", "2026-07-28"] {
            let (mut service, sessions) = service(HttpConfig::new().max_sessions(LIMIT));
            for _ in 0..10 {
                let mut request = initialize(version);
                let header = version.parse().unwrap();
                request.headers_mut().insert("mcp-protocol-version", header);
                let mut answer = service.call(request);
                // Poll the request once, up to its first pending `.await`. The end of the loop body
                // drops the request, as if the client had disconnected.
                let begins = poll_fn(|waker| Poll::Ready(answer.as_mut().poll(waker).is_pending()));
                assert!(begins.await);
            }
            let all_known = async {
                loop {
                    let begun = sessions.sdk.sessions.read().await.len();
                    if begun == LIMIT && lock(&sessions.known).len() == LIMIT {
                        return;
                    }
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            };
            let settled = tokio::time::timeout(Duration::from_secs(20), all_known).await;
            let begun = sessions.sdk.sessions.read().await.len();
            assert!(settled.is_ok(), "{version}: {begun} sessions");
        }
    }
}
