//! Registries that the linter can check.

use serde_json::Value;

/// A registry of tools. `mcp-tool-runtime` implements this trait for `ToolRegistry`.
pub trait ToolSource {
    /// Returns the list of definitions for clients of protocol version 2025-11-25.
    fn definitions(&self) -> Value;

    /// Returns the first page of `tools/list` for clients of protocol version 2026-07-28.
    fn list(&self) -> Value;

    /// Returns the Rust type of an argument, if it is known.
    fn argument_type(&self, tool: &str, argument: &str) -> Option<String>;

    /// Returns whether a tool has `allow(nested_input)`. This option permits a single argument that contains
    /// the whole input.
    fn allows_nested_input(&self, tool: &str) -> bool;
}
