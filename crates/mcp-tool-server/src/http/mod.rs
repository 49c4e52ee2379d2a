//! Streamable HTTP.
//!
//! Within this folder, each file except its tests imports only those listed above it.
//!
//! ```text
//! response         HttpBody and responses
//! shutdown         how services and listeners end
//! readiness        Readiness: whether the server takes more work
//! rejection        a JSON-RPC error for each request that is rejected
//! request_body     reads the body of a request, up to limits of size and time
//! mirrored_headers the headers that repeat parts of a request
//! head             reads and checks headers, and decides the protocol version
//! host             the hosts and origins whose requests the server accepts
//! history          the last events of a session
//! events           one JSON response, or a stream of events
//! session          what the server keeps about a client between its requests
//! store            SessionStore: where servers share their sessions
//! sessions         the open sessions of a service
//! metadata         the metadata of a protected resource
//! protection       Protection: bearer tokens and scopes
//! config           HttpConfig
//! endpoint         the steps of a request
//! posted_message   a posted message, and what came with it
//! posted_batch     a posted batch of messages
//! post             a posted message, up to its response
//! service          HttpService: a server as a tower service
//! write_timeout    ends a connection whose client does not read
//! listener         serve_http: a listener with a graceful shutdown
//! ```

pub(crate) mod config;
pub(crate) mod endpoint;
mod events;
pub(crate) mod head;
mod history;
pub(crate) mod host;
mod listener;
mod metadata;
mod mirrored_headers;
mod post;
mod posted_batch;
mod posted_message;
pub(crate) mod protection;
mod readiness;
pub(crate) mod rejection;
pub(crate) mod request_body;
pub(crate) mod response;
pub(crate) mod service;
mod session;
mod sessions;
pub(crate) mod shutdown;
mod store;
mod write_timeout;

pub use self::config::HttpConfig;
pub use self::listener::{ServeHttp, serve_http};
pub use self::metadata::ResourceMetadata;
pub use self::protection::{BearerToken, Protection, TokenError};
pub use self::readiness::Readiness;
pub use self::response::HttpBody;
pub use self::service::HttpService;
pub use self::session::SessionRecord;
pub use self::store::SessionStore;
