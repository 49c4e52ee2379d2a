//! Tests the fields and the text of a finding, the parser of profile lists, and the table of rules.

use mcp_tool_runtime::lint::{Lint, Loss, Profile, RULES, Severity};
use serde_json::json;

use super::{argument, described};

#[test]
fn a_finding_is_one_complete_line() {
    let list = json!({ "tools": [{
        "name": "search", "description": "Looks.",
        "inputSchema": described(json!({ "type": ["string", "null"] })),
    }] });
    let findings = Lint::new(&[Profile::Gemini, Profile::Cursor]).check_json(&list);
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}");
    };
    assert_eq!(
        finding.to_string(),
        "error[several_types] argument `it` of `search`: its type is [\"string\",\"null\"]; write one \
         type; for an optional argument, leave its name out of `required` instead of adding `null` (Gemini: the request fails; Cursor: the \
         tool may be missing or fail) at /tools/0/inputSchema/properties/it/type"
    );
    assert_eq!(finding.severity(), Severity::Error);
    assert_eq!(finding.effects[1].loss, Loss::Tool);
    assert_eq!(finding.tool.as_deref(), Some("search"));
    assert_eq!(finding.argument.as_deref(), Some("it"));
    assert_eq!(
        serde_json::to_value(finding).unwrap(),
        json!({
            "rule": "several_types",
            "severity": "error",
            "tool": "search",
            "argument": "it",
            "path": null,
            "inResult": false,
            "rustType": null,
            "pointer": "/tools/0/inputSchema/properties/it/type",
            "what": "its type is [\"string\",\"null\"]",
            "repair": "write one type; for an optional argument, leave its name out of `required` instead of adding `null`",
            "clients": [
                { "client": "gemini", "severity": "error", "loses": "the session" },
                { "client": "cursor", "severity": "warning", "loses": "the tool" },
            ],
            "since": finding.rule.since,
            "sources": finding.rule.sources,
        })
    );
}

/// The text of a finding names the faulty place in an argument or in the output.
#[test]
fn a_place_is_described_in_words() {
    let bad = json!({ "type": "array" });
    let deep = json!({ "type": "array", "items": { "type": "object", "properties": {
        "kind": { "anyOf": [{ "type": "string" }, bad] },
        "map": { "type": "object", "additionalProperties": bad },
    } } });
    let tool = json!({
        "name": "search", "description": "Looks.", "inputSchema": argument(deep),
        "outputSchema": { "type": "object", "properties": { "pages": { "type": "array", "items": true } } },
    });
    let findings = Lint::new(&[Profile::VsCode, Profile::Claude]).check_json(&json!([tool]));
    let lines: Vec<_> = findings.iter().map(ToString::to_string).collect();
    for part in [
        "argument `it` of `search`, in `[].kind`: its items are not described",
        "argument `it` of `search`, in `[].map.*`: its items are not described",
        "the result of `search`, in `pages[]`: its schema is `true`",
    ] {
        assert!(lines.iter().any(|line| line.contains(part)), "{lines:#?}");
    }
}

#[test]
fn unknown_clients_and_stores_are_named_with_the_known_ones() {
    assert_eq!("gemini".parse(), Ok(Profile::Gemini));
    let unknown = "gemni".parse::<Profile>().unwrap_err().to_string();
    assert!(unknown.contains("`gemni`"), "{unknown}");
    assert!(unknown.contains("`all`"), "{unknown}");
    assert_eq!(Profile::of_store("chatgpt"), Ok(Profile::OpenAi));
    assert_eq!(
        Profile::of_store("chatgtp").unwrap_err().to_string(),
        "the store `chatgtp` is unknown; the stores are `chatgpt` and `claude`"
    );
}

/// Every rule names the affected clients, a source, and the month of the newest report.
#[test]
fn every_rule_has_effects_and_dated_sources() {
    for rule in RULES {
        assert!(
            !rule.effects.is_empty() || !rule.effects_in_result.is_empty(),
            "{rule:?}"
        );
        assert!(!rule.sources.is_empty(), "{rule:?}");
        let (year, month) = rule.since.split_once('-').unwrap();
        assert!(
            year.parse::<u16>().is_ok_and(|year| year >= 2024),
            "{rule:?}"
        );
        assert!(
            month
                .parse::<u8>()
                .is_ok_and(|month| (1..=12).contains(&month)),
            "{rule:?}"
        );
        for text in [rule.breaks, rule.repair] {
            assert!(!text.ends_with('.') && !text.is_empty(), "{rule:?}");
        }
        // Each list of effects names a client at most once.
        for effects in [rule.effects, rule.effects_in_result] {
            let mut clients: Vec<_> = effects.iter().map(|effect| effect.client).collect();
            clients.sort_unstable();
            clients.dedup();
            assert_eq!(clients.len(), effects.len(), "{rule:?}");
        }
    }
    let mut ids: Vec<_> = RULES.iter().map(|rule| rule.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), RULES.len());
}
