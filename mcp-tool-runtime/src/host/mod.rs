//! Servers that host a registry, one per feature.

#[cfg(feature = "rmcp3")]
mod rmcp;

#[cfg(feature = "rmcp3")]
pub use self::rmcp::{Beside, ServeError, ToolServer, serve_io, serve_stdio, shutdown_signal};
#[cfg(feature = "rmcp3")]
#[cfg(feature = "tower")]
pub use self::rmcp::{HttpConfig, HttpService, ServeHttp, http_service, serve_http};
pub(crate) use self::rmcp::{extension, run_on_thread, sleep};
