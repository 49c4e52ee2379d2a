//! Streamable HTTP, on the SDK's service.
//!
//! Each file uses only those above it.
//!
//! ```text
//! response         a response, and the one wrapper of its body
//! shutdown         how services and listeners end
//! config           HttpConfig
//! replay           the last responses of a session
//! sessions         whose session each is, and which to evict
//! body             reads a request, and sends a short response in one piece
//! message          a posted message, as the SDK can read it
//! rejection        a JSON-RPC error for each request that is rejected
//! head             the checks of headers
//! slow_response    a stream for a response that takes long
//! exchange         one request to the SDK, and its response
//! service          HttpService: the steps of a request
//! serve            serve_http: a listener with a graceful shutdown
//! ```

mod body;
mod config;
mod exchange;
mod head;
mod message;
mod rejection;
mod replay;
mod response;
mod serve;
mod service;
mod sessions;
mod shutdown;
mod slow_response;

pub use self::config::HttpConfig;
pub use self::serve::{ServeHttp, serve_http};
pub use self::service::{HttpService, http_service};
