//! The configuration of an HTTP service.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use super::protection::Protection;
use super::sessions::{AnyStore, SessionStore};
use super::shutdown::End;

/// The configuration of an HTTP service.
///
/// By default, the server accepts only requests whose `Host` is this machine. Clients of protocol versions
/// before 2026-07-28 have sessions.
///
/// With [`protect`](Self::protect), the server accepts only MCP requests with a valid token. Alternatively, a
/// middleware can identify the user, and add a [`Principal`](mcp_tool_runtime::context::Principal) to the extensions of each
/// request. In both cases, only the user who opened a session can use it. Other users get 404. If the request
/// that opened a session had no principal, every client with the session id can use the session.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    pub(crate) hosts: Vec<String>,
    /// `None` for the pages of `hosts`.
    pub(crate) origins: Option<Vec<String>>,
    pub(crate) has_sessions: bool,
    pub(crate) keep_alive: Duration,
    pub(crate) session_timeout: Duration,
    pub(crate) max_sessions: usize,
    pub(crate) max_requests: usize,
    pub(crate) max_questions: usize,
    pub(crate) max_questions_per_session: usize,
    pub(crate) max_body_bytes: usize,
    pub(crate) max_open_bytes: usize,
    pub(crate) store: Option<Arc<dyn AnyStore>>,
    pub(crate) body_timeout: Duration,
    pub(crate) grace: Option<Duration>,
    pub(crate) protection: Option<Protection>,
    pub(crate) end: Arc<End>,
}

/// The hosts that name this machine.
const THIS_MACHINE: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

impl Default for HttpConfig {
    fn default() -> Self {
        HttpConfig {
            hosts: THIS_MACHINE.map(str::to_owned).into(),
            origins: None,
            has_sessions: true,
            keep_alive: Duration::from_secs(15),
            // A call or a user's answer may take several minutes.
            session_timeout: Duration::from_secs(30 * 60),
            // Together, idle sessions take about 6 megabytes of memory, and with full rings at most about 4 GiB.
            max_sessions: 4096,
            max_requests: 512,
            max_questions: 4096,
            max_questions_per_session: 256,
            max_body_bytes: 4 * 1024 * 1024,
            max_open_bytes: 256 * 1024 * 1024,
            store: None,
            body_timeout: Duration::from_secs(30),
            grace: None,
            protection: None,
            end: Arc::default(),
        }
    }
}

impl HttpConfig {
    /// Creates the default configuration.
    pub fn new() -> Self {
        HttpConfig::default()
    }

