//! Servers on version 3 of the official Rust SDK.
//!
//! ```text
//! server      ToolServer: answers requests, on any of the SDK's transports
//! ask         a question to the client in the middle of a call
//! answer      what a tool may answer in the SDK's types
//! beside      tools beside what a handler of the SDK's serves
//! call        a call, whoever has taken it
//! context     what the SDK knows of a request, as a tool's context
//! convert     our types as the SDK's
//! headers     integers that a client repeats in headers
//! http        a ToolServer as a tower service, and its end
//! removed     methods that a revision has removed
//! shape       what is wrong with a request that the SDK could not type
//! signals     what asks a process to end
//! serve       runs a ToolServer over a pair of streams
//! stdio       the process's own streams, protected while they carry the protocol
//! transport   the SDK's transport trait over lines of JSON
//! ```

mod call;
mod client_request;
mod context;
mod convert;
#[cfg(feature = "tower")]
mod headers;
#[cfg(feature = "tower")]
mod http;
mod removed_methods;
mod request_fault;
mod sdk_results;
mod serve;
mod serve_error;
mod server;
mod signals;
mod stdio;
mod transport;
mod with_handler;

#[cfg(feature = "tower")]
pub use http::{HttpConfig, HttpService, ServeHttp, http_service, serve_http};
pub use serve::{serve_io, serve_stdio};
pub use serve_error::ServeError;
pub use server::ToolServer;
pub use signals::shutdown_signal;
pub use with_handler::Beside;
