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

use mcp_tool_runtime::{LiveRegistry, Tool, ToolRegistry};

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
pub fn live_tool(name: &str, version: u32) -> Tool<()> {
    Tool::builder(name.to_owned())
        .description(format!("Version {version}."))
        .handler(move |_, _| async move { version.to_string() })
}

/// Adds tools to a live registry. A tool replaces the tool with the same name.
pub fn put(live: &LiveRegistry<()>, tools: impl IntoIterator<Item = Tool<()>>) {
    let tools = live.build(tools).unwrap();
    live.update(|old| Ok(old.merge(tools))).unwrap();
}

/// Removes a tool from a live registry.
pub fn remove<S: Send + Sync + 'static>(live: &LiveRegistry<S>, name: &str) {
    live.update(|tools| Ok(tools.filter(|tool| tool.name != name)))
        .unwrap();
}

/// Hides one of the tools `all`, or shows it again in its place.
pub fn toggle<S: Send + Sync + 'static>(live: &LiveRegistry<S>, all: &ToolRegistry<S>, name: &str) {
    live.update(|shown| {
        let is_shown = |tool: &str| shown.definition(tool).is_some();
        Ok(all
            .clone()
            .filter(|tool| is_shown(&tool.name) != (tool.name == name)))
    })
    .unwrap();
}
