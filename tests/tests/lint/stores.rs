//! What the directories of ChatGPT and Claude demand.

use mcp_tool_runtime::lint::{Lint, Profile, Severity};
use serde_json::{Value, json};

use super::short;

fn list(annotations: Value) -> Value {
    json!([{
        "name": "search", "description": "Looks for something.", "annotations": annotations,
        "inputSchema": { "type": "object", "properties": {} },
    }])
}

fn errors(lint: &Lint, list: &Value) -> Vec<String> {
    let findings = lint.check_json(list);
    let findings = findings.iter();
    let errors = findings.filter(|finding| finding.severity() == Severity::Error);
    errors
        .map(|finding| format!("{}: {}", short(finding), finding.what))
        .collect()
}

#[test]
fn demands_of_a_store_are_errors_only_if_the_server_must_be_ready() {
    let chatgpt = Profile::of_store("chatgpt").unwrap();
    let claude = Profile::of_store("claude").unwrap();
    let bare = list(json!({}));
    let lint = || Lint::new(Profile::ALL);
    assert_eq!(errors(&lint(), &bare), [""; 0]);
    let hints = ["readOnlyHint", "destructiveHint", "openWorldHint"]
        .map(|hint| format!("`search` lacks the hint `{hint}`"));
    assert_eq!(
        errors(&lint().ready_for(chatgpt), &bare),
        [format!("review /tools/0: {}", hints.join("; "))]
    );
    assert_eq!(
        errors(&lint().ready_for(claude), &bare),
        ["review /tools/0: `search` lacks a title; \
          `search` lacks the hint `readOnlyHint` or `destructiveHint`"]
    );
    let both = lint().ready_for(chatgpt).ready_for(claude);
    assert_eq!(errors(&both, &bare).len(), 2);
    let ready = list(json!({
        "title": "Search", "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false,
    }));
    assert_eq!(errors(&both, &ready), [""; 0]);
    // The store's client is checked, even if it is not among the profiles.
    let only = Lint::new(&[Profile::Gemini]).ready_for(chatgpt);
    assert_eq!(errors(&only, &bare).len(), 1);
}

/// A hint must be a boolean, and a title must have visible characters.
#[test]
fn a_demand_is_met_by_a_value_only() {
    let lint = Lint::new(&[]).ready_for(Profile::Claude);
    for annotations in [
        json!({ "title": " ", "readOnlyHint": true }),
        json!({ "title": "Search", "readOnlyHint": null }),
    ] {
        let errors = errors(&lint, &list(annotations));
        assert!(
            errors.iter().any(|it| it.starts_with("review")),
            "{errors:?}"
        );
    }
}

/// The limit of 200 characters has one report, so it is a warning also for a store.
#[test]
fn long_descriptions_are_a_warning_for_a_store() {
    let mut list = list(json!({
        "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false,
    }));
    list[0]["description"] = json!("a".repeat(201));
    assert!(Lint::new(&[Profile::OpenAi]).check_json(&list).is_empty());
    let lint = Lint::new(&[]).ready_for(Profile::OpenAi);
    let findings: Vec<_> = lint
        .check_json(&list)
        .iter()
        .map(|it| it.to_string())
        .collect();
    assert_eq!(
        findings,
        [
            "warning[portal_description] the list: `search` lacks a description of at most 200 characters; \
          shorten the description, or allow this rule if the portal accepts yours \
          (ChatGPT: its directory may reject the server) at /tools"
        ]
    );
}
