//! Registries that the linter can check.

use serde_json::Value;

/// A registry of tools. `mcp-tool-runtime` implements it for its `ToolRegistry`.
pub trait ToolSource {
    /// Returns the definitions for clients of 2025-11-25, as a list.
    fn definitions(&self) -> Value;

    /// Returns the first page of `tools/list` for clients of 2026-07-28.
    fn list(&self) -> Value;

    /// Returns the Rust type of an argument, if it is known.
    fn argument_type(&self, tool: &str, argument: &str) -> Option<String>;

    /// Returns whether the author of a tool accepts that its whole input is nested under one argument.
    fn allows_nested_input(&self, tool: &str) -> bool;
}
