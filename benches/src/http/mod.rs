//! Compares servers over HTTP: this project's, one written by hand on hyper, and the official SDK's.
//!
//! ```text
//! mode        which requests a client sends
//! message     the requests, for a service and for a socket
//! services    the services of the three implementations
//! in_memory   rows of `just bench`: passes requests to a service
//! connection  a client of HTTP/1.1 that blocks
//! server      a service on a socket, in a process of its own
//! cpu         `just bench-http`: CPU time of calls over sockets
//! memory      `just http-memory`: memory of sessions and event streams
//! ```

mod connection;
pub(crate) mod cpu;
pub(crate) mod in_memory;
pub(crate) mod memory;
mod message;
pub(crate) mod mode;
pub(crate) mod server;
mod services;
