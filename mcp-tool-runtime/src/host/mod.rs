//! Servers that host a registry, one per feature.

#[cfg(feature = "rmcp3")]
mod rmcp;

#[cfg(feature = "rmcp3")]
pub use self::rmcp::{ServeError, ToolServer};
