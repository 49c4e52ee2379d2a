//! The traps T1 to T21: definitions that some clients reject or misread, and problems with arguments and
//! results of calls. Most tests compare a faulty definition, as another server might publish it, with a
//! similar tool built with this project. The doc comments name related tests. Numbers such as R15 are rules in
//! `docs/COMPLIANCE.md`.
//!
//! | module | traps |
//! |---|---|
//! | `schemas` | T1 to T4: roots, boolean schemas, references, constants |
//! | `values` | T5 to T9, T21: `null`, arrays, formats, strict mode, dialects, titles, conditions |
//! | `lists` | T10 to T14, T17, T20: names, long texts, number of tools, output schemas, order |
//! | `calls` | T15, T16, T18, T19: arguments and results |

#![allow(deprecated)] // This lint also reports arguments without a description.

mod calls;
mod lists;
mod schemas;
mod values;

use std::fs;
use std::path::Path;

use mcp_tool_runtime::lint::{Finding, Lint, Profile, Severity};
use mcp_tool_runtime::{ProtocolVersion, Tool, ToolRegistry};
use mcp_tool_tests::Peer;
use serde_json::{Value, json};

/// Builds a registry without a state.
#[track_caller]
pub(crate) fn registry(tools: Vec<Tool<()>>) -> ToolRegistry<()> {
    ToolRegistry::builder(()).tools(tools).build().unwrap()
}

/// Formats the linter's findings about a tool, for the clients in `Profile::ALL` and for OpenAI's strict
/// mode. Each text names the rule, the place in the definition, and the `Loss` for each affected client. A
/// `!` after the loss marks an error. Example: `reference /inputSchema/properties/it/$ref: gemini session!`.
pub(crate) fn told(tool: Value) -> Vec<String> {
    let all = Profile::ALL.iter().copied();
    let all: Vec<_> = all.chain([Profile::OpenAiStrict]).collect();
    let findings = Lint::new(&all).check_json(&json!([tool]));
    findings.iter().map(said).collect()
}

/// Formats a finding as `told` returns it.
pub(crate) fn said(finding: &Finding) -> String {
    let effects = finding.effects.iter().map(|effect| {
        let sure = match effect.severity {
            Severity::Error => "!",
            _ => "",
        };
        let loss = format!("{:?}", effect.loss).to_lowercase();
        format!("{} {loss}{sure}", effect.client)
    });
    let effects: Vec<_> = effects.collect();
    let pointer = finding.pointer.trim_start_matches("/tools/0");
    format!("{} {pointer}: {}", finding.rule.id, effects.join(", "))
}

/// Returns a tool definition as another server might publish it. The parameter `it` is the schema of the
/// tool's argument `it`. The rest of the definition has no faults.
pub(crate) fn theirs(mut it: Value) -> Value {
    if let Some(it) = it.as_object_mut() {
        it.insert("description".to_owned(), json!("What to look for"));
    }
    json!({
        "name": "search", "title": "Search", "description": "Looks for something.",
        "annotations": { "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false },
        "inputSchema": {
            "type": "object",
            "properties": { "it": it },
            "required": ["it"],
            "additionalProperties": false,
        },
    })
}

/// Returns a tool definition with this input schema, as another server might publish it. The rest of the
/// definition has no faults.
pub(crate) fn taking(input: Value) -> Value {
    let mut tool = theirs(json!({}));
    tool["inputSchema"] = input;
    tool
}

/// Checks that the linter finds nothing for the clients in `Profile::ALL`, except missing descriptions,
/// titles and hints.
#[track_caller]
pub(crate) fn harmless(registry: &ToolRegistry<()>) {
    let findings = Lint::new(Profile::ALL).check(registry);
    // In these tests, tools have no titles or hints, and most arguments have no descriptions.
    // Ignore the findings about these omissions.
    let unwritten = ["no_description", "review"];
    let findings: Vec<_> = findings
        .iter()
        .filter(|finding| !unwritten.contains(&finding.rule.id))
        .map(ToString::to_string)
        .collect();
    assert!(findings.is_empty(), "{findings:#?}");
}

/// Returns a tool as clients with protocol version 2025-11-25 receive it.
#[track_caller]
pub(crate) fn listed(registry: &ToolRegistry<()>, name: &str) -> Value {
    Peer::of(registry, ProtocolVersion::V2025_11_25).tool(name)
}

/// Checks that each trap has a test. Also checks each doc comment that names a test and its file: the file must
/// contain the test.
#[test]
fn every_trap_has_a_test() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let read = |path: &str| fs::read_to_string(tests.join(path)).expect("the file can be read");
    let modules = [
        "traps/schemas.rs",
        "traps/values.rs",
        "traps/lists.rs",
        "traps/calls.rs",
    ];
    // A reference to a test can span two lines of a doc comment, so join the lines.
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
