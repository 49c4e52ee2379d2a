//! Sessions: what the server keeps about a client between its requests.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use mcp_tool_runtime::context::{ClientCapabilities, ClientInfo, Principal};
use mcp_tool_runtime::{ProtocolVersion, ToolContext};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::events::{EventReader, Stream};
use super::history::{EventId, History};
use super::rejection::Rejection;
use crate::connection::{Connection, Outlet, Room, is_modern};
use crate::mutex::lock;

/// The part of a session that a [`SessionStore`](crate::SessionStore) keeps: who opened it, and the content of its
/// `initialize` request. It serializes to JSON. Its `Debug` form omits the id, which is a secret.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionRecord {
    id: String,
    /// The issuer and the name of the user who opened the session, if known.
    owner: Option<Owner>,
    protocol_version: String,
    client: ClientInfo,
    capabilities: Map<String, Value>,
}

/// The user of a session. Scopes do not belong to it, because two tokens of one user may have different scopes.
pub(super) type Owner = (Option<String>, String);

pub(super) fn owner(principal: &Principal) -> Owner {
    let issuer = principal.issued_by().map(ToOwned::to_owned);
    (issuer, principal.name().to_owned())
}

impl SessionRecord {
    /// Returns the id of the session. It is a secret: anyone with the id can use a session without an owner.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the context of the session's requests. Returns `None` for an unknown protocol version.
    fn context(&self) -> Option<ToolContext> {
        let version: ProtocolVersion = self.protocol_version.parse().ok()?;
        let capabilities = ClientCapabilities::new(self.capabilities.clone());
        Some(ToolContext::new(version).with_client(self.client.clone(), capabilities))
    }
}

impl fmt::Debug for SessionRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionRecord")
            .field("owner", &self.owner)
            .field("protocol_version", &self.protocol_version)
            .field("client", &self.client)
            .finish_non_exhaustive()
    }
}

/// An open session.
pub(super) struct Session {
    pub(super) id: Box<str>,
    /// The user who opened the session, if known.
    owner: Option<Owner>,
    pub(super) connection: Arc<Connection>,
    /// The number of requests whose response or stream is open.
    visits: AtomicUsize,
    history: Arc<History>,
    /// The stream of notifications, once it is needed.
    notifications: OnceLock<Arc<Stream>>,
    /// The streams of requests that are open or have a reader. `None` after the end of the session.
    streams: Mutex<Option<Vec<Arc<Stream>>>>,
}

impl Session {
    pub(super) fn new(id: &str, owner: Option<Owner>, connection: Connection) -> Arc<Self> {
        Arc::new_cyclic(|session| {
            let home: Weak<Session> = Weak::clone(session);
            Session {
                id: id.into(),
                owner,
                connection: Arc::new(connection.with_home(home)),
                visits: AtomicUsize::new(0),
                history: Arc::new(History::new()),
                notifications: OnceLock::new(),
                streams: Mutex::new(Some(Vec::new())),
            }
        })
    }

    /// Restores a session from a store. Returns `None` if the server offers no sessions of its protocol version.
    pub(super) fn restore(record: SessionRecord, connection: Connection) -> Option<Arc<Self>> {
        let context = record.context()?;
        let version = context.protocol_version();
        if is_modern(version) || connection.server.check_offered(version).is_err() {
            return None;
        }
        connection.begin_session(context);
        connection.set_initialized();
        Some(Self::new(&record.id, record.owner, connection))
    }

    /// Returns what a store keeps.
    pub(super) fn record(&self) -> Option<SessionRecord> {
        let context = self.connection.session()?;
        Some(SessionRecord {
            id: self.id.to_string(),
            owner: self.owner.clone(),
            protocol_version: context.protocol_version().as_str().to_owned(),
            client: context.client()?,
            capabilities: context.client_capabilities().members().clone(),
        })
    }

    /// Returns whether a caller may use the session. A session without an owner is for all who know its id.
    pub(super) fn is_of(&self, principal: Option<&Principal>) -> bool {
        self.owner.is_none() || self.owner == principal.map(owner)
    }

