//! Streamable HTTP, by way of the SDK.

use std::sync::Arc;
use std::time::Duration;

use ::rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use ::rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService,
};

use super::server::ToolServer;

/// A [`ToolServer`] as a `tower` service for axum or hyper: what
/// [`ToolServer::http_service`] makes.
pub type HttpService<S> = StreamableHttpService<ToolServer<S>, LocalSessionManager>;

/// Who may connect, and how.
///
/// Unless something else is said, only requests whose `Host` is this machine are answered, whatever
/// their `Origin`, and peers of the older revisions have sessions. 2026-07-28 has none.
#[derive(Clone, Debug, Default)]
pub struct HttpConfig(StreamableHttpServerConfig);

impl HttpConfig {
    /// What is usual.
    pub fn new() -> Self {
        HttpConfig::default()
    }

    /// Answers requests to these hosts, such as `tools.example` or `tools.example:8080`, and no
    /// others. A server that is not on this machine alone needs it: the check keeps web pages from
    /// reaching a server on the machine of whoever looks at them (DNS rebinding).
    pub fn allow_hosts<H: Into<String>>(mut self, hosts: impl IntoIterator<Item = H>) -> Self {
        let hosts = hosts.into_iter().map(Into::into);
        // To the SDK, an empty list is every host; the name that none has keeps it from being one.
        self.0.allowed_hosts = hosts.chain([String::new()]).collect();
        self
    }

    /// Answers requests of web pages from these origins, such as `https://app.example:443` or
    /// `http://localhost:*`, and no others. What is no web page has no origin, and is answered.
    pub fn allow_origins<O: Into<String>>(mut self, origins: impl IntoIterator<Item = O>) -> Self {
        let origins = origins.into_iter().map(Into::into);
        self.0 = self
            .0
            .with_allowed_origins(origins)
            .enforce_origin_validation();
        self
    }

    /// Serves peers of the older revisions without sessions, too: each request stands alone, and any
    /// of several servers can answer it.
    pub fn without_sessions(mut self) -> Self {
        self.0.legacy_session_mode = false;
        self.0.json_response = true;
        self
    }

    /// How often an answer that is not there yet says that it is still coming; 15 seconds unless this
    /// is called.
    pub fn keep_alive(mut self, every: Duration) -> Self {
        self.0.sse_keep_alive = Some(every);
        self
    }
}

impl<S: Send + Sync + 'static> ToolServer<S> {
    /// The server as a `tower` service that speaks Streamable HTTP, to be put under a path such as
    /// `/mcp`. All connections share the registry and its state.
    pub fn http_service(self, config: HttpConfig) -> HttpService<S> {
        let sessions = Arc::new(LocalSessionManager::default());
        StreamableHttpService::new(move || Ok(self.clone()), sessions, config.0)
    }
}
