//! Streamable HTTP.
//!
//! Within this folder, each file except its tests imports only those listed above it.
//!
//! ```text
//! response         HttpBody and responses
//! shutdown         how services and listeners end, and Readiness: whether the server takes more work
//! rejection        a JSON-RPC error for each request that is rejected
//! request_body     reads the body of a request, up to limits of size and time
//! mirrored_headers the headers that repeat parts of a request
//! head             reads and checks headers, and decides the protocol version
//! host             the hosts and origins whose requests the server accepts
//! history          the last events of a session
//! events           one JSON response, or a stream of events
//! session          what the server keeps about a client between its requests
//! sessions         the open sessions of a service, and SessionStore: where servers share them
//! protection       Protection: bearer tokens and scopes, and the metadata of a protected resource
//! config           HttpConfig
//! endpoint         HttpService, a server as a tower service, and the steps of a request
//! posted_message   a posted message or batch, and what came with it
//! post             a posted message, up to its response
//! listener         serve_http: a listener that slow clients cannot block, with a graceful shutdown
//! ```

mod config;
mod endpoint;
mod events;
mod head;
mod history;
mod host;
mod listener;
mod mirrored_headers;
mod post;
mod posted_message;
mod protection;
mod rejection;
mod request_body;
mod response;
mod session;
mod sessions;
mod shutdown;

pub use self::config::HttpConfig;
pub use self::endpoint::HttpService;
pub use self::listener::{ServeHttp, serve_http};
pub use self::protection::{BearerToken, Protection, ResourceMetadata, TokenError};
pub use self::response::HttpBody;
pub use self::session::SessionRecord;
pub use self::sessions::SessionStore;
pub use self::shutdown::Readiness;
