//! Servers that host a registry, one per feature.

#[cfg(feature = "rmcp3")]
mod rmcp;

#[cfg(feature = "rmcp3")]
#[cfg(feature = "tower")]
pub use self::rmcp::{HttpConfig, HttpService};
pub use self::rmcp::{ServeError, ToolServer, serve_io, serve_stdio};
