//! The rules of the Model Context Protocol that both the macros and the registry of
//! `mcp-tool-runtime` check. Do not depend on this crate directly: each version works with exactly
//! one version of the macros and the runtime.
//!
//! The macros check literals, the compiler checks constants, and the registry checks all values again. A
//! check is a `const fn`. It returns the kind and the place of the first fault. The caller adds a help text.
//! The macros also add a span, and the registry adds a path.

#![forbid(unsafe_code)]

pub mod bytes;
pub mod header_name;
pub mod icon;
pub mod meta_key;
pub mod schema;
pub mod scope;
pub mod section;
pub mod text;
pub mod tool_name;
