//! Findings for CI: SARIF 2.1.0.

use mcp_tool_lint::{Finding, RULES};
use serde_json::{Value, json};

/// Returns a SARIF log with one run.
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
        // GitHub requires a line number, but a finding has none.
        let mut location = json!({ "physicalLocation": {
            "artifactLocation": { "uri": uri(source) },
            "region": { "startLine": 1 },
        } });
        if let Some(tool) = &finding.tool {
            location["logicalLocations"] = json!([
                { "name": tool, "fullyQualifiedName": finding.pointer, "kind": "member" },
            ]);
        }
        json!({
            "ruleId": finding.rule.id,
            "level": finding.severity(),
            "message": { "text": finding.to_string() },
            "locations": [location],
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

/// Percent-encodes the source as a URI reference. The source can be a command with spaces.
fn uri(source: &str) -> String {
    let escaped = source.bytes().map(|byte| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => char::from(byte).to_string(),
        byte if b"-._~:/?#[]@!$&'()*+,;=%".contains(&byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    escaped.collect()
}
