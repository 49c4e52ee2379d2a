//! Tools of `mcp-tool-runtime` in programs that use the official Rust SDK (`rmcp`) of the Model Context
//! Protocol (MCP).
//!
//! - With this crate in the dependencies, a tool's function can return the SDK's `CallToolResult`, content blocks
//!   and errors.
//! - A server of the SDK can serve a registry: [`list_tools`] and [`call_tool`] are the bodies of its handler's
//!   methods, and [`tool_routes`] returns routes for the SDK's router.
//! - With the feature `server`, a handler of the SDK with prompts, resources and more serves beside the tools of
//!   a `ToolServer`.
//!
//! This crate declares no tools, and a program without the SDK does not need it.
//!
//! ```
//! use mcp_tool_runtime::{ToolContext, ToolRegistry, CallToolRequest, mcp_tool, tools};
//! use mcp_tool_rmcp::rmcp::model::{CallToolResult, ContentBlock};
//!
//! /// Says hello, as a function that was written for the SDK.
//! #[mcp_tool(read_only)]
//! async fn hello() -> CallToolResult {
//!     CallToolResult::success(vec![ContentBlock::text("hello")])
//! }
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let registry = ToolRegistry::builder(()).tools(tools![hello]).build()?;
//! let request = CallToolRequest::new("hello");
//! let result = registry.call(request, &ToolContext::detached()).await?.complete().unwrap();
//! assert_eq!(result.content()[0].as_text(), Some("hello"));
//! # Ok(())
//! # }
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
//! ```
//!
//! # Features
//!
//! Default: none.
//!
//! | feature | adds |
//! |---|---|
//! | `server` | [`BesideHandler::beside_handler`] and [`handler`] |
//! | `http` | tools and handlers find the values that middleware inserted into the HTTP request; with `server`, also `ToolServer::http_service` |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]

#[cfg(feature = "server")]
mod beside_handler;
mod call_peer;
mod convert;
#[cfg(feature = "server")]
mod guarded;
#[cfg(feature = "server")]
mod handler;
#[cfg(feature = "server")]
mod json_transport;
#[cfg(feature = "server")]
mod misfits;
mod registry_methods;

#[cfg(feature = "server")]
#[cfg_attr(docsrs, doc(cfg(feature = "server")))]
pub use beside_handler::BesideHandler;
#[cfg(feature = "server")]
#[cfg_attr(docsrs, doc(cfg(feature = "server")))]
pub use handler::handler;
pub use registry_methods::{call_tool, get_tool, list_tools, tool_routes};
#[doc(no_inline)]
pub use rmcp;
