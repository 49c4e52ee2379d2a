//! Streamable HTTP, by way of the SDK.

mod body;
mod end;
mod exchange;
mod head;
mod late;
mod message;
mod rejection;
mod replay;
mod requests;
mod resumed;
mod serve;
mod service;
mod sessions;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use ::rmcp::ServerHandler;
use ::rmcp::transport::streamable_http_server::StreamableHttpServerConfig;

use self::end::End;
pub(super) use self::requests::RoomOfCall;
pub use self::serve::{ServeHttp, serve_http};
pub use self::service::HttpService;
use super::server::ToolServer;

/// Who may connect, and how.
///
/// Unless something else is said, only requests whose `Host` is this machine are answered, whatever
/// their `Origin`, and peers of the older revisions have sessions. 2026-07-28 has none.
///
/// A session belongs to who has begun it, where a middleware has put a
/// [`Principal`](crate::Principal) into the extensions of the request with `initialize`: to everybody
/// else, and to who is nobody, it is unknown (404). Others are open to whoever knows their id.
#[derive(Clone, Debug, Default)]
pub struct HttpConfig {
    sdk: StreamableHttpServerConfig,
    origins: Option<Vec<String>>,
    session_timeout: Option<Duration>,
    max_sessions: Option<usize>,
    max_requests: Option<usize>,
    max_body_bytes: Option<usize>,
    grace: Option<Duration>,
    end: Arc<End>,
}

/// The SDK's five minutes are less than a call may take, or a user who is asked.
const SESSION_TIMEOUT: Duration = Duration::from_secs(30 * 60);

/// Some hundreds of megabytes, and 4 GiB where each keeps as many responses as it may.
const SESSIONS: usize = 4096;

/// As many bodies have 2 GiB at most.
const REQUESTS: usize = 512;

/// The SDK's limit of a body, in bytes.
const BODY_LIMIT: usize = 4 * 1024 * 1024;

impl HttpConfig {
    /// What is usual.
    pub fn new() -> Self {
        HttpConfig::default()
    }

    /// Sets the hosts that the server answers for, such as `tools.example` or `tools.example:8080`.
    /// Default: this machine (`localhost`, `127.0.0.1`, `[::1]`).
    ///
    /// Every other `Host` gets 403. The check keeps web pages from reaching a server on the machine of
    /// their visitor (DNS rebinding).
    pub fn allow_hosts<H: Into<String>>(mut self, hosts: impl IntoIterator<Item = H>) -> Self {
        let hosts = hosts.into_iter().map(Into::into);
        // To the SDK, an empty list is every host; the name that none has keeps it from being one.
        self.sdk.allowed_hosts = hosts.chain([String::new()]).collect();
        self
    }

    /// Sets the origins whose web pages the server answers, such as `https://app.example:443` or
    /// `http://localhost:*`. Default: the pages of the allowed [hosts](Self::allow_hosts), with any port
    /// where the host has none.
    ///
    /// Every other `Origin` gets 403, and so does `null`. A client that is no web page sends no `Origin`.
    pub fn allow_origins<O: Into<String>>(mut self, origins: impl IntoIterator<Item = O>) -> Self {
        self.origins = Some(origins.into_iter().map(Into::into).collect());
        self
    }

    /// Returns the configuration for the SDK. It gets bodies that were read, and has no limit of its own.
    fn sdk(mut self) -> StreamableHttpServerConfig {
        self.sdk.max_request_body_bytes = usize::MAX;
        let hosts = self.sdk.allowed_hosts.iter();
        let origins = self
            .origins
            .unwrap_or_else(|| hosts.flat_map(|host| origins_of(host)).collect());
        let sdk = self.sdk.with_allowed_origins(origins);
        sdk.enforce_origin_validation()
    }

    /// Serves peers of the older revisions without sessions, too: each request stands alone, and any
    /// of several servers can answer it.
    pub fn without_sessions(mut self) -> Self {
        self.sdk.legacy_session_mode = false;
        self.sdk.json_response = true;
        self
    }

    /// How long a session lasts in which nothing is said; half an hour unless this is called. A call
    /// that is under way says something where it reports progress, asks or answers. One that is silent
    /// for longer is cancelled, as its session ends.
    ///
    /// Clients are asked to close their sessions, and many do not: the time is what a server keeps of
    /// those.
    pub fn session_timeout(mut self, timeout: Duration) -> Self {
        self.session_timeout = Some(timeout);
        self
    }

