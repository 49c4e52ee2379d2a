//! Where sessions are saved, so that another server can go on with them.

use std::error::Error;
use std::fmt;
use std::pin::Pin;

use super::session::SessionRecord;

/// Saves sessions outside of this server, for example in a database that several servers share. Then any of them can
/// answer the next request of a session. Pass a store to [`HttpConfig::session_store`](crate::HttpConfig::session_store).
///
/// A store keeps what `initialize` said and who opened the session. It keeps no running calls and no events: a client can
/// only resume a stream on the server that sent it. The server calls `save` once for each new session, `load` for an id
/// that it does not know, and `remove` when the session ends. It waits up to ten seconds for each of them. A store
/// should forget a session that nobody has loaded for some days.
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
pub trait SessionStore: Send + Sync + 'static {
    /// Why the store failed. The server logs it, and clients never see it.
    type Error: Error + Send + Sync + 'static;

    /// Saves a session. If it fails, only this server knows the session.
    fn save(&self, session: SessionRecord) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Returns a saved session. If it fails, the client gets 503.
    fn load(
        &self,
        id: &str,
    ) -> impl Future<Output = Result<Option<SessionRecord>, Self::Error>> + Send;

    /// Forgets a session.
    fn remove(&self, id: &str) -> impl Future<Output = Result<(), Self::Error>> + Send;
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
