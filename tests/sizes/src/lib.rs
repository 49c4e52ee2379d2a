//! Thirteen typical tools, declared once with `#[mcp_tool]` and once with the macros of the
//! official SDK: the same names, texts, arguments, hints and answers. What differs is what comes
//! of them in `tools/list`.
//!
//! `cargo run -p mcp-tool-tests-sizes` prints the table.

// Nothing is called here; what counts is what is published.
#![allow(dead_code, unused_variables)]

mod measure;
mod ours;
mod theirs;
mod types;

pub use measure::{Side, Size, Sizes};
pub use ours::{list as ours, registry};
pub use theirs::list as theirs;
