//! The connection of one client, whatever the transport: what the client said about itself, its running calls, and the
//! server's questions to it.
//!
//! Each file imports only those that are listed above it.
//!
//! ```text
//! load       the limits on what runs at a time
//! outlet     where the messages to a client go
//! outbox     the only writer of a stream, with back-pressure
//! batch      the responses to a batch of requests
//! calls      requests of the client that have no response yet
//! questions  requests to the client that have no response yet
//! link       the link to the companion, and its requests that have no response yet
//! ```

mod batch;
mod calls;
mod link;
mod load;
mod outbox;
mod outlet;
mod questions;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, Weak};

use mcp_tool_runtime::context::LogLevel;
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolContext};
use serde_json::json;

pub(crate) use self::batch::Batch;
pub(crate) use self::calls::{Call, Forwarding, Kind, OpenCalls, SUBSCRIPTION, StartedCall};
pub(crate) use self::link::{Link, STOPPED};
pub(crate) use self::load::{Limits, Load, Room};
pub(crate) use self::outbox::{Outbox, WriteNow};
#[cfg(feature = "testing")]
pub(crate) use self::outlet::write;
pub(crate) use self::outlet::{Outlet, message};
pub(crate) use self::questions::{Questions, Reply};
use crate::json_text::to_json;
use crate::mutex::lock;
use crate::served::Served;

/// What shares one connection.
#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(not(feature = "http"), allow(dead_code))]
pub(crate) enum Scope {
    /// The client of a pair of streams. Only one stream carries its responses, so open requests have different ids.
    Streams,
    /// The client of a session over HTTP.
    Session,
    /// All clients whose HTTP requests are independent of each other. Nothing that one says counts for another.
    Independent,
}

/// The connection of one client, or of all clients that need no connection of their own.
pub(crate) struct Connection {
    pub(crate) server: Arc<Served>,
    pub(crate) load: Arc<Load>,
    pub(crate) calls: OpenCalls,
    pub(crate) questions: Arc<Questions>,
    /// Where messages of the companion go that belong to no request. `None` if there is no such place.
    home: Option<Weak<dyn Outlet>>,
    link: OnceLock<Arc<Link>>,
    /// Whether the companion has not answered in time.
    pub(crate) is_companion_silent: AtomicBool,
    pub(crate) scope: Scope,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The context for the requests of a client that sent `initialize`.
    session: Option<ToolContext>,
    /// The protocol version of the latest request that named one, or of the session.
    last_version: Option<ProtocolVersion>,
    /// Whether the client has sent `notifications/initialized`.
    is_initialized: bool,
    /// Whether the tools have changed between `initialize` and `notifications/initialized`.
    has_missed_change: bool,
    /// The level of `logging/setLevel`.
    log_level: Option<LogLevel>,
}

impl Connection {
    /// Creates a connection. `questions` is the maximum number of questions that its client has not answered.
    pub(crate) fn new(
        server: Arc<Served>,
        load: Arc<Load>,
        scope: Scope,
        questions: usize,
    ) -> Self {
        Connection {
            server,
            load,
            calls: OpenCalls::default(),
            questions: Arc::new(Questions::new(questions)),
            home: None,
            link: OnceLock::new(),
            is_companion_silent: AtomicBool::new(false),
            scope,
            state: Mutex::default(),
        }
    }

    /// Returns the client's context for a request that names this protocol version in its `_meta`. This is the one
    /// place that decides the version of a request.
    ///
    /// # Errors
    ///
    /// Returns -32022 if the server does not offer the version, and -32602 if the client has stated no version at all.
    pub(crate) fn client(
        &self,
        named: Option<ProtocolVersion>,
    ) -> Result<ToolContext, ProtocolError> {
        let mut state = lock(&self.state);
        if let Some(version) = named {
            self.server.check_offered(version)?;
            state.last_version = named;
        }
        match (named, &state.session) {
            // Nothing that another request said counts for a request of this version.
            (Some(version), _) if is_modern(version) => Ok(self.server.modern.clone()),
            (_, Some(session)) => Ok(session.clone()),
            (Some(version), None) => Ok(ToolContext::new(version)),
            (None, None) => Err(unknown_version()),
        }
    }

    /// Checks that a request's id tells its response apart from those to other open requests.
    ///
    /// # Errors
    ///
    /// Returns -32600 if it does not.
    pub(crate) fn check_id(&self, id: &str) -> Result<(), ProtocolError> {
        if self.scope == Scope::Streams {
            self.calls.check_id(id)?;
        }
        Ok(())
    }

