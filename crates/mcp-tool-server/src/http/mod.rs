//! Streamable HTTP.
//!
//! Within this folder, each file except its tests imports only those listed above it.
//!
//! ```text
//! response         HttpBody and responses
//! shutdown         how services and listeners end
//! readiness        Readiness: whether the server takes more work
//! request_body     reads the body of a request, up to limits of size and time
//! rejection        a JSON-RPC error for each request that is rejected
//! head             reads and checks headers
//! host             the hosts and origins whose requests the server accepts
//! metadata         the metadata of a protected resource
//! protection       Protection: bearer tokens and scopes
//! config           HttpConfig
//! service          HttpService: a server as a tower service
//! write_timeout    ends a connection whose client does not read
//! listener         serve_http: a listener with a graceful shutdown
//! ```

pub(crate) mod config;
pub(crate) mod head;
pub(crate) mod host;
mod listener;
mod metadata;
pub(crate) mod protection;
mod readiness;
pub(crate) mod rejection;
pub(crate) mod request_body;
pub(crate) mod response;
pub(crate) mod service;
pub(crate) mod shutdown;
mod write_timeout;

pub use self::config::HttpConfig;
pub use self::listener::{ServeHttp, serve_http};
pub use self::metadata::ResourceMetadata;
pub use self::protection::{BearerToken, Protection, TokenError};
pub use self::readiness::Readiness;
pub use self::response::HttpBody;
pub use self::service::HttpService;
