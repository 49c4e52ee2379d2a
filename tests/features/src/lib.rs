//! The tests are in `tests/`, but a program that must not compile is a doc test. The registry cannot validate a type
//! whose garde context has no default:
//!
//! ```compile_fail,E0277
//! # struct Limits { _longest: usize }
//! #[derive(serde::Deserialize, schemars::JsonSchema, garde::Validate)]
//! #[garde(context(Limits))]
//! struct Order { #[garde(length(max = 9))] article: String }
//!
//! /// Sends an order.
//! #[mcp_tool_runtime::mcp_tool]
//! fn send(order: Order) -> String { order.article }
//! ```
