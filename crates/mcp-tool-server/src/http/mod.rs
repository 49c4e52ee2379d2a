//! Streamable HTTP, built on the SDK's HTTP service.
//!
//! Within this folder, each file except its tests imports only those listed above it.
//!
//! ```text
//! response         responses, and a wrapper for their bodies
//! shutdown         how services and listeners end
//! readiness        Readiness: whether the server takes more work
//! replay           the last responses of a session
//! sessions         the owners of sessions, and which session to evict
//! request_body     reads the body of a request, up to limits of size and time
//! odd_ids          replaces ids that the SDK cannot represent
//! posted_message   a posted message, as the SDK can read it
//! rejection        a JSON-RPC error for each request that is rejected
//! head             reads and checks headers
//! session_manager  implements the SDK's trait for sessions
//! metadata         the metadata of a protected resource
//! protection       Protection: bearer tokens and scopes
//! config           HttpConfig
//! short_response   sends a short response in one piece
//! slow_response    a stream for a response that takes long
//! exchange         one request to the SDK, and its response
//! endpoint         the steps of a request
//! service          HttpService: a server as a tower service
//! write_timeout    ends a connection whose client does not read
//! listener         serve_http: a listener with a graceful shutdown
//! ```

mod config;
mod endpoint;
mod exchange;
mod head;
mod listener;
mod metadata;
mod odd_ids;
mod posted_message;
mod protection;
mod readiness;
mod rejection;
mod replay;
mod request_body;
mod response;
mod service;
mod session_manager;
mod sessions;
mod short_response;
mod shutdown;
mod slow_response;
mod write_timeout;

pub use self::config::HttpConfig;
pub(crate) use self::endpoint::CurrentTools;
pub(crate) use self::exchange::{SdkService, sdk_service};
pub use self::listener::{ServeHttp, serve_http};
pub use self::metadata::ResourceMetadata;
pub use self::protection::{BearerToken, Protection, TokenError};
pub use self::readiness::Readiness;
pub use self::service::{HttpService, handler_service};
pub(crate) use self::sessions::Sessions;
