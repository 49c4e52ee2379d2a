//! The open sessions of a service.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_tool_runtime::context::Principal;
use tokio::time::timeout;

use super::rejection::Rejection;
use super::session::{Session, SessionRecord, Visit, is_session_id};
use super::store::{AnyStore, BoxError, Boxed};
use crate::connection::Connection;
use crate::mutex::lock;

/// The time limit for each call of a store.
const STORE_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest time between two searches for sessions whose time is over.
pub(super) const SEARCH: Duration = Duration::from_secs(60);

/// The open sessions, up to a limit.
pub(super) struct Sessions {
    limit: usize,
    timeout: Duration,
    store: Option<Arc<dyn AnyStore>>,
    open: Mutex<HashMap<Box<str>, Arc<Session>>>,
    /// The number of sessions that their clients have ended.
    ended: AtomicUsize,
}

impl Sessions {
    pub(super) fn new(limit: usize, timeout: Duration, store: Option<Arc<dyn AnyStore>>) -> Self {
        Sessions {
            limit,
            timeout,
            store,
            open: Mutex::default(),
            ended: AtomicUsize::new(0),
        }
    }

    /// Returns the session with this id, for a caller who may use it. `connection` creates the connection of a session
    /// that another server has saved.
    ///
    /// # Errors
    ///
    /// Returns one and the same error for a session that does not exist, that has ended, or that belongs to another user.
    pub(super) async fn visit(
        &self,
        id: &str,
        principal: Option<&Principal>,
        connection: impl FnOnce() -> Connection,
    ) -> Result<Visit, Rejection> {
        let visit = |session: &Arc<Session>| session.is_of(principal).then(|| session.visit());
        let known = lock(&self.open).get(id).map(visit);
        let visited = match (known, &self.store) {
            (Some(visited), _) => visited,
            (None, None) => None,
            // Any text can be the id of a request, and a store should not have to look for all.
            (None, Some(_)) if !is_session_id(id) => None,
            (None, Some(store)) => {
                let ended = self.ended.load(Ordering::SeqCst);
                let loaded = load(&**store, id).await?;
                let loaded = loaded.and_then(|record| Session::restore(record, connection()));
                let visited = loaded.and_then(|session| visit(&self.add(session)));
                // If a session has ended meanwhile, it may be this one.
                if let Some(visit) = &visited
                    && self.ended.load(Ordering::SeqCst) != ended
                    && load(&**store, id).await?.is_none()
                {
                    lock(&self.open).remove(id);
                    visit.session().end();
                    return Err(Rejection::unknown_session());
                }
                visited
            }
        };
        visited.ok_or_else(Rejection::unknown_session)
    }

    /// Adds a new session, and saves it.
    pub(super) async fn insert(&self, session: Arc<Session>) {
        let record = session.record();
        let _visit = session.visit();
        self.add(session);
        if let (Some(store), Some(record)) = (&self.store, record)
            && let Err(error) = limited(store.save(record)).await
        {
            tracing::error!(%error, "cannot save a session: only this server knows it");
        }
    }

    /// Adds a session, unless one with its id was added meanwhile. At the limit, ends the session that has been idle
    /// longest. If none is idle, the number may exceed the limit.
    fn add(&self, session: Arc<Session>) -> Arc<Session> {
        let mut open = lock(&self.open);
        if let Some(known) = open.get(&session.id) {
            return Arc::clone(known);
        }
        let mut evicted = None;
        if open.len() >= self.limit {
            let idle = open.values().filter_map(|it| Some((it.idle_since()?, it)));
            let oldest = idle.min_by_key(|(since, _)| *since);
            let oldest = oldest.map(|(_, oldest)| oldest.id.clone());
            evicted = oldest.and_then(|id| open.remove(&id));
        }
        open.insert(session.id.clone(), Arc::clone(&session));
        drop(open);
        if let Some(evicted) = evicted {
            tracing::debug!(limit = self.limit, "a session has ended to make room");
            evicted.end();
        }
        session
    }

    /// Ends a session. Other servers that know it from the store keep it until its idle timeout.
    ///
    /// # Errors
    ///
    /// Returns an error if the store may still have the session.
    pub(super) async fn end(&self, session: &Session) -> Result<(), Rejection> {
        lock(&self.open).remove(&session.id);
        session.end();
        let Some(store) = &self.store else {
            return Ok(());
        };
        let (store, id) = (Arc::clone(store), session.id.clone());
        // The client may disconnect at once.
        let removal = tokio::spawn(async move { limited(store.remove(&id)).await });
        let removed = removal.await.map_err(BoxError::from).and_then(|it| it);
        self.ended.fetch_add(1, Ordering::SeqCst);
        // Another request may have loaded the session before it was removed.
        let loaded = lock(&self.open).remove(&session.id);
        if let Some(session) = loaded {
            session.end();
        }
        removed.map_err(|error| {
            tracing::error!(%error, "cannot remove a session from the store");
            Rejection::unavailable("the session cannot be ended; try again in a moment")
        })
    }

    /// Returns all sessions.
    pub(super) fn all(&self) -> Vec<Arc<Session>> {
        lock(&self.open).values().cloned().collect()
    }

    /// Ends all sessions, for this server only.
    pub(super) fn end_all(&self) {
        let open = std::mem::take(&mut *lock(&self.open));
        for session in open.into_values() {
            session.end();
        }
    }

    /// Returns how often to call [`end_silent`](Self::end_silent).
    pub(super) fn search_interval(&self) -> Duration {
        (self.timeout / 4).clamp(Duration::from_millis(10), SEARCH)
    }

    /// Ends the sessions without a message for the idle timeout. A store still has them.
    pub(super) fn end_silent(&self) {
        let silent: Vec<_> = lock(&self.open)
            .extract_if(|_, session| session.is_silent_for(self.timeout))
            .collect();
        for (_, session) in silent {
            tracing::debug!("a session has ended after a time without messages");
            session.end();
        }
    }
}

/// Loads a session.
async fn load(store: &dyn AnyStore, id: &str) -> Result<Option<SessionRecord>, Rejection> {
    let loaded = limited(store.load(id)).await.map_err(|error| {
        tracing::error!(%error, "cannot load a session");
        Rejection::unavailable("the session cannot be loaded; try again in a moment")
    })?;
    Ok(loaded.filter(|record| record.id() == id))
}

/// Waits for a store, up to a time limit.
async fn limited<T>(call: Boxed<'_, T>) -> Result<T, BoxError> {
    timeout(STORE_TIMEOUT, call).await?
}
