//! Thirteen typical tools, each declared twice: with `#[mcp_tool]` and with the macros of the official SDK.
//! Both declarations have the same names, texts, arguments, hints and result types. Only their JSON in
//! `tools/list` differs.
//!
//! `cargo run --example sizes` prints a table of the sizes and the linter's findings.

// Only the definitions of these tools are measured. The tools are never called, so no code reads
// their arguments.
#![allow(dead_code, unused_variables)]

mod measure;
mod sdk;
mod toolkit;
mod types;

pub use measure::{Side, Size, Sizes};
pub use sdk::list as theirs;
pub use toolkit::{list as ours, registry};
