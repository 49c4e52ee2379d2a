//! The official Rust SDK, on which the server runs.
//!
//! Each file imports only those that are listed above it.
//!
//! ```text
//! request_id       decoded ids of requests
//! request_limit    the limits on HTTP requests at a time, and on open questions
//! messages         messages with decoded ids
//! request_fault    faults of a request that the SDK could not decode
//! convert          our types as the SDK's
//! client_request   a request to the client during a call
//! arguments_text   arguments that the SDK cannot hold
//! context          the SDK's request as a tool's context
//! integer_headers  integers that a client repeats in headers
//! notifications    notifies clients after a change of the tools
//! call             runs a call that the SDK has received
//! sdk_tools        tools in the SDK's types
//! sdk_server       the handler of the SDK for a registry
//! ```

pub(crate) mod arguments_text;
pub(crate) mod call;
pub(crate) mod client_request;
pub(crate) mod context;
pub(crate) mod convert;
#[cfg(feature = "http")]
pub(crate) mod integer_headers;
pub(crate) mod messages;
pub(crate) mod notifications;
pub(crate) mod request_fault;
pub(crate) mod request_id;
#[cfg(feature = "http")]
pub(crate) mod request_limit;
pub(crate) mod sdk_server;
pub(crate) mod sdk_tools;
