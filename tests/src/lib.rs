//! Helpers for the tests of `mcp-tool-runtime`. The tests themselves are in `tests/`, one file or folder per
//! topic.
//!
//! `#[mcp_tool]` does not reject the parameter `text: str`, because the compiler rejects unsized parameters. If
//! `str` is an alias of a sized type, the compiler accepts the parameter. The code that the macro generates must
//! then make the build fail:
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

#![allow(deprecated)] // Silences warnings about arguments without descriptions.

pub mod definitions;
pub mod official;
pub mod peer;
pub mod schema;
pub mod snapshot;
mod subscriber;
pub mod zoo;

pub use peer::{Peer, block_on};
pub use subscriber::set_subscriber;

/// Returns a tool built with `Tool::builder`. A call of the tool returns `version` as text.
pub fn live_tool(name: &str, version: u32) -> mcp_tool_runtime::Tool<()> {
    mcp_tool_runtime::Tool::builder(name.to_owned())
        .description(format!("Version {version}."))
        .handler(move |_, _| async move { version.to_string() })
}
