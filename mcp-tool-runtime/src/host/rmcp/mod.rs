//! The host on version 3 of the official Rust SDK.
//!
//! ```text
//! server      ToolServer: answers requests, on any of the SDK's transports
//! answer      what a tool may answer in the SDK's types
//! call        a call, whoever has taken it
//! context     what the SDK knows of a request, as a tool's context
//! convert     our types as the SDK's
//! http        a ToolServer as a tower service
//! routes      tools as routes of the SDK's router
//! shape       what is wrong with a request that the SDK could not type
//! serve       runs a ToolServer over a pair of streams
//! stdio       the process's own streams, protected while they carry the protocol
//! transport   the SDK's transport trait over lines of JSON
//! ```

mod answer;
mod call;
mod context;
mod convert;
#[cfg(feature = "tower")]
mod http;
mod routes;
mod serve;
mod serve_error;
mod server;
mod shape;
mod stdio;
mod transport;

#[cfg(feature = "tower")]
pub use http::{HttpConfig, HttpService};
pub use serve::{serve_io, serve_stdio};
pub use serve_error::ServeError;
pub use server::ToolServer;
