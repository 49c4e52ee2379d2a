//! Generates, rewrites, checks and describes JSON Schemas, and compares values with them, for
//! `mcp-tool-runtime` and `mcp-tool-lint`. Do not depend on this crate directly: each version works with
//! exactly one version of the runtime.
//!
//! This crate knows nothing of the Model Context Protocol. It is no general validator: it supports the
//! keywords that schemars and known clients use, and reports a mismatch only in case of certainty.
//!
//! ```
//! use mcp_tool_schema::describe::describe;
//! use mcp_tool_schema::generate::SchemaProfile;
//! use mcp_tool_schema::mismatch::first_mismatch;
//! use mcp_tool_schema::output::output_schema;
//! use serde_json::{Value, json};
//!
//! #[derive(schemars::JsonSchema)]
//! struct Page {
//!     number: u8,
//! }
//!
//! let root = output_schema(|generator| generator.subschema_for::<Page>(), SchemaProfile::Portable).unwrap();
//! assert_eq!(root["properties"]["number"], json!({ "type": "integer", "minimum": 0, "maximum": 255 }));
//!
//! let schema = Value::Object(root.clone());
//! let value = json!({ "number": "one" });
//! let mismatch = first_mismatch(&schema, &value, &root).unwrap();
//! assert_eq!(describe(mismatch.schema, &root).as_deref(), Some("an integer from 0 to 255"));
//! ```
//!
//! The modules stand in the order of their imports: each imports only those above it.

#![forbid(unsafe_code)]

pub mod suggestion;

pub mod doc_comment;

pub mod safe_int;

pub mod keywords;
pub mod pattern_matcher;

pub mod additions;
pub mod definitions;
pub mod numbers;

pub mod large_numbers;
pub mod recursion;

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