    /// Returns whether `initialize` begins a session of this connection.
    pub(crate) fn has_session_of_its_own(&self) -> bool {
        self.scope != Scope::Independent
    }

    /// Returns the protocol version that `initialize` agreed on.
    pub(crate) fn session_version(&self) -> Option<ProtocolVersion> {
        let state = lock(&self.state);
        state.session.as_ref().map(ToolContext::protocol_version)
    }

    /// Returns the context of the client that sent `initialize`.
    #[cfg(feature = "http")]
    pub(crate) fn session(&self) -> Option<ToolContext> {
        lock(&self.state).session.clone()
    }

    /// Returns the protocol version for the form of a message that belongs to no request.
    pub(crate) fn last_version(&self) -> Option<ProtocolVersion> {
        lock(&self.state).last_version
    }

    /// Begins the session of a client that sent `initialize`. Returns `false` if there is one already.
    pub(crate) fn begin_session(&self, context: ToolContext) -> bool {
        let mut state = lock(&self.state);
        let is_first = state.session.is_none();
        if is_first {
            state.last_version = Some(context.protocol_version());
            state.session = Some(context);
        }
        is_first
    }

    /// Ends the session whose `initialize` has failed.
    pub(crate) fn forget_session(&self) {
        lock(&self.state).session = None;
    }

    /// Sets where messages of the companion go that belong to no request.
    pub(crate) fn with_home(mut self, home: Weak<dyn Outlet>) -> Self {
        self.home = Some(home);
        self
    }

    /// Returns the link to the companion, and opens it if necessary. Without a session, each request has a link of its
    /// own. Returns `None` if there is no companion.
    pub(crate) fn link(&self, outlet: &Arc<dyn Outlet>) -> Option<Arc<Link>> {
        let companion = self.server.companion()?;
        let open = || {
            let home = self.home.clone();
            let home = home.unwrap_or_else(|| Arc::downgrade(outlet));
            Link::open(companion, home, Arc::clone(&self.questions))
        };
        if !self.has_session_of_its_own() {
            return Some(open());
        }
        let link = self.link.get_or_init(|| {
            let link = open();
            // The link of a client that sent `initialize` here was opened by it.
            if let Some(client) = &lock(&self.state).session {
                link.introduce(&introduction(client));
            }
            link
        });
        Some(Arc::clone(link))
    }

    /// Fails the questions, and ends the link to the companion, because the client is gone.
    pub(crate) fn close(&self, reason: &'static str) {
        self.questions.close(reason);
        if let Some(link) = self.link.get() {
            link.close();
        }
    }

    /// Returns the link to the companion if it is open.
    pub(crate) fn open_link(&self) -> Option<&Arc<Link>> {
        self.link.get()
    }

    /// Records that the client gets notifications. Returns whether it has missed a change of the tools.
    pub(crate) fn set_initialized(&self) -> bool {
        if !self.has_session_of_its_own() {
            return false;
        }
        let mut state = lock(&self.state);
        state.is_initialized = true;
        std::mem::take(&mut state.has_missed_change)
    }

    /// Returns whether the client gets notifications outside of its requests. If it does not yet, it has missed the
    /// change of the tools that the caller wants to send.
    pub(crate) fn gets_change(&self) -> bool {
        let mut state = lock(&self.state);
        let has_session = state.session.is_some();
        state.has_missed_change |= has_session && !state.is_initialized;
        has_session && state.is_initialized
    }

    pub(crate) fn log_level(&self) -> LogLevel {
        lock(&self.state).log_level.unwrap_or(LogLevel::Info)
    }

    pub(crate) fn set_log_level(&self, level: LogLevel) {
        if self.has_session_of_its_own() {
            lock(&self.state).log_level = Some(level);
        }
    }
}

/// Returns the JSON of the parameters of `initialize` of a client.
fn introduction(client: &ToolContext) -> String {
    let params = json!({
        "protocolVersion": client.protocol_version().as_str(),
        "capabilities": client.client_capabilities().members(),
        "clientInfo": client.client(),
    });
    to_json(&params)
}

/// Returns whether the protocol version has no `initialize`: each request describes its client.
pub(crate) fn is_modern(version: ProtocolVersion) -> bool {
    version >= ProtocolVersion::V2026_07_28
}

/// Returns the error for a request that comes before `initialize` and names no protocol version.
fn unknown_version() -> ProtocolError {
    ProtocolError::invalid_params(
        "`_meta` must have `io.modelcontextprotocol/protocolVersion`, unless `initialize` came before",
    )
}
