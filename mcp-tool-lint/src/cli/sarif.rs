//! Findings for CI: SARIF 2.1.0.

use mcp_tool_lint::{Finding, RULES, Severity};
use serde_json::{Value, json};

/// Returns a log with one run.
pub(super) fn log(source: &str, findings: &[Finding]) -> Value {
    let rules = RULES.iter().map(|rule| {
        json!({
            "id": rule.id,
            "shortDescription": { "text": rule.breaks },
            "help": { "text": rule.repair },
            "properties": { "since": rule.since, "sources": rule.sources },
        })
    });
    let results = findings.iter().map(|finding| {
        let level = match finding.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        json!({
            "ruleId": finding.rule.id,
            "level": level,
            "message": { "text": finding.to_string() },
            "locations": [{
                "physicalLocation": { "artifactLocation": { "uri": source } },
                "logicalLocations": [{
                    "name": finding.tool,
                    "fullyQualifiedName": finding.pointer,
                    "kind": "member",
                }],
            }],
        })
    });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "mcp-tool-lint",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.collect::<Vec<_>>(),
            } },
            "results": results.collect::<Vec<_>>(),
        }],
    })
}
