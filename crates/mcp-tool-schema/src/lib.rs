//! Generates, rewrites, checks and describes JSON Schemas, and compares values with them, for
//! `mcp-tool-runtime` and `mcp-tool-lint`. Do not depend on this crate directly: each version works with
//! exactly one version of the runtime.
//!
//! This crate knows nothing of the Model Context Protocol.
//!
//! ```
//! use mcp_tool_schema::generate::{SchemaProfile, subschema};
//! use mcp_tool_schema::output::output_schema;
//! use mcp_tool_schema::validator::Validator;
//! use serde_json::json;
//!
//! #[derive(schemars::JsonSchema)]
//! struct Page {
//!     number: u8,
//! }
//!
//! let root = output_schema(&subschema::<Page>, SchemaProfile::Portable).unwrap();
//! assert_eq!(root["properties"]["number"], json!({ "type": "integer", "minimum": 0, "maximum": 255 }));
//!
//! let value = json!({ "number": "one" });
//! let report = Validator::new(&root).validate_document(&value);
//! let fault = &report.faults[0];
//! assert_eq!(fault.place(), ".number");
//! assert_eq!(fault.words(&root), "expected an integer from 0 to 255, got \"one\"");
//! ```
//!
//! The modules stand in the order of their imports: each imports only those above it.

#![forbid(unsafe_code)]

pub mod json_values;
pub mod suggestion;

pub mod doc_comment;

pub mod safe_int;

pub mod keywords;
pub mod pattern_matcher;

pub mod additions;
pub mod definitions;
pub mod numbers;

pub mod large_numbers;

pub mod example;

pub mod portable;

pub mod inlining;

pub mod generate;

pub mod describe;
pub mod output;

pub mod json_terms;

pub mod dialect;

pub mod handwritten_schema;

pub mod manual;
pub mod validator;

pub mod rules;
