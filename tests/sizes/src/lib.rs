//! The tools of two well-known servers, git and filesystem, with the same names, arguments and hints as the
//! originals. Each is declared twice: with `#[mcp_tool]`, and with the macros of the official SDK. Both
//! declarations have the same names, texts, arguments, hints and result types. Only their JSON in `tools/list`
//! differs.
//!
//! `cargo run --example sizes` prints a table of the sizes and the linter's findings.

pub mod filesystem;
pub mod git;
mod measure;
mod sdk;

use mcp_tool_runtime::{ProtocolVersion, ToolRegistry};
use serde_json::{Value, json};

pub use measure::{Side, Size, Sizes};
pub use sdk::list as theirs;

/// Returns the definitions of the tools declared with `#[mcp_tool]`, as a client with protocol version 2025-11-25
/// receives them.
#[must_use]
pub fn ours() -> Vec<Value> {
    let mut all = definitions(&git::registry());
    all.extend(definitions(&filesystem::registry()));
    all
}

fn definitions<S>(registry: &ToolRegistry<S>) -> Vec<Value> {
    let definitions = registry.definitions().iter();
    definitions
        .map(|definition| json!(definition.project(ProtocolVersion::V2025_11_25)))
        .collect()
}
