//! The traps T1 to T21: what single clients do not take, or take otherwise than it was meant. Each
//! has a test that shows how another server walks into it, and what becomes of the same thing
//! here; what else holds of it is in the tests that it names.
//!
//! | module | traps |
//! |---|---|
//! | `schemas` | T1 to T9, T21: what schemas say |
//! | `lists` | T10 to T14, T17, T20: names, texts, numbers of tools |
//! | `calls` | T15, T16, T18, T19: arguments and answers |

#![allow(deprecated)] // Most arguments here need no description.

mod calls;
mod lists;
mod schemas;

use std::fs;
use std::path::Path;

use mcp_tool_runtime::lint::{Lint, Profile};
use mcp_tool_runtime::{Revision, Tool, ToolRegistry};
use mcp_tool_tests::Peer;
use serde_json::{Value, json};

/// Builds a registry without a state.
#[track_caller]
pub(crate) fn registry(tools: Vec<Tool<()>>) -> ToolRegistry<()> {
    ToolRegistry::builder(()).tools(tools).build().unwrap()
}

/// The rules that another server's only tool breaks for a client, as `rule`.
pub(crate) fn told(profile: Profile, tool: Value) -> Vec<&'static str> {
    let findings = Lint::new(&[profile]).check_json(&json!([tool]));
    findings.iter().map(|finding| finding.rule.id).collect()
}

/// Another server's tool with one argument `it`.
pub(crate) fn theirs(it: Value) -> Value {
    json!({ "name": "search", "description": "Searches.", "inputSchema": {
        "type": "object",
        "properties": { "it": it },
        "required": ["it"],
    } })
}

/// Holds that no client loses anything by the tools, whatever it is.
#[track_caller]
pub(crate) fn harmless(registry: &ToolRegistry<()>) {
    let findings = Lint::new(Profile::ALL).check(registry);
    // Descriptions are for readers; here are none.
    let findings: Vec<_> = findings
        .iter()
        .filter(|finding| finding.rule.id != "no_description")
        .map(ToString::to_string)
        .collect();
    assert!(findings.is_empty(), "{findings:#?}");
}

/// A tool as clients of today get it.
#[track_caller]
pub(crate) fn listed(registry: &ToolRegistry<()>, name: &str) -> Value {
    Peer::of(registry, Revision::V2025_11_25).tool(name)
}

/// Each trap has its test, and the tests that are named beside it are there.
#[test]
fn no_trap_is_left_out() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let read = |path: &str| fs::read_to_string(tests.join(path)).expect("the file can be read");
    let modules = ["traps/schemas.rs", "traps/lists.rs", "traps/calls.rs"];
    // As it reads without the ends of lines.
    let text: String = modules.map(read).concat().replace("\n/// ", " ");
    for number in 1..=21 {
        assert!(text.contains(&format!("fn t{number}_")), "T{number}");
    }
    let mut named = 0;
    for (before, after) in text
        .match_indices("` in `")
        .map(|(at, _)| text.split_at(at))
    {
        let name = before.rsplit('`').next().unwrap_or_default();
        let file = after.split('`').nth(2).unwrap_or_default();
        assert!(
            read(file).contains(&format!("fn {name}(")),
            "`{name}` in `{file}`"
        );
        named += 1;
    }
    assert!(named > 5, "{named} tests are named");
}
