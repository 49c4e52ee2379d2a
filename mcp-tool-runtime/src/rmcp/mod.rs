//! Servers on version 3 of the official Rust SDK.
//!
//! Each file or folder imports only those that are listed above it.
//!
//! ```text
//! mutex             locks that survive a panic
//! methods           the methods that a server has
//! request_fault     faults of a request that the SDK could not decode
//! convert           our types as the SDK's
//! sdk_results       return types of the SDK
//! headers           integers that a client repeats in headers
//! request_limit     the limits on HTTP requests at a time, and on open questions
//! client_request    a request to the client during a call
//! arguments_text    arguments that the SDK cannot hold
//! context           the SDK's request as a tool's context
//! call              runs a call that the SDK has received
//! served_tools      fixed or live tools
//! list_changes      notifications to clients after a change of the tools
//! sdk_tools         tools in the SDK's types
//! server            ToolServer: the SDK's handler for a registry
//! with_handler      tools and another handler as one server
//! serve_error       the error of a server that stopped
//! signals           the signals that ask a process to end
//! transport         the SDK's transport trait over lines of JSON
//! stdio             standard input and output, protected while they carry the protocol
//! serve             serves a pair of streams, with a graceful shutdown
//! http              a tower service and a listener, with a graceful shutdown
//! ```
//!
//! The serving code is compiled once, in this crate, and not again in each program. For this, `ToolServer`
//! erases the type of its state. The functions that serve streams take boxed handlers and boxed streams.

mod arguments_text;
mod call;
mod client_request;
mod context;
mod convert;
#[cfg(feature = "http")]
mod headers;
#[cfg(feature = "http")]
mod http;
mod list_changes;
mod methods;
mod mutex;
mod request_fault;
#[cfg(feature = "http")]
mod request_limit;
mod sdk_results;
mod sdk_tools;
mod serve;
mod serve_error;
mod served_tools;
mod server;
mod signals;
mod stdio;
mod transport;
mod with_handler;

#[cfg(feature = "http")]
pub use http::{
    BearerToken, HttpConfig, HttpService, Protection, Readiness, ResourceMetadata, ServeHttp,
    TokenError, http_service, serve_http,
};
pub(crate) use sdk_results::{error_message, protocol_error};
pub use serve::{serve_io, serve_stdio};
pub use serve_error::ServeError;
pub use served_tools::ServedTools;
pub use server::ToolServer;
pub use signals::shutdown_signal;
pub use with_handler::ServerWithHandler;
