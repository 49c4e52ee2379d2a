//! Serves the tools of `mcp-tool-runtime` over standard input and output, and over HTTP.
//!
//! A [`ToolServer`] takes a registry of tools, and serves it to any client of the Model Context Protocol (MCP),
//! in every protocol version that the runtime supports. It is no web framework: over HTTP it is a `tower`
//! service, which axum and hyper serve, or [`serve_http`] alone.
//!
//! ```no_run
//! use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
//! use mcp_tool_server::ToolServer;
//!
//! /// Adds two numbers.
//! #[mcp_tool(title = "Add", read_only)]
//! async fn add(
//!     /// The first number
//!     a: i64,
//!     /// The second number
//!     b: i64,
//! ) -> i64 {
//!     a + b
//! }
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
//!     ToolServer::new("calculator", env!("CARGO_PKG_VERSION"), registry)
//!         .serve_stdio()
//!         .await?;
//!     Ok(())
//! }
//! ```
//!
//! Prompts and resources come from a [`Companion`] beside the tools, such as a function ([`companion_fn`]), or a handler of
//! the official Rust SDK (`beside_handler` of the crate `mcp-tool-rmcp`). This crate does not depend on the SDK.
//!
//! # Features
//!
//! Default: none.
//!
//! | feature | adds |
//! |---|---|
//! | `http` | [`ToolServer::http_service`]: a Streamable HTTP service for axum and hyper; [`serve_http`]: a server that runs this service |
//! | `testing` | [`testing::TestClient`]: a client that calls a server in the same process; enable it in `[dev-dependencies]` |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]
// Warn about `print!`, `println!`, `eprint!` and `eprintln!`. These macros panic if the other end
// of the stream is closed.
#![cfg_attr(not(test), warn(clippy::print_stderr, clippy::print_stdout))]

// Each file or folder imports only those that are listed above it.
//
// mutex             locks that survive a panic
// json_text         the JSON text of values
// signals           the signals that ask a process to end
// serve_error       the error of a server that stopped
// served_tools      fixed or live tools
// companion         what serves clients beside the tools
// served            what one server tells all its clients, and the request that `before_call` can change
// connection        one client: its running calls, its answers, and the messages to it
// received          a message, where it comes from, and what remains to be done for it
// params            the parameters of a request that is not for tools
// forward           passes requests on to the companion
// dispatch          what each method does
// stdio             lines, standard input and output, and their server
// http              Streamable HTTP: sessions, event streams, a tower service, and a listener
// server            ToolServer
// engine            what `mcp-tool-rmcp` needs of this crate
// testing           a client for tests, connected by a stream in memory
//
// The serving code is compiled once, in this crate, and not again in each program. For this, a registry
// loses the type of its state at once. The functions that serve streams take boxed streams.

mod companion;
mod connection;
mod dispatch;
#[doc(hidden)]
pub mod engine;
mod forward;
#[cfg(feature = "http")]
mod http;
mod json_text;
mod mutex;
mod params;
mod received;
mod serve_error;
mod served;
mod served_tools;
mod server;
mod signals;
mod stdio;
#[cfg(feature = "testing")]
#[cfg_attr(docsrs, doc(cfg(feature = "testing")))]
pub mod testing;

#[cfg(feature = "http")]
#[cfg_attr(docsrs, doc(cfg(feature = "http")))]
pub use self::http::{
    BearerToken, HttpBody, HttpConfig, HttpService, Protection, Readiness, ResourceMetadata,
    ServeHttp, SessionRecord, SessionStore, TokenError, serve_http,
};
pub use companion::Companion;
pub use companion::channel::{ClientMessage, CompanionChannel, CompanionSender};
pub use companion::companion_fn::{ClientRequest, CompanionFn, companion_fn};
pub use serve_error::ServeError;
pub use served::IncomingRequest;
pub use served_tools::ServedTools;
pub use server::ToolServer;
pub use signals::shutdown_signal;