    /// Returns the time of the last message, unless a request or a stream is open.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let is_idle = self.visits.load(Ordering::Acquire) == 0 && self.connection.calls.is_empty();
        is_idle.then(|| self.history.last_use())
    }

    /// Returns whether no message was sent or received for a time, and no client listens.
    pub(super) fn is_silent_for(&self, limit: Duration) -> bool {
        let is_listening = |stream: &Arc<Stream>| stream.has_reader();
        self.history.last_use().elapsed() >= limit
            && !self.notifications.get().is_some_and(is_listening)
    }

    /// Returns what keeps the events of the session.
    pub(super) fn history(&self) -> Weak<History> {
        Arc::downgrade(&self.history)
    }

    /// Adds the stream of a request. If the session has ended meanwhile, ends the request, too.
    pub(super) fn add(&self, stream: &Arc<Stream>) {
        if let Some(streams) = &mut *lock(&self.streams) {
            streams.push(Arc::clone(stream));
            return;
        }
        self.end();
        stream.end(None);
    }

    pub(super) fn has_ended(&self) -> bool {
        lock(&self.streams).is_none()
    }

    /// Returns the stream of notifications.
    pub(super) fn notifications(&self) -> &Arc<Stream> {
        let new = || Stream::of_notifications(self.history());
        self.notifications.get_or_init(new)
    }

    /// Continues a stream after the event that the client has read last. Returns `None` if events are missing.
    pub(super) fn resume(&self, read: EventId) -> Option<EventReader> {
        let known = if read.stream == 0 {
            Some(Arc::clone(self.notifications()))
        } else {
            let streams = lock(&self.streams);
            let mut streams = streams.iter().flatten();
            let stream = streams.find(|stream| stream.number() == Some(read.stream));
            stream.cloned()
        };
        let stream = match known {
            Some(stream) => stream,
            None => {
                let rest = Stream::rest(read, self.history.after(read, None)?);
                self.add(&rest);
                rest
            }
        };
        stream.resume(&self.history, Some(read))
    }

    /// Returns the one that gets the notifications from now on. Returns `None` after the end of the session.
    pub(super) fn listen(&self) -> Option<EventReader> {
        let reader = self.notifications().resume(&self.history, None);
        reader.filter(|_| !self.has_ended())
    }

    /// Ends the stream of notifications.
    pub(super) fn end_notifications(&self) {
        self.notifications().end(None);
    }

    /// Ends the session: cancels its calls, and ends its streams.
    pub(super) fn end(&self) {
        let streams = lock(&self.streams).take();
        for call in self.connection.calls.take_all() {
            call.skip();
        }
        // Only now: a call whose question fails would send a response.
        self.connection.close("the session has ended");
        for stream in streams.into_iter().flatten() {
            stream.end(None);
        }
        self.end_notifications();
    }

    /// Counts an open request or stream until the returned value is dropped.
    pub(super) fn visit(self: &Arc<Self>) -> Visit {
        self.visits.fetch_add(1, Ordering::AcqRel);
        self.history.touch();
        Visit(Arc::clone(self))
    }
}

/// If the service is dropped, open requests would keep the companion's part open.
impl Drop for Session {
    fn drop(&mut self) {
        self.end();
    }
}

/// Messages that belong to no request go to the stream of notifications.
impl Outlet for Session {
    fn respond(&self, response: Vec<u8>, _: Option<Room>) {
        self.send(response, false);
    }

    fn send(&self, message: Vec<u8>, may_be_lost: bool) {
        self.notifications().send(message, may_be_lost);
    }

    fn is_stuck(&self) -> bool {
        self.notifications().is_stuck()
    }
}

/// An open request or stream of a session.
pub(super) struct Visit(Arc<Session>);

impl Visit {
    pub(super) fn session(&self) -> &Arc<Session> {
        &self.0
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        if let Some(streams) = &mut *lock(&self.0.streams) {
            streams.retain(|stream| stream.is_in_use());
        }
        self.0.history.touch();
        self.0.visits.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Returns the id of a new session: 128 bits that nobody can guess.
///
/// # Errors
///
/// Returns an error if the system has no random numbers.
pub(super) fn new_session_id() -> Result<String, Rejection> {
    let mut bytes = [0; 16];
    if let Err(error) = fill(&mut bytes) {
        tracing::error!(%error, "cannot open a session without random numbers");
        return Err(Rejection::unavailable(
            "the server cannot open a session now",
        ));
    }
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// Returns whether a text has the form of an id of [`new_session_id`].
pub(super) fn is_session_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(target_os = "linux")]
fn fill(bytes: &mut [u8; 16]) -> std::io::Result<()> {
    use rustix::rand::{GetRandomFlags, getrandom};

    // The system returns up to 256 bytes at once.
    let filled = rustix::io::retry_on_intr(|| getrandom(&mut *bytes, GetRandomFlags::empty()))?;
    if filled < bytes.len() {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn fill(bytes: &mut [u8; 16]) -> Result<(), getrandom::Error> {
    getrandom::fill(bytes)
}
