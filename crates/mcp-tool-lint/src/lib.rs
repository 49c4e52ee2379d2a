//! Reports which clients reject which tools of a Model Context Protocol (MCP) server.
//!
//! Some clients reject schemas that the protocol allows. For example, one boolean schema makes Claude drop
//! every tool of a server, without any error. The [rules](RULES) are data, and each rule names its sources.
//! All rules apply to servers in any language. The linter reads lists of tools: it calls no tool, and does not
//! check whether a server follows the protocol.
//!
//! ```
//! use mcp_tool_lint::{Lint, Profile};
//! use serde_json::json;
//!
//! let list = json!({ "tools": [{
//!     "name": "search",
//!     "description": "Searches the archive.",
//!     "inputSchema": {
//!         "type": "object",
//!         "properties": { "filter": { "type": ["string", "null"], "description": "Words to leave out" } },
//!     },
//! }] });
//! let findings = Lint::new(&[Profile::Gemini]).check_json(&list);
//! assert_eq!(findings[0].rule.id, "several_types");
//! assert_eq!(findings[0].pointer, "/tools/0/inputSchema/properties/filter/type");
//! ```
//!
//! With its feature `testing`, `mcp-tool-runtime` re-exports this crate as `lint`. This crate's feature `cli`
//! builds the program `mcp-tool-lint`.
//!
//! # Findings as JSON
//!
//! A [`Finding`] serializes as an object with the members `rule`, `severity` (`error` or `warning`), `tool`,
//! `argument`, `path` (inside the argument or the result), `inResult`, `rustType`, `pointer`, `what`,
//! `repair`, `clients` (a list of objects with `client`, `severity` and `loses`), `since` and `sources`. A
//! member without a value is `null`. Later versions may add members, but will not remove any.
#![warn(missing_docs)]

mod effect;
mod finding;
mod hit;
mod lint;
mod profile;
mod rule;
mod rules;
mod size;
mod subject;
mod tool_list;
mod tool_source;
mod value_text;

pub use effect::{Effect, Loss, Severity};
pub use finding::{Finding, losses, printable};
pub use lint::Lint;
pub use profile::{Profile, UnknownProfile};
pub use rule::Rule;
pub use rules::RULES;
pub use size::{ListSize, ToolSize};
pub use tool_source::ToolSource;
