//! Whose a session is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::rmcp::transport::streamable_http_server::session::SessionId;
use ::rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use http::HeaderMap;

use crate::Principal;

/// Who has begun each session, where that is known.
pub(super) struct Owners {
    sessions: Arc<LocalSessionManager>,
    owners: Mutex<HashMap<SessionId, Principal>>,
}

impl Owners {
    pub(super) fn of(sessions: Arc<LocalSessionManager>) -> Self {
        Owners {
            sessions,
            owners: Mutex::default(),
        }
    }

    /// Whether somebody may use a session. One that was begun by nobody in particular is everybody's.
    pub(super) fn admit(&self, session: &str, who: Option<&Principal>) -> bool {
        let owners = self.lock();
        owners.get(session).is_none_or(|owner| who == Some(owner))
    }

    /// A session is somebody's from now on.
    pub(super) async fn add(&self, session: &str, owner: Principal) {
        let open = self.sessions.sessions.read().await;
        let mut owners = self.lock();
        if owners.len() == owners.capacity() {
            // Sessions also end by themselves. Room for as many again: not each one looks for those.
            owners.retain(|session, _| open.contains_key(session));
            let known = owners.len();
            owners.reserve(known + 1);
        }
        owners.insert(session.into(), owner);
    }

    /// A session has ended.
    pub(super) fn forget(&self, session: &str) {
        self.lock().remove(session);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Principal>> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The session that a request or an answer is about.
pub(super) fn session(headers: &HeaderMap) -> Option<&str> {
    headers.get("mcp-session-id")?.to_str().ok()
}