    /// Sets the accepted hosts, such as `tools.example` or `tools.example:8080`. Default: this machine
    /// (`localhost`, `127.0.0.1`, `[::1]`). A host without a port matches every port.
    ///
    /// A request with another `Host` gets 403. The check protects a server on a user's machine from web pages
    /// that the user visits (DNS rebinding).
    pub fn allow_hosts<H: Into<String>>(mut self, hosts: impl IntoIterator<Item = H>) -> Self {
        self.hosts = hosts.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the origins of web pages whose requests the server accepts, such as `https://app.example:443` or
    /// `http://localhost:*`. An origin without a port matches every port, as `:*` does. Default: the pages of the
    /// allowed [hosts](Self::allow_hosts). If an allowed host has no port, the default includes its pages on
    /// every port.
    ///
    /// Every other `Origin`, such as `null`, gets 403. The server accepts requests without an `Origin`,
    /// because only web pages send one.
    pub fn allow_origins<O: Into<String>>(mut self, origins: impl IntoIterator<Item = O>) -> Self {
        self.origins = Some(origins.into_iter().map(Into::into).collect());
        self
    }

    /// Requires a bearer token for every MCP request, and the scopes of the tool for every call.
    ///
    /// Without a protection, [`http_service`](crate::ToolServer::http_service) panics if a tool has `scopes`.
    pub fn protect(mut self, protection: Protection) -> Self {
        self.protection = Some(protection);
        self
    }

    /// Turns off sessions, which only clients of protocol versions before 2026-07-28 have. Each request is
    /// then independent. If several servers share the load, any of them can answer any request.
    pub fn without_sessions(mut self) -> Self {
        self.has_sessions = false;
        self
    }

    /// Sets the idle timeout of a session. Default: 30 minutes.
    ///
    /// Each message restarts the timeout, including progress, requests and responses of a running call, but not a message
    /// that no client reads. A session without messages for longer than the timeout ends. This cancels its running calls. A session
    /// does not end while its client listens to notifications with `GET`.
    ///
    /// Many clients do not close their sessions. This timeout removes such sessions.
    pub fn session_timeout(mut self, timeout: Duration) -> Self {
        self.session_timeout = timeout;
        self
    }

    /// Sets the maximum number of sessions. Default: 4096. An idle session takes about 1.4 kilobytes of memory,
    /// and up to 1 MiB for its last events.
    ///
    /// Until a session ends, it keeps its last 256 events, up to 1 MiB in total. A client that has lost an event
    /// stream can continue it with `GET` and `Last-Event-ID`. If the events after this one are no longer kept, the
    /// client gets 400. If a response is larger than 1 MiB, the client gets an error instead.
    ///
    /// At the limit, a new session evicts the session that has been idle longest. The next request of the
    /// evicted session gets 404, and the client must open a new session, unless a
    /// [store](Self::session_store) has the session. Sessions with an open request or a
    /// notification stream are not idle. If no session is idle, a new session may exceed the limit.
    pub fn max_sessions(mut self, sessions: usize) -> Self {
        self.max_sessions = sessions;
        self
    }

    /// Sets the maximum number of requests that the server handles at a time. Default: 512.
    ///
    /// Each request has a body of at most [`max_body_bytes`](Self::max_body_bytes) in memory, and the data of
    /// its tool. [`max_open_bytes`](Self::max_open_bytes) limits the bodies of all requests together. At most
    /// 512 of their `blocking` tools run on threads. A server with little memory may need a smaller number.
    ///
    /// A request beyond the limit gets 503 with a JSON-RPC error and `Retry-After`. Without a session, the
    /// server rejects it without reading the body. In a session, the server first reads up to 64 KiB of the
    /// body. The server still accepts notifications, such as a cancellation, and the client's responses to
    /// the server's requests, up to that size.
    ///
    /// A request counts until its call has ended, even after its client has disconnected, and until the server
    /// has written the response. [`ServeHttp::write_timeout`](crate::ServeHttp::write_timeout) ends the
    /// connections of clients that do not read. A call that waits for the client's answer to a
    /// [question](Self::max_questions) does not count. Notification streams never count.
    pub fn max_requests(mut self, requests: usize) -> Self {
        self.max_requests = requests;
        self
    }

    /// Sets the maximum number of questions that wait for a client's answer. A question is a request that a
    /// tool sends to a client, for example with [`elicit`](mcp_tool_runtime::ToolContext::elicit). Default: 4096.
    ///
    /// If a tool asks one more question, its call ends with a result that says so, and has `isError`. A question
    /// is open until the client answers it, the call is cancelled, or the session ends, even after the client
    /// has disconnected. Meanwhile, its call keeps its arguments in memory. Since protocol version 2026-07-28, a
    /// question ends the call, so none is open.
    pub fn max_questions(mut self, questions: usize) -> Self {
        self.max_questions = questions;
        self
    }

    /// Sets the maximum number of questions of one session that wait for the client's answer. Default: 256.
    /// Works like [`max_questions`](Self::max_questions).
    pub fn max_questions_per_session(mut self, questions: usize) -> Self {
        self.max_questions_per_session = questions;
        self
    }

    /// Sets the size limit of a request's body in bytes. Default: 4 MiB. On stdio, the limit is 16 MiB. The
    /// larger limit is safe there, because the server reads only one message at a time.
    ///
    /// A longer body gets 413 with a JSON-RPC error that names the limit. With `Expect: 100-continue`, the
    /// client gets it before it sends the body.
    pub fn max_body_bytes(mut self, bytes: usize) -> Self {
        self.max_body_bytes = bytes;
        self
    }

    /// Sets the maximum size, in bytes, of the bodies of all open requests, and of their unread responses. Default:
    /// 256 MiB.
    ///
    /// A body counts while it arrives, and until its call has ended. A response counts until the client has read it.
    /// A request beyond this limit gets 503 with `Retry-After`, unless no other request has any bytes. The responses
    /// of running calls may exceed the limit. Each connection takes up to 64 KiB more.
    pub fn max_open_bytes(mut self, bytes: usize) -> Self {
        self.max_open_bytes = bytes;
        self
    }

    /// Sets a store in which servers share their sessions. Default: each server knows only its own sessions, in memory.
    pub fn session_store(mut self, store: impl SessionStore) -> Self {
        self.store = Some(Arc::new(store));
        self
    }

    /// Sets the time limit for a request's body, from its head to its last byte. Default: 30 seconds. A body of
    /// the largest size, 4 MiB, then needs a connection of 1.2 megabits per second.
    ///
    /// A body that takes longer gets 408 with a JSON-RPC error. If you accept larger bodies, or clients on slow
    /// connections, set a longer time. A request counts towards [`max_requests`](Self::max_requests) while its
    /// body arrives.
    pub fn body_timeout(mut self, timeout: Duration) -> Self {
        self.body_timeout = timeout;
        self
    }

    /// Sets the interval of keep-alive comments while a response or a notification stream is silent. Default:
    /// 15 seconds.
    ///
    /// Only a stream of events can contain comments. So the response becomes such a stream if its call takes longer
    /// than 20 milliseconds, or sends a message before. The status of the stream is always 200, even for an error.
    pub fn keep_alive(mut self, every: Duration) -> Self {
        self.keep_alive = every;
        self
    }

    /// Sets how long calls may continue after the start of the shutdown. With `serve_http`, this time starts
    /// after the drain delay. Default with `serve_http`: its [grace period](crate::ServeHttp::grace). Default
    /// with other servers: [`ToolServer::GRACE`](crate::ToolServer::GRACE).
    ///
    /// A process manager should wait for the drain delay, the grace period and five more seconds before it
    /// kills the process. By default, Kubernetes kills a process 30 seconds after SIGTERM.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = Some(grace);
        self
    }

    /// Sets a future whose completion starts the shutdown. With [`serve_http`](crate::serve_http), this
    /// setting is not necessary.
    ///
    /// Notification streams end at once. Calls have the [grace period](Self::grace) to finish. The server
    /// cancels longer calls, and responds with an error. Sessions end last. The shutdown does not wait for
    /// calls whose client has disconnected. Such calls end with the sessions at the latest. New requests get 503,
    /// but the server still accepts notifications, and answers to its questions.
    ///
    /// Stop your HTTP server, too. Once [`shutdown_signal`](crate::shutdown_signal) listens for signals, they
    /// no longer end the process. Limit how long your server waits for its connections. For example, axum's
    /// server waits even for clients that send incomplete headers or do not read their response.
    ///
    /// All services that use this configuration or a clone of it shut down together.
    pub fn until(mut self, end: impl Future<Output = ()> + Send + 'static) -> Self {
        self.end = Arc::new(End::after(end));
        self
    }
}
