//! Helpers for the tests of `mcp-tool-runtime`. The tests themselves are in `tests/`, one file per
//! topic.
//!
//! The macro leaves the error about `text: str` to the compiler. An alias makes the compiler accept this
//! type, but the build must still fail:
//!
//! ```compile_fail
//! #[allow(non_camel_case_types)]
//! type str = String;
//!
//! /// Reads a text.
//! #[mcp_tool_runtime::mcp_tool(allow(undocumented))]
//! fn read(text: str) -> usize {
//!     text.len()
//! }
//! ```

#![allow(deprecated)] // Most arguments here need no description.

pub mod definitions;
pub mod official;
pub mod peer;
pub mod schema;
pub mod snapshot;
mod subscriber;
pub mod zoo;

pub use peer::{Peer, block_on};
pub use subscriber::set_subscriber;

/// Returns a tool by value that returns its version.
pub fn live_tool(name: &str, version: u32) -> mcp_tool_runtime::Tool<()> {
    mcp_tool_runtime::Tool::builder(name.to_owned())
        .description(format!("Version {version}."))
        .handler(move |_, _| async move { version.to_string() })
}
