//! Where sessions are saved, so that another server can go on with them.

use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use super::session::SessionRecord;

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
