//! The open sessions of a service.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_tool_runtime::context::Principal;
use tokio::time::timeout;

use super::rejection::Rejection;
use super::session::{Session, SessionRecord, Visit, is_session_id};
use crate::connection::Connection;
use crate::mutex::lock;

/// Saves sessions outside of this server, for example in a database. Then a session survives a restart, and each server
/// with this store can answer its requests. Pass a store to
/// [`HttpConfig::session_store`](crate::HttpConfig::session_store).
///
/// A store keeps who opened a session, and the content of its `initialize` request. It keeps no running calls, no
/// questions, no events and no log level. So these messages must reach the server that runs the call: a cancellation, a
/// response to a question, and a `GET` that resumes a stream.
///
/// The server calls `save` once for each new session, `load` for an id that it does not know, and `remove` if the client
/// ends the session. It waits up to ten seconds for each of them. After `remove`, other servers that have loaded the
/// session keep it until its idle timeout. A session that ends by its idle timeout or at
/// [`max_sessions`](crate::HttpConfig::max_sessions) stays in the store, and its next request loads it again. A store
/// should forget a session that no server has loaded for some days.
///
/// ```
/// use std::collections::HashMap;
/// use std::convert::Infallible;
/// use std::sync::Mutex;
///
/// use mcp_tool_server::{HttpConfig, SessionRecord, SessionStore};
///
/// #[derive(Default)]
/// struct InMemory(Mutex<HashMap<String, SessionRecord>>);
///
/// impl SessionStore for InMemory {
///     type Error = Infallible;
///
///     async fn save(&self, session: SessionRecord) -> Result<(), Infallible> {
///         self.0.lock().unwrap().insert(session.id().to_owned(), session);
///         Ok(())
///     }
///
///     async fn load(&self, id: &str) -> Result<Option<SessionRecord>, Infallible> {
///         Ok(self.0.lock().unwrap().get(id).cloned())
///     }
///
///     async fn remove(&self, id: &str) -> Result<(), Infallible> {
///         self.0.lock().unwrap().remove(id);
///         Ok(())
///     }
/// }
///
/// let config = HttpConfig::new().session_store(InMemory::default());
/// # drop(config);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a session store",
    label = "does not implement `SessionStore`",
    note = "write `impl SessionStore for {Self}`, with the methods `save`, `load` and `remove`"
)]
pub trait SessionStore: Send + Sync + 'static {
    /// Why the store failed. The server logs it, and clients never see it.
    type Error: Error + Send + Sync + 'static;

    /// Saves a session. If it fails, the session opens, but only this server knows it.
    fn save(&self, session: SessionRecord) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Returns a saved session, or `None` for an unknown id. If it fails, the client gets 503.
    fn load(
        &self,
        id: &str,
    ) -> impl Future<Output = Result<Option<SessionRecord>, Self::Error>> + Send;

    /// Forgets a session. If it fails, the client gets 503, and its next request loads the session again.
    fn remove(&self, id: &str) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

/// Lets a program keep the store, too.
impl<S: SessionStore> SessionStore for Arc<S> {
    type Error = S::Error;

    async fn save(&self, session: SessionRecord) -> Result<(), S::Error> {
        S::save(self, session).await
    }

    async fn load(&self, id: &str) -> Result<Option<SessionRecord>, S::Error> {
        S::load(self, id).await
    }

    async fn remove(&self, id: &str) -> Result<(), S::Error> {
        S::remove(self, id).await
    }
}

pub(crate) type BoxError = Box<dyn Error + Send + Sync>;
pub(crate) type Boxed<'a, T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + Send + 'a>>;

/// A [`SessionStore`] without its type.
pub(crate) trait AnyStore: Send + Sync {
    fn save(&self, session: SessionRecord) -> Boxed<'_, ()>;
    fn load<'a>(&'a self, id: &'a str) -> Boxed<'a, Option<SessionRecord>>;
    fn remove<'a>(&'a self, id: &'a str) -> Boxed<'a, ()>;
}

impl<S: SessionStore> AnyStore for S {
    fn save(&self, session: SessionRecord) -> Boxed<'_, ()> {
        Box::pin(async { Ok(SessionStore::save(self, session).await?) })
    }

    fn load<'a>(&'a self, id: &'a str) -> Boxed<'a, Option<SessionRecord>> {
        Box::pin(async { Ok(SessionStore::load(self, id).await?) })
    }

    fn remove<'a>(&'a self, id: &'a str) -> Boxed<'a, ()> {
        Box::pin(async { Ok(SessionStore::remove(self, id).await?) })
    }
}

impl fmt::Debug for dyn AnyStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionStore").finish_non_exhaustive()
    }
}

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
