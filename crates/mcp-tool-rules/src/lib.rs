//! Rules for Model Context Protocol tools that both the macros and the registry of `mcp-tool-runtime` check.
//! Do not depend on this crate directly: each version works with exactly one version of the macros and the
//! runtime.
//!
//! The macros check literals, the compiler checks constants, and the registry checks all values again. For
//! the compiler, a check is a `const fn`. It returns the first fault of a value, or only whether the value is
//! valid. The caller adds the place to the message: the macros add a span, and the registry adds the name of
//! the tool. This crate has no rules about whole definitions: the linter has those.
//!
//! ```
//! use mcp_tool_rules::scope::is_scope;
//!
//! assert!(is_scope("notes:write"));
//! assert!(!is_scope("notes write"));
//! ```

#![forbid(unsafe_code)]

pub mod base64;
pub mod bytes;
pub mod header_name;
pub mod icon;
pub mod meta_key;
pub mod schema;
pub mod scope;
pub mod section;
pub mod text;
pub mod tool_name;
