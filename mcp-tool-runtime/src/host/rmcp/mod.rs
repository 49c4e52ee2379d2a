//! The host on version 3 of the official Rust SDK.
//!
//! ```text
//! server      ToolServer: answers requests, on any of the SDK's transports
//! answer      what a tool may answer in the SDK's types
//! context     what the SDK knows of a request, as a tool's context
//! convert     our types as the SDK's
//! shape       what is wrong with a request that the SDK could not type
//! serve       runs a ToolServer over a pair of streams
//! stdio       the process's own streams, protected while they carry the protocol
//! transport   the SDK's transport trait over lines of JSON
//! ```

mod answer;
mod context;
mod convert;
mod serve;
mod serve_error;
mod server;
mod shape;
mod stdio;
mod transport;

pub use serve_error::ServeError;
pub use server::ToolServer;