    /// How many sessions there may be; 4096 unless this is called. Each takes some 80 kilobytes, and up
    /// to 1 MiB of responses.
    ///
    /// A session keeps its last 32 responses until it ends. A client that has lost the stream of a
    /// request gets its response with `GET` and `Last-Event-ID`. A response that is larger than 1 MiB is
    /// an error then.
    ///
    /// One more ends the one that has been idle for longest. A client that comes back to it is told 404,
    /// and begins another. Sessions with a request that has not been answered, or a stream on which a
    /// client waits for news, are not idle, and may be more than that.
    pub fn max_sessions(mut self, sessions: usize) -> Self {
        self.max_sessions = Some(sessions);
        self
    }

    /// Sets how many requests are answered at a time. Default: 512.
    ///
    /// Each holds its body, of at most [`max_body_bytes`](Self::max_body_bytes), and what its tool needs.
    /// So 512 requests hold at most 2 GiB of bodies, and as many `blocking` tools have a thread. A server
    /// behind a proxy or with little memory may need fewer, or shorter bodies.
    ///
    /// A request beyond the limit gets 503 with a JSON-RPC error and `Retry-After`, before its body is
    /// read. In a session, messages of up to 64 KiB are read all the same: answers of the client and
    /// cancellations always get through.
    ///
    /// A call counts until it ends, also where its client has gone away. While it waits for an answer of
    /// the client, it does not count. Streams on which a client waits for news never do.
    pub fn max_requests(mut self, requests: usize) -> Self {
        self.max_requests = Some(requests);
        self
    }

    /// Sets the size limit of a request's body in bytes. Default: 4 MiB. Messages on stdio
    /// have at most 16 MiB, because only one is read at a time.
    ///
    /// A longer body gets 413 with a JSON-RPC error that names the limit.
    pub fn max_body_bytes(mut self, bytes: usize) -> Self {
        self.max_body_bytes = Some(bytes);
        self
    }

    /// How often an answer that is not there yet says that it is still coming; 15 seconds unless this
    /// is called.
    ///
    /// That is a comment on a stream of events. An answer that would be no stream becomes one when this
    /// time is over: its status is 200 then, whatever it turns out to be.
    pub fn keep_alive(mut self, every: Duration) -> Self {
        self.sdk.sse_keep_alive = Some(every);
        self
    }

    /// Sets how long calls may go on after the start of the shutdown.
    /// Default: the [grace period of `serve_http`](ServeHttp::grace), or [`ToolServer::GRACE`].
    ///
    /// Give the process five more seconds before you kill it. Kubernetes waits for 30 seconds.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = Some(grace);
        self
    }

    /// Sets what starts the shutdown, for a server other than [`serve_http`], which starts it by itself.
    ///
    /// Streams on which a client waits for news end at once. Calls have their [`grace`](Self::grace) to
    /// finish; those that run longer are cancelled and answered with an error. Sessions end last, and
    /// with them the calls whose client has gone away.
    ///
    /// The other server has to end, too: [`shutdown_signal`](crate::shutdown_signal) keeps signals from
    /// ending the process. Limit the time that it waits for its connections: axum's server waits for
    /// clients that send half a head, and for clients that do not read their response.
    ///
    /// The services of a configuration and of its clones end together.
    pub fn until(mut self, end: impl Future<Output = ()> + Send + 'static) -> Self {
        self.end = Arc::new(End::after(end));
        self
    }
}

/// The origins of the pages that a host serves.
fn origins_of(host: &str) -> Vec<String> {
    let authority = match host.parse::<std::net::Ipv6Addr>() {
        Ok(address) => format!("[{address}]"),
        Err(_) => host.to_owned(),
    };
    let parsed = authority.parse::<http::uri::Authority>();
    let port = match parsed.ok().and_then(|authority| authority.port_u16()) {
        Some(_) => "",
        None => ":*",
    };
    ["http", "https"]
        .map(|scheme| format!("{scheme}://{authority}{port}"))
        .into()
}

impl<S: Send + Sync + 'static> ToolServer<S> {
    /// Returns the server as a `tower` service that speaks Streamable HTTP, for a path such as `/mcp`.
    /// All connections share the registry and its state. [`serve_http`] serves it.
    pub fn http_service(self, config: HttpConfig) -> HttpService<Self> {
        http_service(self, config)
    }
}

/// Any of the SDK's handlers as the `tower` service that [`ToolServer::http_service`] makes of its
/// tools: for a server that has prompts and resources of its own [beside](ToolServer::beside) them. Each
/// session, and each request without one, is served by a clone. One that is not `Clone` goes in as
/// `Arc::new(handler)`.
pub fn http_service<H: ServerHandler + Clone>(handler: H, config: HttpConfig) -> HttpService<H> {
    HttpService::new(handler, config)
}
