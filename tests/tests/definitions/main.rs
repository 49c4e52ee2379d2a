//! Definitions in `tools/list`, in each protocol version.
//!
//! A comment such as R12 in a test cites the rule of `docs/COMPLIANCE.md` that the test checks.
//! `snapshots/definitions` has the complete definitions of the tools in each module that calls `check`.

#![allow(deprecated)] // This lint also reports arguments without a description.
#![allow(unreachable_pub, private_interfaces)] // Tools are `pub` here, as in a library, but no crate uses a test.
#![allow(clippy::too_many_arguments)] // Some tools have many arguments.

mod argument_options;
mod as_generated;
mod dialects;
mod doc_comments;
mod flatten;
mod invariants;
mod large_types;
mod metadata;
mod older_versions;
mod openness;
mod parameter_rules;
mod parameters;
mod results;

mod scripts;
mod tool_options;
mod types;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mcp_tool_runtime::content::ImageContent;
use mcp_tool_runtime::registry::UnknownArguments;
use mcp_tool_runtime::{
    CallToolResult, ContentBlock, HasState, ProtocolVersion, ToolContext, ToolError, ToolRegistry,
    mcp_tool, mcp_tools, tools,
};
use mcp_tool_tests::{Peer, schema, snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Compares all definitions of a registry with a snapshot. For older protocol versions, the snapshot has only
/// the definitions that differ from those of the newest version. `older_versions` has some definitions of the
/// versions before 2025-06-18, which all differ.
#[track_caller]
fn check<S: Send + Sync>(name: &str, registry: &ToolRegistry<S>) {
    let newest = match Peer::new(registry).tools() {
        Value::Array(tools) => tools,
        other => panic!("{other}"),
    };
    let mut all = serde_json::Map::new();
    for peer in Peer::structured(registry) {
        let mut tools = match peer.tools() {
            Value::Array(tools) => tools,
            other => panic!("{other}"),
        };
        if peer.protocol_version() != ProtocolVersion::LATEST {
            tools.retain(|tool| !newest.contains(tool));
        }
        if !tools.is_empty() {
            all.insert(peer.protocol_version().to_string(), Value::Array(tools));
        }
    }
    snapshot::json(&format!("definitions/{name}"), &Value::Object(all));
}
